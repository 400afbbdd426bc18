import type { z } from "zod";
import { changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { auditedProfile } from "./audited-profile.ts";
import { changeEmail } from "./change-email.ts";
import { refusingTakenEmail } from "./email-taken.ts";
import { lockTrader } from "./find-trader.ts";
import { presentTrader } from "./present-trader.ts";
import type { CurrentTrader, updateProfileInput } from "./trader.schema.ts";

/**
 * Changes the fields that are given. The full name is not the trader's to change.
 * @throws RefusalError for an email that is taken, and for too many changes of it: each is mailed to
 * an address that may be a stranger's, and tells whether it is taken
 */
export async function updateProfile(
  context: Context,
  actor: TraderActor,
  { email, ...address }: z.output<typeof updateProfileInput>,
): Promise<CurrentTrader> {
  if (email !== undefined && email !== actor.trader.email) {
    await context.throttle.take("emailChangeByTrader", String(actor.trader.id));
  }
  const update = inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, actor.trader.id);
    const before = auditedProfile(trader);
    em.assign(trader, address, { ignoreUndefined: true });
    if (email !== undefined) await changeEmail(context, em, trader, email);
    const changes = changesBetween(before, auditedProfile(trader));
    await recordEvent(context, em, actor, { action: "trader.updated", trader, changes });
    return presentTrader(trader);
  });
  return refusingTakenEmail(update);
}
