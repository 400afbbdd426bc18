import { netOf } from "../../../rulebook/timeline/trading-record.rule.ts";
import type { CsvColumns } from "./csv-columns.ts";
import type { TradeAmounts } from "./statement.ts";

/** The amounts of one row in cents; `null` if the file does not print them. */
export interface PrintedAmounts extends TradeAmounts {
  /** The result after costs, printed beside the one before costs, or as the step of a sum of results. */
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

/** A reading, and how it was found. */
export interface FoundReading extends CostReading {
  /** Whether something in the file shows that it is the right one, and nothing contradicts it. */
  isCertain: boolean;
  /** Whether figures show it, and not only the header. */
  isShown: boolean;
}

/** What a header says about its results. */
export type ResultNames = Pick<CsvColumns, "isNet" | "isGross" | "isCumulatedNet">;

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
 * prices and volumes; the one that the header names unless another one agrees with more. A reading that contradicts the
 * header is not certain.
 */
export function costReadingOf(rows: PrintedAmounts[], header: ResultNames): FoundReading {
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
  const readings = areUnsigned ? [signedCosts, separate, included] : [signedCosts, included];
  const [first = signedCosts, ...others] = header.isNet ? readings.toReversed() : readings;
  const reading = mostAgreeing(rows, first, others);
  const isNamed = reading.areIncluded ? !header.isGross : !header.isNet;
  return { ...reading, isCertain: isNamed, isShown: true };
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
  { isNet, isGross, isCumulatedNet }: ResultNames,
  separate: CostReading,
  included: CostReading,
): FoundReading {
  const withCosts = rows.filter(hasCosts);
  const before = withCosts.filter((row) => followsFromPrices(row, row.profit)).length;
  const after = withCosts.filter((row) =>
    followsFromPrices(row, readCosts(row, included).profit),
  ).length;
  // A few rows agree with the other reading by chance.
  const showsBefore = before > 0 && after * 10 <= before;
  const showsAfter = after === withCosts.length && before === 0 && after > 0;
  const isMost = (count: number) => count * 2 > withCosts.length;
  if (isNet && !(showsBefore && isMost(before)))
    return { ...included, isCertain: true, isShown: showsAfter };
  if (isGross && !showsAfter) return { ...separate, isCertain: true, isShown: showsBefore };
  if (isNet || isGross)
    return { ...(isNet ? separate : included), isCertain: false, isShown: true };
  // A profit without another word is before costs, as in MetaTrader, unless it is added up to a result after costs.
  const isAfter = isCumulatedNet ? after >= before : after > before;
  if (isAfter)
    return {
      ...included,
      isCertain: showsAfter || withCosts.length === 0,
      isShown: showsAfter,
    };
  return {
    ...separate,
    isCertain: withCosts.length === 0 || (showsBefore && !isCumulatedNet),
    isShown: showsBefore,
  };
}

/**
 * Returns the results after costs by the steps of a column that adds them up; `null` for each row if its steps are the
 * printed profits, which then may be before or after costs.
 * @param rows in chronological order
 */
export function netOfSteps(
  rows: (TradeAmounts & { cumulated: bigint | null })[],
): (bigint | null)[] {
  let before: bigint | null = 0n;
  const steps = rows.map(({ cumulated }) => {
    const step: bigint | null = cumulated === null || before === null ? null : cumulated - before;
    before = cumulated;
    return step;
  });
  const differs = rows.some(
    (row, index) => hasCosts(row) && steps[index] !== null && steps[index] !== row.profit,
  );
  return differs ? steps : rows.map(() => null);
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
export function followsFromPrices(
  { gain, closePrice }: Pick<PrintedAmounts, "gain" | "closePrice">,
  cents: bigint,
): boolean {
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
