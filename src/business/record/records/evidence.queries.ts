import { type Kysely, sql } from "kysely";
import { isoTime } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { contentOf } from "./read-records.queries.ts";
import { bookedTables, type BookedTable } from "./sources.rule.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { accountIdsOf, type RecordStage } from "./record-stages.queries.ts";
import { contestedOf } from "../../rulebook/engine/judge-state.rule.ts";
import type { StageEvidence } from "../../rulebook/engine/verdict.schema.ts";

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
  const doubts = await readDoubts(kysely, stages);
  // The feed rejects contradictions, so only statements can contain any.
  const accounts = new Set(doubts.map(({ statedAccountId }) => statedAccountId));
  const stated = stages.filter(({ accountId }) => accounts.has(accountId));
  const open = doubts.flatMap(({ finding }) => finding ?? []);
  if (stated.length === 0) return withFindings(evidence, open);
  const repeated = await findStagesWithRepeatedTickets(kysely, stated);
  for (const table of bookedTables) {
    for (const { stageId, ...conflict } of await readConflicts(kysely, table, repeated[table])) {
      evidence.get(stageId)!.conflicts.push(conflict);
    }
  }
  for (const { stageId, ...statement } of await readInconsistent(kysely, stated)) {
    evidence.get(stageId)!.inconsistentStatements.push(statement);
  }
  return withFindings(evidence, open);
}

/** What may contradict records: that an account has statements, or an open finding of a bridge. */
interface Doubt {
  statedAccountId: number | null;
  finding: OpenFinding | null;
}

interface OpenFinding {
  stageId: number;
  ticket: string;
  time: string;
}

async function readDoubts(kysely: Kysely<Tables>, stages: RecordStage[]): Promise<Doubt[]> {
  const { rows } = await sql<Doubt>`
    select account_id as "statedAccountId", null::json as finding from (
      select distinct account_id from statements
      where account_id = any(${accountIdsOf(stages)}) and withdrawn_at is null) as stated
    union all
    select null, json_build_object('stageId', stage_id, 'ticket', ticket, 'time', recorded ->> 'time')
    from bridge_findings
    where stage_id = any(${stages.map(({ id }) => id)}) and status = 'open'`.execute(kysely);
  return rows;
}

/** Adds the open findings to the conflicts, in the order of time. */
function withFindings(evidence: Map<number, StageEvidence>, findings: OpenFinding[]) {
  for (const [stageId, added] of Map.groupBy(findings, (each) => each.stageId)) {
    const stage = evidence.get(stageId)!;
    const known = new Set(stage.conflicts.map(({ ticket }) => ticket));
    const others = added.filter(({ ticket }) => !known.has(ticket));
    stage.conflicts = [
      ...stage.conflicts,
      ...others.map(({ ticket, time: at }) => ({ ticket, time: at })),
    ].toSorted(
      (one, other) => compareText(one.time, other.time) || compareText(one.ticket, other.ticket),
    );
  }
  return evidence;
}

/**
 * Reads the positions that prove nothing under rules of conduct, because sources disagree about one of their deals, by
 * stage id.
 */
export async function readContested(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, string[]>> {
  const contested = new Map<number, string[]>();
  const conducted = stages.filter(({ rules }) => rules?.conduct !== undefined);
  if (conducted.length === 0) return contested;
  const evidence = await readEvidence(kysely, conducted);
  for (const stage of conducted) {
    const { conflicts } = evidence.get(stage.id)!;
    if (conflicts.length === 0) continue;
    const deals = await kysely
      .selectFrom("deals")
      .select(["ticket", "position"])
      .where("account_id", "=", stage.accountId)
      .where("stage_id", "=", stage.id)
      .where("stands", "=", true)
      .where("ticket", "=", sql<string>`any(${conflicts.map(({ ticket }) => ticket)})`)
      .execute();
    contested.set(stage.id, contestedOf(stage.rules, conflicts, deals));
  }
  return contested;
}

/** Reads the tickets of stages that several sources have reported with different content. */
async function readConflicts(kysely: Kysely<Tables>, table: BookedTable, stages: RecordStage[]) {
  if (stages.length === 0) return [];
  // Grouped instead of joined by ticket, because PostgreSQL may join a stage with itself by the stage alone.
  const { rows } = await sql<{ stageId: number; ticket: string; time: string }>`
    select "stageId", ticket, ${time("time")} as "time" from (
      select part.stage_id as "stageId", ticket, min(time) filter (where stands) as time
      from ${partsOf(stages)}
      join ${sql.table(table)} record on record.account_id = part.account_id
        and record.stage_id = part.stage_id
      where record.account_id = any(${accountIdsOf(stages)})
      group by record.account_id, part.stage_id, ticket
      having count(distinct ${contentOf(table, "record")}) > 1) as conflicts
    order by "stageId", "time", ticket`.execute(kysely);
  return rows;
}

async function findStagesWithRepeatedTickets(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Record<BookedTable, RecordStage[]>> {
  const repeatedIn = (table: BookedTable) => sql`
    select distinct ${sql.lit(table)} as "table", part.stage_id as id from ${partsOf(stages)}
    join ${sql.table(table)} record on record.account_id = part.account_id
      and record.stage_id = part.stage_id and not stands
    where record.account_id = any(${accountIdsOf(stages)})`;
  const { rows } = await sql<{ table: BookedTable; id: number }>`
    ${sql.join(bookedTables.map(repeatedIn), sql` union all `)}`.execute(kysely);
  const byId = new Map(stages.map((stage) => [stage.id, stage]));
  const stagesIn = (table: BookedTable) =>
    rows.filter((row) => row.table === table).map(({ id }) => byId.get(id)!);
  return { deals: stagesIn("deals"), operations: stagesIn("operations") };
}

interface InconsistentStatement {
  accountId: number;
  stageId: number;
  id: number;
  from: string | null;
}

/** Reads statements that do not add up but whose records count, because they are neither withdrawn nor held. */
async function readInconsistent(kysely: Kysely<Tables>, stages: RecordStage[]) {
  const { rows } = await sql<InconsistentStatement>`
    select part.account_id as "accountId", part.stage_id as "stageId", statements.id,
      ${time("from_time")} as "from"
    from ${partsOf(stages)}
    join statements on statements.account_id = part.account_id
    where status = 'inconsistent' and withdrawn_at is null
      and (not needs_confirmation or confirmed_at is not null)
    order by statements.id`.execute(kysely);
  const inconsistent: InconsistentStatement[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const withRecords = await findWithRecords(kysely, batch);
    inconsistent.push(...batch.filter((_, index) => withRecords.has(index)));
  }
  return inconsistent.map(({ stageId, id, from }) => ({ stageId, id, from }));
}

/** Statements per SQL statement. */
const BATCH = 100;

/** Finds the statements of which a record counts in the stage. @returns their indexes */
async function findWithRecords(kysely: Kysely<Tables>, statements: InconsistentStatement[]) {
  const first = (table: BookedTable) =>
    statements.map(
      ({ accountId, stageId, id }, index) => sql`(
        select ${sql.lit(index)} as index from ${sql.table(table)}
        where account_id = ${accountId} and stage_id = ${stageId} and statement_id = ${id} limit 1)`,
    );
  const { rows } = await sql<{ index: number }>`
    ${sql.join(bookedTables.flatMap(first), sql` union all `)}`.execute(kysely);
  return new Set(rows.map(({ index }) => index));
}
