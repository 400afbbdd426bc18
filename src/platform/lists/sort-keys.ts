import { type RawBuilder, sql } from "kysely";
import type { ColumnName, DriverValue } from "../database/columns.ts";

export interface ListOrder<Sort extends string = string> {
  sort: Sort;
  order: "asc" | "desc";
}

/** The last row of a page: its id, and its value of the sort key. */
export interface Place {
  id: number;
  value?: unknown;
}

type NotNullColumnName = {
  [Name in ColumnName]: null extends DriverValue<Name> ? never : Name;
}[ColumnName];

interface FreeText {
  freeText: ColumnName;
}

/** Ties follow a unique column in the direction of the sort, so that one index has the whole order. */
interface Indexed {
  column: ColumnName;
  ties: NotNullColumnName;
  /** Selects the value of `ties` by the id of a row, which cursors name. */
  tieOf: (id: number) => RawBuilder<unknown>;
}

/** What rows can be sorted by: a column that is never null, a free text, or an index of two columns. */
export type SortSource = NotNullColumnName | FreeText | Indexed;

/** Characters of a free text that count in an order: a cursor contains them and must fit into a URL. */
const SORTED_CHARACTERS = 200;

/** A text of any length, or none: what is not set comes last in both directions. */
export function freeText(column: ColumnName): FreeText {
  return { freeText: column };
}

/** What rows are sorted by, as SQL. */
export interface SortKey {
  value: RawBuilder<unknown>;
  /** The order of ties; newest first if absent. */
  ties?: { value: RawBuilder<unknown>; direction: RawBuilder<unknown> };
  /** Direction and place of nulls, as they follow a key in `order by`. */
  direction: RawBuilder<unknown>;
  /** Whether a row comes after a place. */
  isAfter: (place: Place) => RawBuilder<boolean>;
}

type Order = ListOrder["order"];
type Sql = RawBuilder<unknown>;

export function sortKey(id: Sql, source: SortSource, order: Order): SortKey {
  if (typeof source === "string") return columnKey(id, sql.raw(source), order);
  if ("ties" in source) return indexedKey(source, order);
  return freeTextKey(id, sql.raw(source.freeText), order);
}

export function idKey(id: Sql, order: Order): SortKey {
  return {
    value: id,
    direction: sql.raw(order),
    isAfter: (place) => sql`${id} ${beyond(order)} ${place.id}`,
  };
}

/** Without "nulls last": no index is in that order. */
function columnKey(id: Sql, value: Sql, order: Order): SortKey {
  return {
    value,
    direction: sql.raw(order),
    isAfter: (place) =>
      sql`(${value} ${beyond(order)} ${place.value} or ${isTied(id, value, place)})`,
  };
}

function indexedKey({ column, ties, tieOf }: Indexed, order: Order): SortKey {
  const [value, tie] = [sql.raw(column), sql.raw(ties)];
  return {
    value,
    direction: sql.raw(order),
    ties: { value: tie, direction: sql.raw(order) },
    isAfter: (place) =>
      sql`(${value}, ${tie}) ${beyond(order)} (${place.value}, ${tieOf(place.id)})`,
  };
}

function freeTextKey(id: Sql, column: Sql, order: Order): SortKey {
  const value = sql`left(${column}, ${sql.lit(SORTED_CHARACTERS)})`;
  return {
    value,
    direction: sql`${sql.raw(order)} nulls last`,
    isAfter: (place) =>
      place.value === null
        ? sql`(${value} is null and ${id} < ${place.id})`
        : sql`(${value} ${beyond(order)} ${place.value} or ${isTied(id, value, place)} or ${value} is null)`,
  };
}

const beyond = (order: Order) => sql.raw(order === "asc" ? ">" : "<");

const isTied = (id: Sql, value: Sql, place: Place) =>
  sql`(${value} = ${place.value} and ${id} < ${place.id})`;
