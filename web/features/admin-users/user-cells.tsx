import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { BannedTag } from "./banned-tag.tsx";
import styles from "./users.module.css";

/** A name that is not there yet, a login that is not given, stand as a dash. */
export const missing = "—";

export function NameCell({ user }: { user: TraderListItem }) {
  return (
    <span className={styles.name}>
      <span title={user.fullName ?? undefined}>{user.fullName || missing}</span>
      {user.banned ? <BannedTag /> : null}
    </span>
  );
}

export function PayoutsCell({ isEnabled }: { isEnabled: boolean }) {
  return (
    <span className={isEnabled ? styles.on : styles.soft}>
      {isEnabled ? "Enabled" : "Disabled"}
    </span>
  );
}

export function bannedRow({ banned }: TraderListItem): string {
  return banned ? styles.banned! : "";
}
