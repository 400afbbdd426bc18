import type { Total } from "./counted-page.ts";
import { RefusalError } from "../lib/errors.ts";
import { MAX_ID } from "../lib/id.schema.ts";
import type { Cipher } from "../lib/cipher.ts";

/** A part of a list, and where the next part begins. Not every list is counted. */
export interface Page<Item> extends Partial<Total> {
  items: Item[];
  /** For the next call; `undefined` on the last page. */
  nextCursor: string | undefined;
}

/** As much of a text as counts in an order: a cursor holds it, and has to fit into an address. */
export const SORTED_CHARACTERS = 200;

/** Where a page of a sorted list ended: the last row's id, and what it has in the sorted column. */
export interface Place {
  id: number;
  value?: unknown;
}

export interface ListOrder<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
}

/** Cursors name the last row of the page before, so rows that come or go meanwhile shift nothing. */
interface Cursors {
  write(last: Place): string;
  /** @throws RefusalError where the text is not a cursor that we wrote for this list and order */
  read(cursor: string): Place;
}

const madeUp = () => {
  const message = "cursor must be copied from the Link header of the page before";
  return new RefusalError("invalid", message, { issues: [{ path: ["cursor"], message }] });
};

/** @param largest the greatest id that there can be */
export function newestFirstCursors(largest = MAX_ID): Cursors {
  const write = ({ id }: Place) => Buffer.from(String(id)).toString("base64url");
  return {
    write,
    read(cursor) {
      const id = Number(Buffer.from(cursor, "base64url").toString());
      const isOurs = Number.isInteger(id) && id >= 1 && id <= largest && write({ id }) === cursor;
      if (!isOurs) throw madeUp();
      return { id };
    },
  };
}

/** Sealed but for the usual order: they hold a value of the last row, which may be a name. */
function cursorsOf(cipher: Cipher, list: string, { sort, order }: ListOrder<string>): Cursors {
  if (sort === "id" && order === "desc") return newestFirstCursors();
  const boundTo = `cursor:${list}:${sort}:${order}`;
  return {
    write: ({ id, value }) =>
      cipher.encrypt(JSON.stringify({ id, value: beginningOf(value) }), boundTo),
    read(cursor) {
      let opened: string;
      try {
        opened = cipher.decrypt(cursor, boundTo);
      } catch {
        throw madeUp();
      }
      return JSON.parse(opened) as Place;
    },
  };
}

/** In characters as PostgreSQL counts them. */
function beginningOf(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= SORTED_CHARACTERS) return value;
  return Array.from(value).slice(0, SORTED_CHARACTERS).join("");
}

/** Which rows of a list to read. */
export interface Slice<Sort extends string> extends ListOrder<Sort> {
  limit: number;
  offset?: number;
  /** The place after which the rows come. */
  after?: Place | undefined;
}

interface ListQuery<Sort extends string> extends Partial<ListOrder<Sort>> {
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of a list, from its cursor on.
 * @param list its name, by which a cursor knows it again, and what is asked of it
 * @param readSlice the rows, which hold what they are sorted by under the name of the sort
 * @throws RefusalError for a cursor that is not ours
 */
export async function readPage<
  Sort extends string,
  Row extends { id: number } & Record<Sort, unknown>,
  Item,
>(
  { name, query, cipher }: { name: string; query: ListQuery<Sort | "id">; cipher: Cipher },
  readSlice: (slice: Slice<Sort | "id">) => Promise<Total & { rows: Row[] }>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const { sort = "id", order = query.sort === undefined ? "desc" : "asc" } = query;
  const { read, write } = cursorsOf(cipher, name, { sort, order });
  const after = query.cursor === undefined ? undefined : read(query.cursor);
  const slice = { sort, order, limit: query.limit + 1, after };
  const { rows, ...total } = await readSlice(slice);
  const page = cutPage(rows, query.limit, (row) => write({ id: row.id, value: row[sort] }), total);
  return { ...page, items: page.items.map(present) };
}

/** @param found one row more than the limit, where there are more */
export function cutPage<Item>(
  found: Item[],
  limit: number,
  writeCursor: (last: Item) => string,
  total?: Total,
): Page<Item> {
  const items = found.slice(0, limit);
  return {
    items,
    ...total,
    nextCursor: found.length > limit ? writeCursor(items.at(-1)!) : undefined,
  };
}

/** `%` and `_` that somebody searches for are meant literally. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}
