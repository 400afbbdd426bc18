import { randomUUID } from "node:crypto";

/** What a stored file is. Keys end in it, so that a file says what it is without its row. */
const kinds = ["pdf", "statement", "png", "jpg", "webp"] as const;
export type FileKind = (typeof kinds)[number];

export function makeFileKey(kind: FileKind): string {
  return `${randomUUID()}.${kind}`;
}

/** @returns `undefined` if the key is not one of ours, as in a shared bucket */
export function fileKindOf(key: string): FileKind | undefined {
  const match = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\w+)$/.exec(key);
  return kinds.find((kind) => kind === match?.[1]);
}
