interface Total {
  /** The part in US dollars. */
  amount: string;
  otherAmounts: readonly { currency: string; amount: string }[];
}

/** Lists a total by currency: US dollars first, and not at all if there are only other currencies. */
export function sumsOf({ amount, otherAmounts }: Total): { currency: string; amount: string }[] {
  const hasDollars = amount !== "0.00" || otherAmounts.length === 0;
  return [...(hasDollars ? [{ currency: "USD", amount }] : []), ...otherAmounts];
}
