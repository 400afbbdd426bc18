import type { Total } from "../database/counted-page.ts";
import { RefusalError } from "./errors.ts";
import { MAX_ID } from "./id.schema.ts";

/** A part of a list that is newest first, and where the next part begins. Not every list is counted. */
export interface Page<Item> extends Partial<Total> {
  items: Item[];
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
  total?: Total,
): Page<Item> {
  const items = found.slice(0, limit);
  return {
    items,
    ...total,
    nextCursor: found.length > limit ? writeCursor(items.at(-1)!.id) : undefined,
  };
}

/** `%` and `_` that somebody searches for are meant literally. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}
