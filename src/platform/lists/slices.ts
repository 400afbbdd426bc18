import { type RawBuilder, sql } from "kysely";
import { type Column, type Columns, jsonSelectList, selectList } from "../database/columns.ts";
import { type Condition, whereAll } from "./conditions.ts";
import {
  isAfter,
  type ListOrder,
  orderBy,
  type Place,
  type SortSource,
  sortKey,
} from "./sort-keys.ts";

/** The tables and columns of a list. */
export interface ListSource {
  name: string;
  /** Tables with their joins. */
  from: string;
  /** The tables for reading rows, if they differ from `from`. */
  rowsFrom?: string;
  columns: Columns & { id: Column<number> };
  sorts?: Partial<Record<string, SortSource>>;
}

/** Which rows of a list to read. */
export interface Slice extends ListOrder {
  limit: number;
  offset: number;
  /** The last row of the previous page. */
  after?: Place | undefined;
}

/** A row as the driver returns it: the selected columns, and the values of the sort key as `$0`, `$1`, …. */
export type SliceRow = Record<string, unknown>;

/** From this offset on, the ids of a page are selected first, so that skipped rows are not read completely. */
const DEEP = 1000;

/** Selects rows with all columns of the list, and the sort key as `$0`, `$1`, …. */
export function selectSlice(
  list: ListSource,
  slice: Slice,
  conditions: (Condition | undefined)[],
): RawBuilder<SliceRow> {
  const { limit, offset, order, after } = slice;
  const key = keyOf(list, slice);
  const isNext = after && isAfter(key, order, after.key ?? [after.id]);
  const where = whereAll([...conditions, isNext]);
  const from = sql.raw(list.rowsFrom ?? list.from);
  const selected = key.map((expression, index) => `${expression} as "$${index}"`);
  const rows = sql`select ${sql.raw([selectList(list.columns), ...selected].join(", "))}
    from ${from}`;
  const ordered = orderBy(key, order);
  if (offset < DEEP) {
    return sql`${rows} ${where} order by ${ordered} limit ${limit} offset ${offset}`;
  }
  // PostgreSQL drops joins of `from` that the order does not need.
  const idsFrom = isOwnKey(list, key) ? sql.raw(list.from) : from;
  return sql`${rows} where ${idOf(list)} in (
    select ${idOf(list)} from ${idsFrom} ${where} order by ${ordered} limit ${limit} offset ${offset})
    order by ${ordered}`;
}

/** Returns whether the key only contains columns of the listed table, not of a joined one. */
function isOwnKey({ columns }: ListSource, key: string[]): boolean {
  const [table] = columns.id.sql.split(".");
  return key.every((expression) => expression.includes(`${table}.`));
}

/** Returns the place of a row in an order, for a cursor. */
export function placeOf(list: ListSource, order: ListOrder, row: SliceRow): Place {
  const key = keyOf(list, order).map((_expression, index) => row[`$${index}`]);
  return { id: Number(row.id), key };
}

/** Rows as JSON objects separated by commas, newest first. */
export interface JsonRows {
  json: string;
  count: number;
  /** `null` if there are no rows. */
  lastId: number | null;
}

export function selectJson(
  list: ListSource,
  { limit, after }: Slice,
  conditions: Condition[],
): RawBuilder<JsonRows> {
  const id = idOf(list);
  const isOlder = after && sql<boolean>`${id} < ${after.id}`;
  return sql`
    select coalesce(string_agg(row_to_json(listed_row)::text, ',' order by listed_row.id desc), '') as json,
      count(*)::int as count, min(listed_row.id)::float8 as "lastId"
    from (
      select ${sql.raw(jsonSelectList(list.columns))}
      from ${sql.raw(list.rowsFrom ?? list.from)} ${whereAll([...conditions, isOlder])}
      order by ${id} desc limit ${limit}
    ) as listed_row`;
}

/** Selects the ids of all rows that match the conditions, in any order. */
export function selectIds(list: ListSource, conditions: (Condition | undefined)[]) {
  return sql`select ${idOf(list)} as id from ${sql.raw(list.from)} ${whereAll(conditions)}`;
}

/** Returns the `order by` expressions of a slice whose rows were selected as `page`. */
export function orderOfPage(list: ListSource, slice: Slice) {
  const key = keyOf(list, slice).map((_expression, index) => `page."$${index}"`);
  return orderBy(key, slice.order);
}

export const idOf = ({ columns }: ListSource) => sql.raw<number>(columns.id.sql);

function keyOf(list: ListSource, { sort, order }: ListOrder): string[] {
  if (sort === "id") return [list.columns.id.sql];
  const source = list.sorts?.[sort];
  if (source === undefined) throw new Error(`${list.name} cannot be sorted by ${sort}`);
  return sortKey(source, order);
}
