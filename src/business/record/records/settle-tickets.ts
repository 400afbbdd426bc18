import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { withBatchPlans } from "./batch-plans.ts";
import { bookedTables } from "./sources.rule.ts";

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
    for (const table of bookedTables) {
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
