import { defineEntity, p } from "@mikro-orm/core";
import { TraderSchema } from "../../../identity/users/trader.entity.ts";
import type { AuditActorKind } from "../../../identity/audit/audit-event.rule.ts";

/** Append-only: a trigger rejects UPDATE. */
export const TraderNote = defineEntity({
  name: "TraderNote",
  tableName: "trader_notes",
  properties: {
    id: p.integer().primary().autoincrement(),
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .fieldName("user_id")
        .foreignKeyName("trader_notes_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    body: p.text(),
    authorKind: p.text().$type<AuditActorKind>(),
    authorId: p.integer().nullable(),
    /** The author's name at the time of writing. */
    authorName: p.text(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: "trader_notes_user_id_id_index", properties: ["trader", "id"] }],
  checks: [{ name: "trader_notes_body_check", expression: "body <> ''" }],
});
