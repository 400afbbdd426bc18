import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";

/** Corrects the counters, which are right unless somebody has gone around the triggers. */
export async function reconcileCounters({ database, log }: Context): Promise<void> {
  const corrected = await inTransaction(database, (em) => correctCounters(kyselyOf(em)));
  if (corrected.length > 0) log.warn({ corrected }, "counters were off, and are corrected");
}

/** What the counters of a status were off. */
interface Drift {
  kind: string;
  status: string;
  count: string;
  amount: string;
}

/**
 * Counts the rows themselves and adds what the counters are off. Counts and counters are of one
 * moment, and what is written is a difference, so nobody has to wait for this.
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
