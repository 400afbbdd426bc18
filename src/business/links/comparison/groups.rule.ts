/** Returns the sizes of the groups that connections make of traders, the largest first. */
export function groupSizes(connections: readonly (readonly number[])[]): number[] {
  const parents = new Map<number, number>();
  const rootOf = (id: number): number => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined && parent !== root;) {
      root = parent;
      parent = parents.get(root);
    }
    parents.set(id, root);
    return root;
  };
  for (const [first, ...others] of connections) {
    if (first === undefined) continue;
    for (const other of others) parents.set(rootOf(other), rootOf(first));
  }
  const sizes = Map.groupBy(parents.keys(), rootOf)
    .values()
    .map(({ length }) => length);
  return sizes.toArray().toSorted((a, b) => b - a);
}
