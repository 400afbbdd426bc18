import { type ViewList, viewLists } from "../../src/identity/views/view-lists.rule.ts";

/** The picked view in the address, beside what it shows. */
export interface ViewSearch {
  view?: number | undefined;
  /** Stays as it is when another view is picked. */
  pageSize?: number | undefined;
}

export function readView(raw: unknown): number | undefined {
  const id = Number(raw);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}

/** What addresses omit. */
const usual = new Map([
  ["sort", "id"],
  ["order", "desc"],
]);

/**
 * The parameters of an address that a view keeps, in a fixed order.
 * @param search as the page has read it
 */
export function viewParameters(list: ViewList, search: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(search));
  const kept: Record<string, string> = {};
  for (const name of viewLists[list].parameters) {
    const value = given.get(name);
    if (typeof value !== "string" || value === "" || value === usual.get(name)) continue;
    kept[name] = value;
  }
  return kept;
}
