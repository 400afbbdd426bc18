import { sql } from "kysely";
import type { Context } from "../context.ts";
import { inTransaction, queriesOf } from "../database/database.ts";

/**
 * Counts the rows themselves and corrects the counters by what they are off, which is nothing
 * unless somebody has gone around the triggers. Counts and counters are of one moment, and what is
 * written is a difference, so nobody has to wait for this.
 */
export async function reconcileCounters({ database, log }: Context): Promise<void> {
  const corrected = await inTransaction(database, async (em) => {
    const kysely = queriesOf(em);
    await sql`set local statement_timeout = 0`.execute(kysely);
    const { rows } = await sql<{ kind: string; status: string; count: string; amount: string }>`
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
      ), correction as (
        insert into counters as present (kind, status, shard, count, amount)
        select kind, status, 0, count, amount from drift where count <> 0 or amount <> 0
        on conflict (kind, status, shard) do update
        set count = present.count + excluded.count, amount = present.amount + excluded.amount
      )
      select * from drift where count <> 0 or amount <> 0`.execute(kysely);
    return rows;
  });
  if (corrected.length > 0) log.warn({ corrected }, "counters were off, and are corrected");
}
