/** The amounts of one row in cents; `null` if the file does not print them. */
export interface PrintedAmounts {
  profit: bigint;
  commission: bigint;
  swap: bigint;
  fee: bigint;
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
export function readCosts<Amounts extends Omit<PrintedAmounts, "net" | "change">>(
  amounts: Amounts,
  { areUnsigned, areIncluded }: CostReading,
): Amounts {
  const commission = areUnsigned ? -amounts.commission : amounts.commission;
  const fee = areUnsigned ? -amounts.fee : amounts.fee;
  const costs = areIncluded ? commission + amounts.swap + fee : 0n;
  return { ...amounts, profit: amounts.profit - costs, commission, fee };
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
  rows.filter((row) => agreesWith(readCosts(row, reading), row)).length;

function agreesWith(
  { profit, commission, swap, fee }: PrintedAmounts,
  { net, change }: PrintedAmounts,
): boolean {
  const total = profit + commission + swap + fee;
  return total === net || total === change;
}
