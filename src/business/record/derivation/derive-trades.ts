import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { tradingDays } from "../../rulebook/timeline/trading-day.rule.ts";
import { insertRecords } from "../records/insert-records.queries.ts";
import { dealColumns, type DealRow, readDeal } from "../records/read-records.queries.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { hasSameContent, mergeSources, type SourceRow } from "../records/sources.rule.ts";
import { type Trade, tradesOf } from "./trades.rule.ts";
import type { RecordedDeal } from "../../rulebook/timeline/trading-record.rule.ts";

/** Positions of a stage; all of them if no list is given. */
export interface ChangedPositions {
  stage: RecordStage;
  positions?: string[] | undefined;
}

/** A deal as reported by one source. */
interface Occurrence extends SourceRow {
  stageId: number;
  id: number;
  deal: RecordedDeal;
}

/**
 * Derives the trades of positions from their deals again.
 * @returns the trading days whose number of closed trades may have changed, by stage id
 */
export async function deriveTrades(
  kysely: Kysely<Tables>,
  changes: ChangedPositions[],
): Promise<Map<number, Set<string>>> {
  const days = new Map<number, Set<string>>(changes.map(({ stage }) => [stage.id, new Set()]));
  if (changes.length === 0) return days;
  for (const { stageId, day } of await deleteTrades(kysely, changes)) days.get(stageId)!.add(day);
  const standing = Map.groupBy(await readStanding(kysely, changes), ({ stageId }) => stageId);
  const repeated = Map.groupBy(
    await readRepeated(kysely, changes, standing),
    ({ stageId }) => stageId,
  );
  let pending: ReturnType<typeof tradeRow>[] = [];
  for (const { stage } of changes) {
    const closedOn = days.get(stage.id)!;
    const deals = standing.get(stage.id) ?? [];
    for (const rows of tradeRows(stage, deals, repeated.get(stage.id) ?? [])) {
      for (const { close_day } of rows) if (close_day) closedOn.add(close_day);
      pending.push(...rows);
      if (pending.length < BATCH) continue;
      await insertRecords(kysely, "trades", pending);
      pending = [];
    }
  }
  await insertRecords(kysely, "trades", pending);
  return days;
}

/** The values of a column that a statement selects in a stage; all of them if no list is given. */
interface Part {
  stage: RecordStage;
  listed: string[] | undefined;
}

/** The rows of `trades` or `deals` that a statement selects. */
interface Selection {
  /** A relation to join; absent if the condition alone selects the rows. */
  part?: RawBuilder<unknown>;
  condition: RawBuilder<unknown>;
}

/** A list in a joined row is searched for each row of the stage, so longer ones are parameters of a statement each. */
const MAX_JOINED = 200;

/**
 * Runs a statement for all parts whose lists are short, because a call of the feed adds a few records to many stages, and
 * for each other part. PostgreSQL finds the values of a list that is a parameter by index or in a hash table.
 */
async function runForParts<Row>(
  kysely: Kysely<Tables>,
  parts: Part[],
  column: "trades.position" | "deals.position" | "deals.ticket",
  statement: (selection: Selection) => RawBuilder<Row>,
): Promise<Row[]> {
  const isShort = ({ listed }: Part) => listed !== undefined && listed.length <= MAX_JOINED;
  const joined = parts.filter(isShort);
  const selections = parts
    .filter((part) => !isShort(part))
    .map((part) => selectStage(part, column));
  if (joined.length > 0) selections.push(joinParts(joined, column));
  const rows: Row[] = [];
  for (const selection of selections) {
    for (const row of (await statement(selection).execute(kysely)).rows) rows.push(row);
  }
  return rows;
}

function selectStage({ stage, listed }: Part, column: string): Selection {
  const isListed = listed ? sql`and ${sql.ref(column)} = any(${listed})` : sql``;
  return {
    condition: sql`account_id = ${stage.accountId} and stage_id = ${stage.id} ${isListed}`,
  };
}

function joinParts(parts: Part[], column: string): Selection {
  const rows = parts.map(({ stage, listed }) => ({
    of_account: stage.accountId,
    of_stage: stage.id,
    listed,
  }));
  return {
    part: sql`json_to_recordset(${JSON.stringify(rows)}::json)
      as part (of_account int, of_stage int, listed text[])`,
    condition: sql`account_id = any(${parts.map(({ stage }) => stage.accountId)})
      and account_id = of_account and stage_id = of_stage and ${sql.ref(column)} = any(listed)`,
  };
}

const positionsOf = (changes: ChangedPositions[]): Part[] =>
  changes.map(({ stage, positions }) => ({ stage, listed: positions }));

/** @returns the days on which the deleted trades were closed */
async function deleteTrades(kysely: Kysely<Tables>, changes: ChangedPositions[]) {
  return runForParts(
    kysely,
    positionsOf(changes),
    "trades.position",
    ({ part, condition }) => sql<{ stageId: number; day: string }>`
      with deleted as (
        delete from trades ${part ? sql`using ${part}` : sql``} where ${condition}
        returning trades.stage_id, trades.close_day)
      select distinct stage_id as "stageId", close_day::text as day from deleted
      where close_day is not null`,
  );
}

type OccurrenceRow = DealRow & SourceRow & { id: string };

const occurrenceColumns = sql`deals.stage_id as "stageId", id, ${dealColumns},
  statement_id as "statementId", "row", token_id as "tokenId", received_at as "receivedAt"`;

function readOccurrence(row: OccurrenceRow): Occurrence {
  const { id, stageId, statementId, tokenId, receivedAt } = row;
  const source = { statementId, row: row.row, tokenId, receivedAt };
  return { id: Number(id), stageId, deal: readDeal(row), ...source };
}

const selectOccurrences = ({ part, condition }: Selection) =>
  sql<OccurrenceRow>`select ${occurrenceColumns} from deals ${part ? sql`, ${part}` : sql``}
    where ${condition}`;

async function readStanding(kysely: Kysely<Tables>, changes: ChangedPositions[]) {
  const rows = await runForParts(
    kysely,
    positionsOf(changes),
    "deals.position",
    (selection) => sql<OccurrenceRow>`${selectOccurrences(selection)} and stands`,
  );
  return rows.map(readOccurrence);
}

/** Reads the deals that other sources have reported under the same tickets. */
async function readRepeated(
  kysely: Kysely<Tables>,
  changes: ChangedPositions[],
  standing: Map<number, Occurrence[]>,
) {
  const parts = changes.map(({ stage, positions }) => ({
    stage,
    listed: positions && (standing.get(stage.id) ?? []).map(({ deal }) => deal.ticket),
  }));
  const rows = await runForParts(
    kysely,
    parts,
    "deals.ticket",
    (selection) => sql<OccurrenceRow>`${selectOccurrences(selection)} and not stands`,
  );
  return rows.map(readOccurrence);
}

/** The number of trades that are derived and written at once; other calls are served between two batches. */
const BATCH = 2_000;

function* tradeRows(stage: RecordStage, standing: Occurrence[], repeated: Occurrence[]) {
  const dayAt = tradingDays(stage.dayStart);
  const positions = [...Map.groupBy(standing, ({ deal }) => deal.position).values()];
  const others = Map.groupBy(repeated, ({ deal }) => deal.ticket);
  for (let start = 0; start < positions.length; start += BATCH) {
    yield positions
      .slice(start, start + BATCH)
      .map((occurrences) => tradeRow(stage, dayAt, occurrences, others));
  }
}

function tradeRow(
  stage: RecordStage,
  dayAt: ReturnType<typeof tradingDays>,
  occurrences: Occurrence[],
  others: Map<string, Occurrence[]>,
) {
  const [trade] = tradesOf(occurrences.map(({ deal }) => deal)) as [Trade];
  const sources = occurrences.flatMap((own) => [
    own,
    ...(others.get(own.deal.ticket) ?? []).filter(({ deal }) =>
      hasSameContent("deals", deal, own.deal),
    ),
  ]);
  const hasConflict = occurrences.some(({ deal }) =>
    (others.get(deal.ticket) ?? []).some((other) => !hasSameContent("deals", other.deal, deal)),
  );
  const { closeTime } = trade;
  const closedAt = closeTime === null ? null : new Date(closeTime).toISOString();
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    position: trade.position,
    id: Math.min(...occurrences.map(({ id }) => id)),
    symbol: trade.symbol,
    side: trade.side,
    volume: trade.volume,
    open_time: new Date(trade.openTime).toISOString(),
    close_time: closedAt,
    close_order: closedAt ?? "infinity",
    close_day: closeTime === null ? null : dayAt(closeTime).name,
    open_price: trade.openPrice,
    close_price: trade.closePrice,
    profit: formatDecimal(trade.profit),
    commission: formatDecimal(trade.commission),
    swap: formatDecimal(trade.swap),
    fee: formatDecimal(trade.fee),
    net: formatDecimal(trade.net),
    has_conflict: hasConflict,
    sources: mergeSources(sources),
  };
}
