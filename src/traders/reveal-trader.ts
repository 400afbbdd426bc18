import { recordView } from "../accounts/record-view.ts";
import type { Context } from "../context.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import type { AdministeredTrader } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/**
 * A trader as an administrator opens him, platform password and all: the log keeps who saw it.
 * @throws RefusalError where there is none
 */
export async function revealTrader(
  context: Context,
  actor: AdministratorActor,
  id: number,
): Promise<AdministeredTrader> {
  const trader = await getTrader(context, id);
  await recordView(context, actor, trader, trader.account);
  return trader;
}
