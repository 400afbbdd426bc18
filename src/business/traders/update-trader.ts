import type { z } from "zod";
import {
  accountSnapshot,
  changeAccount,
  findLockedAccount,
  recordAccountChanges,
} from "./accounts/change-account.ts";
import { changesBetween, hasChanges } from "../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../identity/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import { isBanned } from "../../identity/users/ban.rule.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { lockOwnTrader } from "../../identity/sessions/lock-actor.ts";
import { presentTrader } from "../../identity/users/present-trader.ts";
import { getTrader } from "./traders.queries.ts";
import {
  type banTraderInput,
  type SavedTrader,
  type updateProfileInput,
  type updateTraderWithAccountInput,
} from "./trader.schema.ts";
import { accountFields } from "./accounts/account.fields.ts";
import { requireExpected } from "./accounts/require-expected.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { pick } from "../../platform/fields/pick.rule.ts";
import { textsByAdministrator, traderFields } from "../../identity/users/trader.fields.ts";
import { violatesUnique } from "../../platform/database/failures.ts";
import { RefusalError } from "../../platform/errors.ts";
import type { TraderActor } from "../../identity/sessions/authenticate.ts";
import type { CurrentTrader } from "../../identity/users/user.schema.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { voidConfirmation } from "../../identity/second-factor/confirm-by-mail.ts";
import { readRecovery } from "../../identity/second-factor/recovery.queries.ts";
import { issueVerification } from "../../identity/users/verify-email.ts";
import type { Trader } from "../../identity/users/trader.entity.ts";
import type { MailEvent } from "../office/mails/mail-kinds.rule.ts";
import { sendMail, sendNotice } from "../office/mails/send-notice.ts";
import { endTraderSessions } from "../../identity/sessions/own-sessions.ts";

const declaredFields = { ...traderFields, ...accountFields };

/**
 * Changes name, email and account fields in one transaction. Omitted fields keep their values.
 * @throws RefusalError if the trader does not exist, the email is taken, or a field no longer has its expected value
 */
export async function updateTrader(
  context: Context,
  actor: StaffActor,
  { id, fullName, email, expected, ...input }: z.output<typeof updateTraderWithAccountInput>,
): Promise<SavedTrader> {
  const update = inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, id);
    const before = profileSnapshot(trader);
    if (expected) {
      const stored = accountSnapshot(await findLockedAccount(transaction, trader));
      requireExpected(declaredFields, { ...before, ...stored }, expected);
    }
    if (fullName !== undefined) trader.fullName = fullName;
    transaction.assign(trader, pick(input, textsByAdministrator), { ignoreUndefined: true });
    if (email !== undefined) await changeEmail(context, transaction, trader, email);
    const profileChanges = changesBetween(before, profileSnapshot(trader));
    const account = pick(input, keysOf(accountFields));
    const accountChanges = await changeAccount(context, transaction, actor, trader, account);
    if (hasChanges(profileChanges) || !hasChanges(accountChanges)) {
      const event = { action: "trader.updated", trader, changes: profileChanges } as const;
      await recordEvent(context, transaction, actor, event);
    }
    await recordAccountChanges(context, transaction, actor, trader, accountChanges);
  });
  await rejectTakenEmail(update);
  return getTrader(context, id);
}

/**
 * Turns a violation of the unique email into a refusal. There is no check before the write, because a
 * concurrent transaction could take the email in between.
 * @throws RefusalError if the email belongs to another trader
 */
export async function rejectTakenEmail<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!violatesUnique(error, "users_email_unique")) throw error;
    throw new RefusalError("conflict", "An account with this email already exists", {
      issues: [{ path: ["email"], message: "An account with this email already exists" }],
    });
  }
}

/**
 * Changes the given fields. Traders cannot change their full name.
 * @throws RefusalError if the email is taken
 */
export async function updateProfile(
  context: Context,
  actor: TraderActor,
  { email, ...texts }: z.output<typeof updateProfileInput>,
): Promise<CurrentTrader> {
  const update = inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const before = profileSnapshot(trader);
    transaction.assign(trader, texts, { ignoreUndefined: true });
    if (email !== undefined && email !== trader.email)
      await requireNoRecovery(context, transaction, trader.id);
    if (email !== undefined) await changeEmail(context, transaction, trader, email);
    const changes = changesBetween(before, profileSnapshot(trader));
    await recordEvent(context, transaction, actor, { action: "trader.updated", trader, changes });
    return presentTrader(trader);
  });
  return rejectTakenEmail(update);
}

/**
 * A removed factor ends with a mail that sets a new password. With a stolen session, a thief could have it sent to
 * themselves.
 * @throws RefusalError while the trader's second factor is being removed
 */
async function requireNoRecovery(context: Context, transaction: Transaction, id: number) {
  if (!(await readRecovery(context, kyselyOf(transaction), id))) return;
  const message =
    "Your two-step sign-in is being removed. Until then, your email cannot be changed; a link that we have mailed to you stops the removal.";
  throw new RefusalError("conflict", message, { reason: "recovery" });
}

/**
 * Changes the email and invalidates a reset link that was sent to the old address. Both addresses are
 * notified: if the account has been taken over, its owner reads only the old one.
 */
async function changeEmail(
  context: Context,
  transaction: Transaction,
  trader: Trader,
  email: string,
): Promise<void> {
  const from = trader.email;
  if (from === email) return;
  trader.email = email;
  trader.emailVerifiedAt = null;
  trader.resetToken = null;
  trader.resetTokenExpiry = null;
  await keepFormerEmail(context, transaction, trader.id, from);
  await voidConfirmation(kyselyOf(transaction), trader.id);
  const event = { kind: "email-changed", from, to: email } as const;
  await sendMail(context, transaction, from, event);
  await sendNotice(context, transaction, trader, event);
  await issueVerification(context, transaction, trader);
}

async function keepFormerEmail(
  { clock }: Context,
  transaction: Transaction,
  traderId: number,
  email: string,
): Promise<void> {
  const until = clock.now().toISOString();
  await kyselyOf(transaction)
    .insertInto("former_emails")
    .values({ user_id: traderId, email, until })
    .onConflict((conflict) => conflict.columns(["user_id", "email"]).doUpdateSet({ until }))
    .execute();
}

/** Returns the fields of a trader that the audit log compares: no secrets, and no fields with events of their own. */
export function profileSnapshot(trader: Trader) {
  return pick(trader, keysOf(traderFields));
}

/**
 * Bans or unbans a trader. A ban keeps the trader's sessions, so that an open page can show the reason; an unban
 * ends them, so that the trader has to sign in again.
 * @throws RefusalError if the trader does not exist
 */
export async function banTrader(
  context: Context,
  actor: StaffActor,
  { id, banned, banReason }: z.output<typeof banTraderInput>,
): Promise<SavedTrader> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, id);
    const before = { banned: trader.banned, banReason: trader.banReason };
    if (isBanned(trader) && !banned) await endTraderSessions(kyselyOf(transaction), id);
    trader.banned = banned;
    trader.banReason = banned ? banReason : null;
    if (banned !== before.banned) {
      const notice: MailEvent = banned
        ? { kind: "banned", reason: trader.banReason ?? null }
        : { kind: "unbanned" };
      await sendNotice(context, transaction, trader, notice);
    }
    await recordEvent(context, transaction, actor, {
      action: banned ? "trader.banned" : "trader.unbanned",
      trader,
      changes: changesBetween(before, { banned, banReason: trader.banReason }),
      reason: trader.banReason,
    });
  });
  return getTrader(context, id);
}
