import { sql } from "kysely";
import {
  boolean,
  computedBoolean,
  computedJson,
  decimal,
  integer,
  storedDecimal,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import { snapshotsOf } from "./snapshots.queries.ts";

/** Where a deal or operation came from. */
const sourceOf = (table: "deals" | "operations") => ({
  source: computedJson<string>(
    `to_json(case when ${table}.statement_id is not null then 'statement'
      when ${table}.token_id is not null then 'feed' else 'correction' end)`,
  ),
  statementId: integer(`${table}.statement_id`),
  row: integer(`${table}.row`),
  receivedAt: timestamp(`${table}.received_at`),
});

export const dealsPart: OwnDataPart = {
  name: "records/deals",
  about: "Deals; those that do not count are repetitions of a ticket, or outside of every stage",
  table: "deals",
  where: byAccount("deals.account_id"),
  key: ["deals.id"],
  columns: {
    stageId: integer("deals.stage_id"),
    counts: computedBoolean("deals.stands and deals.stage_id is not null"),
    ticket: text("deals.ticket"),
    time: timestamp("deals.time"),
    position: text("deals.position"),
    entry: text("deals.entry"),
    symbol: text("deals.symbol"),
    side: text("deals.side"),
    volume: storedDecimal("deals.volume"),
    price: storedDecimal("deals.price"),
    profit: decimal("deals.profit", 2),
    commission: decimal("deals.commission", 2),
    swap: decimal("deals.swap", 2),
    fee: decimal("deals.fee", 2),
    ...sourceOf("deals"),
  },
};

export const operationsPart: OwnDataPart = {
  name: "records/operations",
  about: "Deposits, withdrawals, corrections and other operations",
  table: "operations",
  where: byAccount("operations.account_id"),
  key: ["operations.id"],
  columns: {
    stageId: integer("operations.stage_id"),
    counts: computedBoolean("operations.stands and operations.stage_id is not null"),
    ticket: text("operations.ticket"),
    time: timestamp("operations.time"),
    kind: text("operations.kind"),
    amount: decimal("operations.amount", 2),
    reason: text("operations.reason"),
    ...sourceOf("operations"),
  },
};

export const snapshotsPart: OwnDataPart = {
  name: "records/snapshots",
  about: "Balance and equity as the feed observed them",
  table: "snapshots",
  packed: {
    table: "snapshot_days",
    rowsOf: ({ accountId }, after, limit) =>
      snapshotsOf({
        account: sql`${accountId}`,
        // Times are whole milliseconds.
        ...(after && { from: sql`${after}::timestamptz + interval '1 millisecond'` }),
        limit,
        withSource: true,
      }),
  },
  where: byAccount("snapshots.account_id"),
  key: ["snapshots.time"],
  columns: {
    time: timestamp("snapshots.time"),
    balance: decimal("snapshots.balance", 2),
    equity: decimal("snapshots.equity", 2),
    receivedAt: timestamp("snapshots.received_at"),
  },
};

export const tradesPart: OwnDataPart = {
  name: "records/trades",
  about: "Trades, derived from the deals",
  table: "trades",
  where: byAccount("trades.account_id"),
  key: ["trades.stage_id", "trades.position"],
  columns: {
    stageId: integer("trades.stage_id"),
    position: text("trades.position"),
    symbol: text("trades.symbol"),
    side: text("trades.side"),
    volume: storedDecimal("trades.volume"),
    openTime: timestamp("trades.open_time"),
    openPrice: storedDecimal("trades.open_price"),
    closeTime: timestamp("trades.close_time"),
    closePrice: storedDecimal("trades.close_price"),
    profit: decimal("trades.profit", 2),
    commission: decimal("trades.commission", 2),
    swap: decimal("trades.swap", 2),
    fee: decimal("trades.fee", 2),
    net: decimal("trades.net", 2),
    hasConflict: boolean("trades.has_conflict"),
  },
};

export const tradingDaysPart: OwnDataPart = {
  name: "records/days",
  about: "Trading days, derived from the records",
  table: "trading_days",
  where: byAccount("trading_days.account_id"),
  key: ["trading_days.stage_id", "trading_days.day"],
  columns: {
    stageId: integer("trading_days.stage_id"),
    day: text("trading_days.day"),
    startsAt: timestamp("trading_days.starts_at"),
    endsAt: timestamp("trading_days.ends_at"),
    openingBalance: decimal("trading_days.opening_balance", 2),
    closingBalance: decimal("trading_days.closing_balance", 2),
    net: decimal("trading_days.net", 2),
    trades: integer("trading_days.trades"),
    wins: integer("trading_days.wins"),
    losses: integer("trading_days.losses"),
    equityLow: decimal("trading_days.equity_low", 2),
    equityHigh: decimal("trading_days.equity_high", 2),
  },
};
