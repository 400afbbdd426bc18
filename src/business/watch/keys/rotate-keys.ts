import { setTimeout as sleep } from "node:timers/promises";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { commandLine, recordEvent } from "../../../identity/audit/record-event.ts";
import { type Database, inTransaction } from "../../../platform/database/database.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { CommandError } from "../../../platform/errors.ts";
import {
  createCipher,
  type Keyring,
  seal,
  type SealedColumns,
  unseal,
} from "../../../platform/vault/cipher.ts";
import { isKeyDeployed, readKeyUsage, sealedColumns, sealedNames } from "./key-usage.queries.ts";
import { hasOlderFingerprints, renewFingerprints } from "../../money/payouts/payment-details.ts";
import {
  createSigningKey,
  hasOlderSigningKeys,
  reencryptSigningKeys,
} from "../../../platform/vault/signing-keys.ts";
import { isKeyringFile } from "../../../platform/vault/secrets.ts";

/** Held during a rotation of the encryption keys, because two concurrent rotations would create two keys. See `platform/advisory-locks.ts`. */
const ROTATION_LOCK = 7_310_006;

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
    const { rows } = await lock.query("select pg_try_advisory_lock($1) as taken", [ROTATION_LOCK]);
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
    for (const sealed of Object.values(sealedColumns)) {
      for (const column of sealed.columns) {
        reencrypted += await reencrypt(database, keyring, sealed, column);
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

/**
 * Creates a key, which signs everything from now on. The former keys stay published.
 * @returns the id of the new key
 */
export async function rotateSigningKey(
  { database, clock }: { database: Database; clock: Clock },
  keyring: Keyring,
): Promise<string> {
  return inTransaction(database, async (transaction) => {
    const keyId = await createSigningKey(transaction, keyring, clock.now());
    await recordEvent({ clock }, transaction, commandLine, {
      action: "signing-key.rotated",
      changes: changesBetween({}, { keyId }),
    });
    return keyId;
  });
}

/** Running apps read new keys from a file immediately, but keys from the environment only when they start. */
async function canAppsDecrypt(database: Database, keyring: Keyring): Promise<boolean> {
  return isKeyringFile(keyring) || isKeyDeployed(database, keyring.current().id);
}

async function usesOlderKeys(database: Database, keyring: Keyring): Promise<boolean> {
  const usage = await readKeyUsage(database);
  const current = keyring.current().id;
  return (
    usage.some((row) => row.keyId !== current && sealedNames.some((name) => row[name] > 0)) ||
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
 * Encrypts a column in batches, without locking rows between reading and writing. A row that was encrypted is not read
 * again, so a batch may end between the rows of one owner. Texts that were changed in the
 * meantime are skipped, because they were encrypted with the new key.
 * @returns the number of changed rows
 */
async function reencrypt(
  { pool }: Database,
  keyring: Keyring,
  sealed: SealedColumns,
  column: string,
): Promise<number> {
  const { table, owner } = sealed;
  const cipher = createCipher(keyring);
  let reencrypted = 0;
  for (let last = 0; ;) {
    const { rows } = await pool.query<{ owner: number; former: string }>(
      `select ${owner} as owner, ${column} as former from ${table}
        where ${owner} >= $1 and ${column} is not null
          and split_part(${column}, '.', 2) <> $2
        order by ${owner} limit ${BATCH}`,
      [last, keyring.current().id],
    );
    if (rows.length === 0) return reencrypted;
    const updated = await pool.query(
      `update ${table} as encrypted set ${column} = changed.renewed
         from unnest($1::int[], $2::text[], $3::text[]) as changed (owner, former, renewed)
        where encrypted.${owner} = changed.owner and encrypted.${column} = changed.former`,
      [
        rows.map((row) => row.owner),
        rows.map(({ former }) => former),
        rows.map((row) =>
          seal(cipher, sealed, row.owner, unseal(cipher, sealed, row.owner, row.former)),
        ),
      ],
    );
    reencrypted += updated.rowCount ?? 0;
    last = rows.at(-1)!.owner;
  }
}
