import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { storedCents } from "../../platform/money/money.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import { groupByInstant, type RecordGroup } from "../timeline/timeline.rule.ts";
import type {
  RecordedDeal,
  RecordedOperation,
  RecordedSnapshot,
  TradingRecord,
} from "../timeline/trading-record.rule.ts";

/** The records of a stage that count in a period. Milliseconds since 1970 UTC. */
export interface RecordsFrom {
  stage: RecordStage;
  from: number;
  /** The last instant; without a limit if absent. */
  until?: number;
}

/** How many snapshots are held in memory at once. */
const CHUNK = 20_000;

type InText<Of, Names extends keyof Of> = {
  [Name in keyof Of]: Name extends Names ? string : Of[Name];
};

export type DealRow = { stageId: number } & InText<
  RecordedDeal,
  "profit" | "commission" | "swap" | "fee"
>;
type OperationRow = { stageId: number } & InText<RecordedOperation, "amount">;
type SnapshotRow = { stageId: number } & InText<RecordedSnapshot, "balance" | "equity">;

/** An SQL expression for the milliseconds of a time. */
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

/** One stage a row: `part (account_id, stage_id, since, until, starts_at, ends_at)`. */
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

/** A time as PostgreSQL reads it, without limits if it is not finite. */
export function timeOrInfinity(time: number): string {
  if (Number.isFinite(time)) return new Date(time).toISOString();
  return time < 0 ? "-infinity" : "infinity";
}

/** The end of a stage, which is open without limits. */
export function endOf({ endedAt }: Pick<RecordStage, "endedAt">): string {
  return timeOrInfinity(endedAt ?? Number.POSITIVE_INFINITY);
}

async function readBooked(kysely: Kysely<Tables>, parts: RecordsFrom[]) {
  const deals = await sql<DealRow>`
    select part.stage_id as "stageId", ${dealColumns} from ${partsOf(parts)}
    join deals on deals.account_id = part.account_id and deals.stage_id = part.stage_id
      and stands and time between since and until
    order by deals.time`.execute(kysely);
  const operations = await sql<OperationRow>`
    select part.stage_id as "stageId", ticket, ${milliseconds("time")} as time, kind, amount
    from ${partsOf(parts)}
    join operations on operations.account_id = part.account_id and operations.stage_id = part.stage_id
      and stands and time between since and until
    order by operations.time, operations.id`.execute(kysely);
  return {
    deals: deals.rows.map((row) => ({ stageId: row.stageId, deal: readDeal(row) })),
    operations: operations.rows.map(({ stageId, ticket, time, kind, amount }) => ({
      stageId,
      operation: { ticket, time, kind, amount: storedCents(amount) },
    })),
  };
}

/** Snapshots belong to the stage whose period holds their time. */
async function readSnapshots(
  kysely: Kysely<Tables>,
  parts: RecordsFrom[],
  limit?: number,
): Promise<{ stageId: number; snapshot: RecordedSnapshot }[]> {
  const { rows } = await sql<SnapshotRow>`
    select part.stage_id as "stageId", ${milliseconds("time")} as time, balance, equity
    from ${partsOf(parts)}
    join snapshots on snapshots.account_id = part.account_id
      and time between since and until and time >= starts_at and time < ends_at
    order by snapshots.account_id, snapshots.time
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(kysely);
  return rows.map(({ stageId, time, balance, equity }) => ({
    stageId,
    snapshot: { time, balance: storedCents(balance), equity: storedCents(equity) },
  }));
}

/** For a few new records of many stages. @returns the groups of each stage, by its id */
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
  for (const { stageId, snapshot } of await readSnapshots(kysely, parts)) {
    records.get(stageId)!.snapshots.push(snapshot);
  }
  return new Map([...records].map(([id, record]) => [id, groupByInstant(record)]));
}

/** For any number of records of one stage, of which snapshots may be millions. */
export async function* readGroups(
  kysely: Kysely<Tables>,
  part: RecordsFrom,
): AsyncGenerator<RecordGroup[]> {
  const booked = await readBooked(kysely, [part]);
  const deals = booked.deals.map(({ deal }) => deal);
  const operations = booked.operations.map(({ operation }) => operation);
  for (let from = part.from; ;) {
    const found = await readSnapshots(kysely, [{ ...part, from }], CHUNK);
    const snapshots = found.map(({ snapshot }) => snapshot);
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

/** Removes and returns the records up to a time. @param records in the order of time */
function takeUntil<Of extends { time: number }>(records: Of[], until: number): Of[] {
  const end = records.findIndex(({ time }) => time > until);
  return records.splice(0, end === -1 ? records.length : end);
}
