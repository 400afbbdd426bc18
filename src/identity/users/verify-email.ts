import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { invalidField } from "../../platform/lib/errors.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { lockTrader } from "./lock-trader.ts";
import { Trader } from "./trader.entity.ts";
import { issueVerification } from "./issue-verification.ts";
import type { verifyEmailInput } from "./verification.schema.ts";

const invalidToken = () => invalidField("token", "This link is no longer valid");

/**
 * Verifies an email by a mailed link. Requires no session, because the link may be opened on another device.
 * @throws RefusalError if the token is unknown, used, replaced or expired, or after too many such tokens from one
 *   address
 */
export async function verifyEmail(
  context: Context,
  caller: Caller,
  input: z.output<typeof verifyEmailInput>,
): Promise<void> {
  const { clock, database, throttle } = context;
  const emailToken = hashToken(input.token);
  await throttle.consume("emailTokenByAddress", caller.address);
  await inTransaction(database, async (em) => {
    const trader = await em.findOne(
      Trader,
      { emailToken, emailTokenExpiry: { $gt: clock.now() } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!trader) throw invalidToken();
    trader.emailVerifiedAt = clock.now();
    trader.emailToken = null;
    trader.emailTokenExpiry = null;
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, em, actor, { action: "email.verified", trader });
  });
  await throttle.refund("emailTokenByAddress", caller.address);
}

/**
 * Sends a new link, unless the email is verified already.
 * @throws RefusalError after too many links
 */
export async function sendVerification(context: Context, actor: TraderActor): Promise<void> {
  const { id } = actor.trader;
  await context.throttle.consume("verificationMailByTrader", String(id));
  await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    if (!trader.emailVerifiedAt) await issueVerification(context, em, trader);
  });
}
