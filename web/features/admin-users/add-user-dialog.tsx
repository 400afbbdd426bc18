import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { newTraderForm } from "../../../src/business/traders/trader.schema.ts";
import { describeApiError } from "../../api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
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
  const { saveNewUser, isHalfSaved } = useSaveNewUser();
  const utils = trpc.useUtils();
  const { succeeded, failed } = useAdminOutcome();
  const create = useMutation({
    mutationFn: saveNewUser,
    onSuccess: () => {
      onClose();
      return succeeded("User created");
    },
    onError: (error) => {
      form.showErrors(error);
      if (!isHalfSaved()) return failed("Create failed", error);
      // The lists show the user already; the form stays, and saves what is missing.
      const explanation = `The user was created, but the account was not saved: ${describeApiError(error)}`;
      showFailure("Create failed", explanation);
      return utils.admin.invalidate();
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
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isPending={create.isPending}
            pendingLabel="Creating..."
          >
            Create User
          </Button>
        </>
      }
    >
      <p>The user gets a mail with a link that sets the first password.</p>
      <UserFormFields form={form} />
    </FormDialog>
  );
}

/** Two calls, the second of which may fail: trying again must not make the user twice. */
function useSaveNewUser() {
  const { client } = trpc.useUtils();
  const createdId = useRef<number>(undefined);
  const saveNewUser = async ({ fullName, email, ...account }: NewUserFormOutput) => {
    if (createdId.current === undefined) {
      createdId.current = (await client.admin.users.create.mutate({ fullName, email })).id;
    } else {
      await client.admin.users.update.mutate({ id: createdId.current, fullName, email });
    }
    await client.admin.accounts.create.mutate({ id: createdId.current, ...account });
  };
  return { saveNewUser, isHalfSaved: () => createdId.current !== undefined };
}
