import { open } from "node:fs/promises";

/** Flushes a file's content, or a folder's entries, to the disk (fsync). */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
