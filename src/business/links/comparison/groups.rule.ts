/** Returns the groups that connections make of traders, in the order of their first connection. */
export function groupUsers(connections: readonly (readonly number[])[]): number[][] {
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
    parents.set(rootOf(first), rootOf(first));
    for (const other of others) parents.set(rootOf(other), rootOf(first));
  }
  return [...Map.groupBy([...parents.keys()], rootOf).values()];
}

/** Returns the sizes of these groups, the largest first. */
export function groupSizes(connections: readonly (readonly number[])[]): number[] {
  return groupUsers(connections)
    .map(({ length }) => length)
    .toSorted((a, b) => b - a);
}
