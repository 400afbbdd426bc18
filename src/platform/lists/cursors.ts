import type { Cipher } from "../vault/cipher.ts";
import { RefusalError } from "../errors.ts";
import { MAX_ID } from "../fields/id.rule.ts";
import type { ListSource } from "./slices.ts";
import type { ListOrder, Place } from "./sort-keys.ts";

/** Cursors identify the last row of a page, so that added or deleted rows do not shift the next one. */
interface Cursors {
  write(last: Place): string;
  /** @throws RefusalError if the cursor was not written for this list and order */
  read(cursor: string): Place;
}

export const newestFirst: ListOrder<"id"> = { sort: "id", order: "desc" };

export function cursorsOf(list: ListSource, { sort, order }: ListOrder, cipher: Cipher): Cursors {
  if (sort === newestFirst.sort && order === newestFirst.order) {
    return newestFirstCursors(list.columns.id.kind === "bigint" ? Number.MAX_SAFE_INTEGER : MAX_ID);
  }
  return sealedCursors(`cursor:${list.name}:${sort}:${order}`, cipher);
}

function newestFirstCursors(largestId: number): Cursors {
  const write = ({ id }: Place) => Buffer.from(String(id)).toString("base64url");
  return {
    write,
    read(cursor) {
      const id = Number(Buffer.from(cursor, "base64url").toString());
      const isOurs = Number.isInteger(id) && id >= 1 && id <= largestId && write({ id }) === cursor;
      if (!isOurs) throw invalidCursor();
      return { id };
    },
  };
}

/** Returns encrypted cursors, because they contain a value of the last row, which may be a name. */
export function sealedCursors(boundTo: string, cipher: Cipher): Cursors {
  return {
    write: (last) => cipher.encrypt(JSON.stringify(last), boundTo),
    read(cursor) {
      try {
        return JSON.parse(cipher.decrypt(cursor, boundTo)) as Place;
      } catch {
        throw invalidCursor();
      }
    },
  };
}

function invalidCursor(): RefusalError {
  const message = "cursor must be copied from the Link header of the previous page";
  return new RefusalError("invalid", message, { issues: [{ path: ["cursor"], message }] });
}
