import { type Kysely, sql } from "kysely";
import { isoTime } from "../../platform/database/columns.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import type { StageEvidence } from "../verdict-engine/verdict.schema.ts";

const same = {
  deals: sql`(own.position, own.time, own.entry, own.symbol, own.side, own.volume, own.price,
      own.profit, own.commission, own.swap, own.fee)
    = (other.position, other.time, other.entry, other.symbol, other.side, other.volume, other.price,
      other.profit, other.commission, other.swap, other.fee)`,
  operations: sql`(own.time, own.kind, own.amount) = (other.time, other.kind, other.amount)`,
} as const;

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

async function readConflicts(
  kysely: Kysely<Tables>,
  table: "deals" | "operations",
  stages: RecordStage[],
) {
  const { rows } = await sql<{ stageId: number; ticket: string; time: string }>`
    select distinct part.stage_id as "stageId", own.ticket, ${time("own.time")} as "time"
    from ${partsOf(stages)}
    join ${sql.table(table)} other on other.account_id = part.account_id
      and other.stage_id = part.stage_id and not other.stands
    join ${sql.table(table)} own on own.account_id = part.account_id
      and own.stage_id = part.stage_id and own.ticket = other.ticket and own.stands
    where not ${same[table]}
    order by "stageId", "time", ticket`.execute(kysely);
  return rows;
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
