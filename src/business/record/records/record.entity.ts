import { defineEntity, p } from "@mikro-orm/core";
import type {
  DealEntry,
  DealSide,
  OperationKind,
} from "../../rulebook/timeline/trading-record.rule.ts";

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
