export const amountNames = ["profit", "commission", "swap", "fee"] as const;

/** The amounts of a trade in cents, as they are printed or as changes of the balance. */
export type TradeAmounts = Record<(typeof amountNames)[number], bigint>;

/** The amounts of one row in cents; `null` if the file does not print them. */
export interface PrintedAmounts extends TradeAmounts {
  /** The result after costs, printed beside the one before costs. */
  net: bigint | null;
  /** The change of the running balance since the row before. */
  change: bigint | null;
}

/** How a file prints costs. By default, they are changes of the balance beside a result before costs. */
export interface CostReading {
  /** Whether costs are printed without a sign, as amounts to subtract. */
  areUnsigned: boolean;
  /** Whether the result is after costs already. */
  areIncluded: boolean;
}

export const signedCosts: CostReading = { areUnsigned: false, areIncluded: false };

/** Converts printed amounts to changes of the balance. */
export function readCosts(
  { profit, swap, ...printed }: TradeAmounts,
  { areUnsigned, areIncluded }: CostReading,
): TradeAmounts {
  const commission = areUnsigned ? -printed.commission : printed.commission;
  const fee = areUnsigned ? -printed.fee : printed.fee;
  const costs = areIncluded ? commission + swap + fee : 0n;
  return { profit: profit - costs, commission, swap, fee };
}

/**
 * Finds the reading that agrees with the most results after costs and running balances; the default unless another one
 * agrees with more.
 * @param isNet whether the header says that the result is after costs
 */
export function costReadingOf(rows: PrintedAmounts[], isNet: boolean): CostReading {
  const areUnsigned =
    rows.every(({ commission, fee }) => commission >= 0n && fee >= 0n) &&
    rows.some(({ commission, fee }) => commission !== 0n || fee !== 0n);
  const included = { areUnsigned, areIncluded: true };
  const hasEvidence = rows.some(({ net, change }) => net !== null || change !== null);
  if (!hasEvidence) return isNet ? included : signedCosts;
  const readings = [signedCosts];
  if (areUnsigned) readings.push({ areUnsigned, areIncluded: false });
  if (isNet) readings.push(included);
  return readings
    .map((reading) => ({ reading, count: countAgreeing(rows, reading) }))
    .reduce((best, other) => (other.count > best.count ? other : best)).reading;
}

const countAgreeing = (rows: PrintedAmounts[], reading: CostReading) =>
  rows.filter((row) => {
    const { profit, commission, swap, fee } = readCosts(row, reading);
    const total = profit + commission + swap + fee;
    return total === row.net || total === row.change;
  }).length;
