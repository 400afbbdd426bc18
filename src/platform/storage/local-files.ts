import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStorage } from "./storage.ts";

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
