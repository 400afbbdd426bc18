import type { Readable } from "node:stream";

/** Where files are kept, by a key that names one file for ever. */
export interface FileStorage {
  /** Takes the complete file at `path` away and keeps it, on disk and not only in a cache. */
  store(key: string, path: string): Promise<void>;
  /** The file as a stream with its size in bytes; `undefined` where there is none. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** No error where there is none. */
  remove(key: string): Promise<void>;
  /** The keys of files that were kept before a point in time. */
  keysBefore(time: Date): AsyncIterable<string>;
}

/** The store is full, unreachable or closed to us: nothing that a caller could do better. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** The same storage, whose failures are `StorageError`s whatever it is made of. */
export function withStorageErrors(files: FileStorage): FileStorage {
  const named = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (cause) {
      throw new StorageError(`The file storage could not ${what}`, { cause });
    }
  };
  return {
    store: (key, path) => named("keep a file", files.store(key, path)),
    open: (key) => named("open a file", files.open(key)),
    remove: (key) => named("remove a file", files.remove(key)),
    keysBefore: (time) => files.keysBefore(time),
  };
}
