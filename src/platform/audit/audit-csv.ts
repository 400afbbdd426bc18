import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { auditActions } from "./audit-actions.rule.ts";
import type { AuditEvent } from "./audit-event.schema.ts";

const columns = [
  { key: "id", header: "ID" },
  { key: "at", header: "Time (UTC)" },
  { key: "actor", header: "Actor" },
  { key: "actorId", header: "Actor ID" },
  { key: "actorName", header: "Actor Name" },
  { key: "action", header: "Action" },
  { key: "words", header: "What" },
  { key: "traderId", header: "Trader ID" },
  { key: "traderName", header: "Trader" },
  { key: "payoutId", header: "Payout Request" },
  { key: "changes", header: "Changes" },
  { key: "reason", header: "Reason" },
  { key: "address", header: "Address" },
  { key: "requestId", header: "Request ID" },
];

/** Events as CSV. Values that a spreadsheet would run as a formula are escaped. */
export function auditCsv(batches: AsyncIterable<AuditEvent[]>): Readable {
  async function* rows() {
    for await (const batch of batches) {
      for (const event of batch) yield presentRow(event);
    }
  }
  return Readable.from(rows()).compose(
    stringify({
      header: true,
      columns,
      escape_formulas: true,
      bom: true,
      record_delimiter: "\r\n",
    }),
  );
}

function presentRow({ at, changes, ...event }: AuditEvent) {
  return {
    ...event,
    at: at.toISOString(),
    words: auditActions[event.action],
    changes: Object.entries(changes)
      .map(([field, change]) =>
        change === "changed"
          ? `${field}: changed`
          : `${field}: ${change.from ?? "–"} → ${change.to ?? "–"}`,
      )
      .join("; "),
  };
}
