import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { readText } from "../../table/state/table-search.ts";
import { readView, type ViewSearch } from "../../table/views/view-search.ts";

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
