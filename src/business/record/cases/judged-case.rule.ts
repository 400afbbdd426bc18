import type { Judgement } from "../../rulebook/engine/verdict.schema.ts";
import type { Engine, RecordGroup } from "../../rulebook/timeline/timeline.rule.ts";
import type { ReadableCase } from "./case.schema.ts";
import type { FileDifference } from "./first-difference.rule.ts";
import type { SignatureStatus } from "./web-crypto.rule.ts";

export const caseParts = [
  "records",
  "rules",
  "stage",
  "waivers",
  "calendar",
  "approvals",
  "statement",
  "verdict",
  "signature",
  "file",
] as const;
export type CasePart = (typeof caseParts)[number];

/** The first difference between the file and the result of judging its records. */
export interface CaseDifference extends FileDifference {
  part: CasePart;
}

export interface JudgedCase {
  file: ReadableCase;
  /** The records of the file, grouped by instant in chronological order. */
  groups: RecordGroup[];
  /** The version that has judged it: that of the verdict, if it could have judged such a stage. */
  engine: Engine;
  /** The engine's own judgement, regardless of the verdict in the file. */
  judgement: Judgement;
  /** Whether records and rules were compared with their hashes, which needs HTTPS in a browser. */
  areHashesChecked: boolean;
  signature: SignatureStatus;
}
