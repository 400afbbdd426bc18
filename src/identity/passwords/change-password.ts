import type { z } from "zod";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/lib/errors.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { endTraderSessions } from "../sessions/end-sessions.ts";
import { sendNotice } from "../../platform/mail/notices.ts";
import { lockTrader } from "../users/lock-trader.ts";
import { hashPassword, verifyPassword } from "./hash.ts";
import type { changePasswordInput } from "./password.schema.ts";

const wrong = () => invalidField("currentPassword", "Current password is incorrect");

/**
 * Signs the trader out everywhere else, and voids a reset link that is on its way.
 * @throws RefusalError for a wrong current password, or too many of them: whoever found an open
 * session must not guess on
 */
export async function changePassword(
  context: Context,
  actor: TraderActor,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const { database, throttle } = context;
  const { id } = actor.trader;
  await throttle.take("currentPasswordByTrader", String(id));
  const present = await database.kysely
    .selectFrom("users")
    .select("password")
    .where("id", "=", id)
    .executeTakeFirst();
  const current = present?.password ?? null;
  if (!(await verifyPassword(current, input.currentPassword))) throw wrong();
  await throttle.forget("currentPasswordByTrader", String(id));
  const password = await hashPassword(input.newPassword);
  await inTransaction(database, async (em) => {
    const trader = await lockTrader(em, id);
    // Of two changes at once the second was made with a password that is no longer the current one.
    if (trader.password !== current) throw wrong();
    trader.password = password;
    trader.resetToken = null;
    trader.resetTokenExpiry = null;
    await endTraderSessions(kyselyOf(em), id, { except: actor.sessionId });
    await sendNotice(context, em, trader.email, { kind: "password-changed" });
    await recordEvent(context, em, actor, {
      action: "password.changed",
      trader,
      changes: { password: "changed" },
    });
  });
}
