import { readText } from "../../state/table-search.ts";

/** The filters of the audit log as the address keeps them. */
export interface AuditSearch {
  search?: string;
  action?: string;
  actor?: string;
  traderId?: string;
  payoutId?: string;
  /** Calendar days of the viewer, `2026-03-14`, both included. */
  from?: string;
  to?: string;
}

const names = ["search", "action", "actor", "traderId", "payoutId", "from", "to"] as const;

/** What is no id or day means nothing; the others are judged where they are used. */
const isUnderstood: Partial<Record<keyof AuditSearch, (text: string) => boolean>> = {
  traderId: isId,
  payoutId: isId,
  from: isDay,
  to: isDay,
};

/** Takes from an address what the log understands, and drops the rest. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: Record<string, string | undefined> = {};
  for (const name of names) {
    const text = readText(raw[name]);
    // Said to be unset: the router keeps what is not spoken of.
    search[name] = text && isUnderstood[name]?.(text) !== false ? text : undefined;
  }
  return search;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
}
