import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { describeRefusal } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { Form } from "../../components/forms/form.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { closeSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";
import { useEffect } from "react";

const loadSchema = () =>
  import("../../../src/identity/passwords/password.schema.ts").then(
    (schemas) => schemas.resetPasswordForm,
  );

export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useSchemaForm(loadSchema, { token, password: "", confirmPassword: "" });
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: () => {
      // A reset ends all sessions of the trader, including the one in this browser.
      closeSession(queryClient);
      showSuccess("Password reset successful", "You can now login with your new password.");
      return navigate({ to: "/auth" });
    },
    onError: (error) => showFailure("Error", describeRefusal(error, "Failed to reset password")),
  });

  return (
    <Form
      isStacked
      form={form}
      onSubmit={({ password }) => reset.mutateAsync({ token, password })}
      onInvalid={(errors) => (errors.token ? showInvalidToken() : undefined)}
    >
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        {...form.field("password")}
      />
      <TextField
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        {...form.field("confirmPassword")}
      />
      <Button
        type="submit"
        look="primary"
        isWide
        isPending={reset.isPending}
        pendingLabel="Resetting..."
      >
        Reset Password
      </Button>
      <Typography sx={{ textAlign: "center" }}>
        <Link to="/auth">Back to Login</Link>
      </Typography>
    </Form>
  );
}

/** Introduces the form if the URL has no reset token, which the form cannot do without. */
export function MissingToken() {
  useEffect(showInvalidToken, []);
  return (
    <p>
      This link is incomplete. Open the link from the email again, or{" "}
      <Link to="/forgot-password">request a new one</Link>.
    </p>
  );
}

function showInvalidToken(): void {
  showFailure("Error", "Invalid reset token");
}
