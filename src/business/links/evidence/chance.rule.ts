/** Chances are counted in millionths. */
const WHOLE = 1_000_000n;
/** The largest `oneIn` that is shown. */
export const MAX_ONE_IN = 1_000_000_000_000_000;
const LARGEST = BigInt(MAX_ONE_IN);
/** Entries of the other account count as usual within this time, in milliseconds. */
export const USUAL = 1_800_000;

const divideUp = (numerator: bigint, divisor: bigint) => (numerator + divisor - 1n) / divisor;

const atMostWhole = (millionths: bigint) => (millionths > WHOLE ? WHOLE : millionths);

export interface Chances {
  /** How many wanted entries the other account has within half an hour of the entry. */
  nearby: number;
  /** Further accounts with a wanted entry at the same time. */
  others: number;
  /** Further accounts that entered the instrument on that day. */
  active: number;
  seconds: number;
}

/** Returns the chance that an entry of an unrelated account matches, in millionths. */
export function chanceOf({ nearby, others, active, seconds }: Chances): bigint {
  const habit = atMostWhole(divideUp(BigInt(nearby) * BigInt(2 * seconds + 1) * WHOLE, 3601n));
  const crowd = active === 0 ? 0n : atMostWhole(divideUp(BigInt(others) * WHOLE, BigInt(active)));
  return habit > crowd ? habit : crowd;
}

/**
 * Returns matched! / expected^matched, rounded down, from 1 to 10^15: at most one in so many pairs of unrelated accounts
 * matches as often (Markov's inequality for the factorial moment of independent entries).
 * @param expected in millionths
 */
export function oneIn(matched: number, expected: bigint): number {
  if (matched === 0) return 1;
  const estimate = estimateDigits(matched, expected);
  if (estimate < -1) return 1;
  if (estimate > 16) return MAX_ONE_IN;
  let factorial = 1n;
  for (let factor = 2n; factor <= BigInt(matched); factor += 1n) factorial *= factor;
  const ratio = (factorial * WHOLE ** BigInt(matched)) / expected ** BigInt(matched);
  if (ratio < 1n) return 1;
  return ratio > LARGEST ? MAX_ONE_IN : Number(ratio);
}

/** Returns the decimal logarithm of the ratio, to save computing large numbers whose result is one of the bounds. */
function estimateDigits(matched: number, expected: bigint): number {
  const perMatch = Math.log10(Number(expected) / Number(WHOLE));
  let digits = 0;
  for (let factor = 1; factor <= matched; factor += 1) digits += Math.log10(factor) - perMatch;
  return digits;
}
