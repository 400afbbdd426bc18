import { useMutation } from "@tanstack/react-query";
import { traderForm } from "../../../src/business/traders/trader.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { LoadedUser } from "./loaded-user.tsx";
import { useUser } from "./use-user.ts";
import { UserFormFields, type UserFormOutput } from "./user-form-fields.tsx";
import { changedAccount, newUserValues, userValues } from "./user-form-values.ts";
import type { UserDialogProps } from "./user-dialog.ts";

const loadSchema = () => Promise.resolve(traderForm);

export function EditUserDialog({ user, isOpen, onClose }: UserDialogProps) {
  const query = useUser(user.id);
  // The form begins with the trader as he is now, not as a list had him.
  const present = query.isFetchedAfterMount ? query.data : undefined;
  const form = useSchemaForm(loadSchema, newUserValues, present && userValues(present));
  const { dirtyFields } = form.formState;
  const { client } = trpc.useUtils();
  const { succeeded, failed } = useAdminOutcome();

  const save = useMutation({
    mutationFn: async (values: UserFormOutput) => {
      const { fullName, email } = values;
      await client.admin.users.update.mutate({ id: user.id, fullName, email });
      const account = changedAccount(values, dirtyFields);
      if (Object.keys(account).length === 0) return;
      await client.admin.accounts.update.mutate({ id: user.id, ...account });
    },
    onSuccess: () => {
      onClose();
      return succeeded("User updated");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Update failed", error);
    },
  });

  return (
    <FormDialog
      title="Edit User"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            disabled={!present}
            isPending={save.isPending}
            pendingLabel="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <LoadedUser query={{ ...query, data: present }}>
        {(edited) => <UserFormFields form={form} edited={edited} />}
      </LoadedUser>
    </FormDialog>
  );
}
