import type { BestDayFormula } from "../kinds/parts/best-day.rule.ts";
import {
  dayCount,
  figureWords,
  type MoneyWords,
  percentWords,
  ruleCents,
} from "../kinds/parts/figures.rule.ts";
import type { PayoutRow, PayoutTerms, TermAmount } from "./payout-terms.schema.ts";
import type { PayoutRules } from "./rules.schema.ts";

/** Terms of payouts in words. */

/** Describes an amount: `$2,100.00`, `5% of the initial balance`, `$1,500.00 from $50,000.00 on`. */
function amountWords(figure: TermAmount, money: MoneyWords): string {
  if (!("sizes" in figure)) return figureWords(figure, money);
  const sizes = figure.sizes
    .toSorted(([a], [b]) => (ruleCents(a!) < ruleCents(b!) ? -1 : 1))
    .map(([size, amount]) => `${money(ruleCents(amount!))} for ${money(ruleCents(size!))}`);
  return sizes.length === 1 ? sizes[0]! : `by account size, ${sizes.join(", ")}`;
}

const formulas: Readonly<Record<BestDayFormula, (best: string, most: string) => string>> = {
  total: (best, most) => `${best} may make up at most ${most} of the profit`,
  winning_days: (best, most) =>
    `${best} may make up at most ${most} of the sum of the days with a profit`,
  target: (best, most) => `the profit must be so large that ${best} is at most ${most} of it`,
  excess: (_best, most) =>
    `each day that exceeds ${most} of the profit that is needed raises it by what it exceeds`,
};

/** Describes terms in one sentence each. */
export function wordsOfTerms({ terms }: PayoutRules, money: MoneyWords): string[] {
  if (!terms) return [];
  const { payouts, shortTrades, lotRange, refuseAbove } = terms;
  return [
    ...payouts.flatMap((row, index) => {
      const words = rowWords(row, terms, money);
      return words.length === 0 ? [] : [`${rowName(index, payouts.length)}: ${words.join("; ")}.`];
    }),
    ...(shortTrades
      ? [
          `Trades held for less than ${shortTrades.seconds} seconds may bring at most ${percentWords(shortTrades.atMostPercent)} of what trades win between two payouts.`,
        ]
      : []),
    ...(lotRange
      ? [
          `The profit of a trade with less than ${percentWords(lotRange.lowestPercent)} or more than ${percentWords(lotRange.highestPercent)} of the average volume between two payouts is deducted.`,
        ]
      : []),
    refuseAbove
      ? "A request for more than can be withdrawn is refused."
      : "A request for more than can be withdrawn is accepted, and the firm decides.",
  ];
}

function rowName(index: number, count: number): string {
  const name = `Payout ${index + 1}`;
  return index === count - 1 ? `${name} and further ones` : name;
}

/** Only what differs from the general fields. */
function rowWords(
  row: PayoutRow,
  { capOf, consistency }: PayoutTerms,
  money: MoneyWords,
): string[] {
  const { sharePercent, afterDays, winningDays, bestAtMostPercent, minimumProfit, cap } = row;
  const best = `the best ${consistency.best}`;
  const words: (string | false)[] = [
    sharePercent !== null && `a share of ${percentWords(sharePercent)}`,
    afterDays !== null && `after ${dayCount(afterDays)}`,
    winningDays !== null && `at least ${dayCount(winningDays)} with a profit`,
    minimumProfit !== null && `a profit of at least ${amountWords(minimumProfit, money)}`,
    bestAtMostPercent !== null &&
      formulas[consistency.formula](best, percentWords(bestAtMostPercent)),
    row.buffer !== null && `a buffer of ${amountWords(row.buffer, money)}`,
    row.profitAtMostPercent !== null &&
      `at most ${percentWords(row.profitAtMostPercent)} of the profit`,
    cap !== null &&
      `at most ${amountWords(cap, money)} ${capOf === "profit" ? "of profit" : "paid out"}`,
  ];
  return words.filter((each) => each !== false);
}

/** The settings of terms by name, for descriptions of changes. */
export function termsSettings({ terms }: PayoutRules, money: MoneyWords): [string, string][] {
  if (!terms) return [];
  const { payouts, shortTrades, lotRange, refuseAbove, capOf, consistency } = terms;
  const rows = payouts.map((row, index): [string, string] => [
    `terms of payout ${index + 1}`,
    rowWords(row, terms, money).join("; ") || "the general ones",
  ]);
  return [
    ["terms, more than can be withdrawn", refuseAbove ? "refused" : "accepted"],
    ["terms, cap", `of the ${capOf}`],
    [
      "terms, consistency",
      `${consistency.formula.replaceAll("_", " ")} by the best ${consistency.best}`,
    ],
    [
      "terms, short trades",
      shortTrades
        ? `under ${shortTrades.seconds} seconds, at most ${percentWords(shortTrades.atMostPercent)}`
        : "none",
    ],
    [
      "terms, range of lots",
      lotRange
        ? `${percentWords(lotRange.lowestPercent)} to ${percentWords(lotRange.highestPercent)} of the average`
        : "none",
    ],
    ...rows,
  ];
}
