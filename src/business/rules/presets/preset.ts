import type { LimitRule, ObjectiveRule, PayoutRules, RuleOf, Rules } from "../rules.schema.ts";

/** The published rules of one phase of a firm's programme. */
export interface Preset {
  /** Never changes and is never reused. */
  id: number;
  firm: string;
  programme: string;
  phase: string;
  /** The account size; `null` if no amount depends on it. */
  initialBalance: string | null;
  rules: Rules;
  /** The pages that were read, with the date of the page or, if it has none, the date of access. */
  sources: PresetSource[];
  /** What the rules cannot express, and what could not be confirmed. */
  notes: string;
}

export interface PresetSource {
  url: string;
  date: string;
}

/** A phase as the firms' files define it. Everything else is the same for all presets. */
interface PresetPhase extends Omit<Preset, "initialBalance" | "rules"> {
  /** Whole dollars. */
  size?: number;
  day: Rules["day"];
  limits: LimitRule[];
  objectives?: ObjectiveRule[];
  payout?: PayoutRules;
}

/**
 * How long equity may go unobserved and still count as observed. Firms do not publish this; it is Propdesk's
 * default.
 */
const observation = { maxGapSeconds: 300 };

export function preset(phase: PresetPhase): Preset {
  const { size, day, limits, objectives = [], payout = null, ...described } = phase;
  return {
    ...described,
    initialBalance: size === undefined ? null : dollars(size),
    rules: { day, observation, limits, objectives, payout },
  };
}

/** For `notes`, if the firm's own page could not be opened and only dated records by third parties were available. */
export const secondHand = "The firm's own pages could not be read; third-party copies were used.";

/** Midnight of MetaTrader servers that run seven hours ahead of New York. */
export const newYorkClose = { timeZone: "America/New_York", startsAt: "17:00" };
/** The session of CME futures. */
export const chicagoSession = { timeZone: "America/Chicago", startsAt: "17:00" };

function dollars(whole: number): string {
  return `${whole}.00`;
}

export const usd = (whole: number) => ({ amount: dollars(whole) });
export const ofInitial = (percent: string) => ({ percent, of: "initial" as const });
export const ofReference = (percent: string) => ({ percent, of: "reference" as const });

type Fields<Kind extends LimitRule["kind"], Required extends keyof RuleOf<Kind>> = Pick<
  RuleOf<Kind>,
  Required
> &
  Partial<Omit<RuleOf<Kind>, "kind">>;

/** A limit on the loss of equity from the balance at the start of the day, unless the fields specify otherwise. */
export function dailyLoss(fields: Fields<"daily_loss", "limit">): LimitRule {
  return {
    kind: "daily_loss",
    from: "balance",
    measured: "equity",
    breachedWhen: "below",
    consequence: "fail",
    ...fields,
  };
}

/** A limit on the loss of equity with a static floor below the initial balance, unless the fields specify otherwise. */
export function maxLoss(fields: Fields<"max_loss", "limit">): LimitRule {
  return {
    kind: "max_loss",
    mode: "static",
    locksAt: null,
    onWithdrawal: null,
    measured: "equity",
    breachedWhen: "below",
    consequence: "fail",
    ...fields,
  };
}

/** A trailing limit whose floor ignores withdrawals, because there are none in an evaluation. */
export function trailingLoss(fields: Fields<"max_loss", "limit" | "mode">): LimitRule {
  return maxLoss({ onWithdrawal: "stay", ...fields });
}

/** The platform rejects orders beyond the limit, so a larger position is only reported. */
export function maxPosition(lots: number): LimitRule {
  return { kind: "max_position", volume: dollars(lots), consequence: "pause" };
}

/** The firm closes open positions at that time, so one that is still open is only reported. */
export function flatBy(time: string): LimitRule {
  return { kind: "flat_by", time, consequence: "pause" };
}

export function inactivity(days: number, counts: "deals" | "opened"): LimitRule {
  return { kind: "inactivity", days, counts, consequence: "fail" };
}

export function profitTarget(target: RuleOf<"profit_target">["target"]): ObjectiveRule {
  return { kind: "profit_target", target };
}

export function tradingDays(
  days: number,
  counts: RuleOf<"min_trading_days">["counts"] = "opened",
): ObjectiveRule {
  return { kind: "min_trading_days", days, counts, minimumProfit: null };
}

/** Requires days with a result of at least half a percent of the initial balance. */
export function profitableDays(days: number): ObjectiveRule {
  const minimumProfit = ofInitial("0.5");
  return { kind: "min_trading_days", days, counts: "profitable", minimumProfit };
}

export function bestDay(percent: string): ObjectiveRule {
  return { kind: "consistency", bestDayAtMostPercent: percent };
}

export function payoutTerms(
  fields: Partial<PayoutRules> & Pick<PayoutRules, "sharePercent">,
): PayoutRules {
  return {
    firstAfterDays: 0,
    everyDays: 0,
    minimum: "0.00",
    minimumWinningDays: 0,
    winningDayMinimum: null,
    bestDayAtMostPercent: null,
    bufferAmount: "0.00",
    ...fields,
  };
}
