import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/lib/canonical-json.rule.ts";
import type { Rules } from "./rules.schema.ts";

/** Computes the SHA-256 of the canonical JSON of a version, in lower-case hex. */
export function hashRules(rules: Rules): string {
  return createHash("sha256").update(canonicalJson(rules)).digest("hex");
}
