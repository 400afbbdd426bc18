import { accountStatuses } from "../accounts/account-status.rule.ts";
import type { Context } from "../../platform/context.ts";
import { jsonReader, jsonSelectList } from "../../platform/database/columns.ts";
import { type PreparedStatement, runPrepared } from "../../platform/database/prepared.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { formatDecimal, parseCents } from "../../platform/money/money.ts";
import { payoutStatuses } from "../payouts/payout-status.rule.ts";
import { traderColumns, tradersWithAccounts } from "../traders/traders.queries.ts";
import type { Overview } from "./overview.schema.ts";

const RECENT_USERS = 5;

/** Sums the few rows of counters, so the cost does not depend on the number of traders. */
const statement: PreparedStatement = {
  name: "overview",
  text: `select
    (select coalesce(json_agg(counted), '[]') from (
       select kind, status, sum(count)::text as count, sum(amount)::text as amount
       from counters group by kind, status) as counted) as counts,
    (select coalesce(json_agg(trader), '[]') from (
       select ${jsonSelectList(traderColumns)} from ${tradersWithAccounts}
       order by users.id desc limit ${RECENT_USERS}) as trader) as "recentUsers"`,
};

const readTrader = jsonReader(traderColumns);

interface Counted {
  kind: Tables["counters"]["kind"];
  status: Tables["counters"]["status"];
  count: string;
  amount: string;
}

export async function readOverview({ database }: Context): Promise<Overview> {
  const [found] = await runPrepared<{
    counts: Counted[];
    recentUsers: Record<string, unknown>[];
  }>(database.pool, statement, []);
  const { counts, recentUsers } = found!;
  return { ...present(counts), recentUsers: recentUsers.map(readTrader) };
}

/** Every trader has exactly one account, so the number of accounts is the number of traders. */
function present(rows: Counted[]): Omit<Overview, "recentUsers"> {
  const counted = (kind: Counted["kind"], status: Counted["status"]) => {
    const row = rows.find((candidate) => candidate.kind === kind && candidate.status === status);
    const cents = parseCents(row?.amount ?? "0", Number.POSITIVE_INFINITY)!;
    return { count: Number(row?.count ?? 0), cents };
  };
  // Approved and paid money of deleted traders stays in the totals; their requests are no longer counted.
  const kept = counted("ledger", "approved").cents + counted("ledger", "paid").cents;
  const payouts = payoutStatuses.map((status) => {
    const { count, cents } = counted("payout", status);
    return { status, count, cents: status === "approved" ? cents + kept : cents };
  });
  const users = accountStatuses.map((status) => ({ status, ...counted("account", status) }));
  return {
    users: {
      total: users.reduce((total, { count }) => total + count, 0),
      byStatus: forEach(users, ({ count }) => count),
    },
    payouts: {
      total: payouts.reduce((total, { count }) => total + count, 0),
      amount: formatDecimal(payouts.reduce((total, { cents }) => total + cents, 0n)),
      byStatus: forEach(payouts, ({ count, cents }) => ({ count, amount: formatDecimal(cents) })),
    },
  };
}

function forEach<Status extends string, Row extends { status: Status }, Value>(
  rows: Row[],
  value: (row: Row) => Value,
) {
  const entries = rows.map((row) => [row.status, value(row)]);
  return Object.fromEntries(entries) as Record<Row["status"], Value>;
}
