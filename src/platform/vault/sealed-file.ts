import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const algorithm = "aes-256-gcm";

/** An encrypted file, and the key to it, which must be stored encrypted. */
interface SealedFile {
  path: string;
  /** Base64. */
  key: string;
}

/**
 * Encrypts a file with a key of its own (AES-256-GCM), so that a rotation of the keyring need not rewrite it. The result
 * stands beside the file: nonce, ciphertext, tag.
 */
export async function sealFile(path: string): Promise<SealedFile> {
  const key = randomBytes(32);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = `${path}-sealed`;
  await pipeline(
    createReadStream(path),
    async function* encrypt(pieces: AsyncIterable<Buffer>) {
      yield nonce;
      for await (const piece of pieces) yield cipher.update(piece);
      yield cipher.final();
      yield cipher.getAuthTag();
    },
    createWriteStream(sealed, { mode: 0o600 }),
  );
  return { path: sealed, key: key.toString("base64") };
}

/**
 * Decrypts a whole file in memory, because nothing of it may be used before the tag has been checked.
 * @throws Error if the file was changed, or if this is not its key
 */
export async function unsealFile(stream: Readable, key: string): Promise<Buffer> {
  const sealed = await buffer(stream);
  const decipher = createDecipheriv(
    algorithm,
    Buffer.from(key, "base64"),
    sealed.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  ).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
}
