import { changePasswordInput } from "../../../src/identity/passwords/password.schema.ts";
import { describeApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { Form } from "../../forms/form.tsx";
import layout from "../../forms/form.module.css";
import { untilSettled } from "../../forms/until-settled.ts";
import { showFieldErrors } from "../../forms/show-field-errors.ts";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

const loadSchema = () => Promise.resolve(changePasswordInput);
const emptyForm = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function ChangePasswordForm() {
  const form = useSchemaForm(loadSchema, emptyForm);
  const change = trpc.trader.changePassword.useMutation({
    onSuccess: () => {
      form.reset();
      showSuccess("Password updated", "Your password has been updated successfully.");
    },
    onError: (error) => {
      showFieldErrors(form.setError, form.getValues(), error);
      showFailure("Update failed", describeApiError(error));
    },
  });
  const { errors } = form.formState;

  return (
    <Panel title="Change Password">
      <Form onSubmit={form.handleSubmit((values) => untilSettled(change.mutateAsync(values)))}>
        <div className={layout.column}>
          <TextField
            label="Current Password"
            type="password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...form.register("currentPassword")}
          />
          <TextField
            label="New Password"
            type="password"
            autoComplete="new-password"
            error={errors.newPassword?.message}
            {...form.register("newPassword")}
          />
          <TextField
            label="Confirm New Password"
            type="password"
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
            {...form.register("confirmPassword")}
          />
        </div>
        <div className={layout.actions}>
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
        </div>
      </Form>
    </Panel>
  );
}
