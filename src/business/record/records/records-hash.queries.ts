import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { endOf } from "./read-records.queries.ts";
import {
  bookedJson,
  readRecordJson,
  type RecordPeriod,
  snapshotJson,
} from "./record-json.queries.ts";
import { accountIdsOf, type RecordStage } from "./record-stages.queries.ts";
import { utcDayOf } from "./snapshots.queries.ts";

/** Returns the hash of all records of a stage, which is computed once per change. */
export async function hashAllRecords(kysely: Kysely<Tables>, stage: RecordStage): Promise<string> {
  const progress = await kysely
    .selectFrom("stage_progress")
    .select(["revision", "records_revision as hashedRevision", "records_sha256 as hash"])
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .executeTakeFirst();
  if (progress?.hash && progress.hashedRevision === progress.revision) return progress.hash;
  const hash = await hashStageRecords(kysely, stage);
  if (!progress) return hash;
  // If the records have changed in the meantime, the revisions differ and the hash is computed again.
  await kysely
    .updateTable("stage_progress")
    .set({ records_revision: progress.revision, records_sha256: hash })
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .execute();
  return hash;
}

/** Hashes all records of stages that have just changed. @returns the hashes by stage id */
export async function hashChangedRecords(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, string>> {
  const hashes = await hashShortRecords(kysely, stages);
  const hashed = stages
    .filter(({ id }) => hashes.has(id))
    .map(({ accountId, id }) => ({ account_id: accountId, stage_id: id, hash: hashes.get(id) }));
  if (hashed.length > 0) {
    await sql`update stage_progress set records_revision = revision, records_sha256 = hashed.hash
      from json_to_recordset(${JSON.stringify(hashed)}::json)
        as hashed (account_id int, stage_id int, hash text)
      where stage_progress.account_id = hashed.account_id
        and stage_progress.stage_id = hashed.stage_id`.execute(kysely);
  }
  for (const stage of stages) {
    if (!hashes.has(stage.id)) hashes.set(stage.id, await hashAllRecords(kysely, stage));
  }
  return hashes;
}

/** Computes the SHA-256 of the canonical JSON of the records, in lower-case hex. */
export async function hashStageRecords(
  kysely: Kysely<Tables>,
  stage: RecordPeriod,
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
 * @returns the hashes by stage id, without stages that have too many or packed snapshots and must be hashed one by one
 */
export async function hashShortRecords(
  kysely: Kysely<Tables>,
  stages: RecordPeriod[],
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  const unpacked = await withoutPackedDays(kysely, stages);
  for (let start = 0; start < unpacked.length; start += BATCH) {
    const batch = unpacked.slice(start, start + BATCH);
    const long = await findLongRecords(kysely, batch);
    const short = batch.filter(({ id }) => !long.has(id));
    for (const { id } of short) hashes.set(id, hashOfNone);
    for (const { stageId, hash } of await hashRecords(kysely, short)) hashes.set(stageId, hash);
  }
  return hashes;
}

const hashOfNone = createHash("sha256")
  .update(`{"deals":[],"operations":[],"snapshots":[]}`)
  .digest("hex");

/** Returns a relation with one row per stage: `part (account_id, stage_id, starts_at, ends_at)`. */
function partsOf(stages: RecordPeriod[]): RawBuilder<unknown> {
  const rows = stages.map((stage) => ({
    account_id: stage.accountId,
    stage_id: stage.id,
    starts_at: new Date(stage.startedAt).toISOString(),
    ends_at: endOf(stage),
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as part
    (account_id int, stage_id int, starts_at timestamptz, ends_at timestamptz)`;
}

/** Returns the stages without snapshots in packed days. */
async function withoutPackedDays(
  kysely: Kysely<Tables>,
  stages: RecordPeriod[],
): Promise<RecordPeriod[]> {
  const rows = await kysely
    .selectFrom("snapshot_days")
    .select(({ fn }) => ["account_id", fn.min("day").as("first"), fn.max("day").as("last")])
    .where("account_id", "=", sql<number>`any(${accountIdsOf(stages)})`)
    .groupBy("account_id")
    .execute();
  const packed = new Map(rows.map((row) => [row.account_id, row]));
  return stages.filter(({ accountId, startedAt, endedAt }) => {
    const days = packed.get(accountId);
    if (!days) return true;
    return days.last < utcDayOf(startedAt) || (endedAt !== null && days.first > utcDayOf(endedAt));
  });
}

const inPart = sql`snapshots.account_id = part.account_id
  and snapshots.time >= part.starts_at and snapshots.time < part.ends_at`;

/**
 * Finds the stages that have too many snapshots to be hashed by PostgreSQL, and reads no more of them than necessary.
 * Selects a column, because Citus does not combine relations without one.
 */
async function findLongRecords(
  kysely: Kysely<Tables>,
  stages: RecordPeriod[],
): Promise<Set<number>> {
  if (stages.length === 0) return new Set();
  const counts = stages.map(
    (stage) => sql`select ${stage.id}::int as "stageId", count(*)::int as count from (
      select 1 from snapshots where account_id = ${stage.accountId}
        and "time" >= ${new Date(stage.startedAt).toISOString()} and "time" < ${endOf(stage)}
      limit ${HASHED_AT_ONCE + 1}) as counted`,
  );
  const { rows } = await sql<{ stageId: number; count: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(kysely);
  return new Set(rows.filter(({ count }) => count > HASHED_AT_ONCE).map(({ stageId }) => stageId));
}

/** Hashes the records of stages that have any. The three tables are not joined, but grouped by account and stage. */
async function hashRecords(kysely: Kysely<Tables>, stages: RecordPeriod[]) {
  if (stages.length === 0) return [];
  const accounts = accountIdsOf(stages);
  const booked = (table: "deals" | "operations") => {
    const { columns, names } = bookedJson[table];
    const record = sql.ref(`${table}.account_id`);
    return sql`
      select account_id, stage_id, ${sql.lit(table)} as list, instant, ticket,
        row_to_json((select record from (select ${names}) as record))::text as json
      from (
        select ${record}, part.stage_id, ${sql.ref(`${table}.time`)} as instant, ${columns}
        from ${partsOf(stages)} join ${sql.table(table)} on ${record} = part.account_id
          and ${sql.ref(`${table}.stage_id`)} = part.stage_id and stands
        where ${record} = any(${accounts})) as booked`;
  };
  const listed = (list: "deals" | "operations" | "snapshots") => sql`
    '"${sql.raw(list)}":[' || coalesce(string_agg(json, ',' order by instant, ticket collate "C")
      filter (where list = ${sql.lit(list)}), '') || ']'`;
  const { rows } = await sql<{ stageId: number; hash: string }>`
    select stage_id as "stageId", encode(sha256(convert_to('{' || ${listed("deals")} || ',' ||
      ${listed("operations")} || ',' || ${listed("snapshots")} || '}', 'UTF8')), 'hex') as hash
    from (
      ${booked("deals")} union all ${booked("operations")} union all
      select snapshots.account_id, part.stage_id, 'snapshots', snapshots.time, '', ${snapshotJson}
      from ${partsOf(stages)} join snapshots on ${inPart}
      where snapshots.account_id = any(${accounts})) as records
    group by account_id, stage_id`.execute(kysely);
  return rows;
}
