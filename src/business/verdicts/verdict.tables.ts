import type { ColumnType, Generated } from "kysely";
import type { AccountStatus } from "../accounts/account-status.rule.ts";
import type { Grade, Outcome, Verdict } from "../verdict-engine/verdict.schema.ts";
import type { Cause } from "./cause.schema.ts";
import type { ReviewDecision, ReviewKind } from "./review-subject.rule.ts";

type Json<Value> = ColumnType<Value, string, string>;

/** One row for each change of a verdict; never changed. */
export interface VerdictRow {
  account_id: number;
  id: Generated<number>;
  stage_id: number;
  at: string;
  outcome: Outcome;
  grade: Grade;
  /** Version of the rules, outcome and statuses: a verdict is kept if its key differs from the last one. */
  key: string;
  verdict: Json<Verdict>;
  cause: Json<Cause>;
}

/** The current verdict on each stage with rules. */
export interface CurrentVerdictRow {
  account_id: number;
  stage_id: number;
  is_open: boolean;
  as_of: string;
  outcome: Outcome;
  grade: Grade;
  key: string;
  /** The smallest room of the daily losses that are not breached. */
  daily_room: string | null;
  daily_room_resets_at: string | null;
  /** When time alone may change the verdict; `null` after the stage or its evaluation has ended. */
  next_check_at: string | null;
}

/** A breach or a pass that a person confirms or dismisses. */
export interface ReviewRow {
  account_id: number;
  id: Generated<number>;
  stage_id: number;
  kind: ReviewKind;
  verdict: Json<Verdict>;
  /** The breaches or passes under review, for which no other review is opened. */
  subjects: string[];
  /** The status of the account before the review. */
  former_status: AccountStatus;
  created_at: string;
  decision: ReviewDecision | null;
  reason: string | null;
  decided_at: string | null;
  decided_by: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    verdicts: VerdictRow;
    current_verdicts: CurrentVerdictRow;
    reviews: ReviewRow;
  }
}
