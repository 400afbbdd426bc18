import type { Action, FeedAccount } from "../../examples/bridge/bridge.ts";
import type { OpenPosition, PlatformAccount } from "../../src/demo/simulator/simulated-account.ts";
import {
  formatPrice,
  type Instrument,
  instruments,
  type Market,
} from "../../src/demo/trading/market.ts";
import { profitAt } from "../../src/demo/trading/position.ts";
import { HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";

/** A Monday, in the morning. */
export const START = Date.parse("2026-03-02T10:00:00Z");

/** An account of 100,000 at a simulated platform, with a daily limit of 5,000. */
export function platformAccount(changes: Partial<PlatformAccount> = {}): PlatformAccount {
  return {
    userId: 1,
    stageId: 1,
    login: "5002001",
    name: "Olivia Bennett",
    initialBalance: 10_000_000n,
    balance: 10_000_000n,
    dayOpening: 10_000_000n,
    dailyLimit: 500_000,
    positions: [],
    until: START,
    lastTicket: 1000,
    bookings: [],
    isEnabled: true,
    ...changes,
  };
}

/** A position that the record of an account leaves open. */
export function openPosition(market: Market, openTime = START - HOUR) {
  const [instrument] = instruments as [Instrument];
  const openPrice = market.openPriceAt(instrument, "buy", openTime);
  return { id: "990", instrument, side: "buy" as const, volume: 50, openTime, openPrice };
}

/** A position that was opened two minutes ago, and has lost this many dollars. */
export function losingPosition(market: Market, loss: number) {
  const position = openPosition(market, START - 2 * MINUTE);
  const { instrument, openTime } = position;
  const lossOf = (side: "buy" | "sell") => {
    const openPrice = market.openPriceAt(instrument, side, openTime);
    const price = market.closePriceAt(instrument, side, START);
    const lossOfLot = -Number(profitAt({ instrument, side, volume: 100, openPrice }, price));
    return { side, openPrice, lossOfLot };
  };
  const [buy, sell] = [lossOf("buy"), lossOf("sell")];
  const { lossOfLot, ...lost } = buy.lossOfLot > sell.lossOfLot ? buy : sell;
  return { ...position, ...lost, volume: Math.ceil((loss * 10_000) / lossOfLot) };
}

/** The deal that opened a position, as a bridge feeds it. */
export function entryDeal({ id, instrument, side, volume, openTime, openPrice }: OpenPosition) {
  return {
    ticket: id,
    position: id,
    time: new Date(openTime).toISOString(),
    entry: "in",
    symbol: instrument.symbol,
    side,
    volume: (volume / 100).toFixed(2),
    price: formatPrice(instrument, openPrice),
  };
}

export function actionOf(kind: Action["kind"], fields: Partial<Action> = {}): Action {
  const asked = { id: 1, userId: 1, stageId: 1, login: "5002001", amount: null, attempts: 1 };
  const requestedAt = new Date(START).toISOString();
  return {
    ...asked,
    account: null,
    requestedAt,
    kind,
    reason: "Agreed",
    cause: { kind: "person", id: null },
    ...fields,
  };
}

/** Joins the records that several calls returned for one account. */
export function joined(batches: FeedAccount[][]): Omit<FeedAccount, "login"> {
  const all = batches.flat();
  return {
    deals: all.flatMap(({ deals }) => deals),
    operations: all.flatMap(({ operations }) => operations),
    snapshots: all.flatMap(({ snapshots }) => snapshots),
  };
}
