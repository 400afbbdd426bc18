import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { paymentMethods } from "../../../../src/business/money/payouts/payout.rule.ts";
import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import type { payoutTable } from "../../../../src/business/money/payouts/payout.table.ts";
import { formatMoney, moneyIn } from "../../../../src/platform/money/money.ts";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { useControlTabIndex } from "../../../components/focus/cell-focus.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatAge, formatDay } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { flagWords } from "../../../domain/payouts/payout-flags.tsx";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { Cell, SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";
import { concludePayout } from "./payout-conclusion.tsx";

type PayoutCell = Cell<DeskRow>;

/** Shown for a value that has not been set. */
const missing = "—";

const dayCell = (dayOf: (payout: DeskRow) => Date | undefined): PayoutCell["cell"] =>
  function Day(payout) {
    const day = dayOf(payout);
    return <CellText>{day ? formatDay(day) : missing}</CellText>;
  };

/** The cells of `/admin/payouts`, some of which the tables in the tab of `/admin` have as well. */
export const payoutCells = {
  id: { width: 96, cell: ({ id }) => <RequestLink id={id}>{String(id)}</RequestLink> },
  userId: {
    flex: 1.2,
    minWidth: 150,
    cell: ({ user, userId }) => (
      <CellLines>
        <CellText>{shorten(displayName(user))}</CellText>
        <CellText look="soft" isSmall>
          {String(userId)}
        </CellText>
      </CellLines>
    ),
  },
  fullName: { flex: 1.2, minWidth: 150 },
  email: {
    flex: 1.4,
    minWidth: 170,
    cell: ({ user }) => <CellText look="soft">{user.email}</CellText>,
  },
  amount: {
    flex: 0.8,
    minWidth: 120,
    // The marker is as wide as one of the characters that amounts do not have, and a space.
    amounts: (payout) => [
      `${markerOf(payout) ? "! " : ""}${formatMoney(payout.amount, payout.currency)}`,
    ],
    cell: (payout) => <AmountCell payout={payout} />,
  },
  withdrawable: {
    flex: 0.8,
    minWidth: 124,
    amounts: (payout) => {
      const { withdrawable, over, isOver } = concludePayout(payout);
      const money = moneyIn(payout.currency);
      return [
        ...(withdrawable === null ? [] : [money(withdrawable)]),
        ...(isOver && over !== null ? [`${money(over)} over`] : []),
      ];
    },
    cell: (payout) => <WithdrawableCell payout={payout} />,
  },
  age: { width: 100, cell: (payout) => <Age payout={payout} /> },
  currency: { width: 110 },
  paymentMethod: { flex: 1, minWidth: 140 },
  createdAt: { flex: 1, minWidth: 130, cell: dayCell(({ createdAt }) => createdAt) },
  status: { flex: 1, minWidth: 150, cell: (payout) => <StatusCell payout={payout} /> },
  adminNotes: {
    flex: 1.4,
    minWidth: 150,
    cell: ({ adminNotes }) => <CellText look="soft">{adminNotes ?? missing}</CellText>,
  },
  paidAt: { width: 130, cell: dayCell(({ payment }) => payment?.paidAt) },
  reference: {
    flex: 1,
    minWidth: 120,
    cell: ({ payment }) => <CellText>{payment?.reference || missing}</CellText>,
  },
  paymentRunId: { width: 120 },
} satisfies TableCells<typeof payoutTable, DeskRow>;

/** The trader of a request in the tables of the tab. */
export const userCell: PayoutCell = {
  flex: 1.4,
  minWidth: 190,
  cell: (payout) => <UserCell payout={payout} />,
};

export const payoutSummary: SummaryCell<DeskRow> = {
  field: "amount",
  label: "Request",
  cell: (payout) => <PayoutSummary payout={payout} />,
};

/** A request in the only column on small screens. */
export function PayoutSummary({
  payout,
  showsNotes = false,
}: {
  payout: DeskRow;
  showsNotes?: boolean;
}) {
  return (
    <RowSummary details={<SummaryDetails payout={payout} showsNotes={showsNotes} />}>
      <CellLine>
        <AmountCell payout={payout} />
        <StatusCell payout={payout} />
      </CellLine>
      <RequestLink id={payout.id}>
        <CellText look="soft">{displayName(payout.user)}</CellText>
      </RequestLink>
    </RowSummary>
  );
}

function SummaryDetails({ payout, showsNotes }: { payout: DeskRow; showsNotes: boolean }) {
  return (
    <>
      <CellLine>
        <span>{`#${payout.id} · ${paymentMethods[payout.paymentMethod]}`}</span>
        <span>{formatDay(payout.createdAt)}</span>
      </CellLine>
      {payout.status === "pending" ? (
        <CellLine>
          <WithdrawableCell payout={payout} isInCard />
          <span>
            <Age payout={payout} /> old
          </span>
        </CellLine>
      ) : null}
      {showsNotes ? <CellText look="soft">{payout.adminNotes ?? "No notes"}</CellText> : null}
    </>
  );
}

/** What the marker of a row says; `undefined` for rows without a marker, because they have no flags or are decided. */
function markerOf({ status, present, exceedsBalance }: DeskRow) {
  if (status !== "pending" || !present) return undefined;
  const words = flagWords(present.flags ?? "unread");
  if (words === undefined) return undefined;
  if (present.flags) return { icon: "alert", words } as const;
  // Known from the row itself.
  if (exceedsBalance) return { icon: "alert", words: `More than the balance · ${words}` } as const;
  return { icon: "info", words } as const;
}

/** Shows an amount, with a marker unless the request is decided or was found to have no flags. */
function AmountCell({ payout }: { payout: DeskRow }) {
  const marker = markerOf(payout);
  const tabIndex = useControlTabIndex() ?? 0;
  const amount = <CellText look="amount">{formatMoney(payout.amount, payout.currency)}</CellText>;
  if (!marker) return amount;
  const { icon, words } = marker;
  return (
    <Box
      component="span"
      tabIndex={tabIndex}
      data-tooltip={words}
      sx={{
        display: "inline-flex",
        alignItems: "center",
        gap: "0.375rem",
        minInlineSize: 0,
        minBlockSize: "1.5rem",
        color: "var(--orange)",
        "&& span": { color: "inherit" },
      }}
    >
      <span role="img" aria-label={words}>
        <Icon name={icon} size={16} />
      </span>
      {amount}
    </Box>
  );
}

interface WithdrawableProps {
  payout: DeskRow;
  /** In the card of a request on small screens, which has no heading for it. */
  isInCard?: boolean;
}

/** What can be withdrawn or could be when the request was decided, and by how much the amount exceeds it. */
function WithdrawableCell({ payout, isInCard = false }: WithdrawableProps) {
  const { withdrawable, over, isOver, sentence } = concludePayout(payout);
  const isUnread = payout.status === "pending" && payout.present?.readiness === null;
  if (isUnread) return <CellText look="soft">Not read</CellText>;
  if (withdrawable === null || over === null) {
    return (
      <span aria-label={sentence} role="img">
        —
      </span>
    );
  }
  const money = moneyIn(payout.currency);
  const words = money(withdrawable) + (isInCard ? " withdrawable" : "");
  if (!isOver) return <CellText>{words}</CellText>;
  const Parts = isInCard ? CellLine : CellLines;
  return (
    <Parts>
      <CellText>{words}</CellText>
      <Box component="small" sx={{ color: "var(--red)", fontSize: "var(--text-xs)" }}>
        {`${money(over)} over`}
      </Box>
    </Parts>
  );
}

/** How long a request has been waiting. */
function Age({ payout: { status, createdAt } }: { payout: DeskRow }) {
  const now = useNow();
  if (status !== "pending") return "—";
  return formatAge(createdAt, now);
}

/** Links the trader's name to the page of the request. */
function UserCell({ payout: { id, user } }: { payout: DeskRow }) {
  return (
    <CellLines>
      <RequestLink id={id}>
        <CellText look="strong">{displayName(user)}</CellText>
      </RequestLink>
      {user.fullName ? <CellText look="soft">{user.email}</CellText> : null}
    </CellLines>
  );
}

/** A link to the page of a request. */
export function RequestLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <CellLink to="/admin/payouts/$id" params={{ id: String(id) }}>
      {children}
    </CellLink>
  );
}

/** Shows the status, who gave the first approval, and whether an approved request has been paid. */
function StatusCell({ payout }: { payout: DeskRow }) {
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

function describeProgress({ status, approvals, payment, paymentRunId }: DeskRow) {
  if (payment) return `Paid on ${formatDay(payment.paidAt)}`;
  if (paymentRunId !== null) return `In payment run #${paymentRunId}`;
  const [first] = approvals;
  return first && status !== "approved" ? `1 of 2: ${first.name}` : undefined;
}
