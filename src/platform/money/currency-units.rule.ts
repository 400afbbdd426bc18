/** Currencies of ISO 4217 whose smallest unit is a whole, and those with a thousandth. All others have a hundredth. */
const whole = new Set(
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "),
);
const thousandths = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** Returns the decimals of a currency's smallest unit. Amounts have two on the wire and in the database regardless. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (whole.has(currency)) return 0;
  return thousandths.has(currency) ? 3 : 2;
}

/** Rounds cents that are not negative down to the smallest unit: no half yen can be paid. */
export function payableCents(cents: bigint, currency: string): bigint {
  return decimalsOf(currency) === 0 ? cents - (cents % 100n) : cents;
}
