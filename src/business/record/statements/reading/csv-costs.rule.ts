import { netOf } from "../../../rulebook/timeline/trading-record.rule.ts";
import type { TradeAmounts } from "./statement.ts";

/** The amounts of one row in cents; `null` if the file does not print them. */
export interface PrintedAmounts extends TradeAmounts {
  /** The result after costs, printed beside the one before costs. */
  net: bigint | null;
  /** The change of the running balance since the row before. */
  change: bigint | null;
  /** The gain in price times the volume; `null` if the row lacks a price. */
  gain: number | null;
  closePrice: number;
}

/** How a file prints costs. By default, they are changes of the balance beside a result before costs. */
export interface CostReading {
  /** Whether costs are printed without a sign, as amounts to subtract. */
  areUnsigned: boolean;
  /** Whether the result is after costs already. */
  areIncluded: boolean;
}

/** A reading, and whether something in the file shows that it is the right one. */
interface FoundReading extends CostReading {
  isCertain: boolean;
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
 * Finds the reading that agrees with the most results after costs and running balances or, if there are none, with the
 * prices and volumes; the one that the header names unless another one agrees with more.
 * @param header whether the header says that the result is after costs, or before them
 */
export function costReadingOf(
  rows: PrintedAmounts[],
  header: { isNet: boolean; isGross: boolean },
): FoundReading {
  const { isNet } = header;
  const areUnsigned =
    rows.every(({ commission, fee }) => commission >= 0n && fee >= 0n) &&
    rows.some(({ commission, fee }) => commission !== 0n || fee !== 0n);
  const included = { areUnsigned, areIncluded: true };
  // A rebate for every trade is unlikely, so costs without a sign are subtracted.
  const separate = { areUnsigned, areIncluded: false };
  // Rows without costs agree with every reading.
  const hasEvidence = rows.some(
    (row) => hasCosts(row) && (row.net !== null || row.change !== null),
  );
  if (!hasEvidence) return readingOfPrices(rows, header, separate, included);
  const readings = [signedCosts];
  if (areUnsigned) readings.push(separate);
  if (!header.isGross) readings.push(included);
  const [first = signedCosts, ...others] = isNet ? readings.toReversed() : readings;
  return { ...mostAgreeing(rows, first, others), isCertain: true };
}

const hasCosts = ({ commission, swap, fee }: TradeAmounts) =>
  commission !== 0n || swap !== 0n || fee !== 0n;

function mostAgreeing(rows: PrintedAmounts[], first: CostReading, others: CostReading[]) {
  const counted = [first, ...others].map((reading) => ({
    reading,
    count: countAgreeing(rows, reading),
  }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).reading;
}

const countAgreeing = (rows: PrintedAmounts[], reading: CostReading) =>
  rows.filter((row) => {
    const total = netOf(readCosts(row, reading));
    return total === row.net || total === row.change;
  }).length;

function readingOfPrices(
  rows: PrintedAmounts[],
  { isNet, isGross }: { isNet: boolean; isGross: boolean },
  separate: CostReading,
  included: CostReading,
): FoundReading {
  if (isNet) return { ...included, isCertain: true };
  if (isGross) return { ...separate, isCertain: true };
  const withCosts = rows.filter(hasCosts);
  const counts = { separate: 0, included: 0 };
  for (const row of withCosts) {
    if (followsFromPrices(row, row.profit)) counts.separate += 1;
    if (followsFromPrices(row, readCosts(row, included).profit)) counts.included += 1;
  }
  // A profit without another word is before costs, as in MetaTrader. A few rows agree with the other reading by chance.
  if (counts.included <= counts.separate) {
    const isShown = counts.separate > 0 && counts.included * 10 <= counts.separate;
    return { ...separate, isCertain: isShown || withCosts.length === 0 };
  }
  return { ...included, isCertain: counts.separate === 0 && counts.included === withCosts.length };
}

/** The first digits of the sizes of contracts and lots. */
const SIZES = [1, 1.25, 2, 2.5, 5, 6.25, 10];
/** Results are rounded to cents. */
const ROUNDING = 1.1;
/** Smaller results, in cents, agree with too many contract sizes. */
const TELLING = 200;

/**
 * Whether a result before costs is what a contract of a usual size yields for the gain in price, in the currency of the
 * price or in the other one of a pair.
 */
function followsFromPrices({ gain, closePrice }: PrintedAmounts, cents: bigint): boolean {
  if (gain === null) return false;
  const result = Number(cents);
  if (gain === 0) return result === 0;
  if (Math.abs(result) < TELLING || Math.sign(result) !== Math.sign(gain)) return false;
  return [gain, gain / closePrice].some((unit) => {
    const size = result / unit;
    const scale = 10 ** Math.floor(Math.log10(size));
    return SIZES.some((first) => Math.abs(first * scale * unit - result) <= ROUNDING);
  });
}
