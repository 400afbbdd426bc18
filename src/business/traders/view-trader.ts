import { recordMasterPasswordView } from "../accounts/record-view.ts";
import type { Context } from "../../platform/context.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import type { AdminTrader } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/**
 * A trader as an administrator opens him, platform password and all: the log keeps who saw it.
 * @throws RefusalError where there is none
 */
export async function viewTrader(
  context: Context,
  actor: AdministratorActor,
  id: number,
): Promise<AdminTrader> {
  const trader = await getTrader(context, id);
  await recordMasterPasswordView(context, actor, trader, trader.account);
  return trader;
}
