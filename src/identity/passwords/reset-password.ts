import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/lib/errors.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import { sendNotice } from "../../platform/mail/send-mail.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { endTraderSessions } from "../sessions/end-sessions.ts";
import { Trader } from "../users/trader.entity.ts";
import { hashPassword } from "./hash.ts";
import type { resetPasswordInput } from "./password.schema.ts";

const invalidToken = () => invalidField("token", "Invalid reset token");

/**
 * @throws RefusalError if the token is unknown, used, replaced by a newer one or expired, or after too
 * many such tokens from one address
 */
export async function resetPassword(
  context: Context,
  caller: Caller,
  input: z.output<typeof resetPasswordInput>,
): Promise<void> {
  const { database, throttle } = context;
  const resetToken = hashToken(input.token);
  await throttle.consume("resetTokenByAddress", caller.address);
  // Checked before hashing, so that random tokens cannot make the server hash passwords.
  if (!(await isValidToken(context, resetToken))) throw invalidToken();
  await throttle.refund("resetTokenByAddress", caller.address);
  const password = await hashPassword(input.password);
  const email = await inTransaction(database, async (em) => {
    const trader = await em.findOne(
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
    await endTraderSessions(kyselyOf(em), trader.id);
    await sendNotice(context, em, trader, { kind: "password-changed" });
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, em, actor, {
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
  const found = await database.kysely
    .selectFrom("users")
    .select("id")
    .where("reset_token", "=", resetToken)
    .where("reset_token_expiry", ">", clock.now().toISOString())
    .executeTakeFirst();
  return found !== undefined;
}
