import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
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
  for (const table of recordTables) {
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
  // Unknown to PostgreSQL without Citus, for which it has no effect.
  await sql`set local citus.propagate_set_commands = 'local'`.execute(kysely);
  await allowOtherJoins(kysely, false);
  const result = await work();
  await allowOtherJoins(kysely, true);
  return result;
}

/** With the setting above, Citus applies `set local` to its workers, too, unlike `set_config`. */
async function allowOtherJoins(kysely: Kysely<Tables>, areAllowed: boolean): Promise<void> {
  for (const setting of ["enable_nestloop", "enable_mergejoin"]) {
    await sql`set local ${sql.ref(setting)} = ${sql.lit(areAllowed)}`.execute(kysely);
  }
}
