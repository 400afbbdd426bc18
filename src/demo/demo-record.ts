import { parseCents } from "../platform/money/money.ts";
import type { DemoTrader } from "./demo-trader.ts";
import type { DemoStatement } from "./statements/demo-statement.ts";
import { tradeToResult } from "./trading/closing-day.ts";
import { type DemoSnapshot, equityLine } from "./trading/equity-line.ts";
import { type Market, marketUntil } from "./trading/market.ts";
import { isFriday, SESSION } from "./trading/market-hours.ts";
import type { Position } from "./trading/position.ts";
import { Random } from "./trading/random.ts";
import { printStatement } from "./print-statement.ts";
import { endsAsPlanned } from "./trading/plan-check.ts";
import { TradingAccount } from "./trading/trading-account.ts";
import { type TradingPeriod, tradingPeriodOf } from "./trading-period.ts";
import type { TradingPlan } from "./trading/trading-plan.ts";
import { planTrading } from "./plan-trading.ts";

/** The trading record of a demo trader, as a trading platform would print and report it. */
export interface DemoRecord {
  statement: DemoStatement;
  snapshots: DemoSnapshot[];
}

/** Returns whether the account was set up on the platform and has been traded. */
export function isTraded({ account: { platform, profit } }: DemoTrader): boolean {
  return platform !== undefined && parseCents(profit) !== 0n;
}

/** Attempts to trade as planned; each has a seed of its own. */
const ATTEMPTS = 60;

/**
 * Creates the record of a demo trader's account. It starts with a deposit of the account's size, and ends with the
 * account's profit to the cent. The result only depends on the trader and the day.
 * @returns `undefined` if the account has not been traded
 */
export function demoRecordOf(
  demoTrader: DemoTrader,
  now: Date,
  market: Market = marketUntil(now),
): DemoRecord | undefined {
  if (!isTraded(demoTrader)) return undefined;
  const period = tradingPeriodOf(demoTrader, now);
  const plan = planTrading(demoTrader, period.days.length);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const random = new Random(Number(demoTrader.account.platform![0]) * 64 + attempt);
    const positions = trade(market, plan, period, random);
    if (!positions) continue;
    const snapshots = equityLine(market, positions, plan.initialBalance, period.until);
    if (!endsAsPlanned(plan, snapshots)) continue;
    return { statement: printStatement(demoTrader, { period, positions, random }), snapshots };
  }
  throw new Error(`${demoTrader.name} cannot reach the result of the account`);
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
    account.tradeDay(day, count, (index + 1) / earlier.length, lastDay);
  }
  const window = { from: lastDay + SESSION.from, to: end };
  const missing = plan.result - account.profit;
  if (!tradeToResult(account, random, window, { missing, risk: plan.risk })) return undefined;
  for (let count = 0; count < plan.openPositions; count += 1) account.openUntil(window, until);
  return account.positions;
}
