import { z } from "zod";
import { id, idFilter, timestamp } from "../../../platform/fields/fields.schema.ts";
import {
  listQuery,
  scrollPageOf,
  scrollQuery,
  search,
  timeFilter,
} from "../../../platform/lists/list.schema.ts";
import { auditActionCodes } from "./audit-actions.rule.ts";
import { auditActorKinds } from "../../../identity/audit/audit-event.rule.ts";

const auditedValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** An action, or a refused attempt at one. */
export const auditEvent = z
  .object({
    id: z.number().meta({ type: "integer", minimum: 1, examples: [1042] }),
    at: timestamp,
    action: z.enum(auditActionCodes),
    actor: z.enum(auditActorKinds),
    actorId: id.nullable(),
    actorName: z.string().nullable().meta({
      description: "The label of an administrator or API token, or a trader's name at that time",
    }),
    address: z
      .string()
      .nullable()
      .meta({ examples: ["203.0.113.7"] }),
    requestId: z.string().nullable(),
    traderId: id.nullable(),
    traderName: z
      .string()
      .nullable()
      .meta({ description: "The trader concerned, with the name at that time" }),
    payoutId: id.nullable(),
    changes: z
      .record(
        z.string(),
        z.union([z.object({ from: auditedValue, to: auditedValue }), z.literal("changed")]),
      )
      .meta({ description: "The changed fields; secrets are listed without values" }),
    reason: z.string().nullable(),
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof auditEvent>;

const auditFilters = {
  search: search.meta({
    description: "Matches part of the trader's name, the actor's name or the address",
  }),
  action: z.enum(auditActionCodes, { error: "Unknown action" }).optional(),
  actor: z.enum(auditActorKinds, { error: "Unknown kind of actor" }).optional(),
  traderId: idFilter("traderId"),
  payoutId: idFilter("payoutId"),
  from: timeFilter("from"),
  to: timeFilter("to").meta({ description: "Before this time" }),
};

export const listAuditInput = listQuery(auditFilters);
export type AuditListQuery = z.output<typeof listAuditInput>;

export const auditPageInput = scrollQuery(auditFilters);

export const auditPage = scrollPageOf(auditEvent);
