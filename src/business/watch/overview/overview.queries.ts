import { type Selectable, sql } from "kysely";
import { accountStatuses } from "../../traders/accounts/account.rule.ts";
import type { Context } from "../../../platform/context.ts";
import { jsonReader, jsonSelectList } from "../../../platform/database/columns.ts";
import { type PreparedStatement, runPrepared } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { formatDecimal, parseCents, storedCents } from "../../../platform/money/money.ts";
import {
  type PayoutStatus,
  payoutStatuses,
  totalledStatuses,
} from "../../money/payouts/payout.rule.ts";
import { traderColumns, tradersWithAccounts } from "../../traders/traders.queries.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { firmDayOf } from "../../office/settings/firm-settings.ts";
import { type FirmHistory, HISTORY_WEEKS, type Overview } from "./overview.schema.ts";

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
  const [row] = await runPrepared<{
    counts: Counted[];
    recentUsers: Record<string, unknown>[];
  }>(database.pool, statement, []);
  const { counts, recentUsers } = row!;
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
      ...sumByCurrency(payouts.filter(isTotalled).flatMap(({ amounts }) => amounts)),
      byStatus: forEach(payouts, ({ count, amounts }) => ({ count, ...sumByCurrency(amounts) })),
    },
  };
}

/** Returns whether the amounts of a status are part of the total: those of cancelled requests are not. */
function isTotalled({ status }: { status: PayoutStatus }): boolean {
  return (totalledStatuses as readonly PayoutStatus[]).includes(status);
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

const WEEK = 7 * DAY;

/** 1970 began on a Thursday; this is the Monday after it. */
const A_MONDAY = 4 * DAY;

interface WeeklyCount {
  kind: Selectable<Tables["weekly_counts"]>["kind"];
  week: string;
  currency: string;
  count: number;
  amount: string;
}

/** Reads the last 26 weeks from counters, so the cost does not depend on the number of traders. */
export async function readHistory({
  clock,
  database,
}: Pick<Context, "clock" | "database">): Promise<FirmHistory> {
  const weeks = lastWeeks(await firmDayOf(database.kysely, clock.now()));
  const { rows } = await sql<WeeklyCount>`
    select kind, week::text, currency, greatest(sum(count), 0)::int as count,
      greatest(sum(amount), 0)::numeric(30, 2)::text as amount
    from weekly_counts
    where kind in ('registered', 'requested', 'approved', 'failed') and week >= ${weeks[0]}
    group by kind, week, currency`.execute(database.kysely);
  const [currency = "USD", ...otherCurrencies] = byRequests(rows);
  return {
    currency,
    otherCurrencies,
    weeks: weeks.map((week) => {
      const totalOf = (kind: WeeklyCount["kind"]) => {
        const counted = rows.filter((row) => row.kind === kind && row.week === week);
        return {
          count: counted.reduce((sum, { count }) => sum + count, 0),
          amount: counted.find((row) => row.currency === currency)?.amount ?? "0.00",
        };
      };
      return {
        week,
        registrations: totalOf("registered").count,
        requested: totalOf("requested"),
        approved: totalOf("approved"),
        breaches: totalOf("failed").count,
      };
    }),
  };
}

/** Returns the currencies of requested amounts, those of most requests first. */
function byRequests(rows: WeeklyCount[]): string[] {
  const requests = new Map<string, number>();
  for (const { kind, currency, count, amount } of rows) {
    if (kind !== "requested" || storedCents(amount) === 0n) continue;
    requests.set(currency, (requests.get(currency) ?? 0) + count);
  }
  return [...requests]
    .toSorted(([one, many], [other, few]) => few - many || compareText(one, other))
    .map(([currency]) => currency);
}

/** Returns the Mondays of the last weeks, oldest first. @param today such as `2026-03-14` */
function lastWeeks(today: string): string[] {
  const time = Date.parse(today);
  const thisWeek = time - ((time - A_MONDAY) % WEEK);
  return Array.from({ length: HISTORY_WEEKS }, (_, index) =>
    new Date(thisWeek - (HISTORY_WEEKS - 1 - index) * WEEK).toISOString().slice(0, 10),
  );
}
