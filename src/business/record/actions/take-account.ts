import { sql } from "kysely";
import { changesBetween, hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import type { AuditActor, AuditedTrader } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { invalidField } from "../../../platform/errors.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { TradingAccount } from "../../traders/accounts/account.entity.ts";
import { accountSnapshot } from "../../traders/accounts/change-account.ts";
import { encryptMasterPassword } from "../../traders/accounts/master-password.ts";
import { lockTraderAndRecord } from "../records/recorded-account.ts";
import type { Action } from "./action.entity.ts";
import type { EnforcementAuditEvent } from "./store-consequences.ts";

/** What a bridge answers about the account that it has created, or whose password it has set. */
interface AnsweredAccount {
  login?: string | null | undefined;
  server?: string | null | undefined;
  masterPassword?: string | null | undefined;
}

interface Answered {
  action: Action;
  accountId: number;
  trader: AuditedTrader;
}

/** What becomes part of the account, and of the stage that the action was requested for. */
interface TakenAccount {
  login: string | null;
  server: string | null;
  masterPassword: string | null;
}

/**
 * Locks the account of an action whose answer changes it: before its queue, as everything else that changes both does.
 */
export async function lockAccountOf(transaction: Transaction, actionId: number): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from actions
    join trading_accounts on trading_accounts.id = actions.account_id
    where actions.id = ${actionId} and kind in ('create_account', 'reset_password')`.execute(
    kyselyOf(transaction),
  );
  const [found] = rows;
  if (found) await lockTraderAndRecord(transaction, found.userId);
}

/**
 * Reads what an action brings, and gives the action the login that it has created.
 * @returns `null` if it brings nothing
 * @throws RefusalError if an account was created without a login
 */
export function takeAccount(
  { action }: Answered,
  given: AnsweredAccount | null,
): TakenAccount | null {
  const masterPassword = given?.masterPassword ?? null;
  if (action.kind === "reset_password") return { login: null, server: null, masterPassword };
  if (action.kind !== "create_account") return null;
  const login = given?.login?.trim() ?? "";
  if (login === "") throw invalidField("account", "account must have the login that was created");
  const server = given?.server ?? action.askedAccount?.server ?? null;
  action.login = login;
  action.server = server;
  return { login, server, masterPassword };
}

/**
 * Stores what an action has brought: the credentials with the account and its stage, and the password in the vault. A
 * password that is not given stays as it was. The trader is notified of a new account, without its credentials.
 * @returns the events for the audit log
 */
export async function storeAccount(
  context: Context,
  transaction: Transaction,
  actor: AuditActor,
  { action, accountId, trader }: Answered,
  taken: TakenAccount | null,
): Promise<EnforcementAuditEvent[]> {
  if (!taken) return [];
  const { login, server, masterPassword } = taken;
  const isCurrent = login === null || (await isOfLastStage(transaction, action, accountId));
  if (login !== null) {
    // An open stage has what its account has.
    await kyselyOf(transaction)
      .updateTable("stages")
      .set({ login, server })
      .where("account_id", "=", accountId)
      .where("id", "=", action.stageId ?? 0)
      .where("ended_at", "is not", null)
      .execute();
  }
  if (!isCurrent) return [];
  const account = await transaction.findOneOrFail(
    TradingAccount,
    { id: accountId },
    { refresh: true },
  );
  const before = accountSnapshot(account);
  if (login !== null) transaction.assign(account, { login, server });
  const changes = changesBetween(before, accountSnapshot(account));
  if (masterPassword !== null) {
    account.masterPassword = encryptMasterPassword(context.cipher, trader.id, masterPassword);
    changes.masterPassword = "changed";
  }
  await transaction.flush();
  if (login !== null) await sendNotice(context, transaction, trader, { kind: "account-ready" });
  return hasChanges(changes) ? [{ action: "account.updated", actor, trader, changes }] : [];
}

/** Another stage that has started since has an account of its own. */
async function isOfLastStage(
  transaction: Transaction,
  { stageId = null }: Action,
  accountId: number,
): Promise<boolean> {
  const last = await kyselyOf(transaction)
    .selectFrom("stages")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id === stageId;
}
