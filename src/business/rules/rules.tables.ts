import type { ColumnType, Generated } from "kysely";
import type { Rules } from "./rules.schema.ts";

/** Rows are never updated or deleted; a trigger prevents it. */
export interface RuleVersionRow {
  id: Generated<number>;
  rule_set_id: number;
  /** Starts at 1 in each rule set. */
  version: number;
  rules: ColumnType<Rules, string, never>;
  note: string | null;
  created_at: string;
  created_by: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    rule_sets: {
      id: Generated<number>;
      name: string;
      created_at: string;
      created_by: string;
    };
    rule_versions: RuleVersionRow;
  }
}
