import { accountStatuses } from "../accounts/status.ts";
import type { Context } from "../context.ts";
import { formatDecimal, parseCents } from "../money/money.ts";
import { payoutStatuses } from "../payouts/status.ts";
import { recentTraders } from "../traders/traders.queries.ts";
import type { Overview } from "./overview.schema.ts";

/** Shown on the administrators' first screen. */
const RECENT_USERS = 5;

export async function readOverview(context: Context): Promise<Overview> {
  const [users, payouts, recentUsers] = await Promise.all([
    countUsers(context),
    sumPayouts(context),
    recentTraders(context, RECENT_USERS),
  ]);
  return { users, payouts, recentUsers };
}

/** Every trader has one account, so the accounts count the traders. */
async function countUsers({ database }: Context): Promise<Overview["users"]> {
  const rows = await database.kysely
    .selectFrom("trading_accounts")
    .select(["status", (of) => of.fn.countAll<string>().as("count")])
    .groupBy("status")
    .execute();
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  return {
    total: rows.reduce((total, { count }) => total + Number(count), 0),
    byStatus: forEach(accountStatuses, (status) => counts.get(status) ?? 0),
  };
}

async function sumPayouts({ database }: Context): Promise<Overview["payouts"]> {
  const rows = await database.kysely
    .selectFrom("payout_requests")
    .select(["status", (of) => of.fn.countAll<string>().as("count")])
    .select((of) => of.fn.sum<string>("amount").as("amount"))
    .groupBy("status")
    .execute();
  const found = new Map(
    rows.map(({ status, count, amount }) => [status, { count: Number(count), amount }]),
  );
  const amounts = rows.map(({ amount }) => parseCents(amount, Number.POSITIVE_INFINITY)!);
  return {
    total: rows.reduce((total, { count }) => total + Number(count), 0),
    amount: formatDecimal(amounts.reduce((total, cents) => total + cents, 0n)),
    byStatus: forEach(
      payoutStatuses,
      (status) => found.get(status) ?? { count: 0, amount: "0.00" },
    ),
  };
}

function forEach<Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
}
