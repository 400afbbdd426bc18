import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isoTime } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { endOf, timeOrInfinity } from "./read-records.queries.ts";
import type { RecordStage } from "./record-stages.queries.ts";

type Stage = Pick<RecordStage, "accountId" | "id" | "startedAt" | "endedAt">;

/** How many records one query returns. */
const CHUNK = 20_000;

const time = (column: string) => sql.raw(isoTime(column));

/** Returns an SQL expression for a decimal with at least two decimals, and no trailing zeros beyond them. */
const decimalText = (column: string) =>
  sql.raw(`(case when min_scale(${column}) < 2 then round(${column}, 2)
    else trim_scale(${column}) end)::text as ${column}`);

/**
 * Returns the canonical JSON (RFC 8785) of a stage's records in pieces:
 * `{"deals":[…],"operations":[…],"snapshots":[…]}` with the fields of the feed, each list by time and then ticket.
 * PostgreSQL builds the JSON, so that a long record occupies neither the memory nor the event loop of the app.
 * @param until the last instant, in milliseconds since 1970 UTC
 */
export async function* readRecordJson(
  kysely: Kysely<Tables>,
  stage: Stage,
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  yield `{"deals":[`;
  yield* readBookedJson(kysely, "deals", stage, until);
  yield `],"operations":[`;
  yield* readBookedJson(kysely, "operations", stage, until);
  yield `],"snapshots":[`;
  yield* readSnapshotsJson(kysely, stage, until);
  yield "]}";
}

interface Near {
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** How far from it records may be, in milliseconds; exactly as far is included. */
  reach: number;
  limit: number;
}

/**
 * Reads the records of a stage around a time as JSON like that of `readRecordJson`.
 * @returns at most `limit` records, the nearest ones; of two that are equally near, the earlier one
 */
export async function readRecordJsonNear(
  kysely: Kysely<Tables>,
  stage: Stage,
  { at, reach, limit }: Near,
): Promise<string> {
  const [middle, from, until] = [at, at - reach, at + reach].map((instant) =>
    new Date(instant).toISOString(),
  );
  const near = sql`account_id = ${stage.accountId} and "time" between ${from} and ${until}`;
  const booked = (table: "deals" | "operations") => sql`
    select ${sql.lit(table)} as list, id, "time" from ${sql.table(table)}
    where ${near} and stage_id = ${stage.id} and stands`;
  const isNear = (table: "deals" | "operations") =>
    sql`account_id = ${stage.accountId} and id in (select id from nearest where list = ${sql.lit(table)})`;
  const { rows } = await sql<{ json: string }>`
    with nearest as materialized (
      select list, id, "time" from (
        ${booked("deals")} union all ${booked("operations")} union all
        select 'snapshots', null, "time" from snapshots
        where ${near} and "time" >= ${new Date(stage.startedAt).toISOString()} and "time" < ${endOf(stage)}
      ) as found
      order by greatest("time" - ${middle}::timestamptz, ${middle}::timestamptz - "time"), "time", list, id
      limit ${limit})
    select '{"deals":[' || coalesce((${dealsJson(isNear("deals"))}), '')
      || '],"operations":[' || coalesce((${operationsJson(isNear("operations"))}), '')
      || '],"snapshots":[' || coalesce((
        select string_agg(${snapshotJson}, ',' order by "time") from snapshots
        where account_id = ${stage.accountId}
          and "time" in (select "time" from nearest where list = 'snapshots')), '') || ']}' as json`.execute(
    kysely,
  );
  return rows[0]!.json;
}

/** Computes the SHA-256 of the canonical JSON of the records, in lower-case hex. */
export async function hashStageRecords(
  kysely: Kysely<Tables>,
  stage: Stage,
  until?: number,
): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of readRecordJson(kysely, stage, until)) hash.update(piece);
  return hash.digest("hex");
}

/** PostgreSQL itself hashes the records of a stage with at most this many snapshots. */
const HASHED_AT_ONCE = 50_000;
/** Stages per SQL statement. */
const BATCH = 200;

/**
 * Hashes all records of many stages in a few SQL statements.
 * @returns the hashes by stage id, without stages that have too many snapshots and must be hashed one by one
 */
export async function hashShortRecords(
  kysely: Kysely<Tables>,
  stages: Stage[],
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  for (let start = 0; start < stages.length; start += BATCH) {
    const parts = stages.slice(start, start + BATCH).map((stage) => ({
      account_id: stage.accountId,
      stage_id: stage.id,
      starts_at: new Date(stage.startedAt).toISOString(),
      ends_at: endOf(stage),
    }));
    const { rows } = await sql<{ stageId: number; hash: string }>`
      select part.stage_id as "stageId", encode(sha256(convert_to(
          '{"deals":[' || coalesce((${dealsJson(ofPart("deals"))}), '')
          || '],"operations":[' || coalesce((${operationsJson(ofPart("operations"))}), '')
          || '],"snapshots":[' || coalesce((
            select string_agg(${snapshotJson}, ',' order by snapshots.time)
            from snapshots where ${inPart}), '') || ']}', 'UTF8')), 'hex') as hash
      from json_to_recordset(${JSON.stringify(parts)}::json) as part
        (account_id int, stage_id int, starts_at timestamptz, ends_at timestamptz)
      where (select count(*) from (
        select from snapshots where ${inPart} limit ${HASHED_AT_ONCE + 1}) as counted)
        <= ${HASHED_AT_ONCE}`.execute(kysely);
    for (const { stageId, hash } of rows) hashes.set(stageId, hash);
  }
  return hashes;
}

const ofPart = (table: "deals" | "operations") =>
  sql`${sql.table(table)}.account_id = part.account_id and ${sql.table(table)}.stage_id = part.stage_id`;

const inPart = sql`snapshots.account_id = part.account_id
  and snapshots.time >= part.starts_at and snapshots.time < part.ends_at`;

const snapshotJson = sql`'{"balance":"' || balance || '","equity":"' || equity || '","time":"' ||
  ${time("snapshots.time")} || '"}'`;

/** Reads deals or operations page by page, in the order of their times and then their tickets. */
async function* readBookedJson(
  kysely: Kysely<Tables>,
  table: "deals" | "operations",
  stage: Stage,
  until: number,
): AsyncGenerator<string> {
  const page = sql.table(table);
  const json = table === "deals" ? dealsJson(sql`true`) : operationsJson(sql`true`);
  let after = { time: "-infinity", ticket: "" };
  for (let isFirst = true; ; isFirst = false) {
    // The page has the name of its table, so that the same expressions apply to it.
    const { rows } = await sql<{ json: string | null; found: number; last: typeof after | null }>`
      with ${page} as materialized (
        select * from ${page} where account_id = ${stage.accountId} and stage_id = ${stage.id}
          and stands and "time" <= ${timeOrInfinity(until)}
          and ("time", ticket collate "C") > (${after.time}::timestamptz, ${after.ticket})
        order by "time", ticket collate "C" limit ${CHUNK})
      select (${json}) as json, (select count(*)::int from ${page}) as found,
        (select json_build_object('time', "time"::text, 'ticket', ticket) from ${page}
          order by "time" desc, ticket collate "C" desc limit 1) as last`.execute(kysely);
    const { json: text, found, last } = rows[0]!;
    if (text !== null) yield isFirst ? text : `,${text}`;
    if (last === null || found < CHUNK) return;
    after = last;
  }
}

/** The columns are sorted by name, as canonical JSON requires. */
function dealsJson(condition: RawBuilder<unknown>) {
  return sql<{ json: string | null }>`
    select string_agg(row_to_json(deal)::text, ',') as json from (
      select commission::text as commission, entry, fee::text as fee, position,
        ${decimalText("price")}, profit::text as profit, side, swap::text as swap, symbol, ticket,
        ${time("time")} as time, ${decimalText("volume")}
      from deals where stands and ${condition}
      order by deals.time, ticket collate "C"
    ) as deal`;
}

function operationsJson(condition: RawBuilder<unknown>) {
  return sql<{ json: string | null }>`
    select string_agg(row_to_json(operation)::text, ',') as json from (
      select amount::text as amount, kind, ticket, ${time("time")} as time
      from operations where stands and ${condition}
      order by operations.time, ticket collate "C"
    ) as operation`;
}

async function* readSnapshotsJson(
  kysely: Kysely<Tables>,
  stage: Stage,
  until: number,
): AsyncGenerator<string> {
  for (let after = "-infinity"; ;) {
    const { rows } = await sql<{ json: string | null; found: number; last: string }>`
      select string_agg(${snapshotJson}, ',' order by time) as json,
        count(*)::int as found, max(time)::text as last
      from (
        select time, balance, equity from snapshots where account_id = ${stage.accountId}
          and time > ${after} and time <= ${timeOrInfinity(until)}
          and time >= ${new Date(stage.startedAt).toISOString()} and time < ${endOf(stage)}
        order by time limit ${CHUNK}
      ) as snapshots`.execute(kysely);
    const { json, found, last } = rows[0]!;
    if (json !== null) yield after === "-infinity" ? json : `,${json}`;
    if (found < CHUNK) return;
    after = last;
  }
}
