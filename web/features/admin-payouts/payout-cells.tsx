import { formatDollars } from "../../../src/platform/money/money.ts";
import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import { paymentMethods } from "../../../src/business/payouts/payment-method.rule.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { formatDay } from "../../format/dates.ts";
import { displayName } from "../../format/display-name.ts";
import { Tooltip } from "../../components/tooltip/tooltip.tsx";
import type { ViewPayout } from "./payout-dialog.ts";
import styles from "./payouts.module.css";

/** An amount; one that is still to be paid and is more than there is, is flagged. */
export function AmountCell({ payout }: { payout: AdminPayout }) {
  const amount = <span className={styles.figure}>{formatDollars(payout.amount)}</span>;
  if (!payout.exceedsBalance || payout.status !== "pending") return amount;
  return (
    <Tooltip title="More than the present balance">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the tooltip */}
      <span className={styles.flagged} tabIndex={0}>
        <Icon name="alert" size={16} />
        {amount}
      </span>
    </Tooltip>
  );
}

export function UserCell({ payout: { user } }: { payout: AdminPayout }) {
  return (
    <span className={styles.two}>
      <span>{displayName(user)}</span>
      {user.fullName ? <span className={styles.soft}>{user.email}</span> : null}
    </span>
  );
}

interface RequestIdProps {
  payout: AdminPayout;
  onView: ViewPayout;
}

/** The id of a request, which opens all about it. */
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

interface PayoutSummaryProps {
  payout: AdminPayout;
  isWithNotes?: boolean;
  /** Where the id opens all about the request. */
  onView?: ViewPayout;
}

/** A request on a small screen. */
export function PayoutSummary({ payout, isWithNotes = false, onView }: PayoutSummaryProps) {
  return (
    <div className={styles.summary}>
      <span className={styles.line}>
        <AmountCell payout={payout} />
        <StatusBadge status={payout.status} />
      </span>
      <span className={styles.soft}>{displayName(payout.user)}</span>
      <span className={styles.line}>
        <span>
          {onView ? <RequestId payout={payout} onView={onView} /> : `#${payout.id}`}
          {` · ${paymentMethods[payout.paymentMethod]}`}
        </span>
        <span>{formatDay(payout.createdAt)}</span>
      </span>
      {isWithNotes ? <span className={styles.notes}>{payout.adminNotes ?? "No notes"}</span> : null}
    </div>
  );
}
