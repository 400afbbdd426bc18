import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { accountIdsOf, type RecordStage } from "./record-stages.queries.ts";
import { snapshotsOf } from "./snapshots.queries.ts";
import { type BookedTable, contentColumns } from "./sources.rule.ts";
import { carriedFunding } from "../../rulebook/timeline/carried-funding.rule.ts";
import { groupByInstant, type RecordGroup } from "../../rulebook/timeline/timeline.rule.ts";
import type {
  RecordedDeal,
  RecordedOperation,
  RecordedSnapshot,
  TradingRecord,
} from "../../rulebook/timeline/trading-record.rule.ts";

/** Selects the records of a stage that count in a period. Times are milliseconds since 1970 UTC. */
export interface RecordsFrom {
  stage: RecordStage;
  from: number;
  /** The last instant; unlimited if absent. */
  until?: number;
  /** Whether the period has only snapshots. */
  hasNoBookings?: boolean | undefined;
}

/** The number of snapshots that are read into memory at once. */
const CHUNK = 20_000;

type InText<Of, Names extends keyof Of> = {
  [Name in keyof Of]: Name extends Names ? string : Of[Name];
};

export type DealRow = { stageId: number } & InText<
  RecordedDeal,
  "profit" | "commission" | "swap" | "fee"
>;
type OperationRow = { stageId: number } & InText<RecordedOperation, "amount">;
type SnapshotRow = InText<RecordedSnapshot, "balance" | "equity">;

/** Returns an SQL expression for a time in milliseconds. */
export const milliseconds = (column: string) =>
  sql.raw<number>(`(extract(epoch from ${column}) * 1000)::float8`);

export const dealColumns = sql`ticket, position, ${milliseconds("time")} as time, entry, symbol, side,
  volume::text as volume, price::text as price, profit, commission, swap, fee`;

export function readDeal(
  row: InText<RecordedDeal, "profit" | "commission" | "swap" | "fee">,
): RecordedDeal {
  return {
    ticket: row.ticket,
    position: row.position,
    time: row.time,
    entry: row.entry,
    symbol: row.symbol,
    side: row.side,
    volume: row.volume,
    price: row.price,
    profit: storedCents(row.profit),
    commission: storedCents(row.commission),
    swap: storedCents(row.swap),
    fee: storedCents(row.fee),
  };
}

/** Returns the content of a record as an SQL row, as in `hasSameContent`. @param alias of its table */
export function contentOf(table: BookedTable, alias: string): RawBuilder<unknown> {
  return sql`(${sql.join(contentColumns[table].map((name) => sql.ref(`${alias}.${name}`)))})`;
}

/** Returns a relation with one row per stage: `part (account_id, stage_id, since, until, starts_at, ends_at)`. */
function partsOf(parts: RecordsFrom[]): RawBuilder<unknown> {
  const rows = parts.map(({ stage, from, until }) => ({
    account_id: stage.accountId,
    stage_id: stage.id,
    since: timeOrInfinity(from),
    until: timeOrInfinity(until ?? Number.POSITIVE_INFINITY),
    starts_at: new Date(stage.startedAt).toISOString(),
    ends_at: endOf(stage),
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as part (account_id int, stage_id int, since timestamptz, until timestamptz,
      starts_at timestamptz, ends_at timestamptz)`;
}

/** Formats a time for PostgreSQL; an infinite time becomes `infinity` or `-infinity`. */
export function timeOrInfinity(time: number): string {
  if (Number.isFinite(time)) return new Date(time).toISOString();
  return time < 0 ? "-infinity" : "infinity";
}

/** Returns the part of a period that belongs to a stage, inclusive, for a relation of its snapshots. */
export function snapshotsIn(
  { accountId, startedAt, endedAt }: Pick<RecordStage, "accountId" | "startedAt" | "endedAt">,
  { from, until, limit }: { from: number; until: number; limit?: number },
): RawBuilder<unknown> {
  return snapshotsOf({
    account: sql`${accountId}`,
    from: sql`${timeOrInfinity(Math.max(from, startedAt))}`,
    until: sql`${timeOrInfinity(Math.min(until, (endedAt ?? Number.POSITIVE_INFINITY) - 1))}`,
    limit,
  });
}

/** Returns the end of a stage for PostgreSQL; `infinity` if the stage is open. */
export function endOf({ endedAt }: Pick<RecordStage, "endedAt">): string {
  return timeOrInfinity(endedAt ?? Number.POSITIVE_INFINITY);
}

async function readBooked(kysely: Kysely<Tables>, all: RecordsFrom[]) {
  const parts = all.filter(({ hasNoBookings }) => !hasNoBookings);
  if (parts.length === 0) return { deals: [], operations: [] };
  const accountIds = accountIdsOf(parts.map(({ stage }) => stage));
  const deals = await sql<DealRow>`
    select part.stage_id as "stageId", ${dealColumns} from ${partsOf(parts)}
    join deals on deals.account_id = part.account_id and deals.stage_id = part.stage_id
      and stands and time between since and until
    where deals.account_id = any(${accountIds})
    order by deals.time`.execute(kysely);
  const operations = await sql<OperationRow>`
    select part.stage_id as "stageId", ticket, ${milliseconds("time")} as time, kind, amount
    from ${partsOf(parts)}
    join operations on operations.account_id = part.account_id and operations.stage_id = part.stage_id
      and stands and time between since and until
    where operations.account_id = any(${accountIds})
    order by operations.time, operations.id`.execute(kysely);
  return {
    deals: deals.rows.map((row) => ({ stageId: row.stageId, deal: readDeal(row) })),
    operations: operations.rows.map(({ stageId, ticket, time, kind, amount }) => ({
      stageId,
      operation: { ticket, time, kind, amount: storedCents(amount) },
    })),
  };
}

/** Snapshots belong to the stage whose period contains their time. None of these are packed, because they are new. */
async function readNewSnapshots(
  kysely: Kysely<Tables>,
  parts: RecordsFrom[],
): Promise<{ stageId: number; snapshot: RecordedSnapshot }[]> {
  const accountIds = accountIdsOf(parts.map(({ stage }) => stage));
  const { rows } = await sql<SnapshotRow & { stageId: number }>`
    select part.stage_id as "stageId", ${milliseconds("time")} as time, balance, equity
    from ${partsOf(parts)}
    join snapshots on snapshots.account_id = part.account_id
      and time between since and until and time >= starts_at and time < ends_at
    where snapshots.account_id = any(${accountIds})
    order by snapshots.account_id, snapshots.time`.execute(kysely);
  return rows.map(({ stageId, ...row }) => ({ stageId, snapshot: readSnapshot(row) }));
}

/** Reads the earliest snapshots of a stage. */
async function readSnapshots(
  kysely: Kysely<Tables>,
  { stage, from, until = Number.POSITIVE_INFINITY }: RecordsFrom,
  limit: number,
): Promise<RecordedSnapshot[]> {
  const { rows } = await sql<SnapshotRow>`
    select ${milliseconds("time")} as time, balance, equity
    from ${snapshotsIn(stage, { from, until, limit })} as snapshots
    order by snapshots.time limit ${limit}`.execute(kysely);
  return rows.map(readSnapshot);
}

function readSnapshot({ time, balance, equity }: SnapshotRow): RecordedSnapshot {
  return { time, balance: storedCents(balance), equity: storedCents(equity) };
}

/**
 * Reads a few new records of many stages, which are later than all that were processed before.
 * @returns the groups of each stage, by stage id
 */
export async function readGroupsOfMany(
  kysely: Kysely<Tables>,
  parts: RecordsFrom[],
): Promise<Map<number, RecordGroup[]>> {
  const records = new Map<number, TradingRecord>(
    parts.map(({ stage }) => [stage.id, { deals: [], operations: [], snapshots: [] }]),
  );
  if (parts.length === 0) return new Map();
  const { deals, operations } = await readBooked(kysely, parts);
  for (const { stageId, deal } of deals) records.get(stageId)!.deals.push(deal);
  for (const { stageId, operation } of operations) {
    records.get(stageId)!.operations.push(operation);
  }
  for (const { stageId, snapshot } of await readNewSnapshots(kysely, parts)) {
    records.get(stageId)!.snapshots.push(snapshot);
  }
  return new Map([...records].map(([id, record]) => [id, groupByInstant(record)]));
}

/** Reads any number of records of one stage in chunks, because it may have millions of snapshots. */
export async function* readGroups(
  kysely: Kysely<Tables>,
  part: RecordsFrom,
): AsyncGenerator<RecordGroup[]> {
  const booked = await readBooked(kysely, [part]);
  const deals = booked.deals.map(({ deal }) => deal);
  const operations = booked.operations.map(({ operation }) => operation);
  for (let from = part.from; ;) {
    const snapshots = await readSnapshots(kysely, { ...part, from }, CHUNK);
    const isLast = snapshots.length < CHUNK;
    const until = isLast ? Number.POSITIVE_INFINITY : snapshots.at(-1)!.time;
    yield groupByInstant({
      deals: takeUntil(deals, until),
      operations: takeUntil(operations, until),
      snapshots,
    });
    if (isLast) return;
    from = until + 1;
  }
}

/**
 * Reads which operations fund a stage with a carried balance.
 * @param until the last record that counts; unlimited if absent
 * @returns their tickets in the order of time; none for any other stage
 */
export async function readFunding(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  until = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  const { accountId, id, initialBalance, carriedBalance } = stage;
  if (carriedBalance === null) return [];
  const ofStage = sql`stage_id = ${id} and stands and time <= ${timeOrInfinity(until)}::timestamptz`;
  const { rows: deals } = await sql<{ firstDealAt: number | null }>`
    select ${milliseconds("min(time)")} as "firstDealAt" from deals
    where account_id = ${accountId} and ${ofStage}`.execute(kysely);
  const firstDealAt = deals[0]?.firstDealAt ?? Number.POSITIVE_INFINITY;
  const { rows: operations } = await sql<OperationRow>`
    select ticket, ${milliseconds("time")} as time, kind, amount from operations
    where account_id = ${accountId} and ${ofStage}
      and time <= ${timeOrInfinity(firstDealAt)}::timestamptz`.execute(kysely);
  const before = operations.map((row) => ({ ...row, amount: storedCents(row.amount) }));
  return carriedFunding(initialBalance, carriedBalance, before, firstDealAt).tickets;
}

/** Removes and returns the records up to a time. @param records in chronological order */
function takeUntil<Of extends { time: number }>(records: Of[], until: number): Of[] {
  const end = records.findIndex(({ time }) => time > until);
  return records.splice(0, end === -1 ? records.length : end);
}
