import type { Cipher } from "../lib/cipher.ts";

/** A master password that is copied to the row of another trader cannot be decrypted. */
const boundTo = (traderId: number) => `trading_accounts.master_password:${traderId}`;

export function encryptMasterPassword(cipher: Cipher, traderId: number, password: string | null) {
  return password === null ? null : cipher.encrypt(password, boundTo(traderId));
}

/** For its owner, and for an administrator who opens the trader; for nothing else. */
export function decryptMasterPassword(cipher: Cipher, traderId: number, encrypted: string | null) {
  return encrypted === null ? null : cipher.decrypt(encrypted, boundTo(traderId));
}
