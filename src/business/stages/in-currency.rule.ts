/**
 * Rules are written in dollars, whatever the currency of a stage; its trader reads the amounts in the
 * currency of the account: `$1,250.00` as `1,250.00 EUR`.
 */
export function inCurrency(currency: string): (words: string) => string {
  if (currency === "USD") return (words) => words;
  return (words) => words.replaceAll(/\$([\d,]+\.\d\d)/g, `$1 ${currency}`);
}
