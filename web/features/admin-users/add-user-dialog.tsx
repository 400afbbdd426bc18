import { newTraderForm } from "../../../src/business/traders/trader.schema.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { UserFormFields, type NewUserFormOutput, type UserFormInput } from "./user-form-fields.tsx";
import { newUserValues } from "./user-form-values.ts";

interface AddUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddUserDialog({ isOpen, onClose }: AddUserDialogProps) {
  const form = useSchemaForm<UserFormInput, NewUserFormOutput>(newTraderForm, newUserValues);
  const create = trpc.admin.users.createWithAccount.useMutation(
    useFormOutcome(form, { onClose, saved: "User created", failed: "Create failed" }),
  );

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
