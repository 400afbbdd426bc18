import { formatDollars } from "../../../src/platform/money/money.ts";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { CellLines, CellText } from "../../components/data-table/cells.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { displayName } from "../../format/display-name.ts";
import { Tooltip } from "../../components/tooltip/tooltip.tsx";
import type { ViewPayout } from "./payout-dialog.ts";
import styles from "./payouts.module.css";

/** An amount, with a warning if it is pending and exceeds the balance. */
export function AmountCell({ payout }: { payout: PayoutRow }) {
  const amount = <CellText look="amount">{formatDollars(payout.amount)}</CellText>;
  if (!payout.exceedsBalance || payout.status !== "pending") return amount;
  return (
    <Tooltip title="More than the current balance">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the tooltip */}
      <span className={styles.flagged} tabIndex={0}>
        <Icon name="alert" size={16} />
        {amount}
      </span>
    </Tooltip>
  );
}

export function UserCell({ payout: { user } }: { payout: PayoutRow }) {
  return (
    <CellLines>
      <CellText look="strong">{displayName(user)}</CellText>
      {user.fullName ? <CellText look="soft">{user.email}</CellText> : null}
    </CellLines>
  );
}

interface RequestIdProps {
  payout: PayoutRow;
  onView: ViewPayout;
}

/** The id of a request, which opens its details. */
export function RequestId({ payout, onView }: RequestIdProps) {
  return (
    <TextButton
      aria-label={`View request #${payout.id}`}
      tabIndex={0}
      onClick={() => onView(payout)}
    >
      {`#${payout.id}`}
    </TextButton>
  );
}
