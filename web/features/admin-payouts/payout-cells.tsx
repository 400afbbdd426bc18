import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatMoney } from "../../../src/platform/money/money.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { useControlTabIndex } from "../../components/focus/cell-focus.ts";
import { CellLines, CellText } from "../../table/grid/cells.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { type RowMarker, useRowMarker } from "./row-flags.tsx";
import type { ViewPayout } from "./payout-dialog.ts";
import styles from "./payouts.module.css";

/** Shows an amount, with a marker unless the request is decided or was found to have no flags. */
export function AmountCell({ payout }: { payout: PayoutRow }) {
  const marker = useRowMarker(payout);
  const amount = <CellText look="amount">{formatMoney(payout.amount, payout.currency)}</CellText>;
  return marker ? <Flagged marker={marker}>{amount}</Flagged> : amount;
}

function Flagged({ marker, children }: { marker: RowMarker; children: ReactNode }) {
  const { icon, words } = marker;
  const tabIndex = useControlTabIndex() ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the tooltip
    <span className={styles.flagged} data-mark={icon} tabIndex={tabIndex} data-tooltip={words}>
      <span role="img" aria-label={words}>
        <Icon name={icon} size={16} />
      </span>
      {children}
    </span>
  );
}

/** Links the trader's name to the page of the request. */
export function UserCell({ payout: { id, user } }: { payout: PayoutRow }) {
  return (
    <CellLines>
      <RequestLink id={id}>
        <CellText look="strong">{displayName(user)}</CellText>
      </RequestLink>
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
    <TextButton aria-haspopup="dialog" onClick={() => onView(payout)}>
      {`#${payout.id}`}
    </TextButton>
  );
}

/** A link to the page of a request. */
export function RequestLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link
      to="/admin/payouts/$id"
      params={{ id: String(id) }}
      tabIndex={useControlTabIndex()}
      className={styles.rowLink}
    >
      {children}
    </Link>
  );
}

/** Shows the status, who gave the first approval, and whether an approved request has been paid. */
export function StatusCell({ payout }: { payout: PayoutRow }) {
  const progress = describeProgress(payout);
  if (!progress) return <StatusBadge status={payout.status} />;
  return (
    <CellLines>
      {/* Keeps the badge as narrow as its word. */}
      <span>
        <StatusBadge status={payout.status} />
      </span>
      <CellText look="soft" isSmall>
        {progress}
      </CellText>
    </CellLines>
  );
}

function describeProgress({ status, approvals, payment, paymentRunId }: PayoutRow) {
  if (payment) return `Paid on ${formatDay(payment.paidAt)}`;
  if (paymentRunId !== null) return `In payment run #${paymentRunId}`;
  const [first] = approvals;
  return first && status !== "approved" ? `1 of 2: ${first.name}` : undefined;
}
