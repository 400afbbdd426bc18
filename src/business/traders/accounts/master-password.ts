import type { Context } from "../../../platform/context.ts";
import { type Cipher, seal, type SealedColumns, unseal } from "../../../platform/vault/cipher.ts";

export const masterPasswords: SealedColumns = {
  label: "master passwords",
  isAlwaysListed: true,
  table: "trading_accounts",
  columns: ["master_password"],
  owner: "user_id",
  boundTo: "trading_accounts.master_password",
};

export function encryptMasterPassword(cipher: Cipher, traderId: number, password: string | null) {
  return password === null ? null : seal(cipher, masterPasswords, traderId, password);
}

/** Decrypts a master password. Only for the trader, and for administrators who view it on the user's page. */
export function decryptMasterPassword(cipher: Cipher, traderId: number, encrypted: string | null) {
  return encrypted === null ? null : unseal(cipher, masterPasswords, traderId, encrypted);
}

/** @returns `null` if none is set, or if the trader does not exist */
export async function readMasterPassword(
  { cipher, database }: Context,
  traderId: number,
): Promise<string | null> {
  const row = await database.kysely
    .selectFrom("trading_accounts")
    .select("master_password as encrypted")
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  return decryptMasterPassword(cipher, traderId, row?.encrypted ?? null);
}

/** Finds when an administrator last viewed the trader's master password, and which one. */
export async function findLastView({ database }: Context, traderId: number) {
  const view = await database.kysely
    .selectFrom("audit_events")
    .select(["at", "actor_name as viewedBy"])
    .where("trader_id", "=", traderId)
    .where("action", "=", "master-password.viewed")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return view ? { viewedAt: new Date(view.at), viewedBy: view.viewedBy } : null;
}
