import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { AccountFields } from "../../../src/business/traders/accounts/account.schema.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { changedFields } from "../../components/forms/changed-fields.ts";
import type { SchemaSource } from "../../components/forms/schema-resolver.ts";
import { useSchemaForm, type SchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { LoadedUser, type UserQuery } from "./loaded-user.tsx";
import { useSavedPassword } from "./use-user.ts";
import type { UserDialogProps } from "./user-dialog.ts";
import { UserTarget } from "./user-target.tsx";

interface AccountFormDialogProps<Account, Input extends FieldValues> extends UserDialogProps {
  title: string;
  /** The title of the success toast. */
  saved: string;
  schema: SchemaSource<Input, AccountFields>;
  query: UserQuery<{ tradingAccount: Account }>;
  valuesOf: (account: Account) => Input;
  renderFields: (form: SchemaForm<Input, AccountFields>) => ReactNode;
}

/** A dialog that changes a few fields of a trading account. */
export function AccountFormDialog<Account, Input extends FieldValues>(
  props: AccountFormDialogProps<Account, Input>,
) {
  const { user, title, saved, isOpen, onClose, schema, query, valuesOf, renderFields } = props;
  const present = query.data && valuesOf(query.data.tradingAccount);
  const form = useSchemaForm<Input, AccountFields>(schema, {} as DefaultValues<Input>, present);
  const dirtyFields: Readonly<Partial<Record<string, unknown>>> = form.formState.dirtyFields;
  const showPassword = useSavedPassword(user.id);
  const update = trpc.admin.accounts.update.useMutation(
    useFormOutcome(form, {
      onClose,
      saved,
      failed: "Update failed",
      onSaved: (_, { masterPassword }: Pick<AccountFields, "masterPassword">) =>
        showPassword(masterPassword),
    }),
  );

  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(fields) =>
        update.mutateAsync({ id: user.id, ...changedFields(fields, dirtyFields) })
      }
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <UserTarget user={user} />
      <LoadedUser query={query}>{() => renderFields(form)}</LoadedUser>
    </FormDialog>
  );
}
