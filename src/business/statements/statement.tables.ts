import type { ColumnType, Generated } from "kysely";
import type { ReconciliationStatus } from "./reconcile.rule.ts";
import type { Statement, StatementFinding } from "./statement.schema.ts";
import type { StatementFormat } from "./statement-format.rule.ts";

type Json<Value> = ColumnType<Value, string, string>;

/** An imported statement. */
export interface StatementRow {
  account_id: number;
  id: Generated<number>;
  stage_id: number;
  format: StatementFormat;
  file_name: string;
  file_key: string;
  sha256: string;
  size: number;
  time_zone: string;
  time_zone_source: Statement["timeZoneSource"];
  financing: ColumnType<Statement["financing"], string | null, never>;
  login: string | null;
  account_name: string | null;
  currency: string | null;
  from_time: string | null;
  to_time: string | null;
  counts: Json<Statement["counts"]>;
  totals: Json<Statement["totals"]>;
  opening_balance: string | null;
  closing_balance: string | null;
  status: ReconciliationStatus;
  difference: string;
  findings: Json<StatementFinding[]>;
  needs_confirmation: boolean;
  confirmed_at: string | null;
  confirmed_by: string | null;
  created_at: string;
  created_by: string;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
  withdrawn_reason: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    statements: StatementRow;
  }
}
