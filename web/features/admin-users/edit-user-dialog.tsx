import type { AccountFields } from "../../../src/business/traders/accounts/account.schema.ts";
import { traderForm } from "../../../src/business/traders/trader.schema.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { changedFields } from "../../components/forms/changed-fields.ts";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { LoadedUser } from "./loaded-user.tsx";
import { usePasswordOf } from "./master-password.tsx";
import { useSavedPassword, useUser } from "./use-user.ts";
import { UserFormFields } from "./user-form-fields.tsx";
import { newUserValues, userValues } from "./user-form-values.ts";
import type { UserDialogProps } from "./user-dialog.ts";

export function EditUserDialog({ user, isOpen, onClose }: UserDialogProps) {
  const query = useUser(user.id, isOpen);
  const password = usePasswordOf(user);
  // The form must start from current data, not from the cache.
  const present = query.isFetchedAfterMount ? query.data : undefined;
  const form = useSchemaForm(
    traderForm,
    newUserValues,
    present && userValues(present, password.masterPassword),
  );
  const { dirtyFields } = form.formState;
  const showPassword = useSavedPassword(user.id);
  const save = trpc.admin.users.updateWithAccount.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: "User updated",
      failed: "Update failed",
      onSaved: (_, { masterPassword }: Pick<AccountFields, "masterPassword">) =>
        showPassword(masterPassword),
    }),
  );

  return (
    <FormDialog
      title="Edit User"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(fields) =>
        save.mutateAsync({ id: user.id, ...changedFields(fields, dirtyFields) })
      }
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      isSubmitDisabled={!present}
    >
      <LoadedUser query={{ ...query, data: present }}>
        {(edited) => <UserFormFields form={form} edited={edited} password={password} />}
      </LoadedUser>
    </FormDialog>
  );
}
