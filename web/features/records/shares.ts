/** A share of a whole with its sign and two decimals: `+4.25%`. Both are cents. */
export function formatSharePoints(part: bigint, whole: bigint): string {
  const isNegative = part < 0n;
  const size = isNegative ? -part : part;
  const digits = ((size * 20_000n + whole) / (whole * 2n)).toString().padStart(3, "0");
  const sign = digits === "000" ? "" : isNegative ? "-" : "+";
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** A ratio with four decimals as a percentage with one: `"0.5385"` as `53.9%`. */
export function formatRatioPercent(ratio: string): string {
  return `${(Number(ratio) * 100).toFixed(1)}%`;
}
