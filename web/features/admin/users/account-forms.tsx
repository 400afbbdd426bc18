import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { ZodType } from "zod";
import {
  openAccountFields,
  platformFields,
  riskFields,
} from "../../../../src/business/traders/accounts/account.fields.ts";
import {
  type AccountInput,
  type AccountWithoutPassword,
  platformForm,
  riskForm,
} from "../../../../src/business/traders/accounts/account.schema.ts";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { formTexts } from "../../../components/forms/form-texts.ts";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { trpc } from "../../../trpc.ts";
import { AccountInputs } from "./account-inputs.tsx";
import {
  aboutUser,
  LoadedUser,
  type UserDialogProps,
  UserTarget,
  useUser,
} from "./dialog-user.tsx";
import { usePasswordOf, useSavedPassword } from "./master-password.tsx";
import { useExpectedValues } from "./use-expected-values.ts";
import { RulesNote } from "./user-facts.tsx";

const platformNames = [...platformFields, "phase"] as const;

export const EditTradingAccountDialog = aboutUser((props) => {
  const password = usePasswordOf(props.subject.id);
  return (
    <AccountForm
      {...props}
      title="Edit Trading Account"
      saved="Trading account updated"
      schema={platformForm}
      valuesOf={(account) =>
        formTexts(platformNames, {
          ...account,
          masterPassword: password.masterPassword ?? null,
        })
      }
    >
      {(form) => (
        <AccountInputs isFirst names={platformNames} field={form.field} password={password} />
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
    valuesOf={(account) => formTexts(riskFields, account)}
  >
    {(form) => (
      <>
        <RulesNote userId={props.subject.id} />
        <AccountInputs isFirst names={riskFields} field={form.field} />
      </>
    )}
  </AccountForm>
));

interface AccountFormProps<Input extends FieldValues> extends UserDialogProps {
  title: string;
  /** The title of the success toast. */
  saved: string;
  schema: ZodType<AccountInput, Input>;
  valuesOf: (account: AccountWithoutPassword) => Input;
  /** The fields. */
  children: (form: SchemaForm<Input, AccountInput>) => ReactNode;
}

/** A dialog that changes a few fields of a trading account. */
function AccountForm<Input extends FieldValues>(props: AccountFormProps<Input>) {
  const { subject: user, isOpen, onClose, title, saved, schema, valuesOf, children } = props;
  const query = useUser(user.id, isOpen);
  // The form must start from current data, not from the cache.
  const present = query.isFetchedAfterMount ? query.data : undefined;
  const showPassword = useSavedPassword(user.id);
  const { expectedOf, onFailed } = useExpectedValues(present, openAccountFields);
  return (
    <MutationDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      schema={schema}
      present={present && valuesOf(present.tradingAccount)}
      mutation={trpc.admin.accounts.update}
      toInput={(_, edited) => ({
        id: user.id,
        ...edited,
        expected: expectedOf(edited),
      })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      saved={saved}
      failed="Update failed"
      isSubmitDisabled={!present}
      onSaved={(_, { masterPassword }) => showPassword(masterPassword)}
      onFailed={onFailed}
    >
      {(form) => (
        <>
          <UserTarget user={user} />
          <LoadedUser query={{ ...query, data: present }}>{() => children(form)}</LoadedUser>
        </>
      )}
    </MutationDialog>
  );
}
