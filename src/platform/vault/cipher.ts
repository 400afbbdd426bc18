import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Authenticated encryption of values in the database. */
export interface Cipher {
  /** @param boundTo names the row and column; decryption fails if the value was copied to another place */
  encrypt(text: string, boundTo: string): string;
  /** @throws Error if the value was changed or copied to another place, or if its key is missing */
  decrypt(sealed: string, boundTo: string): string;
  /** Returns the same fingerprint for equal texts. Without the key, it reveals nothing about the text. */
  fingerprint(text: string, purpose: string): string;
  /** Returns a fingerprint for each key of the keyring, for comparisons before a rotation has reached every row. */
  fingerprints(text: string, purpose: string): string[];
}

/** The keys of an installation. The current key encrypts; all keys decrypt. */
export interface Keyring {
  current(): EncryptionKey;
  find(id: string): EncryptionKey | undefined;
  /** Returns all keys, the current one first. */
  all(): EncryptionKey[];
}

export interface EncryptionKey {
  /** Part of every encrypted value. It is derived from the key by a hash, so it does not reveal the key. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
  /** The key as a KeyObject, which avoids validating and copying the bytes on each use. */
  secret: KeyObject;
}

export function encryptionKey(bytes: Buffer): EncryptionKey {
  return {
    id: createHash("sha256").update(bytes).digest("base64url").slice(0, 8),
    bytes,
    secret: createSecretKey(bytes),
  };
}

/** @param keys the current one first */
export function fixedKeyring(keys: [Buffer, ...Buffer[]]): Keyring {
  const all = keys.map(encryptionKey);
  return {
    current: () => all[0]!,
    find: (id) => all.find((key) => key.id === id),
    all: () => all,
  };
}

const TAG_BYTES = 16;

const associatedData = (keyId: string, boundTo: string) => Buffer.from(`v1.${keyId}.${boundTo}`);

/** Returns `f1.<key id>.<HMAC-SHA-256>`. The HMAC uses a separate key for each purpose. */
function fingerprintWith({ id, bytes }: EncryptionKey, text: string, purpose: string): string {
  const key = Buffer.from(hkdfSync("sha256", bytes, "", `fingerprint ${purpose}`, 32));
  return `f1.${id}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

/** Creates a cipher for AES-256-GCM. Encrypted values have the form `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function createCipher(keyring: Keyring): Cipher {
  return {
    encrypt(text, boundTo) {
      const { id, secret } = keyring.current();
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(
        associatedData(id, boundTo),
      );
      const body = Buffer.concat([
        cipher.update(text, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v1.${id}.${nonce.toString("base64url")}.${body.toString("base64url")}`;
    },
    decrypt(sealed, boundTo) {
      const [version, id = "", nonce = "", body = ""] = sealed.split(".");
      const key = version === "v1" ? keyring.find(id) : undefined;
      if (!key) throw new Error(`No key with the id ${id} to decrypt ${boundTo}`);
      const bytes = Buffer.from(body, "base64url");
      const iv = Buffer.from(nonce, "base64url");
      // Without an explicit length, Node accepts shorter tags, which are easier to forge.
      const decipher = createDecipheriv("aes-256-gcm", key.secret, iv, { authTagLength: TAG_BYTES })
        .setAAD(associatedData(id, boundTo))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
      );
    },
    fingerprint: (text, purpose) => fingerprintWith(keyring.current(), text, purpose),
    fingerprints: (text, purpose) =>
      keyring.all().map((key) => fingerprintWith(key, text, purpose)),
  };
}

/** Columns of one table with encrypted texts. Each text is bound to an id and cannot be decrypted for another one. */
export interface SealedColumns {
  /** Names the texts in messages. */
  label: string;
  /** Names them in tables, if the label is too long. */
  title?: string;
  /** Lists them even if there are none. */
  isAlwaysListed?: true;
  table: string;
  columns: readonly string[];
  /** The column with the id that the text is bound to. */
  owner: string;
  /** Part of every encrypted text, so it must never change, even if the column is renamed. */
  boundTo: string;
}

/** Encrypts a text. @param owner the id that it is bound to */
export function seal(
  cipher: Cipher,
  { boundTo }: SealedColumns,
  owner: number,
  text: string,
): string {
  return cipher.encrypt(text, `${boundTo}:${owner}`);
}

/** Decrypts a text. @throws Error if it was copied from another owner, or its key is missing */
export function unseal(
  cipher: Cipher,
  { boundTo }: SealedColumns,
  owner: number,
  sealed: string,
): string {
  return cipher.decrypt(sealed, `${boundTo}:${owner}`);
}
