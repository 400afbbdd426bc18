import { useState } from "react";
import { z } from "zod";
import { importCalendarInput } from "../../../../src/business/rulebook/calendar/calendar.schema.ts";
import { isTimeZone, zoneClock } from "../../../../src/platform/time/local-time.rule.ts";
import type { DialogProps } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { trpc } from "../../../trpc.ts";
import { countsInWords } from "./counts-in-words.ts";

const date = z.iso.date({ error: "Enter a date" });

/** Days of a zone become times; the last day is a part of the period. */
const importForm = z
  .object({
    from: date,
    until: date,
    timeZone: z.string().refine(isTimeZone, { error: "The time zone is not known" }),
    csv: z.string().min(1, { error: "Paste the events with their header" }),
    note: importCalendarInput.shape.note,
  })
  .transform(({ from, until, timeZone, csv, note }) => ({
    from: startOf(from, timeZone, 0),
    to: startOf(until, timeZone, 1),
    timeZone,
    csv,
    note,
  }));

function startOf(day: string, timeZone: string, later: number): string {
  const [year, month, ofMonth] = day.split("-").map(Number) as [number, number, number];
  const next = new Date(Date.UTC(year, month - 1, ofMonth + later));
  const local = {
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
  };
  return new Date(zoneClock(timeZone).toInstant(local)).toISOString();
}

/** Imports the events of a period from pasted text. */
export function ImportCalendarDialog(frame: DialogProps) {
  const [timeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <MutationDialog
      {...frame}
      title="Import Events"
      size="md"
      schema={importForm}
      values={{ from: "", until: "", timeZone, csv: "", note: "" }}
      mutation={trpc.admin.calendar.import}
      toInput={(values) => values}
      submitLabel="Import Events"
      pendingLabel="Importing..."
      saved={({ version, counts }) => [`Version ${version} imported`, countsInWords(counts)]}
      failed="The events were not imported"
    >
      {(form) => (
        <>
          <TextField label="First day" type="date" autoFocus {...form.field("from")} />
          <TextField
            label="Last day"
            type="date"
            hint="All events from the first to the last day are replaced."
            {...form.field("until")}
          />
          <TextField
            label="Time zone"
            hint="Of the days, and of times without an offset."
            autoComplete="off"
            {...form.field("timeZone")}
          />
          <TextArea
            label="Events as CSV"
            hint="With columns for date, time, currency, impact and title."
            rows={10}
            spellCheck={false}
            {...form.field("csv")}
          />
          <TextField label="Note" autoComplete="off" {...form.field("note")} />
        </>
      )}
    </MutationDialog>
  );
}
