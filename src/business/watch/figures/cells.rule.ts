import { invalidField } from "../../../platform/errors.ts";

/** A count or a sum of an answer: its name, its bucket and the keys of its row. */
export interface Cell {
  name: string;
  /** `null` for what is counted now. */
  bucket: string | null;
  keys: (string | number | null)[];
}

/** Returns the text by which a cell is named. */
export function nameCell({ name, bucket, keys }: Cell): string {
  return Buffer.from(JSON.stringify([name, bucket, ...keys])).toString("base64url");
}

/** @throws RefusalError if the text does not name a cell */
export function readCell(text: string): Cell {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read)) throw new TypeError("A cell is a list");
    const [name, bucket, ...keys] = read as Cell["keys"];
    const isCell =
      typeof name === "string" &&
      (bucket === null || typeof bucket === "string") &&
      keys.every((key) => key === null || typeof key === "string" || Number.isInteger(key));
    if (isCell) return { name, bucket, keys };
  } catch {
    // Any text may be sent.
  }
  throw unknownCell();
}

export const unknownCell = () => invalidField("cell", "cell must be copied from the answer");
