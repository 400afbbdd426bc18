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

/** Takes texts alone from an address; what they mean is judged where they are used. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {};
  for (const name of names) {
    const value = raw[name];
    const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
    if (text !== "") search[name] = text;
  }
  return search;
}
