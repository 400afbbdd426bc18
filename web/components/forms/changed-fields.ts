/**
 * Returns the fields that were edited. The others may have changed since the form was opened, and must not be
 * overwritten.
 */
export function changedFields<Fields extends object>(
  fields: Fields,
  /** Whether each field was edited, from the form's state. */
  dirty: Readonly<Partial<Record<string, unknown>>>,
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name]) => isDirty(dirty[name]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The state of a list or a group of fields says of each of its parts whether it was edited. */
function isDirty(state: unknown): boolean {
  return typeof state === "object" && state !== null
    ? Object.values(state).some(isDirty)
    : state === true;
}
