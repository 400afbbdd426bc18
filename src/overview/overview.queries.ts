import { accountStatuses } from "../accounts/status.ts";
import type { Context } from "../context.ts";
import { formatDecimal, parseCents } from "../money/money.ts";
import { payoutStatuses } from "../payouts/status.ts";
import { recentTraders } from "../traders/traders.queries.ts";
import type { Overview } from "./overview.schema.ts";

/** Shown on the administrators' first screen. */
const RECENT_USERS = 5;

export async function readOverview(context: Context): Promise<Overview> {
  const [counts, recentUsers] = await Promise.all([
    readCounters(context),
    recentTraders(context, RECENT_USERS),
  ]);
  return { ...present(counts), recentUsers };
}

/** Sums over the counters' few rows, however many traders there are. */
function readCounters({ database }: Context) {
  return database.kysely
    .selectFrom("counters")
    .select(["kind", "status", (of) => of.fn.sum<string>("count").as("count")])
    .select((of) => of.fn.sum<string>("amount").as("amount"))
    .groupBy(["kind", "status"])
    .execute();
}

type Counted = Awaited<ReturnType<typeof readCounters>>[number];

/** Every trader has one account, so the accounts count the traders. */
function present(rows: Counted[]): Omit<Overview, "recentUsers"> {
  const counted = (kind: Counted["kind"], status: Counted["status"]) => {
    const row = rows.find((candidate) => candidate.kind === kind && candidate.status === status);
    const cents = parseCents(row?.amount ?? "0", Number.POSITIVE_INFINITY)!;
    return { count: Number(row?.count ?? 0), cents };
  };
  const payouts = payoutStatuses.map((status) => ({ status, ...counted("payout", status) }));
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
