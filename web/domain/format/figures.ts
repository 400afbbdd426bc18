import {
  divideRounded,
  formatDecimal,
  formatUnits,
  parseCents,
  storedCents,
} from "../../../src/platform/money/money.ts";

/** `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1 trade`, `12,345 trades`. */
export function formatCountOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a share of a positive whole with its sign and two decimals: `+4.25%`. Both arguments are in cents. */
export function formatSharePoints(part: bigint, whole: bigint): string {
  const points = divideRounded(part * 10_000n, whole);
  return `${points > 0n ? "+" : ""}${formatUnits(points, 2)}%`;
}

/** Formats a ratio with four decimals as a percentage: `"0.5385"` as `53.85%`. */
export function formatRatioPercent(ratio: string): string {
  return `${formatUnits(tenThousandths(ratio), 2)}%`;
}

/** Rounds a ratio with four decimals to two: `"1.4350"` as `1.44`. */
export function formatRatio(ratio: string): string {
  return formatUnits(divideRounded(tenThousandths(ratio), 100n), 2);
}

function tenThousandths(ratio: string): bigint {
  return BigInt(ratio.replace(".", ""));
}

/**
 * Formats a profit or loss in at most six characters, for cells that are too narrow for the whole amount: `+1.2k`,
 * `-310`, `+4.50`. Rounds half away from zero.
 */
export function formatCompactResult(amount: string): string {
  const cents = parseCents(amount, Number.POSITIVE_INFINITY) ?? 0n;
  const sign = cents > 0n ? "+" : cents < 0n ? "-" : "";
  return sign + compact(cents < 0n ? -cents : cents);
}

/** The first step whose `limit` (in cents) exceeds the amount determines its unit and decimals. */
const steps = [
  { limit: 1_000n, unit: 1n, decimals: 2, suffix: "" },
  { limit: 99_950n, unit: 100n, decimals: 0, suffix: "" },
  { limit: 995_000n, unit: 10_000n, decimals: 1, suffix: "k" },
  { limit: 99_950_000n, unit: 100_000n, decimals: 0, suffix: "k" },
  { limit: 995_000_000n, unit: 10_000_000n, decimals: 1, suffix: "M" },
] as const;

function compact(cents: bigint): string {
  if (cents === 0n) return "0";
  const step = steps.find(({ limit }) => cents < limit);
  const { unit, decimals, suffix } = step ?? { unit: 100_000_000n, decimals: 0, suffix: "M" };
  return formatUnits(divideRounded(cents, unit), decimals) + suffix;
}

/** Amounts in different currencies are never added up. */
export interface Sum {
  currency: string;
  amount: string;
}

interface Total {
  /** The part in US dollars. */
  amount: string;
  otherAmounts: readonly Sum[];
}

/** Lists a total by currency: US dollars first, and not at all if there are only other currencies. */
export function sumsOf({ amount, otherAmounts }: Total): Sum[] {
  const hasDollars = amount !== "0.00" || otherAmounts.length === 0;
  return [...(hasDollars ? [{ currency: "USD", amount }] : []), ...otherAmounts];
}

/** Sums the amounts by currency, in the order in which the currencies first appear. */
export function sumByCurrency(amounts: readonly Sum[]): Sum[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + storedCents(amount));
  }
  return Array.from(sums, ([currency, cents]) => ({ currency, amount: formatDecimal(cents) }));
}
