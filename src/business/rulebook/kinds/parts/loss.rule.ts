import {
  EVERYTHING,
  type Figure,
  figureCents,
  percentHundredths,
  type MoneyWords,
} from "./figures.rule.ts";

/** What limits of a loss have in common. */

/** What a limit measures, as the beginning of the sentence that describes it. */
export const measuredWords = {
  equity: "Equity",
  balance: "The balance",
  day_end_balance: "The balance at the end of each day",
} as const;

/** What was compared, as the beginning of a sentence of the verdict. */
export const comparedWords = {
  ...measuredWords,
  day_end_balance: "The balance at the end of a day",
} as const;

export const floorWords = {
  below: "must not fall below",
  at_or_below: "must stay above",
} as const;

/** Describes a limit that leaves no room, or too much to ever be reached. @param name of the kind */
export function sizeWarnings(
  name: string,
  limit: Figure,
  { initialBalance, money }: { initialBalance: bigint; money: MoneyWords },
): string[] {
  const cents = figureCents(limit, initialBalance);
  if (cents === 0n) return [`${name}: a limit of 0 leaves no room for any loss.`];
  if ("percent" in limit && percentHundredths(limit.percent) === EVERYTHING) {
    return [`${name}: a limit of 100% is reached only when nothing is left.`];
  }
  if (cents >= initialBalance) {
    return [
      `${name}: the limit of ${money(cents)} is not below the initial balance of ${money(initialBalance)}.`,
    ];
  }
  return [];
}
