import type { z } from "zod";
import type { newTraderForm, traderForm } from "../../../src/business/traders/trader.schema.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import layout from "../../components/forms/form.module.css";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { accountStatusLabels } from "../../domain/format/status-labels.ts";
import { MasterPasswordField, type HiddenPassword } from "./master-password.tsx";
import styles from "./user-form.module.css";

export type UserFormInput = z.input<typeof traderForm>;
export type UserFormOutput = z.output<typeof traderForm>;
export type NewUserFormOutput = z.output<typeof newTraderForm>;

interface UserFormFieldsProps {
  form: Pick<SchemaForm<UserFormInput, UserFormOutput>, "field" | "amountField">;
  /** The edited user, whose name and email stay unchanged if they are left blank. */
  edited?: {
    fullName: string | null;
    email: string;
    tradingAccount: { recordedAt: Date | null };
  };
  /** The master password of the edited user. */
  password?: HiddenPassword;
}

/** The form fields of a trader and their account. */
export function UserFormFields({ form, edited, password }: UserFormFieldsProps) {
  const text = (name: keyof UserFormInput) => ({ autoComplete: "off", ...form.field(name) });
  const recordedAt = edited?.tradingAccount.recordedAt ?? null;
  const stays = (present?: string | null) => (present ? `Stays ${present}` : undefined);
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Personal Information</legend>
        <div className={layout.fields}>
          <TextField
            label="Full Name"
            autoFocus
            placeholder={stays(edited?.fullName)}
            {...text("fullName")}
          />
          <TextField
            label="Email"
            type="email"
            placeholder={stays(edited?.email)}
            {...text("email")}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Trading Account</legend>
        <div className={layout.fields}>
          <TextField
            label="Balance"
            readOnly={recordedAt !== null}
            {...form.amountField("balance")}
          />
          <TextField
            label="Profit/Loss"
            readOnly={recordedAt !== null}
            {...form.amountField("profitLoss")}
            // The numeric keyboard of some phones has no minus sign.
            inputMode="text"
          />
          {recordedAt ? <p className={styles.source}>{describeSource(recordedAt)}</p> : null}
          <Select label="Status" options={accountStatusLabels} {...form.field("status")} />
          <div className={styles.switch}>
            <Checkbox label="Payouts enabled" {...form.field("payoutEnabled")} />
          </div>
          <TextField label="Login" {...text("login")} />
          <MasterPasswordField present={password} {...form.field("masterPassword")} />
          <TextField label="Server" {...text("server")} />
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Risk Limits</legend>
        <div className={layout.fields}>
          <TextField
            label="Daily Drawdown Limit"
            placeholder="5% / $500"
            {...text("dailyDrawdownLimit")}
          />
          <TextField
            label="Overall Loss Limit"
            placeholder="10% / $1000"
            {...text("overallLossLimit")}
          />
          <TextField label="Profit Target" placeholder="$2500" {...text("profitTarget")} />
        </div>
      </fieldset>
    </>
  );
}

/** Explains why the amounts cannot be edited, and how to change them instead. */
function describeSource(recordedAt: Date): string {
  return `From the trading record, as of ${formatMoment(recordedAt)}; use a correction to change it.`;
}
