import { sql } from "kysely";
import { bigint, type ColumnName, integer, json, text, timestamp } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { before, type Condition, containing, since } from "../lists/conditions.ts";
import { defineList } from "../lists/define-list.ts";

const contains = (column: ColumnName, words: string): Condition =>
  sql`${sql.raw(column)} ilike ${containing(words)}`;

/** The audit log. Its pages have no total, because the log only grows. */
export const auditEvents = defineList({
  name: "audit",
  from: "audit_events",
  columns: {
    id: bigint("audit_events.id"),
    at: timestamp("audit_events.at"),
    action: text("audit_events.action"),
    actor: text("audit_events.actor_kind"),
    actorId: integer("audit_events.actor_id"),
    actorName: text("audit_events.actor_name"),
    address: text("audit_events.address"),
    requestId: text("audit_events.request_id"),
    traderId: integer("audit_events.trader_id"),
    traderName: text("audit_events.trader_name"),
    payoutId: integer("audit_events.payout_id"),
    changes: json("audit_events.changes"),
    reason: text("audit_events.reason"),
  },
  filters: {
    action: "audit_events.action",
    actor: "audit_events.actor_kind",
    traderId: "audit_events.trader_id",
    payoutId: "audit_events.payout_id",
    from: (time: string) => since("audit_events.at", time),
    to: (time: string) => before("audit_events.at", time),
  },
  search: (words) => [
    contains("audit_events.trader_name", words),
    contains("audit_events.actor_name", words),
    contains("audit_events.address", words),
  ],
  // A single event may have 100 kB.
  batchSize: 200,
});

/** Finds when an administrator last viewed the trader's master password, and which one. */
export async function findLastView({ database }: { database: Database }, traderId: number) {
  const view = await database.kysely
    .selectFrom("audit_events")
    .select(["at", "actor_name as viewedBy"])
    .where("trader_id", "=", traderId)
    .where("action", "=", "master-password.viewed")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return view ? { viewedAt: new Date(view.at), viewedBy: view.viewedBy } : null;
}
