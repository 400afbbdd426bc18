import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { LinkEvidence } from "../evidence/evidence.schema.ts";
import type { SharedFact } from "../facts/fact.rule.ts";
import { caseKinds } from "./link-case.rule.ts";

const placeOf = (kind: (typeof caseKinds)[number]) => caseKinds.indexOf(kind);

/** Returns evidence in the order in which it is shown: by detector, then the ids of `a` and `b`. */
export function orderEvidence(evidence: readonly LinkEvidence[]): LinkEvidence[] {
  return evidence.toSorted(
    (one, other) => placeOf(one.kind) - placeOf(other.kind) || one.a - other.a || one.b - other.b,
  );
}

/** Returns facts in the order in which they are shown: by kind, then their traders. */
export function orderFacts(facts: readonly SharedFact[]): SharedFact[] {
  return facts.toSorted((one, other) => {
    const byKind = placeOf(one.kind) - placeOf(other.kind);
    if (byKind !== 0) return byKind;
    const place = one.userIds.findIndex((userId, index) => userId !== other.userIds[index]);
    if (place === -1) return one.userIds.length - other.userIds.length;
    return one.userIds[place]! - (other.userIds[place] ?? 0);
  });
}

/** Returns the SHA-256 of what a person decides about, as canonical JSON, in lower-case hex. */
export function hashEvidence(
  evidence: readonly LinkEvidence[],
  facts: readonly SharedFact[],
): string {
  return createHash("sha256").update(canonicalJson({ evidence, facts })).digest("hex");
}
