import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordForm } from "../features/passwords/forgot-password-form.tsx";
import { PublicLayout, PublicTitle } from "../app/layouts/public-layout.tsx";

export const Route = createFileRoute("/forgot-password")({
  component: ForgotPassword,
  staticData: { title: "Forgot password" },
});

function ForgotPassword() {
  return (
    <PublicLayout>
      <PublicTitle title="Forgot your password?">
        We will email you a link to set a new one.
      </PublicTitle>
      <ForgotPasswordForm />
    </PublicLayout>
  );
}
