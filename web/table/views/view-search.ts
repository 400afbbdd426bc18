/** The selected view as stored in the URL, in addition to the parameters of the table. */
export interface ViewSearch {
  view?: number | undefined;
  /** Not changed by selecting another view. */
  pageSize?: number | undefined;
}

export function readView(raw: unknown): number | undefined {
  const id = Number(raw);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}

/** Default values, which URLs omit. */
const usual = new Map([
  ["sort", "id"],
  ["order", "desc"],
]);

/**
 * Returns the parameters that a view saves, in a fixed order.
 * @param names of the parameters that views of the table store
 * @param search the URL's parameters as read by the page
 */
export function keptParameters(names: readonly string[], search: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(search));
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = given.get(name);
    if (typeof value !== "string" || value === "" || value === usual.get(name)) continue;
    kept[name] = value;
  }
  return kept;
}
