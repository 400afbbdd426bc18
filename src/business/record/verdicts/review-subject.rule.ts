import type { Judgement, LimitVerdict } from "../../rulebook/engine/verdict.schema.ts";

export const reviewKinds = ["breach", "pass"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const reviewDecisions = ["confirm", "dismiss"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Returns the limits whose breach ended the evaluation. */
export function brokenRules({ outcome, endedAt, rules }: BrokenIn): LimitVerdict[] {
  if (outcome !== "breached") return [];
  return rules.filter(
    (rule): rule is LimitVerdict => "breach" in rule && rule.breach?.at === endedAt,
  );
}

type BrokenIn = Pick<Judgement, "outcome" | "endedAt" | "rules">;

/**
 * Returns what a person has to review, and the text that identifies it: a breach is identified by its rules and its
 * instant, and a stage passes only once under one version of its rules.
 */
export function reviewSubject(
  judgement: BrokenIn & Pick<Judgement, "rulesVersionId">,
): { kind: ReviewKind; subject: string } | undefined {
  const { outcome, endedAt, rulesVersionId } = judgement;
  if (outcome === "passed") return { kind: "pass", subject: `passed by ${rulesVersionId}` };
  if (outcome !== "breached") return undefined;
  const broken = brokenRules(judgement).map(({ kind, index }) => `${kind} ${index}`);
  return { kind: "breach", subject: `${broken.join(", ")} at ${endedAt}` };
}
