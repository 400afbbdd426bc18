import { breachKey } from "../../rulebook/engine/breach-key.rule.ts";
import type { Judgement, LimitVerdict } from "../../rulebook/engine/verdict.schema.ts";

export const reviewKinds = ["breach", "pass"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const reviewDecisions = ["confirm", "dismiss"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** What a limit says about its breach. */
type LimitTerms = readonly { consequence: "fail" | "pause" }[];

/**
 * Returns the failing limits whose breach ended the evaluation.
 * @param limits of the rules that the verdict was reached by; if they are not known, a pausing limit that was breached at
 * the same instant is returned, too
 */
export function brokenRules(
  { outcome, endedAt, rules }: BrokenIn,
  limits: LimitTerms = [],
): LimitVerdict[] {
  if (outcome !== "breached") return [];
  return rules.filter(
    (rule): rule is LimitVerdict =>
      "breach" in rule &&
      rule.breach?.at === endedAt &&
      limits[rule.index]?.consequence !== "pause",
  );
}

type BrokenIn = Pick<Judgement, "outcome" | "endedAt" | "rules">;

interface ReviewSubject {
  kind: ReviewKind;
  /** What identifies it: the keys of the breaches that ended the evaluation, or the rules that were passed. */
  keys: string[];
}

/**
 * Returns what a person has to review: a breach, or a pass, which a stage has only once under one version of its rules.
 * @param limits as in `brokenRules`
 */
export function reviewSubject(
  judgement: BrokenIn & Pick<Judgement, "rulesVersionId">,
  limits?: LimitTerms,
): ReviewSubject | undefined {
  const { outcome, endedAt, rulesVersionId } = judgement;
  if (outcome === "passed") return { kind: "pass", keys: [`passed by ${rulesVersionId}`] };
  if (outcome !== "breached") return undefined;
  const keys = brokenRules(judgement, limits).map((rule) => breachKey(rule, endedAt!));
  return { kind: "breach", keys };
}
