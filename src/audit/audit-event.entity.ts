import { defineEntity, p } from "@mikro-orm/core";
import { auditActorKinds } from "./actions.ts";
import type { Changes } from "./changes.ts";

const AuditEventSchema = defineEntity({
  name: "AuditEvent",
  tableName: "audit_events",
  properties: {
    /** Given by the database together with the place in the chain. */
    id: p.bigint("number").primary().autoincrement(false),
    chain: p.smallint(),
    position: p.bigint("number"),
    at: p.datetime(3),
    actorKind: p.enum(auditActorKinds),
    actorId: p.integer().nullable(),
    actorName: p.text().nullable(),
    address: p.text().nullable(),
    requestId: p.text().nullable(),
    action: p.text(),
    /** Without a foreign key: the log outlives whom it tells of. */
    traderId: p.integer().nullable(),
    traderName: p.text().nullable(),
    payoutId: p.integer().nullable(),
    changes: p.json<Changes>(),
    reason: p.text().nullable(),
    previousHash: p.blob(),
    hash: p.blob(),
  },
  uniques: [{ name: "audit_events_chain_position_unique", properties: ["chain", "position"] }],
  indexes: [
    { name: "audit_events_trader_id_id_index", properties: ["traderId", "id"] },
    { name: "audit_events_payout_id_id_index", properties: ["payoutId", "id"] },
    { name: "audit_events_action_id_index", properties: ["action", "id"] },
  ],
});

/**
 * One thing that somebody did, or was refused. Rows are only ever added: a trigger links each to
 * the one before it in its chain, and refuses UPDATE, DELETE and TRUNCATE.
 */
export class AuditEvent extends AuditEventSchema.class {}

AuditEventSchema.setClass(AuditEvent);
