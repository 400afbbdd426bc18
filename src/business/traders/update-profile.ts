import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { TraderActor } from "../../identity/sessions/actor.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { changeEmail } from "./change-email.ts";
import { rejectTakenEmail } from "./taken-email.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { presentTrader } from "../../identity/users/present-trader.ts";
import type { CurrentTrader } from "../../identity/users/current-trader.schema.ts";
import type { updateProfileInput } from "./trader.schema.ts";

/**
 * Changes the given fields. Traders cannot change their full name.
 * @throws RefusalError if the email is taken, or after too many changes of it: each sends a mail to an unverified
 * address and reveals whether the email is taken
 */
export async function updateProfile(
  context: Context,
  actor: TraderActor,
  { email, ...address }: z.output<typeof updateProfileInput>,
): Promise<CurrentTrader> {
  if (email !== undefined && email !== actor.trader.email) {
    await context.throttle.consume("emailChangeByTrader", String(actor.trader.id));
  }
  const update = inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, actor.trader.id);
    const before = profileSnapshot(trader);
    em.assign(trader, address, { ignoreUndefined: true });
    if (email !== undefined) await changeEmail(context, em, trader, email);
    const changes = changesBetween(before, profileSnapshot(trader));
    await recordEvent(context, em, actor, { action: "trader.updated", trader, changes });
    return presentTrader(trader);
  });
  return rejectTakenEmail(update);
}
