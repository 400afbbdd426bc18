import type { Cipher } from "../lib/cipher.ts";

/** Binds a secret to its row: it cannot be decrypted if it is copied to another one. */
const boundTo = (factorId: number) => `totp_factors.secret:${factorId}`;

export function encryptTotpSecret(cipher: Cipher, factorId: number, secret: string) {
  return cipher.encrypt(secret, boundTo(factorId));
}

/** Decrypts a secret in order to check codes. Users only see a secret while they set it up. */
export function decryptTotpSecret(cipher: Cipher, factorId: number, sealed: string) {
  return cipher.decrypt(sealed, boundTo(factorId));
}
