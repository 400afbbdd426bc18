import { type Kysely, sql } from "kysely";
import { isoTime } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { contentOf } from "../../trading/records/read-records.queries.ts";
import type { RecordStage } from "../../trading/records/record-stages.queries.ts";
import type { StageEvidence } from "../engine/verdict.schema.ts";

const time = (column: string) => sql.raw<string>(isoTime(column));

function partsOf(stages: RecordStage[]) {
  const rows = stages.map(({ accountId, id }) => ({ account_id: accountId, stage_id: id }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as part (account_id int, stage_id int)`;
}

/** Reads the conflicts and inconsistent statements of stages, which their records do not show, by stage id. */
export async function readEvidence(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, StageEvidence>> {
  const evidence = new Map<number, StageEvidence>(
    stages.map(({ id }) => [id, { conflicts: [], inconsistentStatements: [] }]),
  );
  // The feed rejects contradictions, so only statements can contain any.
  const accounts = await findAccountsWithStatements(kysely, stages);
  const stated = stages.filter(({ accountId }) => accounts.has(accountId));
  if (stated.length === 0) return evidence;
  for (const table of ["deals", "operations"] as const) {
    for (const { stageId, ...conflict } of await readConflicts(kysely, table, stated)) {
      evidence.get(stageId)!.conflicts.push(conflict);
    }
  }
  for (const { stageId, ...statement } of await readInconsistent(kysely, stated)) {
    evidence.get(stageId)!.inconsistentStatements.push(statement);
  }
  return evidence;
}

async function findAccountsWithStatements(kysely: Kysely<Tables>, stages: RecordStage[]) {
  const rows = await kysely
    .selectFrom("statements")
    .select("account_id")
    .distinct()
    .where("account_id", "=", sql<number>`any(${stages.map(({ accountId }) => accountId)})`)
    .where("withdrawn_at", "is", null)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Reads the tickets of stages that several sources have reported with different content. */
async function readConflicts(
  kysely: Kysely<Tables>,
  table: "deals" | "operations",
  stages: RecordStage[],
) {
  const repeated = await findStagesWithRepeatedTickets(kysely, table, stages);
  if (repeated.length === 0) return [];
  // Grouped instead of joined by ticket, because PostgreSQL may join a stage with itself by the stage alone.
  const { rows } = await sql<{ stageId: number; ticket: string; time: string }>`
    select "stageId", ticket, ${time("time")} as "time" from (
      select part.stage_id as "stageId", ticket, min(time) filter (where stands) as time
      from ${partsOf(repeated)}
      join ${sql.table(table)} record on record.account_id = part.account_id
        and record.stage_id = part.stage_id
      group by part.account_id, part.stage_id, ticket
      having count(distinct ${contentOf(table, "record")}) > 1) as conflicts
    order by "stageId", "time", ticket`.execute(kysely);
  return rows;
}

async function findStagesWithRepeatedTickets(
  kysely: Kysely<Tables>,
  table: "deals" | "operations",
  stages: RecordStage[],
): Promise<RecordStage[]> {
  const { rows } = await sql<{ id: number }>`
    select part.stage_id as id from ${partsOf(stages)} where exists (
      select from ${sql.table(table)} record where record.account_id = part.account_id
        and record.stage_id = part.stage_id and not stands)`.execute(kysely);
  const found = new Set(rows.map(({ id }) => id));
  return stages.filter(({ id }) => found.has(id));
}

/** Reads statements that do not add up but whose records count, because they are neither withdrawn nor held. */
async function readInconsistent(kysely: Kysely<Tables>, stages: RecordStage[]) {
  const { rows } = await sql<{ stageId: number; id: number; from: string | null }>`
    select part.stage_id as "stageId", statements.id, ${time("from_time")} as "from"
    from ${partsOf(stages)}
    join statements on statements.account_id = part.account_id
    where status = 'inconsistent' and withdrawn_at is null
      and (not needs_confirmation or confirmed_at is not null)
      and (exists (select from deals where deals.account_id = part.account_id
          and deals.stage_id = part.stage_id and deals.statement_id = statements.id)
        or exists (select from operations where operations.account_id = part.account_id
          and operations.stage_id = part.stage_id and operations.statement_id = statements.id))
    order by statements.id`.execute(kysely);
  return rows;
}
