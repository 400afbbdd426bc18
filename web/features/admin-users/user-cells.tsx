import { Link } from "@tanstack/react-router";
import type { ListedVerdict, TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { useControlTabIndex } from "../../components/focus/cell-focus.ts";
import { CellText } from "../../table/grid/cells.tsx";
import { Tag, TagList } from "../../components/badge/tag.tsx";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import styles from "./users.module.css";

/** Shown for a value that has not been set. */
export const missing = "—";

/** Links the name to the trader's page. */
export function NameCell({ user }: { user: TraderListItem }) {
  return (
    <span className={styles.name}>
      <Link
        to="/admin/users/$id"
        params={{ id: String(user.id) }}
        aria-label={user.fullName ? undefined : user.email}
        tabIndex={useControlTabIndex()}
        className={styles.link}
      >
        <CellText look="strong">{user.fullName || missing}</CellText>
      </Link>
      {user.banned ? <BannedTag /> : null}
      {user.tags.length > 0 ? <RowTags tags={user.tags} /> : null}
    </span>
  );
}

/** Shows only the first tag, because a row has no space for more. */
function RowTags({ tags }: { tags: readonly string[] }) {
  const shown = tags.slice(0, 1);
  return (
    <span className={styles.tags} title={tags.join(", ")}>
      <TagList>
        {shown.map((tag) => (
          <Tag key={tag} text={tag} />
        ))}
        {tags.length > shown.length ? <Tag text={`+${tags.length - shown.length}`} /> : null}
      </TagList>
    </span>
  );
}

export function PayoutsCell({ isEnabled }: { isEnabled: boolean }) {
  return (
    <span className={isEnabled ? styles.on : styles.off}>{isEnabled ? "Enabled" : "Disabled"}</span>
  );
}

interface RoomCellProps {
  verdict: ListedVerdict | null;
  /** Adds a label to the amount, for places without a heading. */
  isNamed?: boolean;
}

/** Shows how much the trader may still lose today, in the currency of the account. */
export function RoomCell({ verdict, isNamed = false }: RoomCellProps) {
  if (verdict?.roomToday == null) return missing;
  const room = formatMoney(verdict.roomToday, verdict.currency);
  return <CellText look="amount">{isNamed ? `Room today ${room}` : room}</CellText>;
}

export function highlightBanned({ banned }: TraderListItem): string {
  return banned ? styles.banned! : "";
}
