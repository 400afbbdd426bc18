import type { Generated } from "kysely";

/** One run of an account. */
export interface StageRow {
  account_id: number;
  id: Generated<number>;
  phase: string;
  currency: string;
  initial_balance: string;
  rules_version_id: number | null;
  started_at: string;
  ended_at: string | null;
  outcome: "passed" | "failed" | "abandoned" | null;
  created_at: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    stages: StageRow;
    /** The changes of a stage to another version of the rules, with their reasons. */
    rule_changes: {
      account_id: number;
      id: Generated<number>;
      stage_id: number;
      from_version_id: number | null;
      to_version_id: number;
      reason: string;
      at: string;
      by: string;
    };
  }
}
