import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { settleTickets } from "../records/settle-tickets.ts";
import { bookedTables } from "../records/sources.rule.ts";

/**
 * Moves the records of an account to the stages whose periods contain their times, after a period has changed. The
 * records of a confirmed statement stay in its stage.
 */
export async function assignToPeriods(kysely: Kysely<Tables>, accountId: number): Promise<void> {
  const stages = await kysely
    .selectFrom("stages")
    .select(["id", "started_at", "ended_at"])
    .where("account_id", "=", accountId)
    .orderBy("started_at")
    .execute();
  const movable = await kysely
    .selectFrom("statements")
    .select("id")
    .where("account_id", "=", accountId)
    .where("withdrawn_at", "is", null)
    .where("needs_confirmation", "=", false)
    .execute();
  const placed = stages.length === 0 ? sql`null::int` : sql`(case ${periodsOf(stages)} end)`;
  for (const table of bookedTables) {
    await sql`
      update ${sql.table(table)} record set stage_id = ${placed}, stands = false
      where record.account_id = ${accountId} and record.stage_id is distinct from ${placed}
        and (record.statement_id is null
          or record.statement_id = any(${movable.map(({ id }) => id)}))`.execute(kysely);
  }
  await settleTickets(kysely, accountId);
}

type Period = Pick<Selectable<Tables["stages"]>, "id" | "started_at" | "ended_at">;

/** Values instead of a subquery, because the records may be on another server than the stages. */
function periodsOf(stages: Period[]): RawBuilder<unknown> {
  const branches = stages.map(
    ({ id, started_at, ended_at }) => sql`when record.time >= ${started_at}::timestamptz
      and record.time < ${ended_at ?? "infinity"}::timestamptz then ${sql.lit(id)}`,
  );
  return sql.join(branches, sql` `);
}
