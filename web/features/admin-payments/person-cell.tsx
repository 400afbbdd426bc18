import type { Payment } from "../../../src/business/payments/payments.schema.ts";
import { flagLabels, type PayoutFlag } from "../../../src/business/payouts/flags.rule.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { displayName } from "../../format/display-name.ts";
import { EmailText } from "../../format/email-text.tsx";
import styles from "./payments.module.css";

interface PersonCellProps {
  user: Payment["user"];
  /** What is unusual about the request now; it may have changed since the approval. */
  flags?: readonly PayoutFlag[] | undefined;
}

/** Shows the trader of a payment. Payments are kept when their trader is deleted. */
export function PersonCell({ user, flags = [] }: PersonCellProps) {
  if (!user) return <span className={styles.soft}>Deleted trader</span>;
  return (
    <span className={styles.person}>
      <strong>{displayName(user)}</strong>
      {user.fullName ? (
        <small>
          <EmailText>{user.email}</EmailText>
        </small>
      ) : null}
      {flags.length > 0 ? (
        <small className={styles.flags}>
          <Icon name="alert" size={16} />
          {flags.map(({ code }) => flagLabels[code]).join(" · ")}
        </small>
      ) : null}
    </span>
  );
}
