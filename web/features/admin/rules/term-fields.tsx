import Stack from "@mui/material/Stack";
import { useId } from "react";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatDuration } from "../../../domain/format/dates.ts";
import { readGap, type RulesFormApi } from "./rules-form-schema.ts";
import { TermsFields } from "./payout-terms-fields.tsx";
import { type PayoutFields as Fields, requiresWinningDays } from "./rules-form.ts";

const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** The fields for when a trading day begins and how closely equity must be observed. */
export function DayFields({ form }: { form: RulesFormApi }) {
  const listId = useId();
  return (
    <Panel
      title="Trading Day"
      subtitle="Daily limits, trading days and times follow it, including changes to and from daylight saving time."
    >
      <FormFields isWide>
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
      </FormFields>
    </Panel>
  );
}

/** `: 1 h 30 min`, if the text is a duration. */
function gapInWords(text: string): string {
  const seconds = readGap(text);
  return seconds > 0 ? `: ${formatDuration(seconds)}` : "";
}

interface PayoutField {
  name: keyof Fields;
  label: string;
  hint?: string;
  isCount?: true;
}

const payoutFields: PayoutField[] = [
  { name: "sharePercent", label: "Share, % of the profit" },
  { name: "bufferAmount", label: "Buffer", hint: "Profit that stays in the account." },
  { name: "minimum", label: "Minimum payout" },
  { name: "firstAfterDays", label: "First payout after, in days", isCount: true },
  { name: "everyDays", label: "Next payout after, in days", isCount: true },
  { name: "minimumWinningDays", label: "Winning days", isCount: true },
  {
    name: "winningDayMinimum",
    label: "Minimum profit of a winning day",
    hint: "Leave empty for any profit.",
  },
  {
    name: "bestDayAtMostPercent",
    label: "Best day, maximum % of the profit",
    hint: "Leave empty for no limit.",
  },
];

/** The fields for the payout terms, if the stage has payouts. */
export function PayoutFields({ form }: { form: RulesFormApi }) {
  const [hasPayout, payout, hasTerms] = form.watch(["hasPayout", "payout", "hasTerms"]);
  const shown = requiresWinningDays(payout)
    ? payoutFields
    : payoutFields.filter(({ name }) => name !== "winningDayMinimum");
  return (
    <Panel
      title="Payouts"
      subtitle="When a payout is ready. A request is only refused if the terms of its statement say so."
    >
      <Stack sx={{ gap: 2.25 }}>
        <Checkbox label="Stages with these rules allow payouts" {...form.field("hasPayout")} />
        {hasPayout ? (
          <FormFields isWide>
            {shown.map(({ name, isCount, ...text }) => (
              <TextField
                key={name}
                {...text}
                {...(isCount
                  ? { inputMode: "numeric", autoComplete: "off", ...form.field(`payout.${name}`) }
                  : form.amountField(`payout.${name}`))}
              />
            ))}
          </FormFields>
        ) : null}
        {hasPayout ? (
          <Checkbox
            label="Each payout comes with an itemised statement"
            hint="With terms that may differ from payout to payout."
            {...form.field("hasTerms")}
          />
        ) : null}
        {hasPayout && hasTerms ? <TermsFields form={form} /> : null}
      </Stack>
    </Panel>
  );
}
