import { setTimeout as sleep } from "node:timers/promises";
import { isKeyDeployed } from "./deployed-keys.ts";
import { changesBetween } from "../audit/changes.rule.ts";
import { commandLine, recordEvent } from "../audit/record-event.ts";
import { type Database, inTransaction } from "../database/database.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import type { Clock } from "../time/clock.ts";
import { SECOND } from "../time/durations.rule.ts";
import { CommandError } from "../errors.ts";
import { type Cipher, createCipher, type Keyring } from "./cipher.ts";
import { readKeyUsage } from "./key-usage.queries.ts";
import { hasOlderSigningKeys, reencryptSigningKeys } from "./signing-keys.ts";
import { isKeyringFile } from "./keyring-file.ts";
import { decryptPaymentDetails, fingerprintOf } from "./sealed-texts.ts";
import { seal, sealedColumns, type SealedName, sealedNames, unseal } from "./sealed-columns.ts";

const BATCH = 500;
/** Longer than the maximum duration of the app's transactions. */
const WRITER_TIMEOUT = 60 * SECOND;

export type Rotation =
  /** Another rotation is running. */
  | { outcome: "busy" }
  /** Everything is encrypted with the current key, and new keys come from environment variables. */
  | { outcome: "nothing-to-do"; keyId: string }
  /** No app has started with the current key yet, so none could decrypt the result. */
  | { outcome: "key-not-deployed"; keyId: string }
  | { outcome: "rotated" | "resumed"; keyId: string; reencrypted: number };

/**
 * Encrypts all sealed columns and signing keys with the current key; the app may be running. If the keys are in a file,
 * a new key is created first, unless an earlier rotation has to be completed.
 * @throws CommandError if a transaction that may have encrypted with the former key does not end within `writerTimeout`
 * milliseconds; run it again to complete the rotation
 */
export async function rotateKeys(
  { database, clock }: { database: Database; clock: Clock },
  keyring: Keyring,
  { force = false, writerTimeout = WRITER_TIMEOUT } = {},
): Promise<Rotation> {
  const lock = await database.pool.connect();
  try {
    const { rows } = await lock.query("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.rotation,
    ]);
    if (!rows[0].taken) return { outcome: "busy" };
    const isUnfinished = await usesOlderKeys(database, keyring);
    if (!isUnfinished) {
      if (!isKeyringFile(keyring)) return { outcome: "nothing-to-do", keyId: keyring.current().id };
      await keyring.addKey();
    } else if (!force && !(await canAppsDecrypt(database, keyring))) {
      return { outcome: "key-not-deployed", keyId: keyring.current().id };
    }
    await waitForOpenTransactions(database, writerTimeout);
    let reencrypted = 0;
    for (const name of sealedNames) {
      for (const column of sealedColumns[name].columns) {
        reencrypted += await reencrypt(database, keyring, name, column);
      }
    }
    await reencryptSigningKeys(database, keyring);
    const keyId = keyring.current().id;
    await renewFingerprints(database, createCipher(keyring), keyId);
    await inTransaction(database, (transaction) =>
      recordEvent({ clock }, transaction, commandLine, {
        action: "encryption-key.rotated",
        changes: changesBetween({}, { keyId, reencrypted }),
      }),
    );
    return { outcome: isUnfinished ? "resumed" : "rotated", keyId, reencrypted };
  } finally {
    // Closing the connection would also release the lock, but only once PostgreSQL notices it.
    await lock.query("select pg_advisory_unlock_all()").catch(() => {});
    lock.release(true);
  }
}

/** Running apps read new keys from a file immediately, but keys from the environment only when they start. */
async function canAppsDecrypt(database: Database, keyring: Keyring): Promise<boolean> {
  return isKeyringFile(keyring) || isKeyDeployed(database, keyring.current().id);
}

async function usesOlderKeys(database: Database, keyring: Keyring): Promise<boolean> {
  const usage = await readKeyUsage(database);
  const current = keyring.current().id;
  return (
    usage.some((of) => of.keyId !== current && sealedNames.some((name) => of[name] > 0)) ||
    // Signing keys are encrypted last, so an interrupted rotation may have left only these.
    (await hasOlderSigningKeys(database, keyring)) ||
    (await hasOlderFingerprints(database, current))
  );
}

/**
 * Waits for transactions that may have encrypted with the former key; later ones use the new key.
 * @param timeout milliseconds
 * @throws CommandError if one does not end in time: the rotation would miss what it has encrypted
 */
async function waitForOpenTransactions({ pool }: Database, timeout: number): Promise<void> {
  const now = await pool.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
  const deadline = performance.now() + timeout;
  for (;;) {
    const { rows } = await pool.query<{ ended: boolean }>(
      "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as ended",
      [now.rows[0]!.xid],
    );
    if (rows[0]!.ended) return;
    if (performance.now() > deadline) {
      throw new CommandError(
        `A transaction that began before the rotation has not ended within ${timeout / SECOND} seconds, and may have used the former key. Nothing has been encrypted again. Wait until it ends, or end it (pg_stat_activity lists it), then run this again.`,
      );
    }
    await sleep(100);
  }
}

/**
 * Encrypts a column in batches, without locking rows between reading and writing. Texts that were changed in the
 * meantime are skipped, because they were encrypted with the new key.
 * @returns the number of changed rows
 */
async function reencrypt(
  { pool }: Database,
  keyring: Keyring,
  name: SealedName,
  column: string,
): Promise<number> {
  const { table, owner } = sealedColumns[name];
  const cipher = createCipher(keyring);
  let reencrypted = 0;
  for (let last = 0; ;) {
    const { rows } = await pool.query<{ id: number; owner: number; former: string }>(
      `select id, ${owner} as owner, ${column} as former from ${table}
        where id > $1 and ${column} is not null
          and split_part(${column}, '.', 2) <> $2
        order by id limit ${BATCH}`,
      [last, keyring.current().id],
    );
    if (rows.length === 0) return reencrypted;
    const updated = await pool.query(
      `update ${table} as encrypted set ${column} = changed.renewed
         from unnest($1::int[], $2::text[], $3::text[]) as changed (id, former, renewed)
        where encrypted.id = changed.id and encrypted.${column} = changed.former`,
      [
        rows.map(({ id }) => id),
        rows.map(({ former }) => former),
        rows.map((row) =>
          seal(cipher, name, row.owner, unseal(cipher, name, row.owner, row.former)),
        ),
      ],
    );
    reencrypted += updated.rowCount ?? 0;
    last = rows.at(-1)!.id;
  }
}

/** Returns whether any payment details have a fingerprint of a key other than `keyId`. */
async function hasOlderFingerprints({ pool }: Database, keyId: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from payout_requests
       where split_part(details_fingerprint, '.', 2) <> $1) as found`,
    [keyId],
  );
  return rows[0]!.found;
}

/** Gives all payment details fingerprints of the key `keyId`. Skips rows that change in the meantime. */
async function renewFingerprints({ pool }: Database, cipher: Cipher, keyId: string): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await pool.query<{ id: number; sealed: string }>(
      `select id, sealed_details as sealed from payout_requests
        where id > $1 and sealed_details is not null
          and split_part(coalesce(details_fingerprint, ''), '.', 2) <> $2
        order by id limit ${BATCH}`,
      [last, keyId],
    );
    if (rows.length === 0) return;
    await pool.query(
      `update payout_requests as payout set details_fingerprint = changed.fingerprint
         from unnest($1::int[], $2::text[], $3::text[]) as changed (id, sealed, fingerprint)
        where payout.id = changed.id and payout.sealed_details = changed.sealed`,
      [
        rows.map(({ id }) => id),
        rows.map(({ sealed }) => sealed),
        rows.map(({ id, sealed }) =>
          fingerprintOf(cipher, decryptPaymentDetails(cipher, id, sealed)),
        ),
      ],
    );
    last = rows.at(-1)!.id;
  }
}
