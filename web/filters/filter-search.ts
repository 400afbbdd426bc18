import { readText } from "../state/table-search.ts";

/** The filters of a table as they are stored in the address, beside its status. */
export interface FilterSearch {
  /** Calendar days in the viewer's time zone, such as `2026-03-14`, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  tag?: string | undefined;
  /** Several are separated by commas. */
  paymentMethod?: string | undefined;
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
}

export type FilterName = keyof FilterSearch;

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
const isAmount = (text: string) => /^\d{1,12}(\.\d{1,2})?$/.test(text);

const validators: Readonly<Record<FilterName, (text: string) => boolean>> = {
  from: isDay,
  to: isDay,
  tag: (text) => text.trim().length > 0 && text.length <= 40 && !text.includes(","),
  paymentMethod: (text) => /^[a-z]+(,[a-z]+)*$/.test(text),
  minAmount: isAmount,
  maxAmount: isAmount,
};

/** Reads the filters that a table has, and drops what cannot be one. */
export function readFilters(
  raw: Record<string, unknown>,
  names: readonly FilterName[],
): FilterSearch {
  const search: FilterSearch = {};
  for (const name of names) {
    const text = readText(raw[name]);
    // Set to undefined explicitly: the router keeps parameters that are missing here.
    search[name] = text && validators[name](text) ? text : undefined;
  }
  return search;
}

/** Values separated by commas, in the order of `known`; `undefined` if one is unknown. */
export function readSet<Value extends string>(
  known: readonly Value[],
  text: unknown,
): string | undefined {
  const parts = typeof text === "string" ? text.split(",") : [];
  const isKnown = parts.every((part) => known.some((value) => value === part));
  const values = known.filter((value) => parts.includes(value));
  return isKnown && values.length > 0 ? values.join(",") : undefined;
}

/** The filters as the server expects them. */
export function filterQuery({ from, to, ...filters }: FilterSearch) {
  return { ...filters, from: startOf(from), to: startOf(to, 1) };
}

/** Midnight in the viewer's time zone, of this day or `daysLater` days after it. */
function startOf(day: string | undefined, daysLater = 0): string | undefined {
  if (!day) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
