import type { Limit } from "./limit.rule.ts";
import type { Coverage, Grade, ObjectiveVerdict, Outcome } from "./verdict.schema.ts";

/** Determines the outcome. A limit with the consequence `pause` keeps its first breach, but does not prevent a pass. */
export function outcomeOf(
  limits: Limit[],
  objectives: Pick<ObjectiveVerdict, "status">[],
): Outcome {
  const failing = limits.filter(({ rule }) => rule.consequence === "fail");
  if (failing.some(({ state }) => state.breach !== null)) return "breached";
  const allMet = objectives.length > 0 && objectives.every(({ status }) => status === "met");
  if (!allMet) return "in_progress";
  return failing.some(({ isUndetermined }) => isUndetermined) ? "undetermined" : "passed";
}

/** Grades how much the records show. Equity that was not observed is never inferred. */
export function gradeOf(
  { openSeconds, observedSeconds }: Coverage,
  { hasRecords, isIncomplete }: { hasRecords: boolean; isIncomplete: boolean },
): Grade {
  if (!hasRecords) return "stated";
  if (isIncomplete) return "incomplete";
  if (observedSeconds === openSeconds) return "observed";
  return observedSeconds > 0 ? "partly_observed" : "closed_results";
}
