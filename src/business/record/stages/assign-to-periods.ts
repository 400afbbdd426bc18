import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { closingDeals, closingStage, type PositionDeal } from "../records/closing-deals.rule.ts";
import { endOf, milliseconds } from "../records/read-records.queries.ts";
import { readStages, type RecordStage, stageAt } from "../records/record-stages.queries.ts";
import { withBatchPlans } from "../records/batch-plans.ts";
import { settleTickets } from "../records/settle-tickets.ts";
import { bookedTables } from "../records/sources.rule.ts";

/**
 * Moves the records of an account to the stages whose periods contain their times, after a period has changed. The
 * records of a confirmed statement stay in its stage, and what closes positions after the end of a stage belongs to it.
 * @returns whether the account has any records that are booked
 */
export async function assignToPeriods(kysely: Kysely<Tables>, accountId: number): Promise<boolean> {
  if (!(await hasBookings(kysely, accountId))) return false;
  const stages = await readStages(kysely, [accountId]);
  const movable = await kysely
    .selectFrom("statements")
    .select("id")
    .where("account_id", "=", accountId)
    .where("withdrawn_at", "is", null)
    .where("needs_confirmation", "=", false)
    .execute();
  const isMovable = sql`(record.statement_id is null
    or record.statement_id = any(${movable.map(({ id }) => id)}))`;
  const closing = await findClosing(kysely, accountId, stages, isMovable);
  const branches = {
    deals: [...branchesOf(closing), ...periodsOf(stages)],
    operations: periodsOf(stages),
  };
  for (const table of bookedTables) {
    const placed =
      stages.length === 0 ? sql`null::int` : sql`(case ${sql.join(branches[table], sql` `)} end)`;
    await sql`
      update ${sql.table(table)} record set stage_id = ${placed}, stands = false
      where record.account_id = ${accountId} and record.stage_id is distinct from ${placed}
        and ${isMovable}`.execute(kysely);
  }
  await settleTickets(kysely, accountId);
  return true;
}

/** An account whose first stage starts has none, which is known by one statement. */
async function hasBookings(kysely: Kysely<Tables>, accountId: number): Promise<boolean> {
  const tables = bookedTables.map(
    (table) => sql`(select 1 from ${sql.table(table)} where account_id = ${accountId} limit 1)`,
  );
  const { rows } = await sql`${sql.join(tables, sql` union all `)}`.execute(kysely);
  return rows.length > 0;
}

interface PossibleClosing extends PositionDeal {
  id: string;
  stageId: number | null;
}

/**
 * Finds the deals that close positions after the end of a stage: those that it has taken so far, and those that no other
 * stage covers. Whether one came from the login of the stage is known only for those that it has taken, and if nothing
 * else was running.
 * @returns the ids of their rows, by stage id
 */
async function findClosing(
  kysely: Kysely<Tables>,
  accountId: number,
  stages: RecordStage[],
  isMovable: RawBuilder<unknown>,
): Promise<Map<number, string[]>> {
  const first = stages.find(({ endedAt, login }) => endedAt !== null && login !== null);
  if (!first) return new Map();
  const query = sql<PossibleClosing>`
    select id, stage_id as "stageId", ticket, position, ${milliseconds("time")} as "time", entry,
      volume::text as volume
    from deals record where account_id = ${accountId} and ${isMovable}
      and position in (
        select position from deals where account_id = ${accountId} and entry = 'out'
          and time >= ${new Date(first.endedAt!).toISOString()})
    order by id`;
  const { rows } = await withBatchPlans(kysely, () => query.execute(kysely));
  const closing = new Map<number, string[]>();
  for (const stage of stages) {
    const { id, login, startedAt, endedAt } = stage;
    if (endedAt === null) continue;
    const belongs = (deal: PossibleClosing) => {
      if (deal.time < endedAt) return deal.time >= startedAt;
      if (closingStage(stages, login, deal.time)?.id !== id) return false;
      return deal.stageId === id || stageAt(stages, deal.time) === undefined;
    };
    const ofStage = rows.filter(belongs);
    const byTicket = new Map(ofStage.toReversed().map((deal) => [deal.ticket, deal]));
    const tickets = new Set(
      closingDeals(endedAt, [...byTicket.values()]).map(({ ticket }) => ticket),
    );
    const ids = ofStage.filter(({ ticket, time }) => time >= endedAt && tickets.has(ticket));
    if (ids.length > 0)
      closing.set(
        id,
        ids.map((deal) => deal.id),
      );
  }
  return closing;
}

const branchesOf = (closing: Map<number, string[]>) =>
  Array.from(closing, ([id, ids]) => sql`when record.id = any(${ids}) then ${sql.lit(id)}`);

/** Values instead of a subquery, because the records may be on another server than the stages. */
const periodsOf = (stages: RecordStage[]) =>
  stages.map(
    (stage) => sql`when record.time >= ${new Date(stage.startedAt).toISOString()}::timestamptz
      and record.time < ${endOf(stage)}::timestamptz then ${sql.lit(stage.id)}`,
  );
