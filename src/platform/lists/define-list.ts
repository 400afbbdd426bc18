import { sql } from "kysely";
import { type Row, rowReader, selectRows } from "../database/columns.ts";
import { anyOf, type Condition } from "./conditions.ts";
import {
  COUNT_CAP,
  countCapped,
  readFiltered,
  readSearched,
  type Total,
} from "./counted-slices.ts";
import { cursorsOf, newestFirst } from "./cursors.ts";
import type {
  CountedList,
  CountedListDeclaration,
  CursorPage,
  CursorQuery,
  Filters,
  FilterValues,
  List,
  ListColumns,
  ListContext,
  ListDeclaration,
  Page,
  PageQuery,
} from "./list-declaration.ts";
import {
  idOf,
  placeOf,
  selectIds,
  selectJson,
  selectSlice,
  type Slice,
  type SliceRow,
} from "./slices.ts";
import type { ListOrder, Place } from "./sort-keys.ts";

/** Defines a list that is read page after page, such as a log. */
export function defineList<Of extends ListColumns, Sort extends string, By extends Filters>(
  declaration: ListDeclaration<Of, Sort, By>,
): List<Row<Of>, Sort | "id", FilterValues<By>> {
  return new DefinedList(declaration);
}

/** Defines a list with totals, which allow numbered pages. */
export function defineCountedList<Of extends ListColumns, Sort extends string, By extends Filters>(
  declaration: CountedListDeclaration<Of, Sort, By>,
): CountedList<Row<Of>, Sort | "id", FilterValues<By>> {
  return new DefinedList(declaration, declaration);
}

const BATCH_SIZE = 500;

interface Batch<Rows> {
  rows: Rows;
  count: number;
  last: Place | undefined;
}

type Counted<By extends Filters> = Pick<
  CountedListDeclaration<ListColumns, never, By>,
  "total" | "isTotalCapped"
>;

class DefinedList<
  Of extends ListColumns,
  Sort extends string,
  By extends Filters,
> implements CountedList<Row<Of>, Sort | "id", FilterValues<By>> {
  readonly #declaration: ListDeclaration<Of, Sort, By>;
  readonly #counted: Counted<By> | undefined;
  readonly #readRow: (row: SliceRow) => Row<Of>;
  readonly #defaultOrder: ListOrder;

  constructor(declaration: ListDeclaration<Of, Sort, By>, counted?: Counted<By>) {
    this.#declaration = declaration;
    this.#counted = counted;
    this.#readRow = rowReader(declaration.columns);
    this.#defaultOrder = declaration.defaultOrder ?? newestFirst;
  }

  async find({ database }: Pick<ListContext, "database">, id: number) {
    const { columns, from } = this.#declaration;
    const ofId = sql`from ${sql.raw(from)} where ${idOf(this.#declaration)} = ${id}`;
    const [row] = await selectRows(database.kysely, columns, ofId);
    return row;
  }

  async readPage(
    context: ListContext,
    query: FilterValues<By> & PageQuery<Sort | "id">,
  ): Promise<Page<Row<Of>>> {
    const { page, pageSize } = query;
    const slice = { ...this.#orderOf(query), limit: pageSize, offset: (page - 1) * pageSize };
    const { rows, total = 0, exceedsTotal = false } = await this.#readSlice(context, query, slice);
    return { rows: rows.map(this.#readRow), total, exceedsTotal };
  }

  async readCursorPage(
    context: ListContext,
    query: FilterValues<By> & CursorQuery<Sort | "id"> & { limit: number },
  ): Promise<CursorPage<Row<Of>>> {
    const { limit, cursor } = query;
    const listOrder = this.#orderOf(query);
    const cursors = cursorsOf(this.#declaration, listOrder, context.cipher);
    const after = cursor === undefined ? undefined : cursors.read(cursor);
    // One more row shows whether another page follows.
    const slice = { ...listOrder, limit: limit + 1, offset: 0, after };
    const { rows: fetched, ...total } = await this.#readSlice(context, query, slice);
    const last = fetched.length > limit ? fetched[limit - 1] : undefined;
    return {
      rows: fetched.slice(0, limit).map(this.#readRow),
      ...total,
      nextCursor: last ? cursors.write(placeOf(this.#declaration, listOrder, last)) : null,
    };
  }

  readBatches(context: ListContext, query: FilterValues<By> & CursorQuery<Sort | "id">) {
    return this.#inBatches(context, query, async (slice, conditions) => {
      const select = selectSlice(this.#declaration, slice, conditions);
      const { rows } = await select.execute(context.database.kysely);
      const last = rows.at(-1);
      return {
        rows: rows.map(this.#readRow),
        count: rows.length,
        last: last && placeOf(this.#declaration, slice, last),
      };
    });
  }

  async *#streamInOrder(context: ListContext, query: FilterValues<By> & CursorQuery<Sort | "id">) {
    for await (const rows of this.readBatches(context, query)) {
      yield rows.map((row) => JSON.stringify(row)).join(",");
    }
  }

  streamJson(context: ListContext, query: FilterValues<By> & CursorQuery<Sort | "id">) {
    const { sort, order } = this.#orderOf(query);
    // PostgreSQL only writes the JSON of lists whose newest rows come first.
    if (sort !== "id" || order !== "desc") return this.#streamInOrder(context, query);
    return this.#inBatches(context, query, async (slice, conditions) => {
      const select = selectJson(this.#declaration, slice, conditions);
      const { rows } = await select.execute(context.database.kysely);
      const { json, count, lastId } = rows[0]!;
      return { rows: json, count, last: lastId === null ? undefined : { id: lastId } };
    });
  }

  #inBatches<Rows>(
    { cipher }: ListContext,
    query: FilterValues<By> & CursorQuery<Sort | "id">,
    read: (slice: Slice, conditions: Condition[]) => Promise<Batch<Rows>>,
  ): AsyncGenerator<Rows> {
    const { cursor } = query;
    const listOrder = this.#orderOf(query);
    const cursors = cursorsOf(this.#declaration, listOrder, cipher);
    const start = cursor === undefined ? undefined : cursors.read(cursor);
    const limit = this.#declaration.batchSize ?? BATCH_SIZE;
    const conditions = this.#conditions(query);
    return (async function* () {
      for (let after: Place | undefined = start; ;) {
        const slice = { ...listOrder, limit, offset: 0, after };
        const { rows, count, last } = await read(slice, conditions);
        if (count > 0) yield rows;
        if (count < limit) return;
        after = last;
      }
    })();
  }

  #orderOf(query: FilterValues<By> & CursorQuery<Sort | "id">): ListOrder {
    const byDefault = this.#defaultOrder;
    const sort = query.sort ?? byDefault.sort;
    const order = query.order ?? (query.sort === undefined ? byDefault.order : "asc");
    const instead = sort === "id" ? this.#declaration.replaceIdSort?.(query) : undefined;
    return { sort: instead ?? sort, order };
  }

  async #readSlice(
    { database: { kysely } }: ListContext,
    query: FilterValues<By> & { search?: string | undefined },
    slice: Slice,
  ): Promise<Partial<Total> & { rows: SliceRow[] }> {
    const list = this.#declaration;
    const counted = this.#counted;
    if (!counted) return selectSlice(list, slice, this.#conditions(query)).execute(kysely);
    const filters = this.#filters(query);
    if (!query.search || !list.search) {
      const known = this.#setsOnly(counted.total?.filters ?? [], query) ? counted.total : undefined;
      const total = known?.count(query) ?? countCapped(selectIds(list, filters));
      const isCapped = known === undefined || counted.isTotalCapped?.(query);
      const cap = isCapped ? COUNT_CAP : Number.POSITIVE_INFINITY;
      return readFiltered(kysely, list, slice, { filters, total, cap });
    }
    return readSearched(kysely, list, slice, {
      filters,
      search: {
        byIndex: list.search(query.search, "index", query),
        byRow: list.search(query.search, "row", query),
        followsIds: list.searchFollowsIds ?? false,
      },
    });
  }

  #setsOnly(names: readonly string[], values: FilterValues<By>): boolean {
    return Object.keys(this.#declaration.filters).every(
      (name) => values[name] === undefined || names.includes(name),
    );
  }

  #filters(values: FilterValues<By>): Condition[] {
    const conditions = Object.entries(this.#declaration.filters).map(([name, filter]) => {
      const value: unknown = values[name];
      if (value === undefined) return undefined;
      if (typeof filter === "string") return sql<boolean>`${sql.raw(filter)} = ${value}`;
      return filter(value as never);
    });
    return conditions.filter((condition) => condition !== undefined);
  }

  /** Returns the conditions of the filters and the search. */
  #conditions(query: FilterValues<By> & { search?: string | undefined }): Condition[] {
    const { search } = this.#declaration;
    const filters = this.#filters(query);
    if (!query.search || !search) return filters;
    return [...filters, anyOf(search(query.search, "index", query))];
  }
}
