import type { Readable } from "node:stream";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Stores immutable files; a key is never reused for another file. */
export interface FileStorage {
  /** Moves the file at `path` into the storage and resolves when it is durable. */
  store(key: string, path: string): Promise<void>;
  /** @returns the content and its size in bytes, or `undefined` if the file does not exist */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Succeeds even if the file does not exist. */
  remove(key: string): Promise<void>;
  /** Lists the keys of files that were stored before `time`. */
  listKeysBefore(time: Date): AsyncIterable<string>;
}

/** The storage is full, unreachable or denies access; callers cannot fix it. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** Wraps a storage so that its failures are `StorageError`s. */
export function withStorageErrors(files: FileStorage): FileStorage {
  const wrapError = async <Result>(action: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (cause) {
      throw new StorageError(`The file storage could not ${action} a file`, { cause });
    }
  };
  return {
    store: (key, path) => wrapError("store", files.store(key, path)),
    open: (key) => wrapError("open", files.open(key)),
    remove: (key) => wrapError("remove", files.remove(key)),
    listKeysBefore: (time) => files.listKeysBefore(time),
  };
}

/** The kinds of stored files. A key ends in its kind, so that a file can be identified without its row. */
const kinds = ["pdf", "statement", "png", "jpg", "webp", "sealed"] as const;
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

/** Creates a storage in a folder on the local disk. */
export async function createLocalStorage(folder: string): Promise<FileStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => {
    if (!/^[\w-]+(\.\w+)?$/.test(key)) throw new Error(`Invalid file key: ${key}`);
    return join(folder, key);
  };
  return {
    async store(key, path) {
      await syncToDisk(path);
      await rename(path, pathOf(key));
      await syncToDisk(folder);
    },
    async open(key) {
      const path = pathOf(key);
      const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      return stats && { stream: createReadStream(path), size: stats.size };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *listKeysBefore(time) {
      for (const key of await readdir(folder)) {
        const stats = await stat(join(folder, key)).catch(() => undefined);
        if (stats?.isFile() && stats.mtime < time) yield key;
      }
    },
  };
}

/** Flushes a file's content, or a folder's entries, to the disk (fsync). */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
