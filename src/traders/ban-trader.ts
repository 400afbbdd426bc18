import type { z } from "zod";
import type { Context } from "../context.ts";
import { inTransaction, queriesOf } from "../database/database.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { endTraderSessions } from "../sessions/end-sessions.ts";
import { isBanned } from "./ban.ts";
import { lockTrader } from "./find-trader.ts";
import type { AdministeredTrader, banTraderInput } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/**
 * Bans or unbans. Sessions of a banned trader stay, so that an open page can say why nothing works;
 * the unban ends them, for nobody knows any more who sits in front of them.
 */
export async function banTrader(
  context: Context,
  _actor: AdministratorActor,
  { id, banned, banReason }: z.output<typeof banTraderInput>,
): Promise<AdministeredTrader> {
  await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    if (isBanned(trader) && !banned) await endTraderSessions(queriesOf(em), id);
    trader.banned = banned;
    trader.banReason = banned ? banReason : null;
  });
  return getTrader(context, id);
}
