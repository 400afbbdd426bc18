import type { Generated } from "kysely";
import type { AuditActorKind } from "../../platform/audit/audit-actions.rule.ts";

/** Append-only: a trigger rejects UPDATE. */
export interface NoteRow {
  id: Generated<number>;
  user_id: number;
  body: string;
  author_kind: AuditActorKind;
  author_id: number | null;
  /** The author's name at the time of writing. */
  author_name: string;
  created_at: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    trader_notes: NoteRow;
  }
}
