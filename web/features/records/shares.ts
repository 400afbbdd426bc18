/** Formats a share of a whole with its sign and two decimals: `+4.25%`. Both arguments are in cents. */
export function formatSharePoints(part: bigint, whole: bigint): string {
  const isNegative = part < 0n;
  const size = isNegative ? -part : part;
  const points = (size * 20_000n + whole) / (whole * 2n);
  const sign = points === 0n ? "" : isNegative ? "-" : "+";
  return `${sign}${shiftPoint(points, 2)}%`;
}

/** Formats a ratio with four decimals as a percentage: `"0.5385"` as `53.85%`. */
export function formatRatioPercent(ratio: string): string {
  return `${shiftPoint(tenThousandths(ratio), 2)}%`;
}

/** Rounds a ratio with four decimals to two: `"1.4350"` as `1.44`. */
export function formatRatio(ratio: string): string {
  return shiftPoint((tenThousandths(ratio) + 50n) / 100n, 2);
}

function tenThousandths(ratio: string): bigint {
  return BigInt(ratio.replace(".", ""));
}

function shiftPoint(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
