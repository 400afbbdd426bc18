import { breachKey } from "../../rulebook/engine/breach-key.rule.ts";
import type {
  ConductFinding,
  ConductVerdict,
} from "../../rulebook/engine/conduct-verdict.schema.ts";
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

type BrokenIn = Pick<Judgement, "outcome" | "endedAt" | "rules" | "conduct">;

/** A finding that ended the evaluation, with its rule. */
interface BrokenConduct {
  rule: ConductVerdict;
  finding: ConductFinding;
}

/**
 * Returns the findings of rules of conduct that ended the evaluation: those of a failing rule, or on the day of the last
 * strike, at that instant.
 */
export function brokenConduct({ outcome, endedAt, conduct = [] }: BrokenIn): BrokenConduct[] {
  if (outcome !== "breached") return [];
  return conduct
    .filter(({ status }) => status === "breached")
    .flatMap((rule) =>
      rule.findings
        .filter(
          ({ at, status, softened, consequence, strike }) =>
            at === endedAt &&
            status === "stands" &&
            softened === null &&
            (consequence === "fail" || (rule.strikes !== null && strike === rule.strikes.of)),
        )
        .map((finding) => ({ rule, finding })),
    );
}

/** Says what ended the evaluation, a sentence each. @param limits as in `brokenRules` */
export function breachReasons(judgement: BrokenIn, limits?: LimitTerms): string[] {
  return [
    ...brokenRules(judgement, limits).map(({ reason }) => reason),
    ...brokenConduct(judgement).map(({ finding }) => finding.reason),
  ];
}

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
  const found = brokenConduct(judgement).map(({ finding }) => finding.key);
  return { kind: "breach", keys: [...keys, ...found] };
}
