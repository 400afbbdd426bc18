import { sql } from "kysely";
import {
  bigint,
  boolean,
  decimal,
  jsonOf,
  storedDecimal,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { defineCountedList } from "../../../platform/lists/define-list.ts";
import { sortBy } from "../../../platform/lists/sort-keys.ts";
import type { RecordSource, Trade } from "./result.schema.ts";
import { findStage, type RecordStage } from "../records/record-stages.queries.ts";
import type { StoredSource } from "../records/sources.rule.ts";
import type { Readable } from "node:stream";
import type { Context } from "../../../platform/context.ts";
import { csvOf, type ExportColumn } from "../../../platform/exports/csv.ts";

function readSources(sources: StoredSource[]): RecordSource[] {
  return sources.map((source) =>
    source.kind === "feed" ? { ...source, receivedAt: new Date(source.receivedAt) } : source,
  );
}

/** The trades of one stage; `tradesOfStage` returns the filters. */
export const trades = defineCountedList({
  name: "trades",
  from: "trades",
  columns: {
    id: bigint("trades.id"),
    position: text("trades.position"),
    symbol: text("trades.symbol"),
    side: text("trades.side"),
    volume: storedDecimal("trades.volume"),
    openTime: timestamp("trades.open_time"),
    closeTime: timestamp("trades.close_time"),
    openPrice: storedDecimal("trades.open_price"),
    closePrice: storedDecimal("trades.close_price"),
    profit: decimal("trades.profit", 2),
    commission: decimal("trades.commission", 2),
    swap: decimal("trades.swap", 2),
    fee: decimal("trades.fee", 2),
    net: decimal("trades.net", 2),
    hasConflict: boolean("trades.has_conflict"),
    sources: jsonOf("trades.sources", readSources),
  },
  sorts: {
    openTime: sortBy("trades.open_time", "trades.id"),
    closeTime: sortBy("trades.close_order", "trades.id"),
    symbol: sortBy("trades.symbol", "trades.id"),
    volume: sortBy("trades.volume", "trades.id"),
    net: sortBy("trades.net", "trades.id"),
  },
  defaultOrder: { sort: "openTime", order: "desc" },
  // Each batch of a sorted list sorts all trades of the stage.
  batchSize: 5000,
  filters: {
    accountId: "trades.account_id",
    stageId: "trades.stage_id",
    symbol: "trades.symbol",
  },
  total: {
    filters: ["accountId", "stageId", "symbol"],
    count: ({ accountId, stageId, symbol }) =>
      sql<number>`(select count(*)::int from trades
        where account_id = ${accountId ?? null} and stage_id = ${stageId ?? null}
          and (${symbol ?? null}::text is null or symbol = ${symbol ?? null}))`,
  },
});

/** Returns the filters for a stage; without a stage, no trade matches. */
export function tradesOfStage(stage: RecordStage | undefined, symbol: string | undefined) {
  return {
    accountId: stage?.accountId ?? 0,
    stageId: stage?.id ?? 0,
    symbol: symbol === undefined || symbol === "" ? undefined : symbol.toUpperCase(),
  };
}

/**
 * Exports all matching trades of a stage as CSV.
 * @throws RefusalError if the trader or the stage does not exist
 */
export async function exportTrades(
  context: Context,
  traderId: number,
  { stage, symbol }: { stage?: number | undefined; symbol?: string | undefined },
): Promise<Readable> {
  const chosen = await findStage(context.database.kysely, traderId, stage);
  return tradesCsv(trades.readBatches(context, tradesOfStage(chosen, symbol)));
}

const columns: ExportColumn<Trade>[] = [
  { header: "Position", kind: "text", read: ({ position }) => position },
  { header: "Symbol", kind: "text", read: ({ symbol }) => symbol },
  { header: "Side", kind: "text", read: ({ side }) => side },
  { header: "Volume", kind: "number", read: ({ volume }) => volume },
  { header: "Open Time (UTC)", kind: "time", read: ({ openTime }) => openTime },
  { header: "Open Price", kind: "number", read: ({ openPrice }) => openPrice },
  { header: "Close Time (UTC)", kind: "time", read: ({ closeTime }) => closeTime },
  { header: "Close Price", kind: "number", read: ({ closePrice }) => closePrice },
  { header: "Profit", kind: "number", read: ({ profit }) => profit },
  { header: "Commission", kind: "number", read: ({ commission }) => commission },
  { header: "Swap", kind: "number", read: ({ swap }) => swap },
  { header: "Fee", kind: "number", read: ({ fee }) => fee },
  { header: "Net", kind: "number", read: ({ net }) => net },
  { header: "Sources", kind: "text", read: describeSources },
];

/** Streams trades as CSV. */
function tradesCsv(batches: AsyncIterable<Trade[]>): Readable {
  return csvOf(columns, batches);
}

function describeSources({ sources }: Trade): string {
  return sources
    .map((source) =>
      source.kind === "statement"
        ? `statement ${source.id}, row ${source.row}`
        : `feed, token ${source.tokenId}`,
    )
    .join("; ");
}
