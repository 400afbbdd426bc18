/** Returns the values of these keys only. */
export function pick<Of extends object, Key extends keyof Of>(
  record: Of,
  keys: readonly Key[],
): Pick<Of, Key> {
  return Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<Of, Key>;
}

/** Returns a record of these keys, in their order. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

type WithNulls<Of> = {
  [Key in keyof Of]-?: undefined extends Of[Key] ? Exclude<Of[Key], undefined> | null : Of[Key];
};

/** Returns the record with `null` instead of `undefined`. */
export function withNulls<Of extends object>(record: Of): WithNulls<Of> {
  const entries = Object.entries(record).map(([key, value]) => [key, value ?? null]);
  return Object.fromEntries(entries) as WithNulls<Of>;
}
