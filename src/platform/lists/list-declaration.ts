import type { Kysely, RawBuilder } from "kysely";
import type { Column, ColumnName, Columns, DriverValue } from "../database/columns.ts";
import type { Tables } from "../database/tables.ts";
import type { Cipher } from "../lib/cipher.ts";
import type { Condition } from "./conditions.ts";
import type { Total } from "./counted-slices.ts";
import type { ListOrder, SortSource } from "./sort-keys.ts";

/**
 * How a search reads rows: `index` finds matches by an index; `row` checks rows that are read anyway,
 * and must not lead the planner to expect few matches.
 */
export type SearchAccess = "index" | "row";

/**
 * A column that must equal the value of the query, or the condition for a value; `undefined` if the
 * value only qualifies the search.
 */
type Filter = ColumnName | ((value: never) => Condition | undefined);

export type Filters = Record<string, Filter>;

/** The values of filters in a query. */
export type FilterValues<Of extends Filters> = {
  [Name in keyof Of]?: ValueOf<Of[Name]> | undefined;
};

type ValueOf<Of extends Filter> = Of extends ColumnName
  ? NonNullable<DriverValue<Of>>
  : Of extends (value: infer Value) => unknown
    ? Value
    : never;

export type ListColumns = Columns & { id: Column<number> };

/** One list: its rows, and what they can be sorted, filtered and searched by. */
export interface ListDeclaration<
  RowColumns extends ListColumns,
  Sort extends string,
  Of extends Filters,
> {
  /** Binds cursors to the list. */
  name: string;
  /** Tables with their joins. A `left join` to one row costs nothing in statements that do not use it. */
  from: string;
  /**
   * The same tables joined without `left`, if every row has its joined rows: only then can a page begin with the
   * index of a joined table. It is not `from`, because PostgreSQL does not drop such a join.
   */
  rowsFrom?: string;
  columns: RowColumns;
  /** Beside `id`, by which every list can be sorted. */
  sorts?: Record<Sort, SortSource>;
  /** The order of a list that is asked for without a sort; newest first by id if absent. */
  defaultOrder?: ListOrder<NoInfer<Sort>>;
  filters: Of;
  /**
   * What a row must match: one of these conditions is enough. Each is served by an index, because no
   * index serves an `or` across tables.
   */
  search?: (words: string, access: SearchAccess, values: FilterValues<Of>) => Condition[];
  /** The index of the search returns matches roughly in the order of their ids. */
  searchFollowsIds?: boolean;
  /**
   * The sort that replaces the order of ids for these filters. With a filter by time, PostgreSQL expects ids and
   * times to be unrelated, and would look for the matching rows from the wrong end of the list.
   */
  insteadOfIds?: (values: FilterValues<Of>) => NoInfer<Sort> | undefined;
  /** Rows per batch if the whole list is read; fewer if a row may be large. */
  batchSize?: number;
}

/** How many rows pass the filters; `undefined` if no counter knows, so that the engine counts up to the cap. */
export type TotalOf<Of extends Filters> = (
  values: FilterValues<Of>,
) => RawBuilder<number> | undefined;

export interface CountedListDeclaration<
  RowColumns extends ListColumns,
  Sort extends string,
  Of extends Filters,
> extends ListDeclaration<RowColumns, Sort, Of> {
  /** Without a search; the engine counts the matches of a search. */
  total: TotalOf<Of>;
  /** Whether that total counts rows up to the cap, because no counter knows their number. */
  isTotalCapped?: (values: FilterValues<Of>) => boolean;
}

export interface ListContext {
  database: { kysely: Kysely<Tables> };
  cipher: Cipher;
}

/** Which page of a grid, from 1. */
export interface PageQuery<Sort extends string = string> extends ListOrder<Sort> {
  search?: string | undefined;
  page: number;
  pageSize: number;
}

export interface Page<Item> extends Total {
  rows: Item[];
}

/** Where to begin, and in which order; without a sort, newest first. */
export interface CursorQuery<Sort extends string = string> extends Partial<ListOrder<Sort>> {
  search?: string | undefined;
  cursor?: string | undefined;
}

export interface CursorPage<Item> extends Partial<Total> {
  rows: Item[];
  /** For the next page; `undefined` on the last one. */
  nextCursor: string | undefined;
}

/** The ways to read a list. A query also contains the values of the list's filters. */
export interface List<Item, Sort extends string, Values> {
  /** @returns `undefined` if the row does not exist */
  find(context: Pick<ListContext, "database">, id: number): Promise<Item | undefined>;
  /** @throws RefusalError if the cursor was not written for this list and order */
  readCursorPage(
    context: ListContext,
    query: Values & CursorQuery<Sort> & { limit: number },
  ): Promise<CursorPage<Item>>;
  /**
   * The whole list in batches, newest first, from the cursor on.
   * @throws RefusalError if the cursor was not written for this list
   */
  readBatches(context: ListContext, query: Values & CursorQuery<Sort>): AsyncGenerator<Item[]>;
  /**
   * The same as JSON objects separated by commas, which PostgreSQL writes.
   * @throws RefusalError if the cursor was not written for this list
   */
  streamJson(context: ListContext, query: Values & CursorQuery<Sort>): AsyncGenerator<string>;
}

export interface CountedList<Item, Sort extends string, Values> extends List<Item, Sort, Values> {
  readPage(context: ListContext, query: Values & PageQuery<Sort>): Promise<Page<Item>>;
}
