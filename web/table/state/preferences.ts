import { useMemo, useSyncExternalStore } from "react";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { createStore } from "../../app/store.ts";

/*
 * How a person likes their tables: the density of all of them, and the widths of the columns of each. The browser keeps
 * both, instead of the URL or a saved view, because they suit a person and their screen: a link shows colleagues the
 * same rows and columns, but not in widths that were made for another monitor.
 */

/** Notifies the tables on the page; the value counts the changes. */
const changes = createStore(0);

function useKept(key: string): string | null {
  return useSyncExternalStore(changes.subscribe, () => localStorage.getItem(key));
}

function keep(key: string, text: string): void {
  if (text === "") localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  changes.set(changes.get() + 1);
}

export const densityLabels = {
  compact: "Compact",
  standard: "Standard",
  comfortable: "Comfortable",
} as const;

export type Density = keyof typeof densityLabels;

export const densities = keysOf(densityLabels);

const DENSITY = "table-density";

export function useDensity(): Density {
  const kept = useKept(DENSITY);
  return densities.find((known) => known === kept) ?? "standard";
}

export function keepDensity(density: Density): void {
  keep(DENSITY, density);
}

/** Pixels by column. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The limits of a width in pixels. At the lower one, a heading shows its first letters and its menu. */
export const widthLimits = { min: 56, max: 2_000 };

/** The widths of a table are kept as "email:220,fullName:180". */
const widthsOf = (list: string) => `column-widths:${list}`;

/** Reads widths, and drops those that are not within the limits. */
export function readWidths(kept: string | null): ColumnWidths {
  const pairs = (kept ?? "").split(",").map((pair) => pair.split(":"));
  return Object.fromEntries(
    pairs.flatMap(([field = "", text]) => {
      const width = Number(text);
      return width >= widthLimits.min && width <= widthLimits.max ? [[field, width]] : [];
    }),
  );
}

export function writeWidths(widths: ColumnWidths): string {
  const pairs = Object.entries(widths).map(([field, width]) => `${field}:${Math.round(width)}`);
  return pairs.join(",");
}

/** Returns the widths that the person has given to the columns of a table. */
export function useKeptWidths(list: string): ColumnWidths {
  const kept = useKept(widthsOf(list));
  return useMemo(() => readWidths(kept), [kept]);
}

/** Keeps these widths instead of all earlier ones of the table. Other columns have the width of their declaration. */
export function keepWidths(list: string, widths: ColumnWidths): void {
  keep(widthsOf(list), writeWidths(widths));
}
