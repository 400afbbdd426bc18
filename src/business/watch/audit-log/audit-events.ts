import type { Readable } from "node:stream";
import { sql } from "kysely";
import {
  bigint,
  type ColumnName,
  integer,
  json,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { before, type Condition, containing, since } from "../../../platform/lists/conditions.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { csvOf, type ExportColumn } from "../../../platform/exports/csv.ts";
import { labelOf } from "./audit-actions.rule.ts";
import type { AuditEvent } from "./audit-event.schema.ts";
import type { OwnDataPart } from "../../../identity/users/own-data-part.ts";

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

const contains = (column: ColumnName, words: string): Condition =>
  sql`${sql.raw(column)} ilike ${containing(words)}`;

const columns: ExportColumn<AuditEvent>[] = [
  { header: "ID", kind: "number", read: ({ id }) => id },
  { header: "Time (UTC)", kind: "time", read: ({ at }) => at },
  { header: "Actor", kind: "text", read: ({ actor }) => actor },
  { header: "Actor ID", kind: "number", read: ({ actorId }) => actorId },
  { header: "Actor Name", kind: "text", read: ({ actorName }) => actorName },
  { header: "Action", kind: "text", read: ({ action }) => action },
  { header: "What", kind: "text", read: labelOf },
  { header: "Trader ID", kind: "number", read: ({ traderId }) => traderId },
  { header: "Trader", kind: "text", read: ({ traderName }) => traderName },
  { header: "Payout Request", kind: "number", read: ({ payoutId }) => payoutId },
  { header: "Changes", kind: "text", read: describeChanges },
  { header: "Reason", kind: "text", read: ({ reason }) => reason },
  { header: "Address", kind: "text", read: ({ address }) => address },
  { header: "Request ID", kind: "text", read: ({ requestId }) => requestId },
];

/** Streams audit events as CSV. */
export function auditCsv(batches: AsyncIterable<AuditEvent[]>): Readable {
  return csvOf(columns, batches);
}

function describeChanges({ changes }: AuditEvent): string {
  return Object.entries(changes)
    .map(([field, change]) =>
      change === "changed"
        ? `${field}: changed`
        : `${field}: ${change.from ?? "–"} → ${change.to ?? "–"}`,
    )
    .join("; ");
}

export const activityPart: OwnDataPart = {
  name: "activity",
  about: "What the trader did, from the audit log",
  table: "audit_events",
  where: ({ traderId }) => sql`audit_events.trader_id = ${traderId}
    and audit_events.actor_kind = 'trader' and audit_events.actor_id = ${traderId}`,
  key: ["audit_events.id"],
  columns: {
    at: timestamp("audit_events.at"),
    action: text("audit_events.action"),
    address: text("audit_events.address"),
  },
};
