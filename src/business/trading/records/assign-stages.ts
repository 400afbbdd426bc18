import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

const recordTables = ["deals", "operations"] as const;

/**
 * Decides which row of each ticket counts, in one stage or in all stages of an account: the one that counted
 * before, otherwise the first that arrived.
 */
export async function settleTickets(
  kysely: Kysely<Tables>,
  accountId: number,
  stageId?: number,
): Promise<void> {
  const ofStage = stageId === undefined ? sql`` : sql`and stage_id = ${stageId}`;
  await withBatchPlans(kysely, async () => {
    for (const table of recordTables) {
      await sql`
        update ${sql.table(table)} record set stands = settled.stands
        from (
          select id, row_number() over (partition by stage_id, ticket order by stands desc, id) = 1
            and stage_id is not null as stands
          from ${sql.table(table)} where account_id = ${accountId} ${ofStage}) as settled
        where record.account_id = ${accountId} and record.id = settled.id
          and record.stands <> settled.stands`.execute(kysely);
    }
  });
}

/**
 * Moves the records of an account to the stages whose periods contain their times, after a period has changed. The
 * records of a confirmed statement stay in its stage.
 */
export async function assignToPeriods(kysely: Kysely<Tables>, accountId: number): Promise<void> {
  for (const table of recordTables) {
    const placed = sql`(select id from stages where stages.account_id = ${accountId}
      and record.time >= started_at and (ended_at is null or record.time < ended_at)
      order by started_at limit 1)`;
    await sql`
      update ${sql.table(table)} record set stage_id = ${placed}, stands = false
      where record.account_id = ${accountId} and record.stage_id is distinct from ${placed}
        and (record.statement_id is null or record.statement_id in (
          select id from statements where statements.account_id = ${accountId}
            and withdrawn_at is null and not needs_confirmation))`.execute(kysely);
  }
  await settleTickets(kysely, accountId);
}

/**
 * Runs statements on many rows of one account with hash joins only, which compare each row only with those of the same
 * key. PostgreSQL has no statistics on rows that the transaction has just written, expects only a few, and would choose
 * nested loops, or a merge join whose order is that of an index on the stage alone: both compare each row with all
 * others of the stage. Joins that are not hashed, such as subqueries per row, are not affected.
 */
export async function withBatchPlans<Result>(
  kysely: Kysely<Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    kysely,
  );
  const result = await work();
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(
    kysely,
  );
  return result;
}
