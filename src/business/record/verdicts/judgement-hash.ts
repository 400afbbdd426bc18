import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { Judgement } from "../../rulebook/engine/verdict.schema.ts";

/**
 * Returns the SHA-256 of what a person decides about: the outcome, the end of the evaluation, and the status and the breach
 * of each rule, as canonical JSON, in lower-case hex. Figures that move with each record do not change it.
 */
export function hashJudgement({ outcome, endedAt, rules }: Judgement): string {
  const rows = rules.map((rule) => ({
    status: rule.status,
    breach: "breach" in rule ? rule.breach : null,
  }));
  return createHash("sha256")
    .update(canonicalJson({ outcome, endedAt, rules: rows }))
    .digest("hex");
}
