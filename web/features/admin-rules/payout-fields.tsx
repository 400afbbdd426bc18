import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import layout from "../../components/forms/form.module.css";
import styles from "./rules.module.css";
import { requiresWinningDays, type PayoutFields as Fields } from "./rules-form.ts";
import type { RulesFormApi } from "./use-rules-form.ts";

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
  const [hasPayout, payout] = form.watch(["hasPayout", "payout"]);
  const shown = requiresWinningDays(payout)
    ? payoutFields
    : payoutFields.filter(({ name }) => name !== "winningDayMinimum");
  return (
    <Panel
      title="Payouts"
      subtitle="When a payout is ready. The terms are for information and do not block requests."
    >
      <div className={styles.rules}>
        <Checkbox label="Stages with these rules allow payouts" {...form.field("hasPayout")} />
        {hasPayout ? (
          <div className={layout.fields}>
            {shown.map(({ name, isCount, ...text }) => (
              <TextField
                key={name}
                {...text}
                {...(isCount
                  ? { inputMode: "numeric", autoComplete: "off", ...form.field(`payout.${name}`) }
                  : form.amountField(`payout.${name}`))}
              />
            ))}
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
