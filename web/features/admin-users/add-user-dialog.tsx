import { newTraderForm } from "../../../src/business/traders/trader.schema.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { UserFormFields, type NewUserFormOutput, type UserFormInput } from "./user-form-fields.tsx";
import { newUserValues } from "./user-form-values.ts";

const loadSchema = () => Promise.resolve(newTraderForm);

interface AddUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddUserDialog({ isOpen, onClose }: AddUserDialogProps) {
  const form = useSchemaForm<UserFormInput, NewUserFormOutput>(loadSchema, newUserValues);
  const { succeeded, failed } = useAdminOutcome();
  const create = trpc.admin.users.createWithAccount.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded("User created");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Create failed", error);
    },
  });

  return (
    <FormDialog
      title="Add User"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      submitLabel="Create User"
      pendingLabel="Creating..."
    >
      <p>The user receives an email with a link to set a password.</p>
      <UserFormFields form={form} />
    </FormDialog>
  );
}
