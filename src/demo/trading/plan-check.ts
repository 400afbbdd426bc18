import type { DemoSnapshot } from "./equity-line.ts";
import { startOfDay } from "./market-hours.ts";
import type { TradingPlan } from "./trading-plan.ts";

/** Losses of one day in cents; positive numbers. */
interface DayLoss {
  /** Loss of equity since the start of the day. */
  ofDay: number;
  /** Loss of equity since the funding. */
  overall: number;
  /** Loss of the balance from the start to the end of the day. */
  closed: number;
}

/** The share of each limit within which accounts stay until the day of a breach. */
const MARGIN = 0.9;

/** Returns whether the last day of a breached account exceeds the limit, and no other day does. */
export function endsAsPlanned(plan: TradingPlan, snapshots: readonly DemoSnapshot[]): boolean {
  const { ending, result, dailyLimit, overallLimit, initialBalance } = plan;
  const losses = lossesByDay(snapshots, initialBalance);
  const last = losses.at(-1);
  const isWithin = ({ ofDay, overall }: DayLoss) =>
    ofDay < MARGIN * dailyLimit && overall < MARGIN * overallLimit;
  if (!last || !losses.slice(0, -1).every(isWithin)) return false;
  if (ending === "daily-loss") return last.closed > dailyLimit && last.overall < overallLimit;
  if (ending === "overall-loss") return -result > overallLimit && last.ofDay < dailyLimit;
  return isWithin(last);
}

function lossesByDay(snapshots: readonly DemoSnapshot[], initialBalance: bigint): DayLoss[] {
  let opening = initialBalance;
  const losses: DayLoss[] = [];
  for (const ofDay of Map.groupBy(snapshots, ({ time }) => startOfDay(time)).values()) {
    const lowest = ofDay.reduce((low, { equity }) => (equity < low ? equity : low), opening);
    const closing = ofDay.at(-1)!.balance;
    losses.push({
      ofDay: Number(opening - lowest),
      overall: Number(initialBalance - lowest),
      closed: Number(opening - closing),
    });
    opening = closing;
  }
  return losses;
}
