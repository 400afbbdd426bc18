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
import type { RecordSource } from "./record.schema.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import type { StoredSource } from "./sources.rule.ts";

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
