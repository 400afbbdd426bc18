import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { buttonClass } from "../../components/button/button.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import styles from "./passwords.module.css";

/** Replaces the form if the URL has no reset token. */
export function MissingToken() {
  useEffect(() => showFailure("Error", "Invalid reset token"), []);
  return (
    <>
      <h2 className={styles.title}>This link is incomplete</h2>
      <p className={styles.intro}>
        It has no reset token, so the password cannot be changed. Open the link from the email
        again, or request a new one.
      </p>
      <div className={styles.form}>
        <Link to="/forgot-password" className={buttonClass({ look: "primary", isWide: true })}>
          Request New Link
        </Link>
        <Link to="/auth" className={styles.back}>
          Back to Login
        </Link>
      </div>
    </>
  );
}
