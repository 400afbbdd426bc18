import type { Cipher } from "./cipher.ts";

/** Columns of one table with encrypted texts. Each text is bound to an id and cannot be decrypted for another one. */
export interface SealedColumns {
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

/** Encrypts a text. @param owner the id that it is bound to */
export function seal(
  cipher: Cipher,
  { boundTo }: SealedColumns,
  owner: number,
  text: string,
): string {
  return cipher.encrypt(text, `${boundTo}:${owner}`);
}

/** Decrypts a text. @throws Error if it was copied from another owner, or its key is missing */
export function unseal(
  cipher: Cipher,
  { boundTo }: SealedColumns,
  owner: number,
  sealed: string,
): string {
  return cipher.decrypt(sealed, `${boundTo}:${owner}`);
}
