import type { Selectable } from "kysely";
import { accountStatuses } from "../../traders/accounts/account-status.rule.ts";
import type { Context } from "../../../platform/context.ts";
import { jsonReader, jsonSelectList } from "../../../platform/database/columns.ts";
import { type PreparedStatement, runPrepared } from "../../../platform/database/prepared.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/lib/compare-text.rule.ts";
import { formatDecimal, parseCents } from "../../../platform/money/money.ts";
import { payoutStatuses } from "../../money/payouts/payout-status.rule.ts";
import { traderColumns, tradersWithAccounts } from "../../traders/traders.queries.ts";
import type { Overview } from "./overview.schema.ts";

const RECENT_USERS = 5;

/** Sums the few rows of counters, so the cost does not depend on the number of traders. */
const statement: PreparedStatement = {
  name: "overview",
  text: `select
    (select coalesce(json_agg(counted), '[]') from (
       select kind, status, currency, sum(count)::text as count, sum(amount)::text as amount
       from counters group by kind, status, currency) as counted) as counts,
    (select coalesce(json_agg(trader), '[]') from (
       select ${jsonSelectList(traderColumns)} from ${tradersWithAccounts}
       order by users.id desc limit ${RECENT_USERS}) as trader) as "recentUsers"`,
};

const readTrader = jsonReader(traderColumns);

type Counter = Selectable<Tables["counters"]>;

interface Counted {
  kind: Counter["kind"];
  status: Counter["status"];
  currency: string;
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
  const rowsOf = (kind: Counted["kind"], status: Counted["status"]) =>
    rows.filter((row) => row.kind === kind && row.status === status);
  const countOf = (counted: Counted[]) => counted.reduce((sum, row) => sum + Number(row.count), 0);
  // Approved and paid money of deleted traders stays in the totals; their requests are no longer counted.
  const kept = [...rowsOf("ledger", "approved"), ...rowsOf("ledger", "paid")];
  const payouts = payoutStatuses.map((status) => {
    const counted = rowsOf("payout", status);
    const amounts = status === "approved" ? [...counted, ...kept] : counted;
    return { status, count: countOf(counted), amounts };
  });
  const users = accountStatuses.map((status) => ({
    status,
    count: countOf(rowsOf("account", status)),
  }));
  return {
    users: {
      total: users.reduce((total, { count }) => total + count, 0),
      byStatus: forEach(users, ({ count }) => count),
    },
    payouts: {
      total: payouts.reduce((total, { count }) => total + count, 0),
      ...sumByCurrency(payouts.flatMap(({ amounts }) => amounts)),
      byStatus: forEach(payouts, ({ count, amounts }) => ({ count, ...sumByCurrency(amounts) })),
    },
  };
}

/** Returns the sum in US dollars, and those in other currencies in alphabetical order. */
function sumByCurrency(rows: Counted[]) {
  const sums = new Map([["USD", 0n]]);
  for (const { currency, amount } of rows) {
    const cents = parseCents(amount, Number.POSITIVE_INFINITY)!;
    sums.set(currency, (sums.get(currency) ?? 0n) + cents);
  }
  const others = [...sums].filter(([currency, cents]) => currency !== "USD" && cents !== 0n);
  return {
    amount: formatDecimal(sums.get("USD")!),
    otherAmounts: others
      .toSorted(([one], [other]) => compareText(one, other))
      .map(([currency, cents]) => ({ currency, amount: formatDecimal(cents) })),
  };
}

function forEach<Status extends string, Row extends { status: Status }, Value>(
  rows: Row[],
  value: (row: Row) => Value,
) {
  const entries = rows.map((row) => [row.status, value(row)]);
  return Object.fromEntries(entries) as Record<Row["status"], Value>;
}
