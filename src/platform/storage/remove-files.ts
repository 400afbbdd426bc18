import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { Database } from "../database/database.ts";
import { advisoryLocks } from "../advisory-locks.ts";

/**
 * Removes files to which no committed row refers any more, or yet. Files that cannot be removed now, because the storage
 * is unavailable or a backup is running, stay until housekeeping removes them.
 */
export async function removeFiles(
  { database, files, log }: Pick<Context, "database" | "files" | "log">,
  keys: string[],
): Promise<void> {
  try {
    if (keys.length === 0 || (await isBackupRunning(database))) return;
  } catch (error) {
    log.warn({ err: error, keys }, "files could not be removed yet");
    return;
  }
  for (const key of keys) {
    await files.remove(key).catch((error: unknown) => {
      log.warn({ err: error, key }, "a file could not be removed yet");
    });
  }
}

/**
 * Returns whether a backup is copying the database and the files. Its copy of the database may refer to a file whose
 * row is deleted in the meantime, so no file may be removed until the backup has copied all of them.
 */
export async function isBackupRunning({ kysely }: Pick<Database, "kysely">): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${advisoryLocks.backup}) as "isFree"`.execute(kysely);
  return !rows[0]!.isFree;
}
