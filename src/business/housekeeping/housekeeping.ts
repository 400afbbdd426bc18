import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { fromNow, DAY, HOUR } from "../../platform/lib/clock.ts";
import { type FileKind, fileKindOf } from "../../platform/storage/file-key.ts";
import { reconcileCounters } from "../counters/reconcile-counters.ts";

/** Removes expired and orphaned data. Safe to run repeatedly, and on several instances at once. */
export async function runHousekeeping(context: Context): Promise<void> {
  const { clock, database, log } = context;
  await database.kysely
    .deleteFrom("sessions")
    .where("expires_at", "<", clock.now().toISOString())
    .execute();
  await database.kysely
    .deleteFrom("webauthn_challenges")
    .where("expires_at", "<", clock.now().toISOString())
    .execute();
  // Setups of authenticator apps that were not completed.
  await database.kysely
    .deleteFrom("totp_factors")
    .where("confirmed_at", "is", null)
    .where("created_at", "<", fromNow(clock, -DAY).toISOString())
    .execute();
  await database.kysely
    .deleteFrom("known_devices")
    .where("last_seen_at", "<", fromNow(clock, -365 * DAY).toISOString())
    .execute();
  await database.kysely
    .deleteFrom("idempotent_calls")
    .where("created_at", "<", fromNow(clock, -DAY).toISOString())
    .execute();
  // Their deliveries and attempts are deleted with them.
  await database.kysely
    .deleteFrom("webhook_events")
    .where("at", "<", fromNow(clock, -30 * DAY).toISOString())
    .execute();
  // Only delivered mails are deleted after a day; the queue keeps failed mails for longer.
  await database.pool.query(
    `delete from pgboss.job where name = 'mail' and state = 'completed'
       and completed_on < now() - interval '1 day'`,
  );
  await database.pool.query("delete from throttles where expire < $1", [clock.now().getTime()]);
  await reconcileCounters(context);
  const files = await removeOrphanedFiles(context);
  const uploads = await removeAbandonedUploads(context);
  if (files + uploads > 0) log.info({ files, uploads }, "removed files that nothing refers to");
}

/** Removes files whose row was deleted, or was never inserted because the process died in between. */
async function removeOrphanedFiles({ clock, database, files }: Context): Promise<number> {
  let removed = 0;
  for await (const key of files.listKeysBefore(fromNow(clock, -DAY))) {
    const kind = fileKindOf(key);
    if (!kind) continue;
    if (await isReferred(database, kind, key)) continue;
    await files.remove(key);
    removed += 1;
  }
  return removed;
}

const tables = { pdf: "certificates", statement: "statements" } as const;

async function isReferred({ kysely }: Database, kind: FileKind, key: string): Promise<boolean> {
  const row =
    kind === "pdf" || kind === "statement"
      ? await kysely
          .selectFrom(tables[kind])
          .select("id")
          .where("file_key", "=", key)
          .executeTakeFirst()
      : await kysely
          .selectFrom("firm_brand")
          .select("id")
          .where("logo_key", "=", key)
          .executeTakeFirst();
  return row !== undefined;
}

async function removeAbandonedUploads({ clock, uploadDir }: Context): Promise<number> {
  let removed = 0;
  for (const name of await readdir(uploadDir)) {
    const path = join(uploadDir, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.mtime > fromNow(clock, -HOUR)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
