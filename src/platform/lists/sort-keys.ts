import { type RawBuilder, sql } from "kysely";
import type { ColumnName, DriverValue } from "../database/columns.ts";

export interface ListOrder<Sort extends string = string> {
  sort: Sort;
  order: "asc" | "desc";
}

/** The place of a row in an order: its id and the values of its sort key. Without a key, the order is by id. */
export interface Place {
  id: number;
  key?: unknown[] | undefined;
}

type NotNullColumnName = {
  [Name in ColumnName]: null extends DriverValue<Name> ? never : Name;
}[ColumnName];

/**
 * The columns that rows are sorted by: a column that is never null, or a text of any length, followed by columns that
 * make the order unique. All have the same direction, so that one index, read forwards or backwards, returns the order.
 * `test/api/business/lists/plans.test.ts` requires this index.
 */
export type SortSource =
  | { column: ColumnName; ties: readonly NotNullColumnName[] }
  | { freeText: ColumnName; ties: readonly NotNullColumnName[] };

/** Sorts by a column, and rows with the same value by `ties`, which must end with a unique column. */
export function sortBy(column: NotNullColumnName, ...ties: NotNullColumnName[]): SortSource {
  return { column, ties };
}

/** Like `sortBy`, for a nullable column that a join condition of the list requires to be set. */
export function sortByRequired(column: ColumnName, ...ties: NotNullColumnName[]): SortSource {
  return { column, ties };
}

/**
 * Sorts by a text of any length, which may be unset. Unset texts come last in both directions, so each direction has
 * its own index.
 */
export function sortByText(freeText: ColumnName, ...ties: NotNullColumnName[]): SortSource {
  return { freeText, ties };
}

/** Only this many characters of a text affect the order, because cursors contain them and must fit into a URL. */
const SORTED_CHARACTERS = 200;

type Order = ListOrder["order"];

/** Returns the expressions of `order by`, the most significant one first. None of them is ever null. */
export function sortKey(source: SortSource, order: Order): string[] {
  if ("column" in source) return [source.column, ...source.ties];
  const column = source.freeText;
  const unsetLast = order === "asc" ? `(${column} is null)` : `(${column} is not null)`;
  return [unsetLast, `coalesce(left(${column}, ${SORTED_CHARACTERS}), '')`, ...source.ties];
}

export function orderBy(key: readonly string[], order: Order): RawBuilder<unknown> {
  return sql.raw(key.map((expression) => `${expression} ${order}`).join(", "));
}

/** Returns a condition for rows after a place. It compares row values, so that an index can start at the place. */
export function isAfter(
  key: readonly string[],
  order: Order,
  values: readonly unknown[],
): RawBuilder<boolean> {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  return sql`(${sql.raw(key.join(", "))}) ${beyond} (${sql.join(values)})`;
}
