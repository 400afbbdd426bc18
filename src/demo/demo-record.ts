import { formatDecimal, parseCents } from "../platform/money/money.ts";
import type { DemoAccount, DemoTrader } from "./demo-trader.ts";
import type { DemoStatement } from "./statements/demo-statement.ts";
import { tradeToResult } from "./trading/closing-day.ts";
import { type DemoSnapshot, equityLine } from "./trading/equity-line.ts";
import { isFriday, Market, SESSION } from "./trading/market.ts";
import type { Position } from "./trading/position.ts";
import { Random } from "./trading/random.ts";
import { printStatement } from "./print-statement.ts";
import { type Ending, endsAsPlanned, styleOf, type TradingPlan } from "./trading/trading-plan.ts";
import { TradingAccount } from "./trading/trading-account.ts";
import { type TradingPeriod, tradingPeriodOf } from "./trading-period.ts";
import { parseLimit } from "../business/traders/accounts/account.rule.ts";

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
  market = new Market(),
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
