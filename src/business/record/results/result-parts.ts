import {
  boolean,
  decimal,
  integer,
  storedDecimal,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

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
