import type { Payment } from "../../../src/business/money/payments/payments.schema.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { EmailText } from "../../domain/format/email-text.tsx";
import { type FlagState, flagWords } from "../../domain/payouts/use-payout-flags.ts";
import styles from "./payments.module.css";

interface PersonCellProps {
  user: Payment["user"];
  /** What is unusual about the request now; it may have changed since the approval. */
  flags?: FlagState;
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
      <Flags state={flags} />
    </span>
  );
}

function Flags({ state }: { state: FlagState }) {
  const words = flagWords(state);
  if (words === undefined) return null;
  if (state === "checking") return <small>{words}</small>;
  return (
    <small className={styles.flags}>
      <Icon name={state === "unread" ? "info" : "alert"} size={16} />
      {words}
    </small>
  );
}
