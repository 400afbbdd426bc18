import type { ListedTrader } from "../../../src/traders/trader.schema.ts";
import { BannedTag } from "./banned-tag.tsx";
import styles from "./users.module.css";

/** A name that is not there yet, a login that is not given, stand as a dash. */
export const missing = "—";

export function NameCell({ user }: { user: ListedTrader }) {
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

export function bannedRow({ banned }: ListedTrader): string {
  return banned ? styles.banned! : "";
}
