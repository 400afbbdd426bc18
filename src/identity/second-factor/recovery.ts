import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { RefusalError } from "../../platform/errors.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { DAY, HOUR } from "../../platform/time/durations.rule.ts";
import { type AuditActor, type Caller, recordEvent } from "../audit/record-event.ts";
import { sendMail, sendNotice } from "../mails/send-mail.ts";
import { issueResetLink } from "../passwords/passwords.ts";
import { endTraderSessions } from "../sessions/own-sessions.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import { lockTrader } from "../users/lock-trader.ts";
import type { Trader } from "../users/trader.entity.ts";
import { voidConfirmation } from "./confirm-by-mail.ts";
import { createLink, takeLink, voidLinks } from "./mailed-links.ts";
import { sendChange } from "./person.ts";
import { readRecovery } from "./recovery.queries.ts";
import type { cancelRecoveryInput, Recovery, requestRecoveryInput } from "./recovery.schema.ts";
import { removeApp, removePasskeys, removeRecoveryCodes } from "./removed-factors.ts";
import { FactorRecovery } from "./second-factor.entity.ts";
import { readMethods } from "./second-factor.queries.ts";

/** How long the trader can stop the removal, because the person who asks may only pretend to be them. */
const WAIT = 72 * HOUR;

/** How long a former email still receives the link that stops a removal: a thief may have changed it. */
export const EMAIL_KNOWN_FOR = 30 * DAY;

/**
 * Starts to remove all factors of a trader who has lost them, and mails a link that stops it to all recent addresses.
 * @throws RefusalError if the trader does not exist or has no second factor, or a removal is under way
 */
export async function requestRecovery(
  context: Context,
  actor: StaffActor,
  { id, reason }: z.output<typeof requestRecoveryInput>,
): Promise<Recovery> {
  return inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, id);
    const kysely = kyselyOf(transaction);
    const methods = await readMethods(kysely, { kind: "trader", id });
    if (methods.length === 0) throw new RefusalError("conflict", "This user has no second factor");
    if (await findRecovery(transaction, id)) {
      const message = "The second factor of this user is already being removed";
      throw new RefusalError("conflict", message, { reason: "recovery" });
    }
    const requestedAt = context.clock.now();
    const endsAt = fromNow(context.clock, WAIT);
    const requestedBy = actor.label;
    transaction.create(FactorRecovery, { trader, requestedAt, endsAt, requestedBy, reason });
    await mailStopLinks(context, transaction, trader, { requestedAt, endsAt });
    await recordEvent(context, transaction, actor, {
      action: "recovery.requested",
      trader,
      changes: { secondFactor: { from: methods.join(", "), to: null } },
      reason,
    });
    return { requestedAt, endsAt, by: requestedBy };
  });
}

const findRecovery = (transaction: Transaction, trader: number) =>
  transaction.findOne(FactorRecovery, { trader }, { refresh: true });

/** Each address has a link of its own. Former addresses are mailed without a notice. */
async function mailStopLinks(
  context: Context,
  transaction: Transaction,
  trader: Trader,
  { requestedAt, endsAt }: { requestedAt: Date; endsAt: Date },
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const eventWithLink = async () => {
    const link = { traderId: trader.id, purpose: "stop-recovery", about: requestedAt } as const;
    const url = await createLink(context, kysely, { ...link, expiresAt: endsAt });
    return { kind: "recovery-requested", endsAt, url } as const;
  };
  await sendNotice(context, transaction, trader, await eventWithLink());
  const former = await kysely
    .selectFrom("former_emails")
    .select("email")
    .where("user_id", "=", trader.id)
    .where("email", "<>", trader.email)
    .where("until", ">=", fromNow(context.clock, -EMAIL_KNOWN_FOR).toISOString())
    .orderBy("email")
    .execute();
  for (const { email } of former) {
    await sendMail(context, transaction, email, await eventWithLink());
  }
}

/**
 * Stops the removal by a mailed link, which may be opened in any browser.
 * @throws RefusalError if the token is unknown, used or expired, or the removal has ended
 */
export async function stopRecovery(context: Context, caller: Caller, token: string): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const { trader } = await takeLink(context, transaction, "stop-recovery", token);
    await endRecovery(transaction, trader.id);
    await sendNotice(context, transaction, trader, { kind: "recovery-stopped", by: "link" });
    const actor = { kind: "trader", trader, caller } as const;
    await recordEvent(context, transaction, actor, { action: "recovery.stopped", trader });
  });
}

/** @throws RefusalError if the trader does not exist, or no removal is under way */
export async function cancelRecovery(
  context: Context,
  actor: StaffActor,
  { id, reason }: z.output<typeof cancelRecoveryInput>,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, id);
    if (!(await readRecovery(context, kyselyOf(transaction), id)))
      throw new RefusalError("conflict", "The second factor of this user is not being removed");
    await endRecovery(transaction, id);
    await sendNotice(context, transaction, trader, { kind: "recovery-stopped", by: "firm" });
    await recordEvent(context, transaction, actor, {
      action: "recovery.cancelled",
      trader,
      reason,
    });
  });
}

async function endRecovery(transaction: Transaction, traderId: number): Promise<void> {
  const kysely = kyselyOf(transaction);
  await kysely.deleteFrom("factor_recoveries").where("user_id", "=", traderId).execute();
  await voidLinks(kysely, traderId, "stop-recovery");
}

/** Runs every minute, and removes the factors of traders whose time to stop it is over. */
export async function completeRecoveries(context: Context): Promise<void> {
  const due = await context.database.kysely
    .selectFrom("factor_recoveries")
    .select("user_id as traderId")
    .where("ends_at", "<=", context.clock.now().toISOString())
    .orderBy("ends_at")
    .execute();
  for (const { traderId } of due) {
    try {
      await completeRecovery(context, traderId);
    } catch (error) {
      context.log.error({ err: error, traderId }, "a second factor could not be removed");
    }
  }
}

/** Completes a removal that the job has not reached yet, before a sign-in. */
export async function completeIfDue(context: Context, traderId: number): Promise<void> {
  const due = await context.database.kysely
    .selectFrom("factor_recoveries")
    .select("user_id")
    .where("user_id", "=", traderId)
    .where("ends_at", "<=", context.clock.now().toISOString())
    .executeTakeFirst();
  if (due) await completeRecovery(context, traderId);
}

const job: AuditActor = { kind: "system", name: "Recovery" };

/**
 * Removes a trader's factors if the time to stop it is over. The password goes too, because a thief who knows it was
 * only kept out by the factor.
 */
async function completeRecovery(context: Context, traderId: number): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, traderId);
    const recovery = await findRecovery(transaction, traderId);
    const at = context.clock.now();
    if (!recovery || recovery.endsAt > at) return;
    const kysely = kyselyOf(transaction);
    const person = { kind: "trader", id: traderId } as const;
    const methods = await readMethods(kysely, person);
    await removeApp(transaction, person, at);
    await removePasskeys(transaction, person, at);
    await removeRecoveryCodes(transaction, person, at);
    await voidConfirmation(kysely, traderId);
    await endRecovery(transaction, traderId);
    await endTraderSessions(kysely, traderId);
    trader.password = null;
    await sendChange(context, transaction, trader, { what: "all-removed" }, at);
    await issueResetLink(context, transaction, trader, "recovery-completed");
    await recordEvent(context, transaction, job, {
      action: "recovery.completed",
      trader,
      changes: {
        password: "changed",
        secondFactor: { from: methods.join(", ") || null, to: null },
      },
      reason: recovery.reason,
    });
  });
}
