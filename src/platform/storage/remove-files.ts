import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { Database } from "../database/database.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import { isOutage } from "../database/failures.ts";
import { type FileKind, makeFileKey } from "./storage.ts";

/**
 * Stores a file before `work` inserts its row, so that every row has a file, and outside of a transaction, so that
 * slow storage prolongs no lock. If `work` fails, the file is removed; if the process is killed in between,
 * housekeeping removes it.
 * @param path a complete file, which is moved into the storage
 */
export async function withStoredFile<Result>(
  context: Pick<Context, "database" | "files" | "log">,
  kind: FileKind,
  path: string,
  work: (fileKey: string) => Promise<Result>,
): Promise<Result> {
  const fileKey = makeFileKey(kind);
  await context.files.store(fileKey, path);
  try {
    return await work(fileKey);
  } catch (error) {
    // If the connection was lost, the transaction may have been committed, so the file must stay.
    if (!isOutage(error)) await removeFiles(context, [fileKey]);
    throw error;
  }
}

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
