import { canonicalJson } from "../../platform/lib/canonical-json.rule.ts";
import type { CaseFile } from "./case.schema.ts";

/** A case without its records and its signature. */
export type CaseHead = Omit<CaseFile, "records" | "signature">;

/**
 * Returns the text that is signed: the canonical JSON of a case without `signature`.
 * @param records the canonical JSON of the records, which can be long and which callers already have from hashing
 */
export function signedText(head: CaseHead, records: string): string {
  const { firm, format, ...rest } = head;
  const before = canonicalJson({ firm, format });
  const after = canonicalJson(rest);
  return `${before.slice(0, -1)},"records":${records},${after.slice(1)}`;
}
