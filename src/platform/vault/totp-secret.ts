import type { Cipher } from "../lib/cipher.ts";
import { seal, unseal } from "./sealed-columns.ts";

export function encryptTotpSecret(cipher: Cipher, factorId: number, secret: string) {
  return seal(cipher, "totpSecrets", factorId, secret);
}

/** Decrypts a secret in order to check codes. Users only see a secret while they set it up. */
export function decryptTotpSecret(cipher: Cipher, factorId: number, sealed: string) {
  return unseal(cipher, "totpSecrets", factorId, sealed);
}
