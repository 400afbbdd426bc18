/** Hundredths of a percent in text such as `5` or `5.25`, which the schema of rules has checked. */
export function percentHundredths(percent: string): bigint {
  const [whole, fraction = ""] = percent.split(".");
  return BigInt(whole! + fraction.padEnd(2, "0"));
}

/** A percent of an amount in cents, rounded half away from zero to the cent. */
export function percentOf(cents: bigint, percent: string): bigint {
  const tenThousandths = cents * percentHundredths(percent);
  const half = tenThousandths < 0n ? -5_000n : 5_000n;
  return (tenThousandths + half) / 10_000n;
}
