import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { MissingToken } from "../features/passwords/missing-token.tsx";
import styles from "../features/passwords/passwords.module.css";
import { ResetPasswordForm } from "../features/passwords/reset-password-form.tsx";
import { PublicLayout } from "../app/layouts/public-layout.tsx";

export const Route = createFileRoute("/reset-password")({
  component: ResetPassword,
  staticData: { title: "Reset password" },
});

function ResetPassword() {
  const [token] = useState(readToken);
  return (
    <PublicLayout>
      <h2 className={styles.title}>Set a new password</h2>
      {token === "" ? (
        <MissingToken />
      ) : (
        <p className={styles.intro}>It needs at least 8 characters.</p>
      )}
      <ResetPasswordForm token={token} />
    </PublicLayout>
  );
}

/** Reads the URL directly, because the router would parse a token of digits as a number. */
function readToken(): string {
  return new URLSearchParams(window.location.search).get("token") ?? "";
}
