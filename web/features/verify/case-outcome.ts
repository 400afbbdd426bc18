import type { CaseFile } from "../../../src/business/record/cases/case.schema.ts";
import type { CurvePoint } from "../../../src/business/record/cases/case-records.rule.ts";
import type {
  CaseDifference,
  JudgedCase,
  VerificationStep,
} from "../../../src/business/record/cases/verify-case.rule.ts";

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

/** The result of verifying a file. */
export type CaseOutcome =
  | { result: "no-case"; message: string }
  | { result: "changed"; difference: CaseDifference; shown: ShownCase | null }
  | { result: "confirmed"; shown: ShownCase };

/** @param keys the JSON of the firm's published keys, or `null` if it could not be loaded */
export interface VerifyRequest {
  id: number;
  file: File;
  keys: unknown;
}

export type VerifyAnswer = { id: number } & (
  { step: VerificationStep } | { outcome: CaseOutcome } | { failure: string }
);
