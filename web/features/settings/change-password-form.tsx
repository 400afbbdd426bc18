import { readApiError, showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { Form } from "../../components/forms/form.tsx";
import { FormActions, FormColumn } from "../../components/forms/form-layout.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

const loadSchema = () =>
  import("../../../src/identity/passwords/password.schema.ts").then(
    (schemas) => schemas.changePasswordInput,
  );
const emptyForm = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function ChangePasswordForm() {
  const form = useSchemaForm(loadSchema, emptyForm);
  const change = trpc.trader.changePassword.useMutation({
    onSuccess: () => {
      form.reset();
      showSuccess("Password updated", "Your password has been updated successfully.");
    },
    onError: (error) => {
      // The toast shows the message.
      if (readApiError(error).issues) form.setFocus("currentPassword");
      showApiError("Update failed", error);
    },
  });

  return (
    <Panel title="Change Password">
      <Form form={form} onSubmit={(values) => change.mutateAsync(values)}>
        <FormColumn>
          <TextField
            label="Current Password"
            type="password"
            autoComplete="current-password"
            {...form.field("currentPassword")}
          />
          <TextField
            label="New Password"
            type="password"
            autoComplete="new-password"
            {...form.field("newPassword")}
          />
          <TextField
            label="Confirm New Password"
            type="password"
            autoComplete="new-password"
            {...form.field("confirmPassword")}
          />
        </FormColumn>
        <FormActions>
          <Button onClick={() => form.reset()} disabled={change.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            isPending={change.isPending}
            pendingLabel="Updating..."
          >
            Update Password
          </Button>
        </FormActions>
      </Form>
    </Panel>
  );
}
