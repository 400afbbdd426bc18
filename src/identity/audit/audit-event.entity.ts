import { defineEntity, p } from "@mikro-orm/core";
import type { Triggered } from "../../platform/database/tables.ts";
import { type AuditAction, auditActorKinds, type Changes } from "./audit-event.rule.ts";

export const AuditEventSchema = defineEntity({
  name: "AuditEvent",
  tableName: "audit_events",
  properties: {
    /** Assigned by a trigger, together with the position in the chain. */
    id: p.bigint("string").$type<Triggered<string>>().primary().autoincrement(false),
    chain: p.smallint().$type<Triggered<number>>(),
    position: p.bigint("string").$type<Triggered<string>>(),
    at: p.datetime(3),
    actorKind: p.enum(auditActorKinds),
    actorId: p.integer().nullable(),
    actorName: p.text().nullable(),
    address: p.text().nullable(),
    requestId: p.text().nullable(),
    action: p.text().$type<AuditAction>(),
    /** Not a foreign key, because events are kept when the trader is deleted. */
    traderId: p.integer().nullable(),
    traderName: p.text().nullable(),
    payoutId: p.integer().nullable(),
    changes: p.json<Changes>(),
    reason: p.text().nullable(),
    previousHash: p.blob().$type<Triggered<Buffer>>(),
    hash: p.blob().$type<Triggered<Buffer>>(),
  },
  uniques: [{ name: "audit_events_chain_position_unique", properties: ["chain", "position"] }],
  indexes: [
    { name: "audit_events_trader_id_id_index", properties: ["traderId", "id"] },
    { name: "audit_events_payout_id_id_index", properties: ["payoutId", "id"] },
    { name: "audit_events_action_id_index", properties: ["action", "id"] },
    {
      // What figures read here, because it is stored nowhere else.
      name: "audit_events_figures_index",
      properties: ["action", "at"],
      where: "action in ('payout.cancelled', 'trader.deleted')",
    },
  ],
});

/**
 * An action, or a refused attempt at one. The table is append-only: a trigger links each row to the
 * previous one of its chain and rejects UPDATE, DELETE and TRUNCATE.
 */
export class AuditEvent extends AuditEventSchema.class {}

AuditEventSchema.setClass(AuditEvent);
