import type { z } from "zod";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { endTraderSessions } from "../sessions/own-sessions.ts";
import { sendNotice } from "../mails/mail-templates.ts";
import { lockTrader } from "../users/lock-trader.ts";
import { hashPassword, verifyPassword } from "./hash.ts";
import type { changePasswordInput } from "./password.schema.ts";

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
  const found = await database.kysely
    .selectFrom("users")
    .select("password")
    .where("id", "=", id)
    .executeTakeFirst();
  const current = found?.password ?? null;
  if (!(await verifyPassword(current, input.currentPassword))) throw wrongPassword();
  await throttle.reset("currentPasswordByTrader", String(id));
  const password = await hashPassword(input.newPassword);
  await inTransaction(database, async (transaction) => {
    const trader = await lockTrader(transaction, id);
    // A concurrent change may have replaced the password that was verified above.
    if (trader.password !== current) throw wrongPassword();
    trader.password = password;
    trader.resetToken = null;
    trader.resetTokenExpiry = null;
    await endTraderSessions(kyselyOf(transaction), id, { except: actor.sessionId });
    await sendNotice(context, transaction, trader, { kind: "password-changed" });
    await recordEvent(context, transaction, actor, {
      action: "password.changed",
      trader,
      changes: { password: "changed" },
    });
  });
}
