import { evidenceOf } from "../timeline/coverage.rule.ts";
import { moneyIn } from "../../../platform/money/money.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import type { JudgeState } from "./judge-state.rule.ts";
import { type Account, instantText, type Limit } from "../kinds/parts/limit.rule.ts";
import type {
  Coverage,
  Grade,
  ObjectiveVerdict,
  StageEvidence,
  VerdictFinding,
} from "./verdict.schema.ts";
import type { Outcome } from "./outcome.rule.ts";

/**
 * Returns what a person should check, up to the end of the judged period: possible breaches, and reasons why a
 * record is incomplete.
 */
export function findingsOf(
  limits: Limit[],
  unexplained: JudgeState["unexplained"],
  { conflicts, inconsistentStatements, until }: StageEvidence & { until: number },
  account: Account,
): VerdictFinding[] {
  const isKnown = (time: string | null) => time === null || Date.parse(time) <= until;
  const place = { kind: null, index: null };
  const findings: VerdictFinding[] = limits.flatMap((limit, index) =>
    limit.findings().map((finding) => ({ ...finding, kind: limit.rule.kind, index })),
  );
  if (unexplained) {
    const { time, balance, expected } = unexplained;
    const words = moneyIn(account.currency);
    const message = `The platform reported a balance of ${words(balance)} at ${timeInWords(time)}; the deals and operations give ${words(expected)}`;
    findings.push({ code: "unexplained_balance", message, at: instantText(time), ...place });
  }
  for (const { ticket, time } of conflicts) {
    if (!isKnown(time)) continue;
    const message = `Two sources disagree about ticket ${ticket}; the earlier one counts`;
    findings.push({ code: "conflict", message, at: time, ...place });
  }
  for (const { id, from } of inconsistentStatements) {
    if (!isKnown(from)) continue;
    const message = `Statement ${id} contradicts itself`;
    findings.push({ code: "inconsistent_statement", message, at: from, ...place });
  }
  return findings;
}

/** Determines the outcome. A limit with the consequence `pause` keeps its first breach, but does not prevent a pass. */
export function outcomeOf(
  limits: Limit[],
  objectives: Pick<ObjectiveVerdict, "status">[],
  isConductBreached: boolean,
): Outcome {
  const failing = limits.filter(({ rule }) => rule.consequence === "fail");
  if (isConductBreached) return "breached";
  if (failing.some(({ state }) => state.breach !== null)) return "breached";
  const allMet = objectives.length > 0 && objectives.every(({ status }) => status === "met");
  if (!allMet) return "in_progress";
  return failing.some(({ isUndetermined }) => isUndetermined) ? "undetermined" : "passed";
}

/** Grades how much the records show. Equity that was not observed is never inferred. */
export function gradeOf(
  coverage: Coverage,
  { hasRecords, isIncomplete }: { hasRecords: boolean; isIncomplete: boolean },
): Grade {
  if (!hasRecords) return "stated";
  if (isIncomplete) return "incomplete";
  return evidenceOf(coverage);
}
