import { DAY, MINUTE } from "../../platform/time/durations.rule.ts";
import type { DemoTrader } from "../demo-trader.ts";
import { toDate } from "../demo-trader.ts";
import { type LadderName, ladders } from "../ladders.ts";
import type { Market } from "../trading/market.ts";
import { Random } from "../trading/random.ts";
import type { PastStage } from "./former-customers.ts";
import { tradePast } from "./past-stage.ts";

/** Attempts to pass in time; each has a seed of its own. */
const ATTEMPTS = 200;

/**
 * Returns the stages that a trader of the demo has passed before the present one, which begins at `until`; they end when
 * their certificates were issued.
 * @param step the present one, from 1
 */
export function earlierStages(
  demoTrader: DemoTrader,
  { ladder, step, until, now }: { ladder: LadderName; step: number; until: Date; now: Date },
  market: Market,
): PastStage[] {
  const clock = { now: () => now };
  const { certificates = [], account } = demoTrader;
  const login = Number(account.platform![0]);
  const passed = (ladders[ladder] as readonly string[]).slice(0, step - 1);
  let startedAt = new Date(toDate(clock, demoTrader.joined).getTime() + 9 * MINUTE);
  const whole = until.getTime() - startedAt.getTime();
  return passed.map((phase, index) => {
    const certified = certificates.find(([achievement]) => achievement === phase)?.[1];
    const share = startedAt.getTime() + whole / (passed.length + 1);
    const endedAt = certified
      ? new Date(toDate(clock, certified).getTime() - 6 * MINUTE)
      : new Date(share);
    const positions = pass(market, login + index * 7919, {
      size: account.size,
      startedAt: startedAt.getTime(),
      until: endedAt.getTime(),
      target: phase === "Phase 2" ? 5 : 8,
    });
    const stage = {
      step: index + 1,
      login: String(login - 900_000 + 300_000 * index),
      outcome: "passed",
    } as const;
    const found = { ...stage, startedAt, positions, endedAt };
    startedAt = new Date(endedAt.getTime() + MINUTE);
    return found;
  });
}

interface Passing {
  size: number;
  startedAt: number;
  until: number;
  target: number;
}

function pass(market: Market, seed: number, passing: Passing) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const random = new Random(seed + attempt * 31);
    const plan = { ...passing, outcome: "passed", days: [0, 0] } as const;
    const positions = tradePast(market, random, plan);
    if (positions) return positions;
  }
  const days = Math.floor((passing.until - passing.startedAt) / DAY);
  throw new Error(`A stage cannot be passed within ${days} days`);
}
