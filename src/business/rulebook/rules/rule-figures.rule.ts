import type { LimitRule, ObjectiveRule, PayoutRules } from "./rules.schema.ts";
import { parseCents } from "../../../platform/money/money.ts";

/** The wording of figures in rules. */

export type Rule = LimitRule | ObjectiveRule;
export type RuleAmount =
  { amount: string } | { percent: string; of: "initial" | "reference" | "peak" };
type RuleKind = Rule["kind"];

export const ruleNames: Record<RuleKind, string> = {
  daily_loss: "Daily loss",
  max_loss: "Maximum loss",
  open_loss: "Open loss",
  max_position: "Largest position",
  flat_by: "Flat by",
  inactivity: "Inactivity",
  profit_target: "Profit target",
  min_trading_days: "Trading days",
  consistency: "Consistency",
};

export const payoutNames: Record<keyof PayoutRules, string> = {
  sharePercent: "Share",
  firstAfterDays: "First payout after",
  everyDays: "Next payout after",
  minimum: "Minimum payout",
  minimumWinningDays: "Winning days",
  winningDayMinimum: "Profit of a winning day",
  bestDayAtMostPercent: "Best day",
  bufferAmount: "Buffer",
};

/** Formats a number of days: `10 days`, `1 day`. */
export function dayCount(days: number): string {
  return `${days.toLocaleString("en-US")} ${days === 1 ? "day" : "days"}`;
}

/** Formats cents in the currency of a stage, such as `$5,000.00`. */
export type MoneyWords = (cents: bigint) => string;

/** Formats `5.50` as `5.5%`. */
export function percentWords(percent: string): string {
  const [whole, fraction = ""] = percent.split(".");
  const decimals = fraction.replace(/0+$/, "");
  return `${BigInt(whole!)}${decimals && `.${decimals}`}%`;
}

const bases = {
  initial: "of the initial balance",
  reference: "of the day's reference",
  peak: "of the peak",
};

/** Describes a figure without reference to a balance: `$5,000.00` or `5% of the initial balance`. */
export function figureWords(figure: RuleAmount, money: MoneyWords): string {
  if ("amount" in figure) return money(ruleCents(figure.amount));
  return `${percentWords(figure.percent)} ${bases[figure.of]}`;
}

/**
 * Describes a figure for a balance: `$5,000.00 (5% of the initial balance)`. At the start of a stage, reference and
 * peak equal the initial balance.
 */
export function figureInMoney(
  figure: RuleAmount,
  initialBalance: bigint,
  money: MoneyWords,
): string {
  const cents = figureCents(figure, initialBalance);
  if ("amount" in figure) return money(cents);
  if (figure.of === "initial") return `${money(cents)} (${figureWords(figure, money)})`;
  return `${percentWords(figure.percent)} of it, at first ${money(cents)}`;
}

/** Amounts and percentages of rules. Their text has already been validated by the schema of rules. */

/** A fixed amount, or a percent of a base: `{ amount: "5000.00" }` or `{ percent: "5" }`. */
type Figure = { amount: string } | { percent: string };

/** Converts an amount such as `5000.00` to cents. */
export function ruleCents(amount: string): bigint {
  return parseCents(amount, Number.POSITIVE_INFINITY)!;
}

/** Converts a figure to cents. @param base the amount in cents that a percentage refers to */
export function figureCents(figure: Figure, base: bigint): bigint {
  return "amount" in figure ? ruleCents(figure.amount) : percentOf(base, figure.percent);
}

/** Parses a percentage such as `5` or `5.25` into hundredths of a percent. */
export function percentHundredths(percent: string): bigint {
  return parseCents(percent)!;
}

/** Returns a percentage of an amount in cents, rounded half away from zero to the cent. */
export function percentOf(cents: bigint, percent: string): bigint {
  const tenThousandths = cents * percentHundredths(percent);
  const half = tenThousandths < 0n ? -5_000n : 5_000n;
  return (tenThousandths + half) / 10_000n;
}
