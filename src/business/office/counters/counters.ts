import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../platform/context.ts";
import { retryOnDeadlock } from "../../../platform/database/database.ts";

type Counter = Selectable<Tables["counters"]>;

/**
 * Returns SQL that counts the rows with the given statuses, or all rows. It sums a few counters, so its cost does not
 * depend on the number of rows.
 */
export function countRows(
  kind: Counter["kind"],
  statuses: readonly Counter["status"][] = [],
): RawBuilder<number> {
  const ofStatuses = statuses.length > 0 ? sql`and status in (${sql.join(statuses)})` : sql``;
  return sql`(select coalesce(sum(count), 0)::int from counters where kind = ${kind} ${ofStatuses})`;
}

type CounterContext = Pick<Context, "database" | "log">;

/**
 * Corrects the counters, which only drift if rows were changed without the triggers.
 * @param context with a database whose statements may take minutes, because all rows are counted
 */
export async function reconcileCounters({ database, log }: CounterContext): Promise<void> {
  logDrift(log, await retryOnDeadlock(() => correctCounters(database.kysely)));
}

/** Does the same for the weekly counters. */
export async function reconcileWeeklyCounts({ database, log }: CounterContext): Promise<void> {
  logDrift(log, await retryOnDeadlock(() => correctWeeklyCounts(database.kysely)));
}

function logDrift(log: Context["log"], corrected: (Drift | WeeklyDrift)[]): void {
  if (corrected.length > 0) log.warn({ corrected }, "counters had drifted and were corrected");
}

/** The difference between the actual rows of a status and currency and their counters. */
interface Drift {
  kind: string;
  status: string;
  currency: string;
  count: string;
  amount: string;
}

/**
 * Counts the rows and adds the difference to the counters. Both are read in one snapshot, and only a
 * difference is written, at the end of the statement, so concurrent writes are not blocked.
 */
export async function correctCounters(kysely: Kysely<Tables>): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with actual as (
      select 'account' as kind, status, 'USD' as currency, count(*) as count, 0::numeric as amount
      from trading_accounts group by status
      union all
      select 'payout', status, currency, count(*), sum(amount)
      from payout_requests group by status, currency
      union all
      select 'ledger', status, currency, count(*), sum(amount)
      from payout_ledger group by status, currency
    ), counted as (
      select kind, status, currency, sum(count) as count, sum(amount) as amount
      from counters group by kind, status, currency
    ), drift as (
      select kind, status, currency,
        coalesce(actual.count, 0) - coalesce(counted.count, 0) as count,
        coalesce(actual.amount, 0) - coalesce(counted.amount, 0) as amount
      from actual full join counted using (kind, status, currency)
    )
    select drift.* from drift, count_change(kind, status, count::bigint, amount, currency)
    where count <> 0 or amount <> 0`.execute(kysely);
  return rows;
}

interface WeeklyDrift {
  kind: string;
  week: string;
  currency: string;
  count: string;
  amount: string;
}

/** Does the same for the weekly counters, in the weeks of the firm's zone. */
export async function correctWeeklyCounts(kysely: Kysely<Tables>): Promise<WeeklyDrift[]> {
  const { rows } = await sql<WeeklyDrift>`
    with dated as (
      select 'registered' as kind, firm_week(created_at) as week, 'USD' as currency,
        1 as rows, 0::numeric as amount
      from users
      union all
      select kind, firm_week(created_at), currency, 1, amount
      from payout_requests, unnest(array['requested', 'approved']) as kind
      where status <> 'cancelled' and (kind = 'requested' or status = 'approved')
      union all
      select kind, date_trunc('week', requested_on)::date, currency, 0, amount
      from payout_ledger, unnest(array['requested', 'approved']) as kind
      union all
      select 'failed', firm_week(ended_at), 'USD', 1, 0
      from stages where outcome = 'failed' and ended_at is not null
    ), actual as (
      select kind, week, currency,
        sum(rows) as count, sum(amount) as amount
      from dated group by 1, 2, 3
    ), counted as (
      select kind, week, currency, sum(count) as count, sum(amount) as amount
      from weekly_counts group by kind, week, currency
    ), drift as (
      select kind, week, currency,
        coalesce(actual.count, 0) - coalesce(counted.count, 0) as count,
        coalesce(actual.amount, 0) - coalesce(counted.amount, 0) as amount
      from actual full join counted using (kind, week, currency)
    )
    select kind, week::text, currency, count::text, amount::text
    from drift, weekly_count_change(kind, week, count::bigint, amount, currency)
    where count <> 0 or amount <> 0`.execute(kysely);
  return rows;
}
