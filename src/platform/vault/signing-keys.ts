import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { promisify } from "node:util";
import { type Database, inTransaction } from "../database/database.ts";
import type { Transaction } from "../database/orm.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import { createCipher, type Keyring } from "./cipher.ts";
import type { Clock } from "../time/clock.ts";

/** A published key. */
export interface PublicKey {
  keyId: string;
  algorithm: "Ed25519";
  /** The raw 32 bytes in base64. */
  publicKey: string;
}

export interface Signature {
  algorithm: "Ed25519";
  keyId: string;
  /** The signature in base64. */
  value: string;
}

/** Signs with the firm's newest key. */
export interface Signer {
  sign(bytes: Uint8Array): Promise<Signature>;
}

interface StoredKey {
  id: string;
  sealed: string;
}

const signAsync = promisify<null, Uint8Array, KeyObject, Buffer>(sign);

/** Binds a private key to its id: it cannot be decrypted if it is copied to another row. */
const boundTo = (keyId: string) => `signing_keys.private_key:${keyId}`;

/**
 * Creates a signer. The private keys are in the database, encrypted with the keyring, so that all instances share them,
 * backups contain them, and a rotation requires no restart.
 */
export function createSigner(database: Database, keyring: Keyring): Signer {
  return {
    async sign(bytes) {
      const stored = await findNewest(database, keyring);
      if (!stored) throw new Error("No signing key can be decrypted with the keyring");
      const pkcs8 = createCipher(keyring).decrypt(stored.sealed, boundTo(stored.id));
      const key = createPrivateKey({
        key: Buffer.from(pkcs8, "base64"),
        format: "der",
        type: "pkcs8",
      });
      const value = await signAsync(null, bytes, key);
      return { algorithm: "Ed25519", keyId: stored.id, value: value.toString("base64") };
    },
  };
}

/** Returns all keys, the newest first, because signatures of former keys stay valid. */
export async function readPublicKeys({ pool }: Database): Promise<PublicKey[]> {
  const { rows } = await pool.query<{ id: string; publicKey: string }>(
    `select id, public_key as "publicKey" from signing_keys order by number desc`,
  );
  return rows.map(({ id, publicKey }) => ({ keyId: id, algorithm: "Ed25519", publicKey }));
}

/**
 * Creates a key unless the keyring can decrypt an existing one. This happens on the first start, and after the
 * encryption key was lost.
 */
export async function ensureSigningKey(
  { database, clock }: { database: Database; clock: Clock },
  keyring: Keyring,
): Promise<void> {
  if (await findNewest(database, keyring)) return;
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.firstSigningKey]);
    if (!(await findNewest(database, keyring))) {
      await inTransaction(database, (transaction) =>
        createSigningKey(transaction, keyring, clock.now()),
      );
    }
  } finally {
    await client.query("select pg_advisory_unlock_all()").catch(() => {});
    client.release();
  }
}

/** Returns whether any private key is encrypted with a former key of the keyring. */
export async function hasOlderSigningKeys(database: Database, keyring: Keyring): Promise<boolean> {
  return (await findOlder(database, keyring)).length > 0;
}

/** Encrypts the private keys with the current encryption key. */
export async function reencryptSigningKeys(database: Database, keyring: Keyring): Promise<void> {
  const { pool } = database;
  const cipher = createCipher(keyring);
  for (const { id, sealed } of await findOlder(database, keyring)) {
    const renewed = cipher.encrypt(cipher.decrypt(sealed, boundTo(id)), boundTo(id));
    await pool.query("update signing_keys set private_key = $1 where id = $2", [renewed, id]);
  }
}

async function findOlder({ pool }: Database, keyring: Keyring): Promise<StoredKey[]> {
  const { rows } = await pool.query<StoredKey>(
    `select id, private_key as sealed from signing_keys
      where split_part(private_key, '.', 2) = any($1) and split_part(private_key, '.', 2) <> $2`,
    [idsOf(keyring), keyring.current().id],
  );
  return rows;
}

const idsOf = (keyring: Keyring) => keyring.all().map(({ id }) => id);

async function findNewest({ pool }: Database, keyring: Keyring): Promise<StoredKey | undefined> {
  const { rows } = await pool.query<StoredKey>(
    `select id, private_key as sealed from signing_keys
      where split_part(private_key, '.', 2) = any($1) order by number desc limit 1`,
    [idsOf(keyring)],
  );
  return rows[0];
}

/** Creates a key, which signs everything from now on. The former keys stay published. @returns its id */
export async function createSigningKey(
  transaction: Transaction,
  keyring: Keyring,
  now: Date,
): Promise<string> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const publicKey = rawPublicKey(privateKey);
  const id = createHash("sha256").update(publicKey).digest("base64url").slice(0, 8);
  const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const sealed = createCipher(keyring).encrypt(pkcs8, boundTo(id));
  await transaction.execute(
    "insert into signing_keys (id, public_key, private_key, created_at) values (?, ?, ?, ?)",
    [id, publicKey.toString("base64"), sealed, now],
  );
  return id;
}

function rawPublicKey(privateKey: KeyObject): Buffer {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x!, "base64url");
}
