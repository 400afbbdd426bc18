import Typography from "@mui/material/Typography";
import { Link, useNavigate } from "@tanstack/react-router";
import { describeRefusal, isUnreadable } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { Form } from "../../components/forms/form.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

const loadSchema = () =>
  import("../../../src/identity/passwords/password.schema.ts").then(
    (schemas) => schemas.forgotPasswordInput,
  );

export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const form = useSchemaForm(loadSchema, { email: "" });
  const request = trpc.auth.forgotPassword.useMutation({
    onSuccess: () => {
      showSuccess("Reset email sent", "Please check your email for password reset instructions.");
      return navigate({ to: "/auth", state: true });
    },
    onError: (error) =>
      showFailure(
        "Error",
        isUnreadable(error)
          ? "Invalid server response"
          : describeRefusal(error, "Failed to send reset email"),
      ),
  });

  return (
    <Form isStacked form={form} onSubmit={(values) => request.mutateAsync(values)}>
      <TextField label="Email" type="email" autoComplete="username" {...form.field("email")} />
      <Button
        type="submit"
        look="primary"
        isWide
        isPending={request.isPending}
        pendingLabel="Sending..."
      >
        Send Reset Link
      </Button>
      <Typography sx={{ textAlign: "center" }}>
        <Link to="/auth" state>
          Back to Login
        </Link>
      </Typography>
    </Form>
  );
}
