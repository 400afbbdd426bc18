import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts what the database must keep readable for the app alone. */
export interface Sealer {
  /** @param boundTo names the row and column; a sealed text moved elsewhere does not open */
  seal(text: string, boundTo: string): string;
  /** @throws where the text was changed, moved, or sealed with another key */
  open(sealed: string, boundTo: string): string;
}

/**
 * AES-256-GCM. A sealed text is `v1.<key id>.<nonce>.<ciphertext and tag>`, so that a later key
 * can stand beside this one.
 * @param key 32 bytes
 */
export function createSealer(key: Buffer): Sealer {
  const keyId = createHash("sha256").update(key).digest("base64url").slice(0, 8);
  const associated = (boundTo: string) => Buffer.from(`v1.${keyId}.${boundTo}`);
  return {
    seal(text, boundTo) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associated(boundTo));
      const body = Buffer.concat([
        cipher.update(text, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v1.${keyId}.${nonce.toString("base64url")}.${body.toString("base64url")}`;
    },
    open(sealed, boundTo) {
      const [version, sealedWith, nonce = "", body = ""] = sealed.split(".");
      if (version !== "v1" || sealedWith !== keyId) {
        throw new Error(`No key with the id ${sealedWith} to open ${boundTo}`);
      }
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"))
        .setAAD(associated(boundTo))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(0, -16), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
