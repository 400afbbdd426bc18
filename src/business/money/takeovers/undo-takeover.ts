import { type Caller, recordEvents } from "../../../identity/audit/record-event.ts";
import { takeLink, voidLinks } from "../../../identity/second-factor/mailed-links.ts";
import { undoChangesSince } from "../../../identity/second-factor/undo-changes.ts";
import { issueResetLink } from "../../../identity/passwords/passwords.ts";
import { endTraderSessions } from "../../../identity/sessions/own-sessions.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { removeDetailsSince } from "../saved-details/saved-details.ts";
import { holdPayoutsSince } from "../payouts/hold-payouts.ts";

/**
 * Undoes a change of the second factor, and everything since, for a trader who reports that it was another person. The
 * password goes too, because that person knows it. Links about later changes no longer work: they would undo what the
 * trader sets up next.
 * @throws RefusalError if the token is unknown, used or expired
 */
export async function undoTakeover(context: Context, caller: Caller, token: string): Promise<void> {
  const email = await inTransaction(context.database, async (transaction) => {
    const { trader, about } = await takeLink(context, transaction, "not-me", token);
    const kysely = kyselyOf(transaction);
    const { removed, putBack } = await undoChangesSince(transaction, trader.id, about);
    await voidLinks(kysely, trader.id, "not-me", about);
    await endTraderSessions(kysely, trader.id);
    const held = await holdPayoutsSince(context, kysely, trader.id, about);
    const forgotten = await removeDetailsSince(kysely, trader.id, about);
    trader.password = null;
    await issueResetLink(context, transaction, trader, "password-reset");
    const notice = { kind: "factor-changes-undone", removed, putBack } as const;
    await sendNotice(context, transaction, trader, notice);
    const actor = { kind: "trader", trader, caller } as const;
    await recordEvents(context, transaction, [
      {
        actor,
        action: "second-factor.undone",
        trader,
        changes: {
          password: "changed",
          secondFactor: { from: removed.join(", ") || null, to: putBack.join(", ") || null },
        },
      },
      ...forgotten.map((paymentMethod) => ({
        actor,
        action: "payout-details.removed" as const,
        trader,
        changes: { paymentMethod: { from: paymentMethod, to: null } },
      })),
      ...held.map((payoutId) => ({ actor, action: "payout.held" as const, trader, payoutId })),
    ]);
    return trader.email;
  });
  // Wrong guesses by others must not block the trader, as after a reset.
  await context.throttle.reset("signInByAccount", email);
}
