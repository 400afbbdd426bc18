import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { Readiness } from "./readiness.rule.ts";

/** Returns the SHA-256 of a readiness, over its canonical JSON, in lower-case hex. */
export function hashReadiness(readiness: Readiness): string {
  return createHash("sha256").update(canonicalJson(readiness)).digest("hex");
}
