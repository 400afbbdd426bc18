/** Returns an item with all items that follow from it, directly or through others. */
export function reach<Item>(
  start: Item,
  next: (item: Item) => Iterable<Item>,
  found = new Set<Item>(),
): Set<Item> {
  if (found.has(start)) return found;
  found.add(start);
  for (const item of next(start)) reach(item, next, found);
  return found;
}
