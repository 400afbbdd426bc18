import type { Cipher } from "../lib/cipher.ts";

const boundTo = (traderId: number) => `trading_accounts.master_password:${traderId}`;

/** The platform password as the database keeps it. */
export function encryptMasterPassword(cipher: Cipher, traderId: number, password: string | null) {
  return password === null ? null : cipher.encrypt(password, boundTo(traderId));
}

/** The platform password in clear, for its owner or an administrator who opens the trader. */
export function decryptMasterPassword(cipher: Cipher, traderId: number, sealed: string | null) {
  return sealed === null ? null : cipher.decrypt(sealed, boundTo(traderId));
}
