import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { type Notice, sendNotice } from "../../platform/mail/notices.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import { endTraderSessions } from "../../identity/sessions/end-sessions.ts";
import { isBanned } from "../../identity/users/ban.rule.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { viewTrader } from "./view-trader.ts";
import type { AdminTrader, banTraderInput } from "./trader.schema.ts";

/**
 * Bans or unbans. Sessions of a banned trader stay, so that an open page can say why nothing works;
 * the unban ends them, for nobody knows any more who sits in front of them.
 */
export async function banTrader(
  context: Context,
  actor: AdministratorActor,
  { id, banned, banReason }: z.output<typeof banTraderInput>,
): Promise<AdminTrader> {
  await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    const before = { banned: trader.banned, banReason: trader.banReason };
    if (isBanned(trader) && !banned) await endTraderSessions(kyselyOf(em), id);
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
  return viewTrader(context, actor, id);
}
