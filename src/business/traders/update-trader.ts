import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { changeEmail } from "./change-email.ts";
import { rejectTakenEmail } from "./taken-email.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import type { SavedTrader, updateTraderInput } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

export async function updateTrader(
  context: Context,
  actor: AdministratorActor,
  { id, fullName, email }: z.output<typeof updateTraderInput>,
): Promise<SavedTrader> {
  const update = inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    const before = profileSnapshot(trader);
    if (fullName !== undefined) trader.fullName = fullName;
    if (email !== undefined) await changeEmail(context, em, trader, email);
    const changes = changesBetween(before, profileSnapshot(trader));
    await recordEvent(context, em, actor, { action: "trader.updated", trader, changes });
  });
  await rejectTakenEmail(update);
  return getTrader(context, id);
}
