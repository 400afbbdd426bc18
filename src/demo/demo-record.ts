import { formatDecimal, parseCents } from "../platform/money/money.ts";
import type { DemoAccount, DemoTrader, Following } from "./demo-trader.ts";
import { demoTraders } from "./demo-traders.ts";
import type { DemoCancelledOrder, DemoStatement, DemoTrade } from "./statements/demo-statement.ts";
import { tradeToResult } from "./trading/closing-day.ts";
import {
  commissionOf,
  type DemoSnapshot,
  equityLine,
  type Position,
  profitAt,
  swapOf,
} from "./trading/position.ts";
import { formatPrice, isFriday, Market, SESSION } from "./trading/market.ts";
import { Random } from "./trading/random.ts";
import { follow } from "./trading/follow.ts";
import { releaseOn } from "./trading/releases.ts";
import { type Ending, endsAsPlanned, styleOf, type TradingPlan } from "./trading/trading-plan.ts";
import { TradingAccount } from "./trading/trading-account.ts";
import { type TradingPeriod, tradingPeriodOf } from "./account-history.ts";
import { parseLimit } from "../business/traders/accounts/account.rule.ts";
import { MINUTE, SECOND } from "../platform/time/durations.rule.ts";

/** The trading record of a demo trader, as a trading platform would print and report it. */
export interface DemoRecord {
  statement: DemoStatement;
  snapshots: DemoSnapshot[];
}

/** Returns whether the account was set up on the platform and has been traded. */
export function isTraded({ account: { platform, profit, follows } }: DemoTrader): boolean {
  return platform !== undefined && (follows !== undefined || parseCents(profit) !== 0n);
}

/** Attempts to trade as planned; each has a seed of its own. */
const ATTEMPTS = 60;

/**
 * Creates the record of a demo trader's account. It starts with a deposit of the account's size, and ends with the
 * account's profit to the cent, unless it follows another one. The result only depends on the trader and the day.
 * @returns `undefined` if the account has not been traded
 */
export function demoRecordOf(
  demoTrader: DemoTrader,
  now: Date,
  market = new Market(),
): DemoRecord | undefined {
  if (!isTraded(demoTrader)) return undefined;
  const period = tradingPeriodOf(demoTrader, now);
  const { follows } = demoTrader.account;
  if (follows) return followingRecord(demoTrader, follows, { period, now, market });
  const { statement, snapshots } = tradedRecord(demoTrader, period, market);
  return { statement, snapshots };
}

/** The record of an account, with the positions in it. */
type TradedRecord = DemoRecord & { positions: readonly Position[] };

function tradedRecord(demoTrader: DemoTrader, period: TradingPeriod, market: Market): TradedRecord {
  const plan = planTrading(demoTrader, period.days.length);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const random = new Random(Number(demoTrader.account.platform![0]) * 64 + attempt);
    const positions = trade(market, plan, period, random);
    if (!positions) continue;
    const snapshots = equityLine(market, positions, plan.initialBalance, period.until);
    if (!endsAsPlanned(plan, snapshots)) continue;
    const statement = printStatement(demoTrader, { period, positions, random });
    return { statement, snapshots, positions };
  }
  throw new Error(`${demoTrader.name} cannot reach the result of the account`);
}

/** Repeats what the other account has traded since this one was funded. */
function followingRecord(
  demoTrader: DemoTrader,
  following: Following,
  { period, now, market }: { period: TradingPeriod; now: Date; market: Market },
): DemoRecord {
  const { account } = demoTrader;
  const leader = demoTraders.find((each) => each.account.platform?.[0] === following.login)!;
  const led = tradedRecord(leader, tradingPeriodOf(leader, now), market);
  const random = new Random(Number(account.platform![0]) * 64);
  const positions = follow(market, led.positions, following, { period, random });
  const initialBalance = BigInt(account.size) * 100n;
  return {
    statement: printStatement(demoTrader, { period, positions, random }),
    snapshots: equityLine(market, positions, initialBalance, period.until),
  };
}

function trade(
  market: Market,
  plan: TradingPlan,
  { days, end, until }: TradingPeriod,
  random: Random,
): Position[] | undefined {
  const account = new TradingAccount(market, plan, random);
  const lastDay = days.at(-1)!;
  const earlier = days.slice(0, -1);
  for (const [index, day] of earlier.entries()) {
    const usual = plan.style.tradesPerDay * (isFriday(day) ? 0.5 : 1);
    const count = Math.floor(usual * random.between(0.5, 1.5) + random.next());
    account.tradeDay(day, count, (index + 1) / earlier.length, lastDay, releaseFor(plan, day));
  }
  const window = { from: lastDay + SESSION.from, to: end };
  const missing = plan.result - account.profit;
  if (!tradeToResult(account, random, window, { missing, risk: plan.risk })) return undefined;
  for (let count = 0; count < plan.openPositions; count += 1) account.openUntil(window, until);
  return account.positions;
}

/** Day traders and scalpers trade the news. */
const releaseFor = ({ style }: TradingPlan, day: number) =>
  style.tradesReleases ? releaseOn(day) : undefined;

/**
 * Plans the trading record that matches the state of a demo trader's account.
 * @param days the number of trading days
 */
function planTrading({ account }: DemoTrader, days: number): TradingPlan {
  const login = Number(account.platform![0]);
  const size = account.size * 100;
  const result = Number(parseCents(account.profit));
  const style = styleOf(login);
  const { dailyLimit, overallLimit } = limitsOf(account);
  const ending = endingOf(account.status, result, { dailyLimit, overallLimit });
  // The risk of a trade is higher if the result could not be reached otherwise.
  const needed = Math.abs(result) / (0.25 * days * style.tradesPerDay);
  const risk = Math.min(Math.max(style.risk * size, needed), 0.25 * dailyLimit);
  return {
    style,
    initialBalance: BigInt(size),
    result,
    aim: aimOf(ending, { result, risk, dailyLimit }),
    risk,
    dailyLimit,
    overallLimit,
    ending,
    openPositions: account.status === "active" ? Math.floor(login / 2) % 3 : 0,
  };
}

/** Returns the losses in cents that end an account; without a limit, all of it. */
export function limitsOf({ size, limits }: Pick<DemoAccount, "size" | "limits">) {
  const start = { balance: formatDecimal(BigInt(size) * 100n), profitLoss: "0.00" };
  const limit = (text: string | null | undefined) =>
    Number(parseLimit(text ?? null, start) ?? size * 100);
  return { dailyLimit: limit(limits?.[0]), overallLimit: limit(limits?.[1]) };
}

/**
 * Returns how the record ends: with a breach if the account was stopped after a large loss, even if the breach is still
 * under review.
 */
function endingOf(
  status: string,
  result: number,
  { dailyLimit, overallLimit }: Pick<TradingPlan, "dailyLimit" | "overallLimit">,
): Ending {
  if (status === "active" || -result <= dailyLimit) return "within-limits";
  return -result > overallLimit ? "overall-loss" : "daily-loss";
}

function aimOf(
  ending: Ending,
  { result, risk, dailyLimit }: Pick<TradingPlan, "result" | "risk" | "dailyLimit">,
) {
  if (ending === "daily-loss") return result + 1.05 * dailyLimit + risk;
  return ending === "overall-loss" ? result + 3.5 * risk : 0.94 * result;
}

interface TradingHistory {
  period: TradingPeriod;
  positions: readonly Position[];
  random: Random;
}

/** Returns the statement that a trading platform would issue for these positions. Orders are numbered by time. */
function printStatement(
  { name, account }: DemoTrader,
  { period, positions, random }: TradingHistory,
): DemoStatement {
  const numbers = numberOrders(positions, random);
  const fundedAt = wholeSecond(period.fundedAt);
  return {
    login: account.platform![0],
    name: name ?? "",
    currency: "USD",
    company: "Propdesk",
    timeZone: "UTC",
    printedAt: wholeSecond(period.until),
    operations: [
      {
        ticket: numbers.deposit,
        time: fundedAt,
        amount: BigInt(account.size) * 100n,
        comment: "Initial balance",
      },
    ],
    trades: positions
      .toSorted((a, b) => a.openTime - b.openTime)
      .map((position) => printTrade(position, numbers.orders.get(position)!)),
    cancelledOrders: createCancelledOrders(positions, random, numbers.last),
  };
}

interface OrderNumbers {
  open: number;
  close: number;
}

function numberOrders(positions: readonly Position[], random: Random) {
  const deposit = random.integer(21_000_000, 29_000_000);
  const orders = new Map<Position, OrderNumbers>(
    positions.map((position) => [position, { open: 0, close: 0 }]),
  );
  const events = positions.flatMap((position) => [
    { time: position.openTime, position, which: "open" as const },
    ...(position.exit ? [{ time: position.exit.time, position, which: "close" as const }] : []),
  ]);
  let last = deposit;
  for (const { position, which } of events.toSorted((a, b) => a.time - b.time)) {
    // Other accounts of the platform place orders in between.
    last += random.integer(3, 400);
    orders.get(position)![which] = last;
  }
  return { deposit, orders, last };
}

function printTrade(position: Position, { open, close }: OrderNumbers): DemoTrade {
  const { instrument, side, volume, openTime, openPrice, exit } = position;
  return {
    order: open,
    symbol: instrument.symbol,
    side,
    volume: (volume / 100).toFixed(2),
    openTime,
    openPrice: formatPrice(instrument, openPrice),
    ...(exit && {
      closed: {
        order: close,
        time: exit.time,
        price: formatPrice(instrument, exit.price),
        commission: commissionOf(position),
        swap: swapOf(position, exit.time),
        profit: profitAt(position, exit.price),
      },
    }),
  };
}

/** Creates limit orders that were placed before some of the trades and later cancelled. */
function createCancelledOrders(
  positions: readonly Position[],
  random: Random,
  last: number,
): DemoCancelledOrder[] {
  const chosen = positions.filter(() => random.chance(0.05)).slice(0, 6);
  return chosen.map(({ instrument, side, volume, openTime, openPrice }, index) => {
    const distance = Math.round(openPrice * instrument.dailyMove * 0.4);
    const time = wholeSecond(openTime - random.between(5, 60) * MINUTE);
    return {
      order: last + 1000 + index,
      symbol: instrument.symbol,
      type: `${side} limit` as const,
      volume: (volume / 100).toFixed(2),
      price: formatPrice(instrument, side === "buy" ? openPrice - distance : openPrice + distance),
      time,
      cancelledAt: wholeSecond(time + random.between(40, 300) * MINUTE),
    };
  });
}

function wholeSecond(time: number): number {
  return Math.floor(time / SECOND) * SECOND;
}
