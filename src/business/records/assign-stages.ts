import { type Kysely, sql } from "kysely";
import { withBatchPlans } from "../../platform/database/batch-plans.ts";
import type { Tables } from "../../platform/database/tables.ts";

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
    await sql`
      update ${sql.table(table)} record set stage_id = placed.stage_id, stands = false
      from (
        select record.id, stages.id as stage_id
        from ${sql.table(table)} record
        left join statements on statements.account_id = record.account_id
          and statements.id = record.statement_id
        left join stages on stages.account_id = record.account_id
          and record.time >= stages.started_at
          and (stages.ended_at is null or record.time < stages.ended_at)
        where record.account_id = ${accountId} and statements.withdrawn_at is null
          and (statements.id is null or not statements.needs_confirmation)) as placed
      where record.account_id = ${accountId} and record.id = placed.id
        and record.stage_id is distinct from placed.stage_id`.execute(kysely);
  }
  await settleTickets(kysely, accountId);
}
