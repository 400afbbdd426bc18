import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import styles from "./passwords.module.css";
import { showInvalidToken } from "./show-invalid-token.ts";

/** Introduces the form if the URL has no reset token, which the form cannot do without. */
export function MissingToken() {
  useEffect(showInvalidToken, []);
  return (
    <p className={styles.intro}>
      This link is incomplete. Open the link from the email again, or{" "}
      <Link to="/forgot-password">request a new one</Link>.
    </p>
  );
}
