import { useId } from "react";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import layout from "../../components/forms/form.module.css";
import { formatDuration } from "../../domain/format/duration.ts";
import { readGap } from "./read-rules.ts";
import type { RulesFormApi } from "./use-rules-form.ts";

const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** The fields for when a trading day begins and how closely equity must be observed. */
export function DayFields({ form }: { form: RulesFormApi }) {
  const listId = useId();
  return (
    <Panel
      title="Trading Day"
      subtitle="Daily limits, trading days and times follow it, including changes to and from daylight saving time."
    >
      <div className={layout.fields}>
        <TextField
          label="Time zone"
          hint="Such as Europe/Prague."
          autoComplete="off"
          spellCheck={false}
          list={listId}
          {...form.field("day.timeZone")}
        />
        <datalist id={listId}>
          {timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </datalist>
        <TextField label="Starts at" type="time" {...form.field("day.startsAt")} />
        <TextField
          label="Longest gap, in minutes"
          hint={`Equity counts as observed between two observations that are at most this far apart${gapInWords(form.watch("maxGap"))}.`}
          inputMode="decimal"
          autoComplete="off"
          {...form.field("maxGap")}
        />
      </div>
    </Panel>
  );
}

/** `: 1 h 30 min`, if the text is a duration. */
function gapInWords(text: string): string {
  const seconds = readGap(text);
  return seconds > 0 ? `: ${formatDuration(seconds)}` : "";
}
