import { defineEntity, p } from "@mikro-orm/core";
import type {
  DealEntry,
  DealSide,
  OperationKind,
} from "../../rulebook/timeline/trading-record.rule.ts";
import type { StoredPoint } from "./equity.rule.ts";
import type { Statistics } from "./record.schema.ts";
import type { StoredSource } from "./sources.rule.ts";
import type { StoredState } from "./stage-state.rule.ts";

const money = () => p.decimal().precision(30).scale(2);
/** With all digits that the platform has stated. */
const exact = () => p.decimal().columnType("numeric");

/** The source of a record is a statement with a row, a token with a time, or an administrator. */
const sourced = {
  accountId: p.integer().primary(),
  /** Ascending in the order of arrival. If rows of one ticket differ, the first one counts. */
  id: p.bigint("string").primary().autoincrement().generated("identity"),
  /** The stage that the record counts in; `null` while it counts in none. */
  stageId: p.integer().nullable(),
  /** Whether this row is the one that counts, of all with the same ticket. */
  stands: p.boolean(),
  ticket: p.text(),
  time: p.datetime(3),
  statementId: p.integer().nullable(),
  row: p.integer().nullable(),
  tokenId: p.integer().nullable(),
  receivedAt: p.datetime(3).nullable(),
};

export const Deal = defineEntity({
  name: "Deal",
  tableName: "deals",
  properties: {
    ...sourced,
    position: p.text(),
    entry: p.text().$type<DealEntry>(),
    symbol: p.text(),
    side: p.text().$type<DealSide>(),
    volume: exact(),
    price: exact(),
    profit: money(),
    commission: money(),
    swap: money(),
    fee: money(),
  },
  indexes: [
    { name: "deals_ticket_index", properties: ["accountId", "ticket"] },
    { name: "deals_position_index", properties: ["accountId", "stageId", "position"] },
    {
      name: "deals_time_index",
      properties: ["accountId", "stageId", "time"],
      where: "stands",
    },
    {
      name: "deals_repeated_index",
      properties: ["accountId", "stageId", "ticket"],
      where: "not stands",
    },
  ],
});

export const Operation = defineEntity({
  name: "Operation",
  tableName: "operations",
  properties: {
    ...sourced,
    kind: p.text().$type<OperationKind>(),
    amount: money(),
    /** The reason for an administrator's correction. */
    reason: p.text().nullable(),
    createdBy: p.text().nullable(),
  },
  indexes: [
    { name: "operations_ticket_index", properties: ["accountId", "ticket"] },
    {
      name: "operations_time_index",
      properties: ["accountId", "stageId", "time"],
      where: "stands",
    },
  ],
});

/** Balance and equity at a time, as the feed has observed them. Those of past days are packed into `SnapshotDay`. */
export const Snapshot = defineEntity({
  name: "Snapshot",
  tableName: "snapshots",
  properties: {
    accountId: p.integer().primary(),
    time: p.datetime(3).primary(),
    balance: money(),
    equity: money(),
    tokenId: p.integer(),
    receivedAt: p.datetime(3),
  },
});

/**
 * The snapshots of an account on a past UTC day: parallel arrays in the order of the times, which PostgreSQL compresses.
 * A day has either these or rows of `Snapshot`. `snapshots.queries.ts` packs and reads them.
 */
export const SnapshotDay = defineEntity({
  name: "SnapshotDay",
  tableName: "snapshot_days",
  properties: {
    accountId: p.integer().primary(),
    day: p.date().primary(),
    snapshots: p.integer(),
    /** The usual time between two snapshots, in milliseconds. */
    step: p.integer(),
    /** Milliseconds since 1970 UTC, less the step times the position, so that regular times are nearly constant. */
    times: p.array().columnType("bigint[]"),
    /** Cents. */
    balances: p.array().columnType("bigint[]"),
    equities: p.array().columnType("bigint[]"),
    tokenIds: p.array().columnType("int[]"),
    /** From the time until the snapshot was received, in milliseconds. */
    delays: p.array().columnType("bigint[]"),
  },
});

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
    statistics: p.json<Statistics>().nullable(),
    /** The hash of the records of that or an earlier revision. */
    recordsRevision: p.bigint("string").nullable(),
    recordsSha256: p.text().nullable(),
  },
});
