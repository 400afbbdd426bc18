import { divideRounded, formatDecimal } from "../../../platform/money/money.ts";

/** Returns a part of a whole in percent, with two decimals, half away from zero; `null` without a whole. */
export function shareOf(part: bigint | number, whole: bigint | number): string | null {
  const base = BigInt(whole);
  return base > 0n ? formatDecimal(divideRounded(BigInt(part) * 10_000n, base)) : null;
}
