import type { Total } from "../database/counted-page.ts";
import { RefusalError } from "./errors.ts";
import { MAX_ID } from "./id.schema.ts";
import type { Sealer } from "./sealing.ts";

/** A part of a list that is newest first, and where the next part begins. Not every list is counted. */
export interface Page<Item> extends Partial<Total> {
  items: Item[];
  /** For the next call; `undefined` on the last page. */
  nextCursor: string | undefined;
}

/** Where a page of a sorted list ended: the last row's id, and what it has in the sorted column. */
export interface Place {
  id: number;
  value?: unknown;
}

export interface ListOrder<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
}

/** Newest first, unless somebody asks for another order. */
export function orderOf<Sort extends string>(
  query: Partial<ListOrder<Sort | "id">>,
): ListOrder<Sort | "id"> {
  const { sort = "id", order = query.sort === undefined ? "desc" : "asc" } = query;
  return { sort, order };
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

/** Sealed, because they hold a value of the last row, which may be a name, and stand in addresses. */
export function cursorsOf(
  sealer: Sealer,
  list: string,
  { sort, order }: ListOrder<string>,
): Cursors {
  if (sort === "id" && order === "desc") return newestFirstCursors();
  const boundTo = `cursor:${list}:${sort}:${order}`;
  return {
    write: ({ id, value }) => sealer.seal(JSON.stringify({ id, value }), boundTo),
    read(cursor) {
      let opened: string;
      try {
        opened = sealer.open(cursor, boundTo);
      } catch {
        throw madeUp();
      }
      return JSON.parse(opened) as Place;
    },
  };
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
