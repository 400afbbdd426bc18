import { createFileRoute, useLocation } from "@tanstack/react-router";
import styles from "../features/passwords/passwords.module.css";
import { ResetPasswordForm } from "../features/passwords/reset-password-form.tsx";
import { PublicLayout } from "../layouts/public-layout.tsx";

export const Route = createFileRoute("/reset-password")({
  component: ResetPassword,
  staticData: { title: "Reset password" },
});

function ResetPassword() {
  // The address as it stands: the router would read a token of digits as a number.
  const search = useLocation({ select: (location) => location.searchStr });
  const token = new URLSearchParams(search).get("token") ?? "";
  return (
    <PublicLayout>
      <h2 className={styles.title}>Set a new password</h2>
      <p className={styles.intro}>It needs at least 8 characters.</p>
      <ResetPasswordForm key={token} token={token} />
    </PublicLayout>
  );
}
