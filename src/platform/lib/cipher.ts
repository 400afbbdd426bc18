import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Encrypts what the database must keep readable for the app alone. */
export interface Cipher {
  /** @param boundTo names the row and column; a sealed text moved elsewhere does not open */
  encrypt(text: string, boundTo: string): string;
  /** @throws where the text was changed, moved, or sealed with a key that is not there */
  decrypt(sealed: string, boundTo: string): string;
}

/** The keys of one installation: one seals, and it and all earlier ones open. */
export interface Keyring {
  current(): EncryptionKey;
  find(id: string): EncryptionKey | undefined;
  /** The current one first. */
  all(): EncryptionKey[];
}

export interface EncryptionKey {
  /** Stands in every text that the key sealed; tells nothing of the key. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
  /** The same as OpenSSL takes it: bytes would be checked and copied with each use. */
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

const associated = (keyId: string, boundTo: string) => Buffer.from(`v1.${keyId}.${boundTo}`);

/** AES-256-GCM. A sealed text is `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function createCipher(keyring: Keyring): Cipher {
  return {
    encrypt(text, boundTo) {
      const { id, secret } = keyring.current();
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(associated(id, boundTo));
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
      if (!key) throw new Error(`No key with the id ${id} to open ${boundTo}`);
      const bytes = Buffer.from(body, "base64url");
      const iv = Buffer.from(nonce, "base64url");
      // Node would take a shorter tag, which is easier to guess.
      const decipher = createDecipheriv("aes-256-gcm", key.secret, iv, { authTagLength: TAG_BYTES })
        .setAAD(associated(id, boundTo))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
      );
    },
  };
}
