import type { Cipher } from "../lib/cipher.ts";

/** A secret that is copied to the row of another person cannot be decrypted. */
const boundTo = (factorId: number) => `totp_factors.secret:${factorId}`;

export function encryptTotpSecret(cipher: Cipher, factorId: number, secret: string) {
  return cipher.encrypt(secret, boundTo(factorId));
}

/** To check codes; a secret is shown only while it is set up. */
export function decryptTotpSecret(cipher: Cipher, factorId: number, sealed: string) {
  return cipher.decrypt(sealed, boundTo(factorId));
}
