import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import type { ClosedTrade } from "../../rulebook/statement/period.rule.ts";
import { type Approval, statementOf } from "../../rulebook/statement/statement.rule.ts";
import type { PayoutStatement } from "../../rulebook/statement/statement.schema.ts";
import { netOf, parseVolume } from "../../rulebook/timeline/trading-record.rule.ts";
import { openedTradesOf, type Trade } from "../derivation/trades.rule.ts";
import { describeValue, firstDifference, formatPath } from "./first-difference.rule.ts";
import type { CaseDifference, JudgedCase } from "./judged-case.rule.ts";

/**
 * Compares the statement of a case with that of its rules, records and approvals. A file that was made before there were
 * statements has neither of them.
 * @param statement as the file states it, with whatever else is in it
 */
export function findChangedStatement(
  judged: Pick<JudgedCase, "file" | "groups" | "judgement">,
  statement: PayoutStatement | null | undefined,
): CaseDifference | undefined {
  const { approvals } = judged.file;
  if (approvals === undefined && statement === undefined) return undefined;
  if (approvals === undefined || statement === undefined) {
    const part = approvals === undefined ? "approvals" : "statement";
    return { part, path: part, message: "It is missing." };
  }
  const expected = restate(judged);
  const difference = firstDifference(expected, statement, ["statement"]);
  if (!difference) return undefined;
  if (isSound(statement) && differsInApprovals(expected, statement)) {
    const path = formatPath(difference.path);
    return {
      part: "approvals",
      path: "approvals",
      message: `They were changed after the case was made: by them, ${path} is ${describeValue(difference.expected)}, but the case says ${describeValue(difference.found)}.`,
    };
  }
  return {
    part: "statement",
    path: formatPath(difference.path),
    message: `The records, rules and approvals give ${describeValue(difference.expected)}, but the case says ${describeValue(difference.found)}.`,
  };
}

/** Returns the statement that follows from the rest of the case. */
function restate({
  file: { stage, rules, approvals = [] },
  groups,
  judgement,
}: Pick<JudgedCase, "file" | "groups" | "judgement">): PayoutStatement | null {
  const deals = groups.flatMap((group) => group.deals);
  return statementOf({
    stageId: stage.id,
    currency: stage.currency,
    initialBalance: storedCents(stage.initialBalance),
    rules: rules ?? { payout: null },
    profit: deals.reduce((sum, deal) => sum + netOf(deal), 0n),
    conduct: judgement.conduct ?? [],
    approvals: approvals.map(({ at, amount, ...approval }): Approval => ({
      ...approval,
      amount: storedCents(amount),
      at: Date.parse(at),
    })),
    trades: rules?.payout?.terms?.lotRange ? closedTradesOf(openedTradesOf(deals)) : [],
  });
}

/** Whether a statement adds up, so that it was not changed in a single place. */
function isSound(statement: PayoutStatement | null): statement is PayoutStatement {
  if (!statement) return false;
  const sum = statement.lines.reduce((total, { amount }) => total + storedCents(amount), 0n);
  return formatDecimal(sum) === statement.withdrawable;
}

function differsInApprovals(expected: PayoutStatement | null, stated: PayoutStatement): boolean {
  const approved = (statement: PayoutStatement | null) =>
    statement?.lines.filter(({ payoutId }) => payoutId !== null);
  return firstDifference(approved(expected), approved(stated)) !== undefined;
}

const closedTradesOf = (trades: readonly Trade[]): ClosedTrade[] =>
  trades.flatMap(({ closeTime, volume, ...trade }) =>
    closeTime === null ? [] : [{ ...trade, closeTime, volume: parseVolume(volume) }],
  );
