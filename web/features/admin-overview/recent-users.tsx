import { Link } from "@tanstack/react-router";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { EmailText } from "../../domain/format/email-text.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { Table, type Column } from "../../components/table/table.tsx";
import styles from "./overview.module.css";

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
        className={styles.name}
      >
        <Clamped lines="two">{shorten(fullName ?? "—")}</Clamped>
      </Link>
    ),
  },
  {
    title: "Email",
    cell: ({ email }) => (
      <span className={styles.soft}>
        <EmailText>{email}</EmailText>
      </span>
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
      <RecentUserRows users={users} />
    </Panel>
  );
}

function RecentUserRows({ users }: { users: readonly TraderListItem[] | undefined }) {
  if (!users) return <TableSkeleton name="Loading recent users" rows={5} />;
  if (users.length === 0) {
    return (
      <EmptyState
        icon="user"
        title="No users found"
        text="Traders appear here when they register or are added."
      />
    );
  }
  return <Table name="Recent Users" columns={columns} rows={users} rowKey={({ id }) => id} />;
}
