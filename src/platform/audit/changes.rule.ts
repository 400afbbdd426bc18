/** A logged value; never a secret. */
export type AuditedValue = string | number | boolean | null;

/** The old and the new value of each changed field; a secret is only marked as changed. */
export type Changes = Record<string, { from: AuditedValue; to: AuditedValue } | "changed">;

export type Snapshot = Readonly<Record<string, AuditedValue | undefined>>;

/** Returns the fields that differ between two states; an unset field counts as `null`. */
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
