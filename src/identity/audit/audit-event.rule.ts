/** The actions of the log; `business/watch/audit-log` lists them and fills this interface. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface AuditActions {}

export type AuditAction = keyof AuditActions;

/** A token is used by a tool, a visitor is not signed in, and the system is the app or its command line. */
export const auditActorKinds = ["trader", "administrator", "token", "visitor", "system"] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

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
