import type {
  PayoutRow,
  PayoutTerms,
} from "../../../../../src/business/rulebook/rules/payout-terms.schema.ts";
import type { PayoutRules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import {
  type PayableStage,
  statementOf,
} from "../../../../../src/business/rulebook/statement/statement.rule.ts";

/** A stage of 50,000 with general rules for payouts: 80% of the profit. */

export const general: PayoutRules = {
  sharePercent: "80",
  firstAfterDays: 14,
  everyDays: 7,
  minimum: "50.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

/** A row that leaves everything to the general fields. */
export const row: PayoutRow = {
  sharePercent: null,
  afterDays: null,
  winningDays: null,
  bestAtMostPercent: null,
  buffer: null,
  minimumProfit: null,
  profitAtMostPercent: null,
  cap: null,
};

export const terms: PayoutTerms = {
  refuseAbove: false,
  capOf: "profit",
  consistency: { formula: "total", best: "day" },
  shortTrades: null,
  lotRange: null,
  payouts: [row],
};

export const stage: PayableStage = {
  stageId: 3,
  currency: "USD",
  initialBalance: 5_000_000n,
  rules: { payout: general },
  profit: 100_000n,
  conduct: [],
  approvals: [],
  trades: [],
};

/** Terms with these rows, each of which lacks what is left to the general fields. */
export const rows = (...given: Partial<PayoutRow>[]) => given.map((each) => ({ ...row, ...each }));

/** A stage with the general rules and terms. */
export const underTerms = (
  changes: Partial<PayoutTerms> = {},
  payout: Partial<PayoutRules> = {},
): Pick<PayableStage, "rules"> => ({
  rules: { payout: { ...general, ...payout, terms: { ...terms, ...changes } } },
});

/** The lines of a statement as code and amount, and what is left. */
export function brief(changes: Partial<PayableStage>) {
  const { number, lines, withdrawable } = statementOf({ ...stage, ...changes })!;
  return { number, lines: lines.map(({ code, amount }) => `${code} ${amount}`), withdrawable };
}
