import {
  decimal,
  integer,
  jsonReader,
  jsonSelectList,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { type Kysely, sql } from "kysely";
import type { AuditedTrader } from "../../../identity/audit/record-event.ts";
import type { AccountStatus } from "./account.rule.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../platform/context.ts";
import { columnsOf } from "../../../platform/declared/field-columns.ts";
import { pick } from "../../../platform/fields/pick.rule.ts";
import { accountFields } from "./account.fields.ts";
import { notFound } from "../../../platform/errors.ts";
import { waitingColumn } from "../waiting/waiting-column.ts";
import { decryptMasterPassword } from "./master-password.ts";
import { type OwnRead, ownStatement } from "../../../identity/sessions/sessions.queries.ts";
import type { AccountWithoutPassword, TradingAccount } from "./account.schema.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

const enteredColumns = columnsOf(accountFields);

/** A trading account without the master password. */
export const accountColumns = {
  id: integer("trading_accounts.id"),
  userId: integer("trading_accounts.user_id"),
  ...pick(enteredColumns, ["login", "server", "balance", "profitLoss"]),
  currency: text("trading_accounts.currency"),
  recordedAt: timestamp("trading_accounts.recorded_at"),
  ...pick(enteredColumns, ["status", "phase"]),
  ...enteredColumns,
  createdAt: timestamp("trading_accounts.created_at"),
  waitingFor: waitingColumn,
};

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

export const accountPart: OwnDataPart = {
  name: "account",
  about: "The trading account, without its master password",
  table: "trading_accounts",
  where: byTrader("trading_accounts.user_id"),
  key: ["trading_accounts.id"],
  isSingle: true,
  columns: {
    ...pick(enteredColumns, ["login", "server", "status", "phase"]),
    currency: text("trading_accounts.currency"),
    ...pick(enteredColumns, ["balance", "profitLoss"]),
    recordedAt: timestamp("trading_accounts.recorded_at"),
    enteredBalance: decimal("trading_accounts.typed_balance", 2),
    enteredProfitLoss: decimal("trading_accounts.typed_profit_loss", 2),
    ...enteredColumns,
    createdAt: timestamp("trading_accounts.created_at"),
  },
};

/**
 * Returns the id of a trader's account.
 * @throws RefusalError if the trader does not exist
 */
export async function findAccountId(kysely: Kysely<Tables>, traderId: number): Promise<number> {
  const account = await kysely
    .selectFrom("trading_accounts")
    .select("id")
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  if (!account) throw notFound("User");
  return account.id;
}

/** The trader of an account, as notices and the audit log name them, with the status of the account. */
export interface Owner extends AuditedTrader {
  status: AccountStatus;
}

/** Reads the traders of accounts by account id. */
export async function readOwners(
  kysely: Kysely<Tables>,
  accountIds: number[],
): Promise<Map<number, Owner>> {
  const rows = await kysely
    .selectFrom("trading_accounts")
    .innerJoin("users", "users.id", "trading_accounts.user_id")
    .select(["trading_accounts.id as accountId", "trading_accounts.status"])
    .select(["users.id", "users.email", "users.full_name as fullName"])
    .where("trading_accounts.id", "=", sql<number>`any(${accountIds})`)
    .execute();
  return new Map(rows.map(({ accountId, ...owner }) => [accountId, owner]));
}
