import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStorage } from "./storage.ts";

/** Files in one folder of this machine. */
export async function createLocalStorage(folder: string): Promise<FileStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => {
    if (!/^[\w-]+(\.\w+)?$/.test(key)) throw new Error(`Not a key of a file: ${key}`);
    return join(folder, key);
  };
  return {
    async store(key, path) {
      await flush(path);
      await rename(path, pathOf(key));
      await flush(folder);
    },
    async open(key) {
      const path = pathOf(key);
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      return found && { stream: createReadStream(path), size: found.size };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *keysBefore(time) {
      for (const key of await readdir(folder)) {
        const found = await stat(join(folder, key)).catch(() => undefined);
        if (found?.isFile() && found.mtime < time) yield key;
      }
    },
  };
}

/** Puts a file's bytes, or a folder's entries, on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
