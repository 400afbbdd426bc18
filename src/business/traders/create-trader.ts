import type { z } from "zod";
import { adoptOrders, lockBuyerEmail } from "./adopt-orders.ts";
import { changeAccount, recordAccountChanges } from "./accounts/change-account.ts";
import { changesBetween } from "../../identity/audit/audit-event.rule.ts";
import { type Caller, type NewAuditEvent, recordEvent } from "../../identity/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { issueResetLink } from "../../identity/passwords/passwords.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import { accountFields } from "./accounts/account.fields.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { pick } from "../../platform/fields/pick.rule.ts";
import { textsByAdministrator, type traderFields } from "../../identity/users/trader.fields.ts";
import { profileSnapshot, rejectTakenEmail } from "./update-trader.ts";
import type { createTraderWithAccountInput, registerInput, SavedTrader } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";
import { TradingAccount } from "./accounts/account.entity.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { Trader } from "../../identity/users/trader.entity.ts";
import { hashPassword } from "../../identity/passwords/hash.ts";
import { recordDevice } from "../../identity/sign-in/sign-in-trader.ts";
import { recordTraces } from "../../identity/traces/traces.ts";
import { type OpenedSession, openSession } from "../../identity/sessions/own-sessions.ts";
import { issueVerification } from "../../identity/users/verify-email.ts";
import { presentTrader } from "../../identity/users/present-trader.ts";
import type { CurrentTrader } from "../../identity/users/user.schema.ts";

/**
 * Creates a trader without a password and mails an invitation with a link to set one. Omitted account fields get
 * their defaults.
 * @throws RefusalError if the email is taken
 */
export async function createTrader(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof createTraderWithAccountInput>,
): Promise<SavedTrader> {
  const creation = inTransaction(context.database, async (transaction) => {
    const createdAt = context.clock.now();
    const trader = await insertTrader(transaction, {
      ...pick(input, textsByAdministrator),
      fullName: input.fullName ?? null,
      email: input.email,
      createdAt,
    });
    await issueResetLink(context, transaction, trader, "invitation");
    const account = pick(input, keysOf(accountFields));
    const accountChanges = await changeAccount(context, transaction, actor, trader, account);
    const changes = changesBetween({}, profileSnapshot(trader));
    await recordEvent(context, transaction, actor, { action: "trader.created", trader, changes });
    await recordAccountChanges(context, transaction, actor, trader, accountChanges);
    return trader.id;
  });
  return getTrader(context, await rejectTakenEmail(creation));
}

type NewTrader = Pick<Trader, "email" | "createdAt"> &
  Partial<Pick<Trader, keyof typeof traderFields | "password" | "privacyPolicyAgreed">>;

/** Inserts a trader together with a trading account, because every trader has exactly one, and adopts their orders. */
async function insertTrader(transaction: Transaction, fields: NewTrader): Promise<Trader> {
  const kysely = kyselyOf(transaction);
  await lockBuyerEmail(kysely, fields.email);
  const trader = transaction.create(Trader, fields);
  transaction.create(TradingAccount, { trader, createdAt: fields.createdAt });
  await transaction.flush();
  await adoptOrders(kysely, trader);
  return trader;
}

/**
 * Creates the trader who has bought something, without a password. The command that starts what was bought mails the link to set
 * one.
 * @returns the trader, and the event for the audit log
 */
export async function createBuyer(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  { email, fullName }: { email: string; fullName: string | null },
): Promise<{ trader: Trader; event: NewAuditEvent }> {
  const trader = await insertTrader(transaction, { email, fullName, createdAt: clock.now() });
  const changes = changesBetween({}, profileSnapshot(trader));
  return { trader, event: { action: "trader.created-by-order", trader, changes } };
}

/**
 * Creates a trader with an account and a session.
 * @throws RefusalError if the email is taken
 */
export async function registerTrader(
  context: Context,
  caller: Caller,
  input: z.output<typeof registerInput>,
): Promise<{ trader: CurrentTrader; session: OpenedSession }> {
  const password = await hashPassword(input.password);
  const registration = inTransaction(context.database, async (transaction) => {
    const trader = await insertTrader(transaction, {
      ...input,
      password,
      createdAt: context.clock.now(),
    });
    const session = openSession(context, transaction, caller, {
      traderId: trader.id,
      remember: false,
    });
    await issueVerification(context, transaction, trader);
    await recordDevice(context, transaction, trader.id, caller);
    const device = await recordTraces(context, transaction, trader.id, caller);
    await recordEvent(
      context,
      transaction,
      { kind: "trader", trader, caller },
      { action: "trader.registered", trader, changes: changesBetween({}, profileSnapshot(trader)) },
    );
    return { trader: presentTrader(trader), session: { ...session, device } };
  });
  return rejectTakenEmail(registration);
}
