import type { Cipher } from "./cipher.ts";

/** Columns of one table with encrypted texts. Each text is bound to an id and cannot be decrypted for another one. */
interface SealedColumns {
  /** Names the texts in messages. */
  label: string;
  /** Names them in tables, if the label is too long. */
  title?: string;
  /** Lists them even if there are none. */
  isAlwaysListed?: true;
  table: string;
  columns: readonly string[];
  /** The column with the id that the text is bound to. */
  owner: string;
  /** Part of every encrypted text, so it must never change, even if the column is renamed. */
  boundTo: string;
}

/**
 * All columns that are encrypted with the keyring, except those of `signing-keys.ts`. A rotation re-encrypts them, and a
 * start requires their keys.
 */
export const sealedColumns = {
  passwords: {
    label: "master passwords",
    isAlwaysListed: true,
    table: "trading_accounts",
    columns: ["master_password"],
    owner: "user_id",
    boundTo: "trading_accounts.master_password",
  },
  paymentDetails: {
    label: "payment details",
    table: "payout_requests",
    columns: ["sealed_details"],
    owner: "id",
    boundTo: "payout_requests.payment_details",
  },
  webhookSecrets: {
    label: "webhook secrets",
    table: "webhook_endpoints",
    // Both are bound to the same name, because a rotation of the secret moves it to the other column.
    columns: ["secret", "previous_secret"],
    owner: "id",
    boundTo: "webhook_endpoints.secret",
  },
  totpSecrets: {
    label: "secrets of authenticator apps",
    title: "TOTP secrets",
    table: "totp_factors",
    columns: ["secret"],
    owner: "id",
    boundTo: "totp_factors.secret",
  },
} satisfies Record<string, SealedColumns>;

export type SealedName = keyof typeof sealedColumns;

export const sealedNames = Object.keys(sealedColumns) as SealedName[];

/** Encrypts a text. @param owner the id that it is bound to */
export function seal(cipher: Cipher, name: SealedName, owner: number, text: string): string {
  return cipher.encrypt(text, `${sealedColumns[name].boundTo}:${owner}`);
}

/** Decrypts a text. @throws Error if it was copied from another owner, or its key is missing */
export function unseal(cipher: Cipher, name: SealedName, owner: number, sealed: string): string {
  return cipher.decrypt(sealed, `${sealedColumns[name].boundTo}:${owner}`);
}
