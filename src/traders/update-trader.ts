import type { z } from "zod";
import { changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { auditedProfile } from "./audited-profile.ts";
import { changeEmail } from "./change-email.ts";
import { refusingTakenEmail } from "./email-taken.ts";
import { lockTrader } from "./find-trader.ts";
import { revealTrader } from "./reveal-trader.ts";
import type { AdministeredTrader, updateTraderInput } from "./trader.schema.ts";

export async function updateTrader(
  context: Context,
  actor: AdministratorActor,
  { id, fullName, email }: z.output<typeof updateTraderInput>,
): Promise<AdministeredTrader> {
  const update = inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    const before = auditedProfile(trader);
    if (fullName !== undefined) trader.fullName = fullName;
    if (email !== undefined) await changeEmail(context, em, trader, email);
    const changes = changesBetween(before, auditedProfile(trader));
    await recordEvent(context, em, actor, { action: "trader.updated", trader, changes });
  });
  await refusingTakenEmail(update);
  return revealTrader(context, actor, id);
}
