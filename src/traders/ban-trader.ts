import type { z } from "zod";
import { changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction, queriesOf } from "../database/database.ts";
import { type Notice, sendNotice } from "../mail/notices.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { endTraderSessions } from "../sessions/end-sessions.ts";
import { isBanned } from "./ban.ts";
import { lockTrader } from "./find-trader.ts";
import { revealTrader } from "./reveal-trader.ts";
import type { AdministeredTrader, banTraderInput } from "./trader.schema.ts";

/**
 * Bans or unbans. Sessions of a banned trader stay, so that an open page can say why nothing works;
 * the unban ends them, for nobody knows any more who sits in front of them.
 */
export async function banTrader(
  context: Context,
  actor: AdministratorActor,
  { id, banned, banReason }: z.output<typeof banTraderInput>,
): Promise<AdministeredTrader> {
  await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    const before = { banned: trader.banned, banReason: trader.banReason };
    if (isBanned(trader) && !banned) await endTraderSessions(queriesOf(em), id);
    trader.banned = banned;
    trader.banReason = banned ? banReason : null;
    if (banned !== before.banned) {
      const notice: Notice = banned
        ? { kind: "banned", reason: trader.banReason ?? null }
        : { kind: "unbanned" };
      await sendNotice(context, em, trader.email, notice);
    }
    await recordEvent(context, em, actor, {
      action: banned ? "trader.banned" : "trader.unbanned",
      trader,
      changes: changesBetween(before, { banned, banReason: trader.banReason }),
      reason: trader.banReason,
    });
  });
  return revealTrader(context, actor, id);
}
