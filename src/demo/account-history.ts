import { randomUUID } from "node:crypto";
import type { accountSnapshot } from "../business/traders/accounts/change-account.ts";
import type { Clock } from "../platform/time/clock.ts";
import { DAY, HOUR, MINUTE } from "../platform/time/durations.rule.ts";
import { formatDecimal } from "../platform/money/money.ts";
import { type DemoTrader, toDate } from "./demo-trader.ts";
import type { AuditActor } from "../identity/audit/record-event.ts";
import { seedOf } from "./demo-traders.ts";
import { isWeekday, SESSION, startOfDay } from "./trading/market.ts";

export type AccountState = ReturnType<typeof accountSnapshot>;

/** One change of an account by the back office. */
export interface AccountStep {
  at: Date;
  patch: Partial<AccountState>;
}

/** The initial state of an account. */
export const newAccount: AccountState = {
  balance: "0.00",
  profitLoss: "0.00",
  status: "pending",
  payoutEnabled: false,
  login: null,
  server: null,
  phase: null,
  dailyDrawdownLimit: null,
  overallLossLimit: null,
  profitTarget: null,
};

/**
 * Returns the changes that lead to an account's current state: the set-up, the phases, the enabling of payouts, and
 * finally the result or the stop of the account.
 * @param final the current state
 */
export function accountHistory(
  clock: Clock,
  demoTrader: DemoTrader,
  final: AccountState,
  seed: number,
): AccountStep[] {
  const steps = [
    setUpStep(clock, demoTrader, final, seed),
    ...phaseSteps(clock, demoTrader, final),
  ];
  const results = { balance: final.balance, profitLoss: final.profitLoss };
  const stopped = final.status === "breached" || final.status === "under-review";
  if (stopped) {
    steps.push({
      at: stopTime(clock, demoTrader, steps, seed),
      patch: { status: final.status, ...results },
    });
  } else {
    // Within the last week, but after the set-up.
    const [{ at }] = steps as [AccountStep];
    const day = toDate(clock, [2 + (seed % 6), "12:00"]);
    steps.push({ at: nextOfficeHour(clock, at > day ? at : day, seed), patch: results });
  }
  if (demoTrader.payouts && !final.payoutEnabled) {
    const last = toDate(clock, demoTrader.payouts.at(-1)![0]);
    const decided = nextOfficeHour(clock, last, seed).getTime() + 10 * MINUTE;
    const at = new Date(Math.max(decided, steps.at(-1)!.at.getTime()));
    steps.push({ at, patch: { payoutEnabled: false } });
  }
  return steps;
}

function setUpStep(
  clock: Clock,
  demoTrader: DemoTrader,
  final: AccountState,
  seed: number,
): AccountStep {
  const { size } = demoTrader.account;
  const balance = formatDecimal(BigInt(size) * 100n);
  const [first] = passedPhases(demoTrader);
  const isRunning = final.status !== "pending" || (demoTrader.certificates?.length ?? 0) > 0;
  return {
    at: nextOfficeHour(clock, toDate(clock, demoTrader.joined), seed),
    patch: {
      ...final,
      balance,
      profitLoss: "0.00",
      status: isRunning ? "active" : "pending",
      phase: first?.phase ?? final.phase,
      payoutEnabled: false,
    },
  };
}

/** Returns the phases that were passed and their times, derived from the certificates. */
function passedPhases({ certificates = [] }: DemoTrader) {
  const passed = certificates.flatMap(([achievement, at]) =>
    typeof achievement === "string" && achievement !== "Funded" ? [{ phase: achievement, at }] : [],
  );
  const funded = certificates.find(([achievement]) => achievement === "Funded")?.[1];
  // A funded trader passed at least one phase, even without a certificate for it.
  if (funded && passed.length === 0) return [{ phase: "Phase 1" as const, at: funded }];
  if (funded) passed[passed.length - 1]!.at = funded;
  return passed;
}

function phaseSteps(clock: Clock, demoTrader: DemoTrader, final: AccountState): AccountStep[] {
  const phases = passedPhases(demoTrader);
  return phases.map(({ at }, index) => {
    const phase = phases[index + 1]?.phase ?? final.phase;
    const isLast = index === phases.length - 1;
    return {
      // Shortly before the certificate is issued.
      at: new Date(toDate(clock, at).getTime() - 6 * MINUTE),
      patch: {
        phase,
        ...(isLast && final.status === "pending" && { status: "pending" as const }),
        ...(isLast && (final.payoutEnabled || demoTrader.payouts) && { payoutEnabled: true }),
      },
    };
  });
}

/** Returns a time before the last payout request if it was rejected, otherwise some days after the last event. */
function stopTime(clock: Clock, demoTrader: DemoTrader, steps: AccountStep[], seed: number): Date {
  const last = demoTrader.payouts?.at(-1);
  if (last?.[4] === "rejected") {
    return nextOfficeHour(clock, new Date(toDate(clock, last[0]).getTime() - 2 * DAY), seed);
  }
  const relativeTimes = [last?.[0], demoTrader.certificates?.at(-1)?.[1]].filter(
    (time) => time !== undefined,
  );
  const times = [...relativeTimes.map((time) => toDate(clock, time)), ...steps.map(({ at }) => at)];
  const latest = Math.max(...times.map((time) => time.getTime()));
  const delay = Math.min((clock.now().getTime() - latest) / 3, 20 * DAY);
  return nextOfficeHour(clock, new Date(latest + delay), seed);
}

/** Returns the administrator of the demo's history, which only appears in the audit log and cannot sign in. */
export function backOfficeActor() {
  const caller = { address: "203.0.113.10", requestId: randomUUID(), userAgent: null };
  return { kind: "administrator", id: null, label: "Back office", caller } satisfies AuditActor;
}

/**
 * Returns the time at which the back office handles something: during office hours of the next day, or 25 minutes later
 * if that would be in the future.
 * @param seed varies the time of day
 */
export function nextOfficeHour(clock: Clock, after: Date, seed: number): Date {
  const nextDay = (Math.floor(after.getTime() / DAY) + 1) * DAY;
  const time = (9 + ((seed * 5) % 8)) * HOUR + ((seed * 17) % 60) * MINUTE;
  const planned = nextDay + time;
  return new Date(planned < clock.now().getTime() ? planned : after.getTime() + 25 * MINUTE);
}

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
