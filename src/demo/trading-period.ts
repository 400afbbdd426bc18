import type { Clock } from "../platform/time/clock.ts";
import { DAY, HOUR, MINUTE } from "../platform/time/durations.rule.ts";
import { accountHistory, type AccountStep, newAccount } from "./account-history.ts";
import { type DemoTrader, toDate } from "./demo-trader.ts";
import { seedOf } from "./demo-traders.ts";
import { isWeekday, SESSION, startOfDay } from "./trading/market.ts";

/** A record covers at most the last eight weeks of trading. */
const LONGEST = 56 * DAY;
const FEWEST_DAYS = 3;

/** The period from the funding of an account until its stop, or until now. */
export interface TradingPeriod {
  fundedAt: number;
  /** The starts of the weekdays in the period, oldest first; trading on the last one ends at `end`. */
  days: number[];
  /** The last moment at which a position can be closed. */
  end: number;
  /** The last moment of the record: the stop of the account, or now. */
  until: number;
}

/** Returns when an account was stopped; `undefined` if it was not. */
export function stopOf(demoTrader: DemoTrader, now: Date): Date | undefined {
  return stepsOf(demoTrader, now).find(({ patch }) => isStop(patch.status))?.at;
}

/** Returns the period since the current phase began or since the last payout, after which an account is reset. */
export function tradingPeriodOf(demoTrader: DemoTrader, now: Date): TradingPeriod {
  const clock: Clock = { now: () => now };
  const { payouts = [] } = demoTrader;
  const steps = stepsOf(demoTrader, now);
  const stop = steps.find(({ patch }) => isStop(patch.status))?.at.getTime();
  const until = stop === undefined ? now.getTime() : stop - 40 * MINUTE;
  const paid = payouts
    .filter(([, , , , status]) => status === "approved")
    .map(([requested]) => toDate(clock, requested).getTime() + DAY);
  const begun = steps.filter(({ patch }) => patch.phase).map(({ at }) => at.getTime());
  const starts = [...begun, ...paid].filter((time) => time < until);
  return daysBetween(Math.max(...starts), until);
}

function stepsOf(demoTrader: DemoTrader, now: Date): AccountStep[] {
  const { account } = demoTrader;
  const final = { ...newAccount, ...account, phase: account.phase ?? null };
  return accountHistory({ now: () => now }, demoTrader, final, seedOf(demoTrader));
}

function isStop(status: string | undefined): boolean {
  return status === "breached" || status === "under-review";
}

function daysBetween(start: number, until: number): TradingPeriod {
  const today = startOfDay(until);
  // The last day must have enough hours for its trades.
  let day = until >= today + 12 * HOUR ? today : today - DAY;
  const days: number[] = [];
  const earliest = Math.max(start, until - LONGEST);
  for (; days.length < FEWEST_DAYS || day > earliest; day -= DAY) {
    if (isWeekday(day)) days.unshift(day);
  }
  const isWithin = start >= earliest && start < days[0]!;
  const fundedAt = isWithin ? start : days[0]! + 5 * HOUR + (start % (90 * MINUTE));
  const end = Math.min(days.at(-1)! + SESSION.to, until - 10 * MINUTE);
  return { fundedAt, days, end, until };
}
