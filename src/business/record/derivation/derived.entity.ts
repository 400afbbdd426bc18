import { defineEntity, p } from "@mikro-orm/core";
import type { DealSide } from "../../rulebook/timeline/trading-record.rule.ts";
import type { StoredSource } from "../records/sources.rule.ts";
import type { StoredPoint } from "./equity.rule.ts";
import type { StoredState } from "./stage-state.rule.ts";
import type { StoredStatistics } from "./statistics.rule.ts";

const money = () => p.decimal().precision(30).scale(2);
/** With all digits that the platform has stated. */
const exact = () => p.decimal().columnType("numeric");

/** Derived from the deals of one position. */
export const Trade = defineEntity({
  name: "Trade",
  tableName: "trades",
  properties: {
    accountId: p.integer().primary(),
    stageId: p.integer().primary(),
    position: p.text().primary(),
    /** The id of its first deal. */
    id: p.bigint("string"),
    symbol: p.text(),
    side: p.text().$type<DealSide>(),
    volume: exact(),
    openTime: p.datetime(3),
    closeTime: p.datetime(3).nullable(),
    /** `infinity` while the trade is open. */
    closeOrder: p.datetime(3),
    closeDay: p.date().nullable(),
    openPrice: exact(),
    closePrice: exact().nullable(),
    profit: money(),
    commission: money(),
    swap: money(),
    fee: money(),
    net: money(),
    hasConflict: p.boolean(),
    sources: p.json<StoredSource[]>(),
  },
  indexes: [
    { name: "trades_close_day_index", properties: ["accountId", "stageId", "closeDay"] },
    // What was opened near a trade, by any account.
    { name: "trades_opened_index", properties: ["openTime"] },
    {
      name: "trades_open_time_index",
      expression: `create index "trades_open_time_index" on "trades" (account_id, stage_id, open_time desc, id desc)`,
    },
  ],
});

/** Derived: one row per day with records. */
export const TradingDay = defineEntity({
  name: "TradingDay",
  tableName: "trading_days",
  properties: {
    accountId: p.integer().primary(),
    stageId: p.integer().primary(),
    day: p.date().primary(),
    startsAt: p.datetime(3),
    endsAt: p.datetime(3),
    openingBalance: money(),
    closingBalance: money(),
    net: money(),
    hasDeals: p.boolean(),
    trades: p.integer().default(0),
    wins: p.integer().default(0),
    losses: p.integer().default(0),
    equityLow: money().nullable(),
    equityHigh: money().nullable(),
    carriedSince: p.datetime(3).nullable(),
    firstObservation: p.datetime(3).nullable(),
    openSince: p.datetime(3).nullable(),
    openSeconds: p.integer(),
    observedSeconds: p.integer(),
    /** Lows and highs of balance and equity. */
    points: p.json<StoredPoint[]>(),
    /** The state at the start of the day, from which it can be replayed. */
    checkpoint: p.json<StoredState>(),
  },
});

/** Derived: lows and highs of one hour of a trading day. */
export const EquityHour = defineEntity({
  name: "EquityHour",
  tableName: "equity_hours",
  properties: {
    accountId: p.integer().primary(),
    stageId: p.integer().primary(),
    day: p.date().primary(),
    hour: p.smallint().primary(),
    points: p.json<StoredPoint[]>(),
  },
});

/** Derived: the state after the last record, and the statistics of that or an earlier revision. */
export const StageProgress = defineEntity({
  name: "StageProgress",
  tableName: "stage_progress",
  properties: {
    accountId: p.integer().primary(),
    stageId: p.integer().primary(),
    revision: p.bigint("string"),
    state: p.json<StoredState>(),
    /** The time according to the clock of the database. */
    changedAt: p.datetime(3).defaultRaw("now()"),
    statisticsRevision: p.bigint("string").nullable(),
    statistics: p.json<StoredStatistics>().nullable(),
    /** The hash of the records of that or an earlier revision. */
    recordsRevision: p.bigint("string").nullable(),
    recordsSha256: p.text().nullable(),
  },
});
