import {
  paymentMethodCodes,
  paymentStateCodes,
} from "../../../src/business/money/payouts/payout.rule.ts";
import {
  waitingActorNames,
  waitingKindNames,
} from "../../../src/business/traders/waiting/waiting.rule.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { recordOf } from "../../../src/platform/fields/pick.rule.ts";
import { type FieldFilter, filteredFields } from "./field-filters.ts";
import { readText } from "../state/table-search.ts";

/** The filters of a table as stored in the URL, in addition to its status. */
export interface FilterSearch extends Partial<Record<FieldFilter, string | undefined>> {
  /** Calendar days in the viewer's time zone, such as `2026-03-14`, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  tag?: string | undefined;
  /** `true` or `false`. */
  banned?: string | undefined;
  /** What the account waits for, and who acts next. */
  waitingFor?: string | undefined;
  waitingActor?: string | undefined;
  /** May be several values, separated by commas. */
  paymentMethod?: string | undefined;
  payment?: string | undefined;
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
}

export type FilterName = keyof FilterSearch;

export type Flag = "true" | "false";

export const bannedLabels = { true: "Banned", false: "Not banned" } satisfies Record<Flag, string>;

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
const isAmount = (text: string) => /^\d{1,12}(\.\d{1,2})?$/.test(text);

const isFlag = (text: string) => text === "true" || text === "false";
const isShort = (text: string) => text.trim().length > 0 && text.length <= 2_000;

const validators: Readonly<Record<FilterName, (text: string) => boolean>> = {
  from: isDay,
  to: isDay,
  tag: (text) => text.trim().length > 0 && text.length <= 40 && !text.includes(","),
  ...recordOf(keysOf(filteredFields), (name) =>
    filteredFields[name].kind === "flag" ? isFlag : isShort,
  ),
  banned: isFlag,
  waitingFor: (text) => waitingKindNames.some((kind) => kind === text),
  waitingActor: (text) => waitingActorNames.some((actor) => actor === text),
  paymentMethod: (text) => readSet(paymentMethodCodes, text) !== undefined,
  payment: (text) => readSet(paymentStateCodes, text) !== undefined,
  minAmount: isAmount,
  maxAmount: isAmount,
};

/** Reads the filters that a table supports, and drops invalid values. */
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

/** Reads values separated by commas and returns them in the order of `known`; `undefined` if any of them is unknown. */
export function readSet<Value extends string>(
  known: readonly Value[],
  text: unknown,
): string | undefined {
  const parts = typeof text === "string" ? text.split(",") : [];
  const isKnown = parts.every((part) => known.some((value) => value === part));
  const values = known.filter((value) => parts.includes(value));
  return isKnown && values.length > 0 ? values.join(",") : undefined;
}

/** Returns the labels of values separated by commas, such as `Approved, Rejected`. */
export function describeSet(labels: Readonly<Record<string, string>>, values: string): string {
  const chosen = new Set(values.split(","));
  const shown = Object.entries(labels).filter(([value]) => chosen.has(value));
  return shown.map(([, label]) => label).join(", ");
}

/** Converts the filters to the input that the server expects. */
export function filterQuery({ from, to, ...filters }: FilterSearch) {
  return { ...filters, from: startOf(from), to: startOf(to, 1) };
}

/** Returns midnight in the viewer's time zone, on this day or `daysLater` days after it. */
function startOf(day: string | undefined, daysLater = 0): string | undefined {
  if (!day) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
