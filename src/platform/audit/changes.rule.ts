/** A value as the log keeps it: nothing that could be a secret. */
export type AuditedValue = string | number | boolean | null;

/** Field by field, what was before and what is now; of a secret only that it changed. */
export type Changes = Record<string, { from: AuditedValue; to: AuditedValue } | "changed">;

type Snapshot = Readonly<Record<string, AuditedValue | undefined>>;

/** What differs between two states of the same fields; what is unset counts as `null`. */
export function changesBetween(before: Snapshot, after: Snapshot): Changes {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes: Changes = {};
  for (const name of names) {
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    if (from !== to) changes[name] = { from, to };
  }
  return changes;
}

export function hasChanges(changes: Changes): boolean {
  return Object.keys(changes).length > 0;
}
