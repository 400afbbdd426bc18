import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { ZodType } from "zod";
import {
  type AccountFields,
  type AccountWithoutPassword,
  platformForm,
  riskForm,
} from "../../../src/business/traders/accounts/account.schema.ts";
import { MutationDialog } from "../../components/dialog/mutation-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import {
  aboutUser,
  LoadedUser,
  type UserDialogProps,
  UserTarget,
  useUser,
} from "./dialog-user.tsx";
import { MasterPasswordField, usePasswordOf, useSavedPassword } from "./master-password.tsx";
import { RulesNote } from "./user-facts.tsx";

export const EditTradingAccountDialog = aboutUser((props) => {
  const password = usePasswordOf(props.subject.id);
  return (
    <AccountForm
      {...props}
      title="Edit Trading Account"
      saved="Trading account updated"
      schema={platformForm}
      valuesOf={({ login, server, phase }) => ({
        login: login ?? "",
        masterPassword: password.masterPassword ?? "",
        server: server ?? "",
        phase: phase ?? "",
      })}
    >
      {(form) => (
        <>
          <TextField label="Login" autoFocus autoComplete="off" {...form.field("login")} />
          <MasterPasswordField present={password} {...form.field("masterPassword")} />
          <TextField label="Server" autoComplete="off" {...form.field("server")} />
          <TextField
            label="Phase"
            placeholder="Phase 1, Evaluation, Funded"
            autoComplete="off"
            {...form.field("phase")}
          />
        </>
      )}
    </AccountForm>
  );
});

export const EditRiskMetricsDialog = aboutUser((props) => (
  <AccountForm
    {...props}
    title="Edit Risk Metrics"
    saved="Risk metrics updated"
    schema={riskForm}
    valuesOf={({ dailyDrawdownLimit, overallLossLimit, profitTarget }) => ({
      dailyDrawdownLimit: dailyDrawdownLimit ?? "",
      overallLossLimit: overallLossLimit ?? "",
      profitTarget: profitTarget ?? "",
    })}
  >
    {(form) => (
      <>
        <RulesNote userId={props.subject.id} />
        <TextField
          label="Daily Drawdown Limit"
          autoFocus
          placeholder="5% / $500"
          autoComplete="off"
          {...form.field("dailyDrawdownLimit")}
        />
        <TextField
          label="Overall Loss Limit"
          placeholder="10% / $1000"
          autoComplete="off"
          {...form.field("overallLossLimit")}
        />
        <TextField
          label="Profit Target"
          placeholder="$2500"
          autoComplete="off"
          {...form.field("profitTarget")}
        />
      </>
    )}
  </AccountForm>
));

interface AccountFormProps<Input extends FieldValues> extends UserDialogProps {
  title: string;
  /** The title of the success toast. */
  saved: string;
  schema: ZodType<AccountFields, Input>;
  valuesOf: (account: AccountWithoutPassword) => Input;
  /** The fields. */
  children: (form: SchemaForm<Input, AccountFields>) => ReactNode;
}

/** A dialog that changes a few fields of a trading account. */
function AccountForm<Input extends FieldValues>(props: AccountFormProps<Input>) {
  const { subject: user, isOpen, onClose, title, saved, schema, valuesOf, children } = props;
  const query = useUser(user.id, isOpen);
  const showPassword = useSavedPassword(user.id);
  return (
    <MutationDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      schema={schema}
      present={query.data && valuesOf(query.data.tradingAccount)}
      mutation={trpc.admin.accounts.update}
      toInput={(_, edited) => ({ id: user.id, ...edited })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      saved={saved}
      failed="Update failed"
      onSaved={(_, { masterPassword }) => showPassword(masterPassword)}
    >
      {(form) => (
        <>
          <UserTarget user={user} />
          <LoadedUser query={query}>{() => children(form)}</LoadedUser>
        </>
      )}
    </MutationDialog>
  );
}
