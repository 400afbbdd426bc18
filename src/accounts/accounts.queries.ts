import type { Context } from "../context.ts";
import { notFound } from "../lib/errors.ts";
import { accountColumns } from "./account.columns.ts";
import type { TradingAccount } from "./account.schema.ts";
import { openMasterPassword } from "./credentials.ts";

/** @throws RefusalError where there is no such trader */
export async function getAccount(
  { database, sealer }: Context,
  traderId: number,
): Promise<TradingAccount> {
  const found = await database.kysely
    .selectFrom("trading_accounts")
    .select(accountColumns)
    .select("trading_accounts.master_password as sealed")
    .where("trading_accounts.user_id", "=", traderId)
    .executeTakeFirst();
  if (!found) throw notFound("User");
  const { sealed, createdAt, ...account } = found;
  return {
    ...account,
    masterPassword: openMasterPassword(sealer, traderId, sealed),
    createdAt: new Date(createdAt),
  };
}
