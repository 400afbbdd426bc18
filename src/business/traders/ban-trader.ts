import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { MailEvent } from "../../platform/mail/mail-templates.ts";
import { sendNotice } from "../../platform/mail/send-mail.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import { endTraderSessions } from "../../identity/sessions/own-sessions.ts";
import { isBanned } from "../../identity/users/ban.rule.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { getTrader } from "./traders.queries.ts";
import type { banTraderInput, SavedTrader } from "./trader.schema.ts";

/**
 * Bans or unbans a trader. A ban keeps the trader's sessions, so that an open page can show the reason; an unban
 * ends them, so that the trader has to sign in again.
 * @throws RefusalError if the trader does not exist
 */
export async function banTrader(
  context: Context,
  actor: StaffActor,
  { id, banned, banReason }: z.output<typeof banTraderInput>,
): Promise<SavedTrader> {
  await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    const before = { banned: trader.banned, banReason: trader.banReason };
    if (isBanned(trader) && !banned) await endTraderSessions(kyselyOf(em), id);
    trader.banned = banned;
    trader.banReason = banned ? banReason : null;
    if (banned !== before.banned) {
      const notice: MailEvent = banned
        ? { kind: "banned", reason: trader.banReason ?? null }
        : { kind: "unbanned" };
      await sendNotice(context, em, trader, notice);
    }
    await recordEvent(context, em, actor, {
      action: banned ? "trader.banned" : "trader.unbanned",
      trader,
      changes: changesBetween(before, { banned, banReason: trader.banReason }),
      reason: trader.banReason,
    });
  });
  return getTrader(context, id);
}
