import { ruleCents } from "../kinds/parts/figures.rule.ts";
import type { PayoutTerms, TermAmount } from "../rules/payout-terms.schema.ts";
import type { PayoutRules } from "../rules/rules.schema.ts";
import { termCents } from "../rules/term-amount.rule.ts";

/** What applies to one payout of a stage. Amounts are cents; `null` means that nothing applies. */
export interface AppliedTerms {
  sharePercent: string;
  /** From the start of the stage, or from the last approval that stands. */
  afterDays: number;
  winningDays: number;
  bestAtMostPercent: string | null;
  consistency: PayoutTerms["consistency"];
  buffer: bigint;
  minimumProfit: bigint | null;
  profitAtMostPercent: string | null;
  cap: bigint | null;
}

/** Without terms, the best day is a part of the profit. */
const withoutTerms = { formula: "total", best: "day" } as const;

/**
 * Returns what applies to the n-th payout of a stage: its row of the terms, or the general fields.
 * @param number starts at 1; the last row is for all further payouts
 * @param initialBalance in cents
 */
export function appliedTerms(
  payout: PayoutRules,
  number: number,
  initialBalance: bigint,
): AppliedTerms {
  const { terms } = payout;
  const row = terms?.payouts[Math.min(number, terms.payouts.length) - 1];
  const cents = (figure: TermAmount | null | undefined) =>
    figure ? termCents(figure, initialBalance) : null;
  return {
    sharePercent: row?.sharePercent ?? payout.sharePercent,
    afterDays: row?.afterDays ?? (number === 1 ? payout.firstAfterDays : payout.everyDays),
    winningDays: row?.winningDays ?? payout.minimumWinningDays,
    bestAtMostPercent: row?.bestAtMostPercent ?? payout.bestDayAtMostPercent,
    consistency: terms?.consistency ?? withoutTerms,
    buffer: cents(row?.buffer) ?? ruleCents(payout.bufferAmount),
    minimumProfit: cents(row?.minimumProfit),
    profitAtMostPercent: row?.profitAtMostPercent ?? null,
    cap: cents(row?.cap),
  };
}
