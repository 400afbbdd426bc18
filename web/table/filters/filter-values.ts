import {
  describeFieldFilter,
  type ShownFilter,
  shownFilters,
  type TableFilters,
} from "../../../src/business/office/tables/filters.rule.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { formatDollars } from "../../../src/platform/money/money.ts";
import { formatDay } from "../../domain/format/dates.ts";
import { readText } from "../state/table-search.ts";

/** The values of a table's filters as stored in the URL. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/** Reads the filters that the screen shows, and drops invalid values. */
export function readFilters(
  filters: TableFilters,
  raw: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  const values = shownFilters(filters).map(([name, filter]) => [
    name,
    readFilter(filter, raw[name]),
  ]);
  // Missing ones are undefined explicitly: the router keeps parameters that are missing here.
  return Object.fromEntries(values);
}

/** Reads the value of a filter; `undefined` if it is invalid. */
export function readFilter(filter: ShownFilter, raw: unknown): string | undefined {
  if (filter.kind === "choice") return keysOf(filter.options).find((value) => value === raw);
  if (filter.kind === "choices") return readSet(keysOf(filter.options), raw);
  const text = readText(raw);
  return text !== undefined && accepts(filter, text) ? text : undefined;
}

type TypedFilter = Exclude<ShownFilter, { kind: "choice" | "choices" }>;

const isFlag = (text: string) => text === "true" || text === "false";
const isText = (text: string, longest: number) => text.trim() !== "" && text.length <= longest;

function accepts(filter: TypedFilter, text: string): boolean {
  if (filter.kind === "flag") return isFlag(text);
  if (filter.kind === "field") {
    return filter.field.kind === "flag" ? isFlag(text) : isText(text, 2_000);
  }
  if (filter.kind === "day") {
    return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight(text).valueOf());
  }
  if (filter.kind === "amount") return /^\d{1,12}(\.\d{1,2})?$/.test(text);
  return isText(text, filter.longest) && (filter.accepts?.(text) ?? true);
}

/** Reads values separated by commas and returns them in the order of `known`; `undefined` if any of them is unknown. */
function readSet(known: readonly string[], raw: unknown): string | undefined {
  const parts = typeof raw === "string" ? raw.split(",") : [];
  const isKnown = parts.every((part) => known.includes(part));
  const values = known.filter((value) => parts.includes(value));
  return isKnown && values.length > 0 ? values.join(",") : undefined;
}

/** Returns the labels of values separated by commas, such as `Approved, Rejected`. */
export function describeSet(labels: Readonly<Record<string, string>>, values: string): string {
  const chosen = new Set(values.split(","));
  const shown = Object.entries(labels).filter(([value]) => chosen.has(value));
  return shown.map(([, label]) => label).join(", ");
}

/** Describes a filter with its value, such as `Registered from Mar 14, 2026`. */
export function describeFilter(filter: ShownFilter, value: string): string {
  if (filter.kind === "choice") return `${filter.label}: ${filter.options[value] ?? value}`;
  if (filter.kind === "choices") return describeSet(filter.options, value);
  if (filter.kind === "flag") return filter.words[value === "true" ? "true" : "false"];
  if (filter.kind === "field") return describeFieldFilter(filter.field, value);
  if (filter.kind === "day") return `${filter.label} ${formatDay(midnight(value))}`;
  if (filter.kind === "amount") return `${filter.short} ${formatDollars(value)}`;
  return `${filter.label} ${value}`;
}

/** Converts the filters to the input that the server expects: days become midnights in the viewer's time zone. */
export function filterQuery(filters: TableFilters, values: FilterValues): FilterValues {
  const converted = shownFilters(filters).map(([name, filter]) => {
    const value = values[name];
    if (filter.kind !== "day" || value === undefined) return [name, value];
    return [name, midnight(value, filter.bound === "last" ? 1 : 0).toISOString()];
  });
  return Object.fromEntries(converted);
}

/** Returns midnight in the viewer's time zone, on this day or `daysLater` days after it. */
function midnight(day: string, daysLater = 0): Date {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date;
}
