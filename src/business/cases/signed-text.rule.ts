import { canonicalJson } from "../../platform/lib/canonical-json.rule.ts";
import type { CaseFile } from "./case.schema.ts";

/** A case without its records and its signature. */
export type CaseHead = Omit<CaseFile, "records" | "signature">;

/**
 * What is signed: the canonical JSON of a case without `signature`. The records are given as their canonical
 * JSON, which may be long and is at hand wherever they were hashed.
 */
export function signedText(head: CaseHead, records: string): string {
  const { firm, format, ...rest } = head;
  const before = canonicalJson({ firm, format });
  const after = canonicalJson(rest);
  return `${before.slice(0, -1)},"records":${records},${after.slice(1)}`;
}
