/**
 * Returns the fields that were edited. The others may have changed since the form was opened, and must not be
 * overwritten.
 */
export function changedFields<Fields extends object>(
  fields: Fields,
  /** Whether each field was edited, from the form's state. */
  dirty: Readonly<Partial<Record<string, unknown>>>,
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name]) => dirty[name] === true);
  return Object.fromEntries(changed) as Partial<Fields>;
}
