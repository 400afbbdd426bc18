import type { Readable } from "node:stream";

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
