import { Link } from "@tanstack/react-router";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { gradeWords } from "../../domain/verdicts/verdict-words.ts";
import { trpc } from "../../trpc.ts";
import styles from "./overview.module.css";

const closest = { sort: "roomToday", order: "asc" } as const;

const columns: Column<JudgedTrader>[] = [
  {
    title: "Name",
    card: "start",
    cell: (trader) => (
      <Link to="/admin/users/$id" params={{ id: String(trader.id) }} className={styles.name}>
        {shorten(displayName(trader))}
      </Link>
    ),
  },
  {
    title: "Phase",
    cell: ({ tradingAccount: { phase } }) => (
      <span className={styles.soft}>{shorten(phase ?? "—")}</span>
    ),
  },
  {
    title: "Evidence",
    cell: ({ verdict }) => (verdict ? gradeWords[verdict.grade] : "—"),
  },
  {
    title: "Room Today",
    align: "end",
    card: "end",
    cell: ({ verdict }) =>
      verdict?.roomToday == null ? (
        "—"
      ) : (
        <span className={styles.room}>{formatMoney(verdict.roomToday, verdict.currency)}</span>
      ),
  },
];

/** Lists the accounts with the least room left today, which a risk desk checks first. */
export function ClosestAccounts() {
  return (
    <Panel
      title="Closest to a Breach"
      subtitle="The least room before a daily loss limit, in each account's currency"
      aside={
        <LinkButton to="/admin/users" search={closest} size="small">
          Show All
        </LinkButton>
      }
    >
      <ClosestRows />
    </Panel>
  );
}

function ClosestRows() {
  const query = trpc.admin.users.page.useQuery(
    { ...closest, pageSize: 10 },
    { staleTime: staleTimes.adminPages },
  );
  return (
    <Loaded query={query} noun="the accounts" skeleton={5}>
      {({ rows }) =>
        rows.length > 0 ? (
          <Table name="Closest to a Breach" columns={columns} rows={rows} rowKey={({ id }) => id} />
        ) : (
          <EmptyState
            icon="circleCheck"
            title="No accounts to watch"
            text="Accounts whose stage has a daily loss limit appear here."
          />
        )
      }
    </Loaded>
  );
}
