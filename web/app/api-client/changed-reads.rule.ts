/**
 * The reads that a write of a router may change, by router. A write of any other router may change every read: a
 * trader's name, for example, also appears on payouts.
 */
const changedReads: Readonly<Record<string, readonly string[]>> = {
  certificates: ["certificates"],
  me: ["me", "team"],
  notes: ["notes"],
  tags: ["tags", "users", "payouts"],
  team: ["team", "me", "tokens"],
  tokens: ["tokens"],
  views: ["views"],
  webhooks: ["webhooks", "overview"],
};

/**
 * Whether an administrator's write may have changed what a read returned. Every write adds to the audit log.
 * @param write the path of the call, such as `["admin", "notes", "add"]`
 */
export function changesRead([, writer = ""]: string[], [, reader = ""]: string[]): boolean {
  const reads = changedReads[writer];
  return reads === undefined || reader === "audit" || reads.includes(reader);
}

/** Returns the path of a call from its key in the cache of queries or of mutations. */
export function pathOf([path]: readonly unknown[]): string[] {
  return Array.isArray(path) ? (path as string[]) : [];
}
