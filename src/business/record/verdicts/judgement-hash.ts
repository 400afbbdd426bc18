import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { Judgement } from "../../rulebook/engine/verdict.schema.ts";

/**
 * Returns the SHA-256 of what a person decides about: the outcome, the end of the evaluation, the status and the breach of
 * each rule, and what was found about conduct if there are such rules, as canonical JSON, in lower-case hex. Figures that
 * move with each record do not change it.
 */
export function hashJudgement({ outcome, endedAt, rules, conduct = [] }: Judgement): string {
  const rows = rules.map((rule) => ({
    status: rule.status,
    breach: "breach" in rule ? rule.breach : null,
  }));
  const conducted = conduct.map(({ status, findings }) => ({
    status,
    findings: findings.map(({ key, status: state, consequence }) => [key, state, consequence]),
  }));
  const decided = {
    outcome,
    endedAt,
    rules: rows,
    ...(conducted.length > 0 && { conduct: conducted }),
  };
  return createHash("sha256").update(canonicalJson(decided)).digest("hex");
}
