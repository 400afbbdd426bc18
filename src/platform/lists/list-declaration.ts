import type { Kysely, RawBuilder } from "kysely";
import type { Column, ColumnName, Columns, DriverValue } from "../database/columns.ts";
import type { Tables } from "../database/tables.ts";
import type { Clock } from "../time/clock.ts";
import type { Cipher } from "../vault/cipher.ts";
import type { Condition } from "./conditions.ts";
import type { Total } from "./counted-slices.ts";
import type { ListOrder, SortSource } from "./sort-keys.ts";

/**
 * How a search finds matches: `index` uses an index; `row` checks rows that are read anyway, and must not make the
 * planner expect few matches.
 */
export type SearchAccess = "index" | "row";

/**
 * A column that must equal the value, or a function that returns the condition for a value; `undefined` if the value
 * only affects the search.
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

/** The declaration of a list: its rows, and how they can be sorted, filtered and searched. */
export interface ListDeclaration<
  RowColumns extends ListColumns,
  Sort extends string,
  Of extends Filters,
> {
  /** A unique name, which binds cursors to the list. */
  name: string;
  /** Tables with their joins. PostgreSQL drops a `left join` to a single row if a statement does not use it. */
  from: string;
  /**
   * The same tables with inner joins, if all joined rows exist. Only with these can PostgreSQL read a page from the
   * index of a joined table; unlike those of `from`, it never drops them.
   */
  rowsFrom?: string;
  columns: RowColumns;
  /** The sorts of the list in addition to `id`. */
  sorts?: Record<Sort, SortSource>;
  /** The order if a query has no sort; by default, newest first by id. */
  defaultOrder?: ListOrder<NoInfer<Sort>>;
  filters: Of;
  /**
   * Returns the conditions of a search. A row matches if at least one of them is true. Each needs its own index,
   * because no index supports an `or` across tables.
   */
  search?: (words: string, access: SearchAccess, values: FilterValues<Of>) => Condition[];
  /** Whether the index of the search returns matches roughly in the order of their ids. */
  searchFollowsIds?: boolean;
  /**
   * Returns the sort that replaces the order by id for these filters. If a query filters by time and sorts by id,
   * PostgreSQL assumes that the two are unrelated and may scan the list from the wrong end.
   */
  replaceIdSort?: (values: FilterValues<Of>) => NoInfer<Sort> | undefined;
  /** Rows per batch when the whole list is read; lower for lists whose rows may be large. */
  batchSize?: number;
}

/** A total without a search, for queries that set no filters but these. */
export interface FilterTotal<Of extends Filters> {
  filters: readonly (keyof Of & string)[];
  /** Returns SQL for the number of rows that match the filters. */
  count: (values: FilterValues<Of>) => RawBuilder<number>;
}

export interface CountedListDeclaration<
  RowColumns extends ListColumns,
  Sort extends string,
  Of extends Filters,
> extends ListDeclaration<RowColumns, Sort, Of> {
  /** How to count without reading the rows, such as from a counter. Other queries are counted up to the cap. */
  total?: FilterTotal<Of>;
  /** Whether this total, too, is only counted up to the cap. */
  isTotalCapped?: (values: FilterValues<Of>) => boolean;
}

export interface ListContext {
  clock: Clock;
  database: { kysely: Kysely<Tables> };
  cipher: Cipher;
}

/** A page of a grid; the first is 1. */
export interface PageQuery<Sort extends string = string> extends ListOrder<Sort> {
  search?: string | undefined;
  page: number;
  pageSize: number;
}

export interface Page<Item> extends Total {
  rows: Item[];
}

/** Where to start and in which order; without a sort, in the list's default order. */
export interface CursorQuery<Sort extends string = string> extends Partial<ListOrder<Sort>> {
  search?: string | undefined;
  cursor?: string | undefined;
}

export interface CursorPage<Item> extends Partial<Total> {
  rows: Item[];
  /** The cursor of the next page; `null` on the last page. */
  nextCursor: string | null;
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
   * Reads the list in batches, from the cursor on.
   * @throws RefusalError if the cursor was not written for this list
   */
  readBatches(context: ListContext, query: Values & CursorQuery<Sort>): AsyncGenerator<Item[]>;
  /**
   * Reads the list as JSON objects separated by commas, from the cursor on.
   * @throws RefusalError if the cursor was not written for this list
   */
  streamJson(context: ListContext, query: Values & CursorQuery<Sort>): AsyncGenerator<string>;
}

export interface CountedList<Item, Sort extends string, Values> extends List<Item, Sort, Values> {
  readPage(context: ListContext, query: Values & PageQuery<Sort>): Promise<Page<Item>>;
}

/** A list without `find`. */
export type PagedList<Item, Sort extends string, Values> = Omit<List<Item, Sort, Values>, "find">;

/**
 * Returns a list with converted rows, for conversions that PostgreSQL cannot do, such as decryption.
 * @param convert converts a page or a batch in one step, in the same order
 */
export function mapList<From, To, Sort extends string, Values>(
  list: PagedList<From, Sort, Values>,
  convert: (rows: From[], context: ListContext) => To[] | Promise<To[]>,
): PagedList<To, Sort, Values> {
  const readBatches: PagedList<To, Sort, Values>["readBatches"] = async function* (context, query) {
    for await (const rows of list.readBatches(context, query)) {
      yield await convert(rows, context);
    }
  };
  return {
    async readCursorPage(context, query) {
      const { rows, ...page } = await list.readCursorPage(context, query);
      return { rows: await convert(rows, context), ...page };
    },
    readBatches,
    async *streamJson(context, query) {
      for await (const rows of readBatches(context, query)) {
        yield rows.map((row) => JSON.stringify(row)).join(",");
      }
    },
  };
}
