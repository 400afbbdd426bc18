import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import {
  type Changes,
  changesBetween,
  hasChanges,
} from "../../../identity/audit/audit-event.rule.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { requireAbility } from "../../../identity/roles/roles.rule.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { encryptMasterPassword } from "./master-password.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import { TradingAccount } from "./account.entity.ts";
import type { AccountInput, AccountWithoutPassword, saveAccountInput } from "./account.schema.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { AccountStatus } from "./account.rule.ts";
import { accountFields, openAccountFields } from "./account.fields.ts";
import { requireExpected } from "./require-expected.ts";
import { pick } from "../../../platform/fields/pick.rule.ts";
import { getAccount } from "./accounts.queries.ts";

/** Refuses to change balance and profit/loss once records count, because both are then derived from the records. */
function requireUnrecorded(
  { recordedAt, balance, profitLoss }: TradingAccount,
  fields: AccountInput,
): void {
  const isChanged =
    (fields.balance !== undefined && fields.balance !== balance) ||
    (fields.profitLoss !== undefined && fields.profitLoss !== profitLoss);
  if (!recordedAt || !isChanged) return;
  throw new RefusalError(
    "conflict",
    "Balance and profit/loss follow from the trading record. Add a correction to change the balance.",
  );
}

/** Returns the account of a trader, locked until the transaction ends, because records and verdicts change it too. */
export function findLockedAccount(
  transaction: Transaction,
  trader: Trader,
): Promise<TradingAccount> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return transaction.findOneOrFail(TradingAccount, { trader }, options);
}

/**
 * Sets the given fields of a trader's account in `transaction`; the others keep their values.
 * @param trader locked, or inserted by the same transaction
 * @returns the changes for the audit log
 * @throws RefusalError if balance or profit/loss would change although they are derived from records
 * @throws RefusalError if the caller sends a master password but may not set it
 */
export async function changeAccount(
  { cipher }: Pick<Context, "cipher">,
  transaction: Transaction,
  actor: StaffActor,
  trader: Trader,
  { masterPassword, ...fields }: AccountInput,
): Promise<Changes> {
  if (masterPassword !== undefined) requireCredentials(actor);
  const account = await findLockedAccount(transaction, trader);
  const before = accountSnapshot(account);
  requireUnrecorded(account, fields);
  transaction.assign(account, fields, { ignoreUndefined: true });
  const changes = changesBetween(before, accountSnapshot(account));
  const { currency } = account;
  if (changes.balance ?? changes.profitLoss) changes.currency = { from: currency, to: currency };
  if (masterPassword !== undefined) {
    account.masterPassword = encryptMasterPassword(cipher, trader.id, masterPassword);
    changes.masterPassword = "changed";
  }
  return changes;
}

/**
 * Sets fields of a trader's account that the app itself changes, and empties the master password if it is `null`.
 * @returns the changes for the audit log
 */
export async function setAccount(
  transaction: Transaction,
  trader: Trader,
  { masterPassword, ...fields }: AppAccountFields,
): Promise<Changes> {
  const account = await findLockedAccount(transaction, trader);
  const before = accountSnapshot(account);
  transaction.assign(account, fields, { ignoreUndefined: true });
  const changes = changesBetween(before, accountSnapshot(account));
  if (masterPassword === null && account.masterPassword !== null) {
    account.masterPassword = null;
    changes.masterPassword = "changed";
  }
  return changes;
}

type AppAccountFields = Pick<AccountInput, "login" | "server" | "status" | "payoutEnabled"> & {
  masterPassword?: null;
};

/** Records changes that `changeAccount` returned, if there are any. */
export async function recordAccountChanges(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  trader: Trader,
  changes: Changes,
): Promise<void> {
  if (!hasChanges(changes)) return;
  await recordEvent(context, transaction, actor, { action: "account.updated", trader, changes });
}

/** @throws RefusalError if the caller may not set master passwords */
export function requireCredentials(actor: StaffActor): void {
  if (actor.kind === "token")
    throw new RefusalError("forbidden", "API tokens cannot set the master password");
  requireAbility(actor.role, "credentials.use");
}

interface SaveOptions {
  /** Recorded in the audit log as entered. */
  reason: string | null | undefined;
  /** The status that the administrator saw; not checked if `undefined`. */
  expectedStatus: AccountStatus | undefined;
  /** What the administrator saw in the edited fields; not checked if `undefined`. */
  expected: z.infer<typeof saveAccountInput>["expected"];
}

/**
 * Saves the given fields of a trader's account.
 * @throws RefusalError if the trader does not exist or, with the current account, if its status is no longer the
 * expected one; and with the values of the expected fields if one of them has changed
 */
export async function saveAccount(
  context: Context,
  actor: StaffActor,
  traderId: number,
  fields: AccountInput,
  { reason, expectedStatus, expected }: SaveOptions,
): Promise<AccountWithoutPassword> {
  const isExpected = await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, traderId);
    if (expectedStatus !== undefined) {
      const { status } = await findLockedAccount(transaction, trader);
      if (status !== expectedStatus) return false;
    }
    if (expected) {
      const stored = accountSnapshot(await findLockedAccount(transaction, trader));
      requireExpected(accountFields, stored, expected);
    }
    const changes = await changeAccount(context, transaction, actor, trader, fields);
    await recordEvent(context, transaction, actor, {
      action: "account.updated",
      trader,
      changes,
      reason: reason ?? null,
    });
    return true;
  });
  const account = await getAccount(context, traderId);
  if (isExpected) return account;
  throw new RefusalError(
    "conflict",
    `The status has been changed to ${account.status} in the meantime`,
    { current: account },
  );
}

/** Returns the fields of a trading account that the audit log compares: all except the master password. */
export function accountSnapshot(account: TradingAccount) {
  return pick(account, openAccountFields);
}
