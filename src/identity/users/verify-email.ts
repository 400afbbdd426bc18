import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import type { TraderActor } from "../sessions/authenticate.ts";
import { lockOwnTrader } from "../sessions/lock-actor.ts";
import { Trader } from "./trader.entity.ts";
import type { verifyEmailInput } from "./user.schema.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { DAY } from "../../platform/time/durations.rule.ts";
import { readSwitchedOff } from "../mails/send-mail.ts";
import { sendMail } from "../mails/send-mail.ts";

const invalidToken = () => invalidField("token", "This link is no longer valid");

/**
 * Verifies an email by a mailed link. Requires no session, because the link may be opened on another device.
 * @throws RefusalError if the token is unknown, replaced or expired
 */
export async function verifyEmail(
  context: Context,
  caller: Caller,
  input: z.output<typeof verifyEmailInput>,
): Promise<void> {
  const { clock, database } = context;
  const emailToken = hashToken(input.token);
  await inTransaction(database, async (transaction) => {
    const trader = await transaction.findOne(
      Trader,
      { emailToken, emailTokenExpiry: { $gt: clock.now() } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!trader) throw invalidToken();
    // Mail scanners and second clicks open the link too, so the token is kept, and opening it again is a success.
    if (trader.emailVerifiedAt) return;
    trader.emailVerifiedAt = clock.now();
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, transaction, actor, { action: "email.verified", trader });
  });
}

/** Sends a new link, unless the email is verified already. */
export async function sendVerification(context: Context, actor: TraderActor): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    if (!trader.emailVerifiedAt) await issueVerification(context, transaction, trader);
  });
}

const LIFETIME = 7 * DAY;

/**
 * Mails a link that verifies the current email, and invalidates earlier links. Creates no notice, because the link
 * would be of no use there. If the firm has disabled these mails, emails are not verified.
 */
export async function issueVerification(
  context: Context,
  transaction: Transaction,
  trader: Trader,
): Promise<void> {
  trader.emailToken = null;
  trader.emailTokenExpiry = null;
  if ((await readSwitchedOff(kyselyOf(transaction))).has("email-verification")) return;
  const token = generateToken();
  trader.emailToken = hashToken(token);
  trader.emailTokenExpiry = fromNow(context.clock, LIFETIME);
  const url = `${context.config.publicUrl}/verify-email?token=${token}`;
  await sendMail(context, transaction, trader.email, { kind: "email-verification", url });
}
