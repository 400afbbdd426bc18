import { randomUUID } from "node:crypto";

/** The kinds of stored files. A key ends in its kind, so that a file can be identified without its row. */
const kinds = ["pdf", "statement", "png", "jpg", "webp"] as const;
export type FileKind = (typeof kinds)[number];

export function makeFileKey(kind: FileKind): string {
  return `${randomUUID()}.${kind}`;
}

/**
 * Returns the name of an uploaded file as it is stored and shown: without folders and invisible characters.
 * @param unnamed for a file whose name has nothing else
 */
export function storedFileName(name: string, unnamed: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1)!;
  return last.replaceAll(/\p{C}/gu, "").trim().slice(0, 200).toWellFormed() || unnamed;
}

/** @returns `undefined` if the app did not create the key, which may happen in a shared bucket */
export function fileKindOf(key: string): FileKind | undefined {
  const match = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\w+)$/.exec(key);
  return kinds.find((kind) => kind === match?.[1]);
}
