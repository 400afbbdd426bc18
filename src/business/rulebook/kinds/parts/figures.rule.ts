import { parseCents } from "../../../../platform/money/money.ts";

/** Figures of rules in cents and in words. Their text has already been validated by the schema of rules. */

/** What a percentage of a rule may refer to. */
export type FigureBase = "initial" | "reference" | "peak";

/** A fixed amount, or a percentage of a base: `{ amount: "5000.00" }` or `{ percent: "5", of: "initial" }`. */
export type Figure<Base extends FigureBase = FigureBase> =
  { amount: string } | { percent: string; of: Base };

/** Formats cents in the currency of a stage, such as `$5,000.00`. */
export type MoneyWords = (cents: bigint) => string;

/** Converts an amount such as `5000.00` to cents. */
export function ruleCents(amount: string): bigint {
  return parseCents(amount, Number.POSITIVE_INFINITY)!;
}

/** Converts a figure to cents. @param base the amount in cents that a percentage refers to */
export function figureCents(
  figure: { amount: string } | { percent: string },
  base: bigint,
): bigint {
  return "amount" in figure ? ruleCents(figure.amount) : percentOf(base, figure.percent);
}

/** 100% in hundredths of a percent. */
export const EVERYTHING = 10_000n;

/** Parses a percentage such as `5` or `5.25` into hundredths of a percent. */
export function percentHundredths(percent: string): bigint {
  return parseCents(percent)!;
}

/** Returns a percentage of an amount in cents, rounded half away from zero to the cent. */
export function percentOf(cents: bigint, percent: string): bigint {
  const tenThousandths = cents * percentHundredths(percent);
  const half = tenThousandths < 0n ? -5_000n : 5_000n;
  return (tenThousandths + half) / EVERYTHING;
}

/** Formats a number of days: `10 days`, `1 day`. */
export function dayCount(days: number): string {
  return `${days.toLocaleString("en-US")} ${days === 1 ? "day" : "days"}`;
}

/** Formats a count for a sentence: `1 day`, `4 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats `5.50` as `5.5%`. */
export function percentWords(percent: string): string {
  const [whole, fraction = ""] = percent.split(".");
  const decimals = fraction.replace(/0+$/, "");
  return `${BigInt(whole!)}${decimals && `.${decimals}`}%`;
}

const bases: Readonly<Record<FigureBase, string>> = {
  initial: "of the initial balance",
  reference: "of the day's reference",
  peak: "of the peak",
};

/** Describes a figure without reference to a balance: `$5,000.00` or `5% of the initial balance`. */
export function figureWords(figure: Figure, money: MoneyWords): string {
  if ("amount" in figure) return money(ruleCents(figure.amount));
  return `${percentWords(figure.percent)} ${bases[figure.of]}`;
}

/**
 * Describes a figure for a balance: `$5,000.00 (5% of the initial balance)`. At the start of a stage, reference and
 * peak equal the initial balance.
 */
export function figureInMoney(figure: Figure, initialBalance: bigint, money: MoneyWords): string {
  const cents = figureCents(figure, initialBalance);
  if ("amount" in figure) return money(cents);
  if (figure.of === "initial") return `${money(cents)} (${figureWords(figure, money)})`;
  return `${percentWords(figure.percent)} of it, at first ${money(cents)}`;
}
