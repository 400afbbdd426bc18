import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { jsonReader, jsonSelectList, selectRows, text } from "../../platform/database/columns.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { decryptMasterPassword } from "../../platform/vault/master-password.ts";
import { type OwnRead, ownStatement } from "../../identity/sessions/sessions.queries.ts";
import { accountColumns } from "./account.columns.ts";
import type { AccountWithoutPassword, TradingAccount } from "./account.schema.ts";

/** `sealed` is the encrypted master password. */
const sealedColumns = { ...accountColumns, sealed: text("trading_accounts.master_password") };

const readOwnAccount = jsonReader(sealedColumns);

/** A trader's own account. */
export const ownAccount: OwnRead<TradingAccount> = {
  statement: ownStatement(
    "account",
    `select row_to_json(account) from (
       select ${jsonSelectList(sealedColumns)}
       from trading_accounts where user_id = users.id) as account`,
  ),
  present({ cipher }, traderId, own) {
    const { sealed, ...account } = readOwnAccount(own as Record<string, unknown>);
    return { ...account, masterPassword: decryptMasterPassword(cipher, traderId, sealed) };
  },
};

/** @throws RefusalError if the trader does not exist */
export async function getAccount(
  { database }: Context,
  traderId: number,
): Promise<AccountWithoutPassword> {
  const ofTrader = sql`from trading_accounts where user_id = ${traderId}`;
  const [account] = await selectRows(database.kysely, accountColumns, ofTrader);
  if (!account) throw notFound("User");
  return account;
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
