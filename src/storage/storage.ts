import type { Readable } from "node:stream";

/** Where files are kept, by a key that names one file for ever. */
export interface FileStorage {
  /** Takes the complete file at `path` away and keeps it, on disk and not only in a cache. */
  keep(key: string, path: string): Promise<void>;
  /** The file as a stream with its size in bytes; `undefined` where there is none. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** No error where there is none. */
  remove(key: string): Promise<void>;
  /** The keys of files that were kept before a point in time. */
  keysBefore(time: Date): AsyncIterable<string>;
}
