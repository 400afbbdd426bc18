import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { CellText } from "../../components/data-table/cells.tsx";
import { BannedTag } from "./banned-tag.tsx";
import styles from "./users.module.css";

/** Shown for a value that has not been set. */
export const missing = "—";

export function NameCell({ user }: { user: TraderListItem }) {
  return (
    <span className={styles.name}>
      <CellText look="strong">{user.fullName || missing}</CellText>
      {user.banned ? <BannedTag /> : null}
    </span>
  );
}

export function PayoutsCell({ isEnabled }: { isEnabled: boolean }) {
  return (
    <span className={isEnabled ? styles.on : styles.off}>{isEnabled ? "Enabled" : "Disabled"}</span>
  );
}

export function highlightBanned({ banned }: TraderListItem): string {
  return banned ? styles.banned! : "";
}
