import { figureCents, ruleCents } from "./rule-amounts.rule.ts";
import type { LimitRule, ObjectiveRule, PayoutRules } from "./rules.schema.ts";

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
