import { statfsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 3 * 1024 ** 3;

/** In memory if there is enough, because creating and dropping databases on a disk takes most of the system's time. */
const folder = hasFreeMemory() ? MEMORY : tmpdir();

function hasFreeMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    // Systems other than Linux do not have the folder.
    return false;
  }
}

/** Creates a folder for the data of tests, which the caller removes. */
export function createScratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join(folder, prefix));
}
