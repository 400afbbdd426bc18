import { divideRounded, formatUnits, parseCents } from "../../../src/platform/money/money.ts";

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
