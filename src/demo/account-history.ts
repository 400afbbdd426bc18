import type { accountSnapshot } from "../business/accounts/account-snapshot.ts";
import { type Clock, DAY, MINUTE } from "../platform/lib/clock.ts";
import { formatDecimal } from "../platform/money/money.ts";
import { nextOfficeHour } from "./back-office.ts";
import type { DemoTrader } from "./demo-trader.ts";
import { toDate } from "./moment.ts";

export type AccountState = ReturnType<typeof accountSnapshot>;

/** What the back office set at a time. */
export interface AccountStep {
  at: Date;
  patch: Partial<AccountState>;
}

/** An account as it is when it is opened. */
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
 * How an account came to be what it is: set up, moved from phase to phase, enabled for payouts, and
 * at last its results, or what stopped it.
 * @param final the account as it is
 */
export function accountHistory(
  clock: Clock,
  person: DemoTrader,
  final: AccountState,
  salt: number,
): AccountStep[] {
  const steps = [setUp(clock, person, final, salt), ...moves(clock, person, final)];
  const results = { balance: final.balance, profitLoss: final.profitLoss };
  const stopped = final.status === "breached" || final.status === "under-review";
  if (stopped) {
    steps.push({
      at: stopTime(clock, person, steps, salt),
      patch: { status: final.status, ...results },
    });
  } else {
    // Some day of this week, after the set-up.
    const [{ at }] = steps as [AccountStep];
    const day = toDate(clock, [2 + (salt % 6), "12:00"]);
    steps.push({ at: nextOfficeHour(clock, at > day ? at : day, salt), patch: results });
  }
  if (person.payouts && !final.payoutEnabled) {
    const last = toDate(clock, person.payouts.at(-1)![0]);
    const decided = nextOfficeHour(clock, last, salt).getTime() + 10 * MINUTE;
    const at = new Date(Math.max(decided, steps.at(-1)!.at.getTime()));
    steps.push({ at, patch: { payoutEnabled: false } });
  }
  return steps;
}

function setUp(clock: Clock, person: DemoTrader, final: AccountState, salt: number): AccountStep {
  const { size } = person.account;
  const balance = formatDecimal(BigInt(size) * 100n);
  const [first] = phasesOf(person);
  const isRunning = final.status !== "pending" || (person.certificates?.length ?? 0) > 0;
  return {
    at: nextOfficeHour(clock, toDate(clock, person.joined), salt),
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

/** The phases that were passed, and when; certificates tell of them. */
function phasesOf({ certificates = [] }: DemoTrader) {
  const passed = certificates.flatMap(([award, at]) =>
    typeof award === "string" && award !== "Funded" ? [{ phase: award, at }] : [],
  );
  const funded = certificates.find(([award]) => award === "Funded")?.[1];
  // Whoever is funded without a certificate of a phase passed one all the same.
  if (funded && passed.length === 0) return [{ phase: "Phase 1" as const, at: funded }];
  if (funded) passed[passed.length - 1]!.at = funded;
  return passed;
}

function moves(clock: Clock, person: DemoTrader, final: AccountState): AccountStep[] {
  const phases = phasesOf(person);
  return phases.map(({ at }, index) => {
    const phase = phases[index + 1]?.phase ?? final.phase;
    const isLast = index === phases.length - 1;
    return {
      // The certificate follows.
      at: new Date(toDate(clock, at).getTime() - 6 * MINUTE),
      patch: {
        phase,
        ...(isLast && final.status === "pending" && { status: "pending" as const }),
        ...(isLast && (final.payoutEnabled || person.payouts) && { payoutEnabled: true }),
      },
    };
  });
}

/** Before a last request that was rejected for it; else some days after all that was good. */
function stopTime(clock: Clock, person: DemoTrader, steps: AccountStep[], salt: number): Date {
  const last = person.payouts?.at(-1);
  if (last?.[4] === "rejected") {
    return nextOfficeHour(clock, new Date(toDate(clock, last[0]).getTime() - 2 * DAY), salt);
  }
  const moments = [last?.[0], person.certificates?.at(-1)?.[1]].filter(
    (moment) => moment !== undefined,
  );
  const times = [...moments.map((moment) => toDate(clock, moment)), ...steps.map(({ at }) => at)];
  const latest = Math.max(...times.map((time) => time.getTime()));
  const patience = Math.min((clock.now().getTime() - latest) / 3, 20 * DAY);
  return nextOfficeHour(clock, new Date(latest + patience), salt);
}
