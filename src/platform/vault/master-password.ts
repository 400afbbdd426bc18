import type { Cipher } from "../lib/cipher.ts";
import { seal, unseal } from "./sealed-columns.ts";

export function encryptMasterPassword(cipher: Cipher, traderId: number, password: string | null) {
  return password === null ? null : seal(cipher, "passwords", traderId, password);
}

/** Decrypts a master password. Only for the trader, and for administrators who view it on the trader's page. */
export function decryptMasterPassword(cipher: Cipher, traderId: number, encrypted: string | null) {
  return encrypted === null ? null : unseal(cipher, "passwords", traderId, encrypted);
}
