import type { Payment } from "../../../src/business/payments/payments.schema.ts";
import { displayName } from "../../format/display-name.ts";
import { EmailText } from "../../format/email-text.tsx";
import styles from "./payments.module.css";

/** Shows the trader of a payment. Payments are kept when their trader is deleted. */
export function PersonCell({ user }: { user: Payment["user"] }) {
  if (!user) return <span className={styles.soft}>Deleted trader</span>;
  return (
    <span className={styles.person}>
      <strong>{displayName(user)}</strong>
      {user.fullName ? (
        <small>
          <EmailText>{user.email}</EmailText>
        </small>
      ) : null}
    </span>
  );
}
