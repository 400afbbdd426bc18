import { defineEntity, p } from "@mikro-orm/core";
import type { ColumnType, Generated } from "kysely";
import { type AuditAction, type AuditActorKind, auditActorKinds } from "./audit-actions.rule.ts";
import type { Changes } from "./changes.rule.ts";

const AuditEventSchema = defineEntity({
  name: "AuditEvent",
  tableName: "audit_events",
  properties: {
    /** Assigned by a trigger, together with the position in the chain. */
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
    /** Not a foreign key, because events are kept when the trader is deleted. */
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
 * An action, or a refused attempt at one. The table is append-only: a trigger links each row to the
 * previous one of its chain and rejects UPDATE, DELETE and TRUNCATE.
 */
export class AuditEvent extends AuditEventSchema.class {}

AuditEventSchema.setClass(AuditEvent);

declare module "../database/tables.ts" {
  interface Tables {
    audit_events: {
      id: Generated<string>;
      chain: Generated<number>;
      position: Generated<string>;
      at: string;
      actor_kind: AuditActorKind;
      actor_id: number | null;
      actor_name: string | null;
      address: string | null;
      request_id: string | null;
      action: AuditAction;
      trader_id: number | null;
      trader_name: string | null;
      payout_id: number | null;
      changes: ColumnType<Changes, string>;
      reason: string | null;
      previous_hash: Generated<Buffer>;
      hash: Generated<Buffer>;
    };
  }
}
