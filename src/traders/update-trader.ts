import type { z } from "zod";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { changeEmail } from "./change-email.ts";
import { refusingTakenEmail } from "./email-taken.ts";
import { lockTrader } from "./find-trader.ts";
import type { AdministeredTrader, updateTraderInput } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

export async function updateTrader(
  context: Context,
  _actor: AdministratorActor,
  { id, fullName, email }: z.output<typeof updateTraderInput>,
): Promise<AdministeredTrader> {
  const update = inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    if (fullName !== undefined) trader.fullName = fullName;
    if (email !== undefined) changeEmail(trader, email);
  });
  await refusingTakenEmail(update);
  return getTrader(context, id);
}
