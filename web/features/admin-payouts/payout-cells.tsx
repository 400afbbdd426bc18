import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatMoney } from "../../../src/platform/money/money.ts";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { useControlTabIndex } from "../../components/focus/cell-focus.ts";
import { CellLines, CellText } from "../../components/data-table/cells.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { displayName } from "../../format/display-name.ts";
import { useRowFlagWords } from "./row-flags.tsx";
import type { ViewPayout } from "./payout-dialog.ts";
import styles from "./payouts.module.css";

/** Shows an amount, with a marker if the request is pending and flagged. */
export function AmountCell({ payout }: { payout: PayoutRow }) {
  const words = useRowFlagWords(payout);
  const amount = <CellText look="amount">{formatMoney(payout.amount, payout.currency)}</CellText>;
  if (words.length === 0) return amount;
  return <Flagged hint={words.join(" · ")}>{amount}</Flagged>;
}

function Flagged({ hint, children }: { hint: string; children: ReactNode }) {
  const tabIndex = useControlTabIndex() ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the tooltip
    <span className={styles.flagged} tabIndex={tabIndex} data-tooltip={hint}>
      <span role="img" aria-label={hint}>
        <Icon name="alert" size={16} />
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

/** Shows the status, and who gave the first approval. */
export function StatusCell({ payout: { status, approvals } }: { payout: PayoutRow }) {
  const first = status === "approved" ? undefined : approvals[0];
  if (!first) return <StatusBadge status={status} />;
  return (
    <CellLines>
      <StatusBadge status={status} />
      <CellText look="soft" isSmall>{`1 of 2: ${first.name}`}</CellText>
    </CellLines>
  );
}
