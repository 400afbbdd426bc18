/**
 * The keys of a record with their type, in the order of its declaration. `Object.keys` answers `string[]`, because an
 * object may have more keys than its type says; pass only records that are declared in full.
 */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>) {
  return Object.keys(record) as [Key, ...Key[]];
}
