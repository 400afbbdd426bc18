import type { z } from "zod";
import { LockMode } from "@mikro-orm/core";
import { type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import type { TraderActor } from "../sessions/authenticate.ts";
import { lockOwnTrader } from "../sessions/lock-actor.ts";
import { endTraderSessions } from "../sessions/own-sessions.ts";
import { voidConfirmation } from "../second-factor/confirm-by-mail.ts";
import { sendNotice } from "../mails/send-mail.ts";
import { hashPassword, verifyPassword } from "./hash.ts";
import type { changePasswordInput, resetPasswordInput } from "./password.schema.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import { Trader } from "../users/trader.entity.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { DAY, HOUR } from "../../platform/time/durations.rule.ts";

const wrongPassword = () => invalidField("currentPassword", "Current password is incorrect");

/**
 * Changes the password, ends the trader's other sessions and invalidates any reset link.
 * @throws RefusalError if the current password is wrong, or after too many wrong ones: an open session must not allow
 *   the password to be guessed
 */
export async function changePassword(
  context: Context,
  actor: TraderActor,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const { database, throttle } = context;
  const { id } = actor.trader;
  await throttle.consume("currentPasswordByTrader", String(id));
  const row = await database.kysely
    .selectFrom("users")
    .select("password")
    .where("id", "=", id)
    .executeTakeFirst();
  const current = row?.password ?? null;
  if (!(await verifyPassword(current, input.currentPassword))) throw wrongPassword();
  await throttle.reset("currentPasswordByTrader", String(id));
  const password = await hashPassword(input.newPassword);
  await inTransaction(database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    // A concurrent change may have replaced the password that was verified above.
    if (trader.password !== current) throw wrongPassword();
    trader.password = password;
    trader.resetToken = null;
    trader.resetTokenExpiry = null;
    await voidConfirmation(kyselyOf(transaction), id);
    await endTraderSessions(kyselyOf(transaction), id, { except: actor.sessionId });
    await sendNotice(context, transaction, trader, { kind: "password-changed" });
    await recordEvent(context, transaction, actor, {
      action: "password.changed",
      trader,
      changes: { password: "changed" },
    });
  });
}

const invalidToken = () => invalidField("token", "Invalid reset token");

/** @throws RefusalError if the token is unknown, used, replaced by a newer one or expired */
export async function resetPassword(
  context: Context,
  caller: Caller,
  input: z.output<typeof resetPasswordInput>,
): Promise<void> {
  const { database, throttle } = context;
  const resetToken = hashToken(input.token);
  // Checked before hashing, so that random tokens cannot make the server hash passwords.
  if (!(await isValidToken(context, resetToken))) throw invalidToken();
  const password = await hashPassword(input.password);
  const email = await inTransaction(database, async (transaction) => {
    const trader = await transaction.findOne(
      Trader,
      { resetToken, resetTokenExpiry: { $gt: context.clock.now() } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!trader) throw invalidToken();
    trader.password = password;
    trader.resetToken = null;
    trader.resetTokenExpiry = null;
    // The link was mailed to the current address: changing it would have invalidated the link.
    trader.emailVerifiedAt ??= context.clock.now();
    trader.emailToken = null;
    trader.emailTokenExpiry = null;
    await voidConfirmation(kyselyOf(transaction), trader.id);
    await endTraderSessions(kyselyOf(transaction), trader.id);
    await sendNotice(context, transaction, trader, { kind: "password-changed" });
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, transaction, actor, {
      action: "password.reset",
      trader,
      changes: { password: "changed" },
    });
    return trader.email;
  });
  // Wrong guesses by others must not block a trader who has just proved that they own the mailbox.
  await throttle.reset("signInByAccount", email);
}

async function isValidToken({ database, clock }: Context, resetToken: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom("users")
    .select("id")
    .where("reset_token", "=", resetToken)
    .where("reset_token_expiry", ">", clock.now().toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

const ENCRYPTION_CONTEXT = "password-reset";

interface ResetRequest {
  email: string;
  caller: Caller;
}

/**
 * Enqueues a request for a reset link. The job looks the trader up after the response, so that neither
 * the response nor its duration depends on whether the email belongs to a trader. The request is
 * encrypted, because people sometimes type a password into the email field.
 */
export async function requestReset(context: Context, caller: Caller, email: string): Promise<void> {
  const { cipher, database, jobs } = context;
  const request: ResetRequest = { email, caller };
  const sealed = cipher.encrypt(JSON.stringify(request), ENCRYPTION_CONTEXT);
  await inTransaction(database, (transaction) =>
    jobs.enqueue(transaction, "password-reset", { sealed }),
  );
}

/** Starts the worker that mails reset links to the emails that belong to a trader. */
export async function workOnResetRequests(context: Context): Promise<void> {
  const { cipher, jobs } = context;
  await jobs.work("password-reset", async (data) => {
    const { sealed } = data as { sealed: string };
    await mailResetLink(
      context,
      JSON.parse(cipher.decrypt(sealed, ENCRYPTION_CONTEXT)) as ResetRequest,
    );
  });
}

async function mailResetLink(context: Context, { email, caller }: ResetRequest): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await transaction.findOne(
      Trader,
      { email },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!trader || (await isRecorded(transaction, trader.id, caller.requestId))) return;
    await issueResetLink(context, transaction, trader, "password-reset");
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, transaction, actor, { action: "password.reset-requested", trader });
  });
}

/** Returns whether the link was sent already: a job that is killed after its commit runs again. */
async function isRecorded(
  transaction: Transaction,
  traderId: number,
  requestId: string,
): Promise<boolean> {
  const event = await kyselyOf(transaction)
    .selectFrom("audit_events")
    .select("id")
    .where("trader_id", "=", traderId)
    .where("action", "=", "password.reset-requested")
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return event !== undefined;
}

const lifetimes = { "password-reset": HOUR, invitation: 7 * DAY, "recovery-completed": 7 * DAY };

/** Creates a link for setting a password, which the caller mails. Each link invalidates the previous one. */
export function createResetLink(
  context: Context,
  trader: Trader,
  purpose: keyof typeof lifetimes,
): string {
  const token = generateToken();
  trader.resetToken = hashToken(token);
  trader.resetTokenExpiry = fromNow(context.clock, lifetimes[purpose]);
  return `${context.config.publicUrl}/reset-password?token=${token}`;
}

/** Mails a link for setting a password. Each link invalidates the previous one. */
export async function issueResetLink(
  context: Context,
  transaction: Transaction,
  trader: Trader,
  purpose: keyof typeof lifetimes,
): Promise<void> {
  const url = createResetLink(context, trader, purpose);
  await sendNotice(context, transaction, trader, { kind: purpose, url });
}
