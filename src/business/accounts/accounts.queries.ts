import type { Context } from "../../platform/context.ts";
import { wireList } from "../../platform/database/json-rows.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { readsOwn } from "../../identity/sessions/sessions.queries.ts";
import type { OwnRead } from "../../identity/sessions/trader-session.ts";
import { accountColumns } from "./account.columns.ts";
import type { TradingAccount } from "./account.schema.ts";
import { decryptMasterPassword } from "../../platform/vault/master-password.ts";

type SealedAccount = Omit<TradingAccount, "masterPassword" | "createdAt"> & {
  sealed: string | null;
  createdAt: string;
};

function presentAccount({ cipher }: Context, traderId: number, row: SealedAccount): TradingAccount {
  const { sealed, createdAt, ...account } = row;
  return {
    ...account,
    masterPassword: decryptMasterPassword(cipher, traderId, sealed),
    createdAt: new Date(createdAt),
  };
}

/** A trader's own account. */
export const ownAccount: OwnRead<TradingAccount> = {
  statement: readsOwn(
    "account",
    `select row_to_json(account) from (
       select ${wireList(accountColumns)}, master_password as sealed
       from trading_accounts where user_id = users.id) as account`,
  ),
  present: (context, traderId, own) => presentAccount(context, traderId, own as SealedAccount),
};

/** @throws RefusalError where there is no such trader */
export async function getAccount(context: Context, traderId: number): Promise<TradingAccount> {
  const found = await context.database.kysely
    .selectFrom("trading_accounts")
    .select(accountColumns)
    .select("trading_accounts.master_password as sealed")
    .where("trading_accounts.user_id", "=", traderId)
    .executeTakeFirst();
  if (!found) throw notFound("User");
  return presentAccount(context, traderId, found);
}
