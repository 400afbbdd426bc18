import { type RawBuilder, sql } from "kysely";
import { type Column, type Columns, jsonSelectList, selectList } from "../database/columns.ts";
import { type Condition, whereAll } from "./conditions.ts";
import {
  idKey,
  type ListOrder,
  type Place,
  type SortKey,
  type SortSource,
  sortKey,
} from "./sort-keys.ts";

/** The tables and columns of a list. */
export interface ListSource {
  name: string;
  /** Tables with their joins. */
  from: string;
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

/** What the driver returns for a row: the selected columns, and the sort key as `$key`. */
export type SliceRow = Record<string, unknown>;

/** Rows with all columns of the list, the sort key as `$key`, and the order of ties as `$tie`. */
export function selectSlice(
  list: ListSource,
  slice: Slice,
  conditions: (Condition | undefined)[],
): RawBuilder<SliceRow> {
  const key = keyOf(list, slice);
  const isAfter = slice.after && key.isAfter(slice.after);
  const { value: tie, direction } = key.ties ?? newestFirst(idOf(list));
  const selected = key.ties ? sql`, ${tie} as "$tie"` : sql``;
  return sql`select ${sql.raw(selectList(list.columns))}, ${key.value} as "$key"${selected}
    from ${sql.raw(list.from)} ${whereAll([...conditions, isAfter])}
    order by ${key.value} ${key.direction}, ${tie} ${direction}
    limit ${slice.limit} offset ${slice.offset}`;
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
  const isAfter = after && sql<boolean>`${id} < ${after.id}`;
  return sql`
    select coalesce(string_agg(row_to_json(item)::text, ',' order by item.id desc), '') as json,
      count(*)::int as count, min(item.id)::float8 as "lastId"
    from (
      select ${sql.raw(jsonSelectList(list.columns))}
      from ${sql.raw(list.from)} ${whereAll([...conditions, isAfter])}
      order by ${id} desc limit ${limit}
    ) as item`;
}

/** Ids of all rows that match the conditions, in any order. */
export function selectIds(list: ListSource, conditions: (Condition | undefined)[]) {
  return sql`select ${idOf(list)} as id from ${sql.raw(list.from)} ${whereAll(conditions)}`;
}

/** The order of a slice, once its rows were selected as `page`. */
export function orderOfPage(list: ListSource, slice: Slice) {
  const { direction, ties } = keyOf(list, slice);
  const tie = ties ? sql`page."$tie" ${ties.direction}` : sql`page.id desc`;
  return sql`page."$key" ${direction}, ${tie}`;
}

const newestFirst = (id: RawBuilder<number>) => ({ value: id, direction: sql.raw("desc") });

export const idOf = ({ columns }: ListSource) => sql.raw<number>(columns.id.sql);

function keyOf(list: ListSource, { sort, order }: ListOrder): SortKey {
  if (sort === "id") return idKey(idOf(list), order);
  const source = list.sorts?.[sort];
  if (source === undefined) throw new Error(`${list.name} cannot be sorted by ${sort}`);
  return sortKey(idOf(list), source, order);
}
