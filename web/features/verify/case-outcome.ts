import type { CaseFile } from "../../../src/business/record/cases/case.schema.ts";
import type { CurvePoint } from "../../../src/business/record/cases/case-records.rule.ts";
import type { FileDifference } from "../../../src/business/record/cases/first-difference.rule.ts";
import type { JudgedCase } from "../../../src/business/record/cases/judged-case.rule.ts";
import type { VerificationStep } from "../../../src/business/record/cases/verify-case.rule.ts";
import type { LinkFile } from "../../../src/business/links/file/link-file.schema.ts";
import type { CheckedLink } from "../../../src/business/links/file/verify-link.rule.ts";

/** A judged case without its records, which are only shown as a curve. */
export interface ShownCase extends Omit<JudgedCase, "file" | "groups"> {
  head: Pick<CaseFile, "firm" | "stage" | "rules" | "waivers"> & {
    keyId: string;
    counts: { deals: number; operations: number; snapshots: number };
  };
  curve: CurvePoint[];
  /** How long judging took. */
  milliseconds: number;
}

/** A link whose evidence was computed again, without its rows and deals. */
export interface ShownLink extends Pick<CheckedLink, "signature"> {
  head: Pick<LinkFile, "firm" | "link"> & {
    keyId: string;
    sentences: string[];
    /** The number of deals of each trader, by name; `null` of one who was deleted. */
    deals: Record<string, number | null>;
  };
  /** How long computing took. */
  milliseconds: number;
}

/** What is shown of a file that could be read. */
export type ShownFile = ({ about: "case" } & ShownCase) | ({ about: "link" } & ShownLink);

/** The result of verifying a file. */
export type CaseOutcome =
  | { result: "no-case"; message: string }
  | { result: "changed"; difference: FileDifference; shown: ShownFile | null }
  | { result: "confirmed"; shown: ShownFile };

/** @param keys the JSON of the firm's published keys, or `null` if it could not be loaded */
export interface VerifyRequest {
  id: number;
  file: File;
  keys: unknown;
}

export type VerifyAnswer = { id: number } & (
  { step: VerificationStep } | { outcome: CaseOutcome } | { failure: string }
);
