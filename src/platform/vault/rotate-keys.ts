import { setTimeout as sleep } from "node:timers/promises";
import { decryptMasterPassword, encryptMasterPassword } from "./master-password.ts";
import { isKeyDeployed } from "./deployed-keys.ts";
import { isKeyringFile } from "./keyring-file.ts";
import { changesBetween } from "../audit/changes.rule.ts";
import { commandLine, recordEvent } from "../audit/record-event.ts";
import { type Database, inTransaction } from "../database/database.ts";
import { type Clock, SECOND } from "../lib/clock.ts";
import { createCipher, type Keyring } from "../lib/cipher.ts";
import { readKeyUsage } from "./sealed.queries.ts";

/** Held while rotating: two at once would make two keys. */
const ROTATION_LOCK = 7_310_006;
const BATCH = 500;
/** Longer than any transaction of ours may take. */
const OLD_WRITERS = 60 * SECOND;

export type Rotation =
  /** Another one is under way. */
  | { outcome: "busy" }
  /** All is sealed with the current key, and a new one comes from whoever sets the variables. */
  | { outcome: "nothing-to-do"; keyId: string }
  /** No app has started with the current key yet, so none could decrypt the result. */
  | { outcome: "key-not-deployed"; keyId: string }
  | { outcome: "rotated" | "resumed"; keyId: string; resealed: number };

/**
 * Seals all platform passwords with the current key, beside a running app. A key that is kept in a
 * file is replaced first, unless an earlier rotation has still to be finished.
 */
export async function rotateKeys(
  { database, clock }: { database: Database; clock: Clock },
  keyring: Keyring,
  { force = false } = {},
): Promise<Rotation> {
  const lock = await database.pool.connect();
  try {
    const { rows } = await lock.query("select pg_try_advisory_lock($1) as taken", [ROTATION_LOCK]);
    if (!rows[0].taken) return { outcome: "busy" };
    const isUnfinished = await hasOlder(database, keyring);
    if (!isUnfinished) {
      if (!isKeyringFile(keyring)) return { outcome: "nothing-to-do", keyId: keyring.current().id };
      await keyring.addKey();
    } else if (!force && !(await canAppsDecrypt(database, keyring))) {
      return { outcome: "key-not-deployed", keyId: keyring.current().id };
    }
    await writersOfBefore(database);
    const resealed = await resealAll(database, keyring);
    const keyId = keyring.current().id;
    await inTransaction(database, (em) =>
      recordEvent({ clock }, em, commandLine, {
        action: "encryption-key.rotated",
        changes: changesBetween({}, { keyId, resealed }),
      }),
    );
    return { outcome: isUnfinished ? "resumed" : "rotated", keyId, resealed };
  } finally {
    // Closing the connection frees the lock as well, but only when PostgreSQL has seen it.
    await lock.query("select pg_advisory_unlock_all()").catch(() => {});
    lock.release(true);
  }
}

/** Running apps pick up keys from a file, but those of the environment only at their next start. */
async function canAppsDecrypt(database: Database, keyring: Keyring): Promise<boolean> {
  return isKeyringFile(keyring) || isKeyDeployed(database, keyring.current().id);
}

async function hasOlder(database: Database, keyring: Keyring): Promise<boolean> {
  const usage = await readKeyUsage(database);
  return usage.some(({ keyId, passwords }) => passwords > 0 && keyId !== keyring.current().id);
}

/**
 * Waits until every transaction has ended that may have sealed with the key of before: whoever
 * begins after this sees the new one.
 */
async function writersOfBefore({ pool }: Database): Promise<void> {
  const now = await pool.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
  const deadline = Date.now() + OLD_WRITERS;
  for (;;) {
    const { rows } = await pool.query<{ ended: boolean }>(
      "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as ended",
      [now.rows[0]!.xid],
    );
    if (rows[0]!.ended || Date.now() > deadline) return;
    await sleep(100);
  }
}

/** In batches of rows that nobody has to wait for: one that was changed meanwhile is left alone. */
async function resealAll({ pool }: Database, keyring: Keyring): Promise<number> {
  const cipher = createCipher(keyring);
  let resealed = 0;
  for (let last = 0; ;) {
    const { rows } = await pool.query<{ id: number; trader: number; sealed: string }>(
      `select id, user_id as trader, master_password as sealed from trading_accounts
        where id > $1 and master_password is not null
          and split_part(master_password, '.', 2) <> $2
        order by id limit ${BATCH}`,
      [last, keyring.current().id],
    );
    if (rows.length === 0) return resealed;
    const anew = rows.map(({ trader, sealed }) =>
      encryptMasterPassword(cipher, trader, decryptMasterPassword(cipher, trader, sealed)),
    );
    const updated = await pool.query(
      `update trading_accounts as account set master_password = changed.anew
         from unnest($1::int[], $2::text[], $3::text[]) as changed (id, sealed, anew)
        where account.id = changed.id and account.master_password = changed.sealed`,
      [rows.map(({ id }) => id), rows.map(({ sealed }) => sealed), anew],
    );
    resealed += updated.rowCount ?? 0;
    last = rows.at(-1)!.id;
  }
}
