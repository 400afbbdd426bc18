import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { tradingDays } from "../timeline/trading-day.rule.ts";
import { dealColumns, type DealRow, readDeal } from "./read-records.queries.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import { hasSameContent, mergeSources, type SourceRow } from "./sources.rule.ts";
import { type Trade, tradesOf } from "./trades.rule.ts";
import type { RecordedDeal } from "../timeline/trading-record.rule.ts";

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
  for (const { stage } of changes) {
    const closedOn = days.get(stage.id)!;
    const deals = standing.get(stage.id) ?? [];
    for (const rows of tradeRows(stage, deals, repeated.get(stage.id) ?? [])) {
      for (const { close_day } of rows) if (close_day) closedOn.add(close_day);
      await insertTrades(kysely, rows);
    }
  }
  return days;
}

function partsOf(parts: object[]) {
  return sql`json_to_recordset(${JSON.stringify(parts)}::json)
    as part (account_id int, stage_id int, positions text[], tickets text[])`;
}

/** With a longer list, all trades of the stage are derived, because each row would be compared with the whole list. */
const MAX_LISTED = 200;

const isListed = (positions: string[] | undefined) =>
  positions !== undefined && positions.length <= MAX_LISTED;

const positionsOf = (changes: ChangedPositions[]) =>
  partsOf(
    changes.map(({ stage, positions }) => ({
      account_id: stage.accountId,
      stage_id: stage.id,
      positions: isListed(positions) ? positions : null,
    })),
  );

/** @returns the days on which the deleted trades were closed */
async function deleteTrades(kysely: Kysely<Tables>, changes: ChangedPositions[]) {
  const { rows } = await sql<{ stageId: number; day: string }>`
    with deleted as (
      delete from trades using ${positionsOf(changes)}
      where trades.account_id = part.account_id and trades.stage_id = part.stage_id
        and (part.positions is null or trades.position = any(part.positions))
      returning trades.stage_id, trades.close_day)
    select distinct stage_id as "stageId", close_day::text as day from deleted
    where close_day is not null`.execute(kysely);
  return rows;
}

type OccurrenceRow = DealRow & SourceRow & { id: string };

const occurrenceColumns = sql`deals.stage_id as "stageId", id, ${dealColumns},
  statement_id as "statementId", "row", token_id as "tokenId", received_at as "receivedAt"`;

function readOccurrence(row: OccurrenceRow): Occurrence {
  const { id, stageId, statementId, tokenId, receivedAt } = row;
  const source = { statementId, row: row.row, tokenId, receivedAt };
  return { id: Number(id), stageId, deal: readDeal(row), ...source };
}

async function readStanding(kysely: Kysely<Tables>, changes: ChangedPositions[]) {
  const { rows } = await sql<OccurrenceRow>`
    select ${occurrenceColumns} from ${positionsOf(changes)}
    join deals on deals.account_id = part.account_id and deals.stage_id = part.stage_id and stands
      and (part.positions is null or position = any(part.positions))`.execute(kysely);
  return rows.map(readOccurrence);
}

/** Reads the deals that other sources have reported under the same tickets. */
async function readRepeated(
  kysely: Kysely<Tables>,
  changes: ChangedPositions[],
  standing: Map<number, Occurrence[]>,
) {
  const parts = changes.map(({ stage, positions }) => ({
    account_id: stage.accountId,
    stage_id: stage.id,
    tickets: isListed(positions)
      ? (standing.get(stage.id) ?? []).map(({ deal }) => deal.ticket)
      : null,
  }));
  const { rows } = await sql<OccurrenceRow>`
    select ${occurrenceColumns} from ${partsOf(parts)}
    join deals on deals.account_id = part.account_id and deals.stage_id = part.stage_id
      and not stands and (part.tickets is null or ticket = any(part.tickets))`.execute(kysely);
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

async function insertTrades(kysely: Kysely<Tables>, rows: object[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into trades
    select * from json_populate_recordset(null::trades, ${JSON.stringify(rows)}::json)`.execute(
    kysely,
  );
}
