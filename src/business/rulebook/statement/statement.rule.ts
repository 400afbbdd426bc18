import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { payableCents } from "../../../platform/money/currency-units.rule.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import type { ConductVerdict } from "../engine/conduct-verdict.schema.ts";
import {
  addDeduction,
  type DeductedTrade,
  deductedTrades,
  deductionOf,
} from "../engine/deductions.rule.ts";
import { EVERYTHING, percentHundredths, percentOf } from "../kinds/parts/figures.rule.ts";
import type { PayoutRules, Rules } from "../rules/rules.schema.ts";
import type { ClosedTrade } from "./period.rule.ts";
import { outsideLotRange } from "./lot-range.rule.ts";
import { appliedTerms, type AppliedTerms } from "./payout-row.rule.ts";
import { settledProfit } from "./settled-profit.rule.ts";
import type { LineCode, PayoutStatement, StatementLine } from "./statement.schema.ts";

/** An approval that stands. */
export interface Approval {
  payoutId: number;
  /** Cents. */
  amount: bigint;
  /** The trader's share in percent when the payout was requested; `null` if it is unknown. */
  share: string | null;
  /** When it was last approved, in milliseconds since 1970 UTC. */
  at: number;
}

/** A stage, with all that its statement depends on. Amounts are cents. */
export interface PayableStage {
  stageId: number;
  currency: string;
  initialBalance: bigint;
  rules: Pick<Rules, "payout" | "conduct">;
  /** The sum of its deals. */
  profit: bigint;
  /** What its verdict says about conduct; empty without such rules. */
  conduct: readonly ConductVerdict[];
  /** Oldest first. */
  approvals: readonly Approval[];
  /** All that were closed; only terms with a range of lots depend on them. */
  trades: readonly ClosedTrade[];
}

/** States how what a stage can pay out comes about; `null` without rules for payouts. */
export function statementOf(stage: PayableStage): PayoutStatement | null {
  const { payout } = stage.rules;
  if (!payout) return null;
  const number = stage.approvals.length + 1;
  const applied = appliedTerms(payout, number, stage.initialBalance);
  const sheet = new Sheet();
  sheet.add("profit", stage.profit);
  for (const trade of deductionsOf(stage, payout)) {
    const { position, percent, causes } = trade;
    sheet.add("deduction", -deductionOf(trade), { position, percent, causes });
  }
  if (payout.terms) applyTerms(sheet, stage, applied, payout.terms.capOf);
  else applyShare(sheet, stage, applied);
  return { stageId: stage.stageId, number, lines: sheet.lines, withdrawable: sheet.sum };
}

/** Returns the deducted trades by closing, then position. */
function deductionsOf(
  { rules, conduct, trades, approvals }: PayableStage,
  { terms }: PayoutRules,
): DeductedTrade[] {
  const deducted = deductedTrades(rules.conduct ?? [], conduct);
  if (terms?.lotRange) {
    const approvedAt = approvals.map(({ at }) => at);
    for (const { position, closeTime, net } of outsideLotRange(
      trades,
      approvedAt,
      terms.lotRange,
    )) {
      const causes = ["lot_range"];
      addDeduction(deducted, { position, closeTime, net, percent: "100", causes });
    }
  }
  return [...deducted.values()].toSorted(
    (a, b) => a.closeTime - b.closeTime || compareText(a.position, b.position),
  );
}

/** The profit that approvals have settled is gone; the terms apply to the rest. */
function applyTerms(
  sheet: Sheet,
  { approvals, currency }: PayableStage,
  { buffer, profitAtMostPercent, cap, sharePercent }: AppliedTerms,
  capOf: "profit" | "payout",
): void {
  for (const { payoutId, amount, share } of approvals) {
    sheet.add("settled", -settledProfit(amount, share), { payoutId });
  }
  const unsettled = sheet.rest;
  sheet.add("buffer", -buffer);
  sheet.raiseToZero();
  if (profitAtMostPercent !== null) {
    sheet.lowerTo("retained", percentOf(unsettled, profitAtMostPercent));
  }
  if (cap !== null && capOf === "profit") sheet.lowerTo("cap", cap);
  sheet.add("share", payableCents(sharedOf(sheet.rest, sharePercent), currency) - sheet.rest);
  if (cap !== null && capOf === "payout") sheet.lowerTo("cap", payableCents(cap, currency));
}

/** Without terms, the share is of the whole profit of the stage, and what was approved before is subtracted from it. */
function applyShare(
  sheet: Sheet,
  { approvals, currency }: PayableStage,
  { buffer, sharePercent }: AppliedTerms,
): void {
  sheet.add("buffer", -buffer);
  sheet.raiseToZero();
  const shared = sharedOf(sheet.rest, sharePercent);
  const paid = approvals.reduce((sum, { amount }) => sum + amount, 0n);
  // What is left is rounded down to the currency's smallest unit.
  const payable = shared > paid ? paid + payableCents(shared - paid, currency) : shared;
  sheet.add("share", payable - sheet.rest);
  for (const { payoutId, amount } of approvals) sheet.add("paid", -amount, { payoutId });
  sheet.raiseToZero();
}

/** The trader's share, rounded down. */
function sharedOf(profit: bigint, sharePercent: string): bigint {
  return (profit * percentHundredths(sharePercent)) / EVERYTHING;
}

/** The lines of a statement, with what is left after them. */
class Sheet {
  readonly lines: StatementLine[] = [];
  rest = 0n;

  get sum(): string {
    return formatDecimal(this.rest);
  }

  add(code: LineCode, amount: bigint, details: Partial<StatementLine> = {}): void {
    this.rest += amount;
    if (amount === 0n && code !== "profit") return;
    const about = { position: null, percent: null, causes: [], payoutId: null };
    this.lines.push({ code, amount: formatDecimal(amount), ...about, ...details });
  }

  raiseToZero(): void {
    if (this.rest < 0n) this.add("shortfall", -this.rest);
  }

  /** @param most in cents; below 0, nothing is left */
  lowerTo(code: LineCode, most: bigint): void {
    const limit = most > 0n ? most : 0n;
    if (this.rest > limit) this.add(code, limit - this.rest);
  }
}
