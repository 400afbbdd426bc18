import { RefusalError } from "./errors.ts";
import { MAX_ID } from "./id.schema.ts";

/** A part of a list that is newest first, and where the next part begins. */
export interface Page<Item> {
  items: Item[];
  /** Rows that match, on all pages, where they are counted. */
  total: number | undefined;
  /** For the next call; `undefined` on the last page. */
  nextCursor: string | undefined;
}

/** A cursor names the last row before the page, so rows that come or go meanwhile shift nothing. */
export function writeCursor(lastId: number): string {
  return Buffer.from(String(lastId)).toString("base64url");
}

/** @throws RefusalError where the text is not a cursor that we wrote */
export function readCursor(cursor: string, largest = MAX_ID): number {
  const id = Number(Buffer.from(cursor, "base64url").toString());
  if (Number.isInteger(id) && id >= 1 && id <= largest && writeCursor(id) === cursor) return id;
  const message = "cursor must be copied from the Link header of the page before";
  throw new RefusalError("invalid", message, { issues: [{ path: ["cursor"], message }] });
}

/** @param found one row more than the limit, where there are more */
export function cutPage<Item extends { id: number }>(
  found: Item[],
  limit: number,
  total: number | undefined,
): Page<Item> {
  const items = found.slice(0, limit);
  return {
    items,
    total,
    nextCursor: found.length > limit ? writeCursor(items.at(-1)!.id) : undefined,
  };
}

/** `%` and `_` that somebody searches for are meant literally. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The whole of a list, in bites that fit in memory however long it is. */
export async function* inBatches<Item extends { id: number }>(
  read: (beforeId: number | undefined, limit: number) => Promise<Item[]>,
  size = 500,
): AsyncGenerator<Item[]> {
  let last: number | undefined;
  for (;;) {
    const batch = await read(last, size);
    if (batch.length > 0) yield batch;
    if (batch.length < size) return;
    last = batch.at(-1)!.id;
  }
}
