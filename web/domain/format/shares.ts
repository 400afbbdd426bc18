import { divideRounded, formatUnits } from "../../../src/platform/money/money.ts";

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
