import { keepPreviousData } from "@tanstack/react-query";
import { auditActionCodes } from "../../../../src/business/watch/audit-log/audit-actions.rule.ts";
import type { AuditListQuery } from "../../../../src/business/watch/audit-log/audit-event.schema.ts";
import { auditActorKinds } from "../../../../src/identity/audit/audit-event.rule.ts";
import { parseId } from "../../../../src/platform/fields/id.rule.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { cursorPages } from "../../../app/api-client/queries.ts";
import { readText } from "../../../table/state/table-search.ts";
import { readView, type ViewSearch } from "../../../table/views/view-search.ts";
import { trpc } from "../../../trpc.ts";

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

/** The filters of the audit log as stored in the URL. */
export interface AuditSearch extends Omit<ViewSearch, "pageSize"> {
  search?: string;
  action?: string;
  actor?: string;
  traderId?: string;
  payoutId?: string;
  /** Calendar days in the viewer's time zone, such as `2026-03-14`, both inclusive. */
  from?: string;
  to?: string;
}

const names = ["search", "action", "actor", "traderId", "payoutId", "from", "to"] as const;

const isId = (text: string) => parseId(text) !== undefined;

/** The other filters are checked by `auditQuery`. */
const validators: Partial<Record<(typeof names)[number], (text: string) => boolean>> = {
  traderId: isId,
  payoutId: isId,
  from: isDay,
  to: isDay,
};

/** Reads the filters from the URL and drops everything else. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: Record<string, string | undefined> = {};
  for (const name of names) {
    const text = readText(raw[name]);
    // Set to undefined explicitly: the router keeps parameters that are missing here.
    search[name] = text && validators[name]?.(text) !== false ? text : undefined;
  }
  return { ...search, view: readView(raw.view) };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
}

/** Fetches the matching events page by page, newest first. */
export function useAuditLog(query: AuditQuery) {
  return trpc.admin.audit.page.useInfiniteQuery(query, {
    ...cursorPages,
    placeholderData: keepPreviousData,
  });
}

export function prefetchAuditLog(query: AuditQuery) {
  void prefetcher.admin.audit.page.prefetchInfinite(query);
}
