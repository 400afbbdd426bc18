import { type Kysely, type RawBuilder, sql } from "kysely";
import { withBatchPlans } from "../records/batch-plans.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { contentOf } from "../records/read-records.queries.ts";
import type { BookedTable } from "../records/sources.rule.ts";
import type { StatementFinding } from "./reading/statement.ts";
import type { StatementSummary } from "./summarise-statement.ts";

/** Identifies the stored records of a statement. */
export interface StatementRecords {
  accountId: number;
  statementId: number;
}

interface StoredStatement extends StatementRecords {
  stageId: number;
  /** Whether the records do not count until an administrator confirms the statement. */
  isHeld: boolean;
}

/** How the records of a statement compare with those of other sources. */
export interface Comparison {
  new: number;
  known: number;
  conflicts: number;
  findings: StatementFinding[];
}

/** The maximum number of findings; further ones add no information. */
const MAX_FINDINGS = 200;

/** Stores the records of a statement; they count in its stage unless it is held. */
export async function insertStatementRecords(
  kysely: Kysely<Tables>,
  { accountId, statementId, stageId, isHeld }: StoredStatement,
  { deals, operations }: Pick<StatementSummary, "deals" | "operations">,
): Promise<void> {
  const stage = sql`${isHeld ? null : stageId}::int`;
  await withBatchPlans(kysely, async () => {
    for (const batch of deals) {
      await sql`
        insert into deals (account_id, stage_id, stands, statement_id, "row", ticket, "position", "time",
          entry, symbol, side, volume, price, profit, commission, swap, fee)
        select ${accountId}, ${stage}, ${standsIn(stage)}, ${statementId}, own."row", own.ticket,
          own."position", own."time", own.entry, own.symbol, own.side, own.volume, own.price,
          own.profit, own.commission, own.swap, own.fee
        from json_populate_recordset(null::deals, ${batch}::json) as own
        ${standing("deals", accountId, stage)}
        order by own."row"`.execute(kysely);
    }
    for (const batch of operations) {
      await sql`
        insert into operations (account_id, stage_id, stands, statement_id, "row", ticket, "time", kind,
          amount)
        select ${accountId}, ${stage}, ${standsIn(stage)}, ${statementId}, own."row", own.ticket,
          own."time", own.kind, own.amount
        from json_populate_recordset(null::operations, ${batch}::json) as own
        ${standing("operations", accountId, stage)}
        order by own."row"`.execute(kysely);
    }
  });
}

/** Joins the tickets that count in a stage. */
function standing(table: "deals" | "operations", accountId: number, stage: RawBuilder<unknown>) {
  return sql`left join ${sql.table(table)} standing on standing.account_id = ${accountId}
    and standing.stage_id = ${stage} and standing.stands and standing.ticket = own.ticket`;
}

/** Whether a record is the first of its ticket that counts in a stage. */
function standsIn(stage: RawBuilder<unknown>) {
  return sql`${stage} is not null and standing.ticket is null
    and row_number() over (partition by own.ticket order by own."row") = 1`;
}

/** Milliseconds are only shown if there are any, because two records may differ in nothing else. */
const timeText = (alias: string) =>
  `replace(to_char(${alias}.time at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"'), '.000', '')`;

/** Returns an SQL expression for the content of a record as text, for use in a finding. */
const dealText = (alias: string) =>
  sql.raw(`concat_ws(' ', ${alias}.entry, ${alias}.side, trim_scale(${alias}.volume), ${alias}.symbol, 'at', trim_scale(${alias}.price),
    ${timeText(alias)}, 'profit', ${alias}.profit, 'commission', ${alias}.commission,
    'swap', ${alias}.swap, 'fee', ${alias}.fee, 'position', ${alias}.position)`);
const operationText = (alias: string) =>
  sql.raw(`concat_ws(' ', ${alias}.kind, ${alias}.amount, ${timeText(alias)})`);

const textOf = { deals: dealText, operations: operationText };

/**
 * Compares the records of a statement with those that count in the same stage; if it is held, in the stage it was
 * imported for.
 */
export async function compareWithStage(
  kysely: Kysely<Tables>,
  stored: StoredStatement,
): Promise<Comparison> {
  const [deals, operations] = await withBatchPlans(kysely, async () => [
    await compareTable(kysely, "deals", stored),
    await compareTable(kysely, "operations", stored),
  ]);
  return {
    new: deals.new + operations.new,
    known: deals.known + operations.known,
    conflicts: deals.conflicts + operations.conflicts,
    findings: [...deals.findings, ...operations.findings].slice(0, MAX_FINDINGS),
  };
}

interface Conflict {
  row: number;
  ticket: string;
  /** Whether the record of the statement counts, because a source that came before it was withdrawn. */
  stands: boolean;
  expected: string;
  actual: string;
}

/**
 * Compares each record with the one of its ticket that counts. A record that counts itself is compared with that of the
 * feed, which has no findings of its own.
 */
async function compareTable(
  kysely: Kysely<Tables>,
  table: BookedTable,
  { accountId, statementId, stageId, isHeld }: StoredStatement,
): Promise<Comparison> {
  const text = textOf[table];
  const isSame = sql`${contentOf(table, "own")} = ${contentOf(table, "other")}`;
  // An administrator may have moved records to another stage by changing its period.
  const stage = isHeld ? sql`${stageId}` : sql`own.stage_id`;
  // At most two other records of a ticket are compared: the one that counts and that of the feed. "conflict" sorts
  // before the other results.
  const { rows } = await sql<{
    new: number;
    known: number;
    conflicts: number;
    found: Conflict[] | null;
  }>`
    with compared as (
      select distinct on (own.id) own."row", own.ticket, own.stands, result,
        case when result = 'conflict' then ${text("other")} end as expected,
        case when result = 'conflict' then ${text("own")} end as actual
      from ${sql.table(table)} own
      left join ${sql.table(table)} other on other.account_id = own.account_id
        and other.stage_id = ${stage} and other.ticket = own.ticket and other.id <> own.id
        and (other.stands or other.statement_id is null)
        and (other.stands or own.stands)
      cross join lateral (select case when not ${isSame} then 'conflict'
        when other.stands then 'known' else 'new' end as result) as judged
      where own.account_id = ${accountId} and own.statement_id = ${statementId}
      order by own.id, result)
    select count(*) filter (where result = 'new')::int as "new",
      count(*) filter (where result = 'known')::int as known,
      count(*) filter (where result = 'conflict')::int as conflicts,
      (select json_agg(c) from (
        select "row", ticket, stands, expected, actual from compared where result = 'conflict'
        order by "row" limit ${MAX_FINDINGS}) as c) as found
    from compared`.execute(kysely);
  const { found, ...counts } = rows[0]!;
  return { ...counts, findings: (found ?? []).map(describeConflict) };
}

function describeConflict({ row, ticket, stands, expected, actual }: Conflict): StatementFinding {
  const message = stands
    ? `Row ${row}: ticket ${ticket} has also been recorded with different content by another source: ${expected}. The record of this file counts: ${actual}.`
    : `Row ${row}: ticket ${ticket} has already been recorded with different content. The earlier record counts: ${expected}; this file has: ${actual}.`;
  return { code: "conflict", message, row, expected, actual };
}

/** Reads the positions that a statement affects, and the time of the first affected record. */
export async function readReach(
  kysely: Kysely<Tables>,
  { accountId, statementId }: StatementRecords,
): Promise<{ from: number | null; positions: string[] }> {
  const reach = sql<{ from: string | null; positions: string[] | null }>`
    with own as (
      select ticket from deals where account_id = ${accountId} and statement_id = ${statementId}),
    touched as (
      select "time", "position" from deals
      where account_id = ${accountId} and ticket in (select ticket from own)
      union all
      select "time", null from operations
      where account_id = ${accountId} and ticket in (
        select ticket from operations where account_id = ${accountId} and statement_id = ${statementId}))
    select (extract(epoch from min("time")) * 1000)::bigint as "from",
      array_agg(distinct "position") filter (where "position" is not null) as positions
    from touched`;
  const { rows } = await withBatchPlans(kysely, () => reach.execute(kysely));
  const { from, positions } = rows[0]!;
  return { from: from === null ? null : Number(from), positions: positions ?? [] };
}
