import type { Context } from "../../platform/context.ts";
import { wireList } from "../../platform/database/json-rows.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { decryptMasterPassword } from "../../platform/vault/master-password.ts";
import { type OwnRead, ownStatement } from "../../identity/sessions/sessions.queries.ts";
import { accountColumns } from "./account.columns.ts";
import type { AccountWithoutPassword, TradingAccount } from "./account.schema.ts";

type OwnRow = Omit<TradingAccount, "masterPassword" | "createdAt"> & {
  sealed: string | null;
  createdAt: string;
};

/** A trader's own account. */
export const ownAccount: OwnRead<TradingAccount> = {
  statement: ownStatement(
    "account",
    `select row_to_json(account) from (
       select ${wireList(accountColumns)}, master_password as sealed
       from trading_accounts where user_id = users.id) as account`,
  ),
  present({ cipher }, traderId, own) {
    const { sealed, createdAt, ...account } = own as OwnRow;
    return {
      ...account,
      masterPassword: decryptMasterPassword(cipher, traderId, sealed),
      createdAt: new Date(createdAt),
    };
  },
};

/** @throws RefusalError if the trader does not exist */
export async function getAccount(
  { database }: Context,
  traderId: number,
): Promise<AccountWithoutPassword> {
  const found = await database.kysely
    .selectFrom("trading_accounts")
    .select(accountColumns)
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  if (!found) throw notFound("User");
  return { ...found, createdAt: new Date(found.createdAt) };
}

/** @returns `null` if none is set, or if the trader does not exist */
export async function readMasterPassword(
  { cipher, database }: Context,
  traderId: number,
): Promise<string | null> {
  const found = await database.kysely
    .selectFrom("trading_accounts")
    .select("master_password as sealed")
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  return decryptMasterPassword(cipher, traderId, found?.sealed ?? null);
}
