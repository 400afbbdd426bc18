import { type RawBuilder, sql } from "kysely";
import type { ColumnName, DriverValue } from "../database/columns.ts";

export interface ListOrder<Sort extends string = string> {
  sort: Sort;
  order: "asc" | "desc";
}

/** The last row of a page: its id, and its values of the sort key; without them, the key is the id. */
export interface Place {
  id: number;
  key?: unknown[] | undefined;
}

type NotNullColumnName = {
  [Name in ColumnName]: null extends DriverValue<Name> ? never : Name;
}[ColumnName];

/**
 * What rows are sorted by: a column that is never null or a text of any length, then columns that make the
 * order unique. All are in the direction of the sort, so that one index holds the order, read forwards or
 * backwards. `test/business/lists/plans.test.ts` requires that index.
 */
export type SortSource =
  | { column: ColumnName; ties: readonly NotNullColumnName[] }
  | { freeText: ColumnName; ties: readonly NotNullColumnName[] };

/** Rows by a column, and rows with the same value by `ties`, which must end with a unique column. */
export function sortBy(column: NotNullColumnName, ...ties: NotNullColumnName[]): SortSource {
  return { column, ties };
}

/** The same by a column that a join condition of the list requires to be set. */
export function sortByRequired(column: ColumnName, ...ties: NotNullColumnName[]): SortSource {
  return { column, ties };
}

/**
 * Rows by a text of any length, or none. Unset texts come last in both directions, so each direction has an
 * index of its own.
 */
export function sortByText(freeText: ColumnName, ...ties: NotNullColumnName[]): SortSource {
  return { freeText, ties };
}

/** Characters of a free text that count in an order: a cursor contains them and must fit into a URL. */
const SORTED_CHARACTERS = 200;

type Order = ListOrder["order"];

/** Expressions that are never null, as they appear in `order by`, from the most significant one. */
export function sortKey(source: SortSource, order: Order): string[] {
  if ("column" in source) return [source.column, ...source.ties];
  const column = source.freeText;
  const unsetLast = order === "asc" ? `(${column} is null)` : `(${column} is not null)`;
  return [unsetLast, `coalesce(left(${column}, ${SORTED_CHARACTERS}), '')`, ...source.ties];
}

export function orderBy(key: readonly string[], order: Order): RawBuilder<unknown> {
  return sql.raw(key.map((expression) => `${expression} ${order}`).join(", "));
}

/** Whether a row comes after a place. A comparison of rows, because an index can begin with it. */
export function isAfter(
  key: readonly string[],
  order: Order,
  values: readonly unknown[],
): RawBuilder<boolean> {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  return sql`(${sql.raw(key.join(", "))}) ${beyond} (${sql.join(values)})`;
}
