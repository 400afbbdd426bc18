import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordForm } from "../features/passwords/forgot-password-form.tsx";
import styles from "../features/passwords/passwords.module.css";
import { PublicLayout } from "../app/layouts/public-layout.tsx";

export const Route = createFileRoute("/forgot-password")({
  component: ForgotPassword,
  staticData: { title: "Forgot password" },
});

function ForgotPassword() {
  return (
    <PublicLayout>
      <h2 className={styles.title}>Forgot your password?</h2>
      <p className={styles.intro}>We will email you a link to set a new one.</p>
      <ForgotPasswordForm />
    </PublicLayout>
  );
}
