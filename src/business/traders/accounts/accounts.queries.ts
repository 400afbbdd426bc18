import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  jsonReader,
  jsonSelectList,
  selectRows,
  text,
} from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { decryptMasterPassword } from "../../../platform/vault/sealed-texts.ts";
import { type OwnRead, ownStatement } from "../../../identity/sessions/sessions.queries.ts";
import { accountColumns } from "./account.columns.ts";
import type { AccountWithoutPassword, TradingAccount } from "./account.schema.ts";

const columnsWithPassword = {
  ...accountColumns,
  encryptedPassword: text("trading_accounts.master_password"),
};

const readOwnAccount = jsonReader(columnsWithPassword);

/** A trader's own account. */
export const ownAccount: OwnRead<TradingAccount> = {
  statement: ownStatement(
    "account",
    `select row_to_json(account) from (
       select ${jsonSelectList(columnsWithPassword)}
       from trading_accounts where user_id = users.id) as account`,
  ),
  present({ cipher }, traderId, own) {
    const { encryptedPassword, ...account } = readOwnAccount(own as Record<string, unknown>);
    return {
      ...account,
      masterPassword: decryptMasterPassword(cipher, traderId, encryptedPassword),
    };
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
    .select("master_password as encrypted")
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  return decryptMasterPassword(cipher, traderId, found?.encrypted ?? null);
}
