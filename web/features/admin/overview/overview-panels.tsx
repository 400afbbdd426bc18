import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Overview } from "../../../../src/business/watch/overview/overview.schema.ts";
import {
  type PayoutStatus,
  totalledStatuses,
} from "../../../../src/business/money/payouts/payout.rule.ts";
import {
  type AccountStatus,
  accountStatusLabels,
} from "../../../../src/business/traders/accounts/account.rule.ts";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { keysOf } from "../../../../src/platform/fields/keys-of.rule.ts";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { LinkButton } from "../../../components/button/button.tsx";
import { Clamped } from "../../../components/clamped/clamped.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Sums } from "../../../components/money/sums.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { Stat, StatRow } from "../../../components/stat/stat.tsx";
import { TableSkeleton } from "../../../components/table/table-skeleton.tsx";
import { Table, type Column } from "../../../components/table/table.tsx";
import { formatCount, sumsOf } from "../../../domain/format/figures.ts";
import { EmailText, NameText } from "../../../domain/format/texts.tsx";

type Users = Overview["users"];
type Payouts = Overview["payouts"];

export function OverviewCards({ users }: { users: Users | undefined }) {
  return (
    <StatRow>
      <Stat label="Total Users" value={<Figure value={users?.total} />} />
      <Stat label="Active Traders" value={<Figure value={users?.byStatus.active} />} />
      <Stat label="Under Review" value={<Figure value={users?.byStatus["under-review"]} />} />
      <Stat label="Breached" value={<Figure value={users?.byStatus.breached} />} />
    </StatRow>
  );
}

/** Shows a number, or a skeleton while it loads. */
export function Figure({ value }: { value: number | string | undefined }) {
  if (value === undefined) return <Skeleton width="3ch" />;
  return typeof value === "number" ? formatCount(value) : value;
}

export function PayoutOverview({ payouts }: { payouts: Payouts | undefined }) {
  const figures = [
    ["Pending Requests", <Figure key="pending" value={payouts?.byStatus.pending.count} />],
    ["Total Amount", <Amount key="total" total={payouts} />],
  ] as const;
  return (
    <Panel
      title="Payout Overview"
      aside={
        <LinkButton to="/admin/payouts" size="small">
          Manage Payouts
        </LinkButton>
      }
    >
      <Box
        component="dl"
        sx={{ display: "grid", gridTemplateColumns: "repeat(2, minmax(0, 1fr))", gap: "1rem" }}
      >
        {figures.map(([name, figure]) => (
          <div key={name}>
            <Typography component="dt" variant="body2" sx={{ color: "text.secondary" }}>
              {name}
            </Typography>
            <Box component="dd" sx={largeFigure}>
              {figure}
            </Box>
          </div>
        ))}
      </Box>
      <Typography
        variant="caption"
        component="p"
        sx={{ paddingBlock: "0.75rem 1.25rem", color: "text.secondary" }}
      >
        The total includes all requests that were not cancelled, plus the approved amounts of users
        who have since been deleted.
        {hasOthers(payouts) ? " Each currency has a total of its own." : null}
      </Typography>
      <Breakdown parts={totalledStatuses.map((status) => partOf(payouts, status))} />
    </Panel>
  );
}

const largeFigure = {
  marginBlockStart: "0.25rem",
  fontSize: { xs: "1.375rem", sm: "var(--text-figure)" },
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1.2,
  letterSpacing: "-0.025em",
  overflowWrap: "anywhere",
};

function partOf(payouts: Payouts | undefined, status: PayoutStatus): Part {
  const total = payouts?.byStatus[status];
  // The proportions of amounts in different currencies would be meaningless.
  const weight = hasOthers(payouts) ? total?.count : Number(total?.amount ?? 0);
  return { status, weight: weight ?? 0, figure: <Amount total={total} /> };
}

const hasOthers = (payouts: Payouts | undefined) => (payouts?.otherAmounts.length ?? 0) > 0;

function Amount({ total }: { total: Payouts["byStatus"][PayoutStatus] | Payouts | undefined }) {
  return total ? <Sums sums={sumsOf(total)} /> : <Skeleton width="7ch" />;
}

const accountStatuses = keysOf(accountStatusLabels);

export function UserAccounts({ users }: { users: Users | undefined }) {
  return (
    <Panel
      title="User Accounts"
      aside={
        <LinkButton to="/admin/users" size="small">
          Manage Users
        </LinkButton>
      }
    >
      <Breakdown
        parts={accountStatuses.map((status) => ({
          status,
          weight: users?.byStatus[status] ?? 0,
          figure: <Figure value={users?.byStatus[status]} />,
        }))}
      />
    </Panel>
  );
}

interface Part {
  status: PayoutStatus | AccountStatus;
  /** The width of this part of the bar, relative to the other parts. */
  weight: number;
  figure: ReactNode;
}

const colors: Partial<Record<Part["status"], string>> = {
  active: "var(--green-mark)",
  approved: "var(--green-mark)",
  "under-review": "var(--yellow-mark)",
  pending: "var(--orange-mark)",
  breached: "var(--red-mark)",
  rejected: "var(--red-mark)",
};

/** Shows figures by status, with a bar of their proportions. */
function Breakdown({ parts }: { parts: readonly Part[] }) {
  return (
    <>
      <Box aria-hidden="true" sx={bar}>
        {parts.map(({ status, weight }) =>
          weight === 0 ? null : (
            <Box key={status} sx={{ flex: `${weight} 1 0`, background: colors[status] }} />
          ),
        )}
      </Box>
      <Box component="dl" sx={{ flex: 1, display: "flex", flexDirection: "column" }}>
        {parts.map(({ status, figure }) => (
          <Box key={status} sx={breakdownRow}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <Box component="dd" sx={{ paddingBlock: "0.375rem", textAlign: "end" }}>
              {figure}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}

const bar = {
  display: "flex",
  flex: "none",
  gap: "2px",
  blockSize: "0.5rem",
  marginBlockEnd: "0.75rem",
  borderRadius: "4px",
  background: "var(--gray-wash)",
  overflow: "hidden",
};

/** The rows fill the height if a neighbouring panel is taller. */
const breakdownRow = {
  flex: 1,
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "1rem",
  minBlockSize: "2.5rem",
  fontWeight: 550,
  fontVariantNumeric: "tabular-nums",
  "& + &": { borderBlockStart: "1px solid var(--line)" },
};

const columns: Column<TraderListItem>[] = [
  { title: "ID", card: "last", cell: ({ id }) => id },
  {
    title: "Name",
    card: "start",
    cell: ({ id, fullName, email }) => (
      <Link
        to="/admin/users/$id"
        params={{ id: String(id) }}
        aria-label={fullName ? undefined : email}
        style={{ display: "block" }}
      >
        <Clamped lines="two">
          <strong>
            <NameText>{fullName ?? "—"}</NameText>
          </strong>
        </Clamped>
      </Link>
    ),
  },
  {
    title: "Email",
    cell: ({ email }) => (
      <Box component="span" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        <EmailText>{email}</EmailText>
      </Box>
    ),
  },
  {
    title: "Account Status",
    card: "end",
    cell: ({ tradingAccount }) => <StatusBadge status={tradingAccount.status} />,
  },
];

/** Lists the five newest users in a plain table: too few for paging or sorting. */
export function RecentUsers({ users }: { users: readonly TraderListItem[] | undefined }) {
  return (
    <Panel title="Recent Users">
      {users === undefined ? (
        <TableSkeleton name="Loading recent users" rows={5} />
      ) : users.length === 0 ? (
        <EmptyState
          icon="user"
          title="No users found"
          text="Traders appear here when they register or are added."
        />
      ) : (
        <Table name="Recent Users" columns={columns} rows={users} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
