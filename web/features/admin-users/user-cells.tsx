import { Link } from "@tanstack/react-router";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { CellText } from "../../components/data-table/cells.tsx";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import styles from "./users.module.css";

/** Shown for a value that has not been set. */
export const missing = "—";

/** The name leads to the page of the trader. */
export function NameCell({ user }: { user: TraderListItem }) {
  return (
    <span className={styles.name}>
      <Link
        to="/admin/users/$id"
        params={{ id: String(user.id) }}
        aria-label={user.fullName ? undefined : user.email}
        tabIndex={0}
        className={styles.link}
      >
        <CellText look="strong">{user.fullName || missing}</CellText>
      </Link>
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
