import type { Cipher } from "../lib/cipher.ts";

/** Binds a password to its trader: it cannot be decrypted if it is copied to another row. */
const boundTo = (traderId: number) => `trading_accounts.master_password:${traderId}`;

export function encryptMasterPassword(cipher: Cipher, traderId: number, password: string | null) {
  return password === null ? null : cipher.encrypt(password, boundTo(traderId));
}

/** Decrypts a master password. Only for the trader, and for administrators who view it on the trader's page. */
export function decryptMasterPassword(cipher: Cipher, traderId: number, encrypted: string | null) {
  return encrypted === null ? null : cipher.decrypt(encrypted, boundTo(traderId));
}
