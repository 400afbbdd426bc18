import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { type Database, withLongStatements } from "../../../platform/database/database.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { DAY, HOUR, MINUTE } from "../../../platform/time/durations.rule.ts";
import { UNDOABLE_FOR } from "../../../identity/second-factor/mailed-links.ts";
import { deleteOldTraces } from "../../../identity/traces/traces.ts";
import { EMAIL_KNOWN_FOR } from "../../../identity/second-factor/recovery.ts";
import { reconcileCounters, reconcileWeeklyCounts } from "../counters/counters.ts";
import { fileKindOf } from "../../../platform/storage/storage.ts";
import { isBackupRunning } from "../../../platform/storage/remove-files.ts";

/** The two counts of all rows fit into the ten minutes after which the job expires. */
const LONGEST_STATEMENT = 4 * MINUTE;

/**
 * Removes expired and orphaned data. Safe to run repeatedly, and on several instances at once. A step that fails is
 * logged and repeated an hour later; the others are not affected.
 */
export async function runHousekeeping(context: Context): Promise<void> {
  await withLongStatements(context.database, LONGEST_STATEMENT, async (database) => {
    for (const [step, run] of Object.entries(steps)) {
      try {
        await run({ ...context, database });
      } catch (error) {
        context.log.error({ err: error, step }, "a step of housekeeping failed");
      }
    }
  });
}

/** The steps in the order in which they run; the names are logged. */
const steps: Record<string, (context: Context) => Promise<unknown>> = {
  sessions: ({ clock, database }) =>
    database.kysely
      .deleteFrom("sessions")
      .where("expires_at", "<", clock.now().toISOString())
      .execute(),

  "passkey challenges": ({ clock, database }) =>
    database.kysely
      .deleteFrom("webauthn_challenges")
      .where("expires_at", "<", clock.now().toISOString())
      .execute(),

  "unconfirmed authenticator apps": ({ clock, database }) =>
    database.kysely
      .deleteFrom("totp_factors")
      .where("confirmed_at", "is", null)
      .where("created_at", "<", fromNow(clock, -DAY).toISOString())
      .execute(),

  "unconfirmed factors": ({ clock, database }) =>
    database.kysely
      .deleteFrom("factor_confirmations")
      .where("expires_at", "<", fromNow(clock, -DAY).toISOString())
      .execute(),

  "removed factors": ({ clock, database }) =>
    database.kysely
      .deleteFrom("removed_factors")
      .where("removed_at", "<", fromNow(clock, -UNDOABLE_FOR).toISOString())
      .execute(),

  "mailed links": ({ clock, database }) =>
    database.kysely
      .deleteFrom("mailed_links")
      .where("expires_at", "<", clock.now().toISOString())
      .execute(),

  "former emails": ({ clock, database }) =>
    database.kysely
      .deleteFrom("former_emails")
      .where("until", "<", fromNow(clock, -EMAIL_KNOWN_FOR).toISOString())
      .execute(),

  "browsers and networks of sign-ins": ({ clock, database }) =>
    deleteOldTraces({ clock }, database.kysely),

  "known devices": ({ clock, database }) =>
    database.kysely
      .deleteFrom("known_devices")
      .where("last_seen_at", "<", fromNow(clock, -365 * DAY).toISOString())
      .execute(),

  "idempotent calls": ({ clock, database }) =>
    database.kysely
      .deleteFrom("idempotent_calls")
      .where("created_at", "<", fromNow(clock, -DAY).toISOString())
      .execute(),

  // Their deliveries and attempts are deleted with them.
  "webhook events": ({ clock, database }) =>
    database.kysely
      .deleteFrom("webhook_events")
      .where("at", "<", fromNow(clock, -30 * DAY).toISOString())
      .execute(),

  // Only delivered mails are deleted after a day; the queue keeps failed mails for longer.
  "delivered mails": ({ database }) =>
    database.pool.query(
      `delete from pgboss.job where name = 'mail' and state = 'completed'
         and completed_on < now() - interval '1 day'`,
    ),

  // Of orders that were never paid, or were placed before the source was added.
  "news without an order": ({ clock, database }) =>
    database.kysely
      .deleteFrom("order_steps")
      .where("order_id", "is", null)
      .where("received_at", "<", fromNow(clock, -30 * DAY).toISOString())
      .execute(),

  throttles: ({ clock, database }) =>
    database.pool.query("delete from throttles where expire < $1", [clock.now().getTime()]),

  // Their files are then orphaned.
  "pictures of decided identities": ({ clock, database }) =>
    sql`delete from identity_files using identities
      where identities.id = identity_files.identity_id
        and identities.decided_at < ${clock.now().toISOString()}::timestamptz
          - make_interval(days => coalesce((select keep_days from identity_settings), 365))`.execute(
      database.kysely,
    ),

  counters: reconcileCounters,
  "weekly counters": reconcileWeeklyCounts,
  "orphaned files": removeOrphanedFiles,
  "abandoned uploads": removeAbandonedUploads,
};

async function removeAbandonedUploads({ clock, log, uploadDir }: Context): Promise<void> {
  let removed = 0;
  for (const name of await readdir(uploadDir)) {
    const path = join(uploadDir, name);
    const stats = await stat(path).catch(() => undefined);
    if (!stats || stats.mtime > fromNow(clock, -HOUR)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  if (removed > 0) log.info({ uploads: removed }, "removed abandoned uploads");
}

/** The number of keys that one statement looks up. */
const BATCH = 1_000;

/** Removes files whose row was deleted, or was never inserted because the process died in between. */
export async function removeOrphanedFiles({
  clock,
  database,
  files,
  log,
}: Pick<Context, "clock" | "database" | "files" | "log">): Promise<void> {
  let removed = 0;
  for await (const keys of inBatches(files.listKeysBefore(fromNow(clock, -DAY)))) {
    const referred = await findReferred(database, keys);
    if (await isBackupRunning(database)) break;
    for (const key of keys.filter((each) => !referred.has(each))) {
      await files.remove(key);
      removed += 1;
    }
  }
  if (removed > 0) log.info({ files: removed }, "removed files that nothing refers to");
}

/** Collects the keys that the app has created. */
async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    if (!fileKindOf(key)) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function findReferred({ kysely }: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from certificates where file_key = any(${keys})
    union all select file_key from statements where file_key = any(${keys})
    union all select file_key from appeal_attachments where file_key = any(${keys})
    union all select file_key from identity_files where file_key = any(${keys})
    union all select logo_key from firm_brand where logo_key = any(${keys})`.execute(kysely);
  return new Set(rows.map(({ key }) => key));
}
