import { auditActionCodes } from "../../../src/business/firm/audit-log/audit-actions.rule.ts";
import { auditActorKinds } from "../../../src/identity/audit/audit-event.rule.ts";
import type { AuditListQuery } from "../../../src/business/firm/audit-log/audit-event.schema.ts";
import type { AuditSearch } from "./audit-search.ts";

export type AuditQuery = Omit<AuditListQuery, "limit" | "cursor">;

/** Converts the filters to the input that the server expects; unknown values in the URL are left out. */
export function auditQuery(search: AuditSearch): AuditQuery {
  const query: AuditQuery = {
    search: search.search?.slice(0, 200),
    action: auditActionCodes.find((action) => action === search.action),
    actor: auditActorKinds.find((kind) => kind === search.actor),
    traderId: search.traderId ? Number(search.traderId) : undefined,
    payoutId: search.payoutId ? Number(search.payoutId) : undefined,
    from: startOf(search.from)?.toISOString(),
    to: startOf(search.to, 1)?.toISOString(),
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** Returns the URL of a CSV file with all matching events. */
export function exportUrl(query: AuditQuery): string {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/api/admin/audit/export${parameters ? `?${parameters}` : ""}`;
}

/** Returns midnight in the viewer's time zone, on this day or `daysLater` days after it. */
function startOf(day: string | undefined, daysLater = 0): Date | undefined {
  if (!day) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date;
}
