import type { Readable } from "node:stream";
import { csvOf } from "../exports/csv.ts";
import type { ExportColumn } from "../exports/export-column.ts";
import { auditActions } from "./audit-actions.rule.ts";
import type { AuditEvent } from "./audit-event.schema.ts";

const columns: ExportColumn<AuditEvent>[] = [
  { header: "ID", kind: "number", read: ({ id }) => id },
  { header: "Time (UTC)", kind: "time", read: ({ at }) => at },
  { header: "Actor", kind: "text", read: ({ actor }) => actor },
  { header: "Actor ID", kind: "number", read: ({ actorId }) => actorId },
  { header: "Actor Name", kind: "text", read: ({ actorName }) => actorName },
  { header: "Action", kind: "text", read: ({ action }) => action },
  { header: "What", kind: "text", read: ({ action }) => auditActions[action] },
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
