import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";

/** Corrects the counters, which only drift if rows were changed without the triggers. */
export async function reconcileCounters({ database, log }: Context): Promise<void> {
  const corrected = await inTransaction(database, (em) => correctCounters(kyselyOf(em)));
  if (corrected.length > 0) log.warn({ corrected }, "counters had drifted and were corrected");
}

/** The difference between a status and its counters. */
interface Drift {
  kind: string;
  status: string;
  count: string;
  amount: string;
}

/**
 * Counts the rows and adds the difference to the counters. Both are read in one snapshot, and only a
 * difference is written, so concurrent writes are not blocked.
 */
export async function correctCounters(transaction: Kysely<Tables>): Promise<Drift[]> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  const { rows } = await sql<Drift>`
    with actual as (
      select 'account' as kind, status, count(*) as count, 0::numeric as amount
      from trading_accounts group by status
      union all
      select 'payout', status, count(*), sum(amount) from payout_requests group by status
    ), counted as (
      select kind, status, sum(count) as count, sum(amount) as amount
      from counters group by kind, status
    ), drift as (
      select kind, status,
        coalesce(actual.count, 0) - coalesce(counted.count, 0) as count,
        coalesce(actual.amount, 0) - coalesce(counted.amount, 0) as amount
      from actual full join counted using (kind, status)
    )
    select drift.* from drift, count_change(kind, status, count::bigint, amount)
    where count <> 0 or amount <> 0`.execute(transaction);
  return rows;
}
