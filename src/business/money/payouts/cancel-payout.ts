import type { TraderActor } from "../../../identity/sessions/actor.ts";
import { banRefusal, isBanned } from "../../../identity/users/ban.rule.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { canCancel } from "./payout-policy.rule.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { Payout } from "./payout.schema.ts";
import { getOwnPayout } from "./payouts.queries.ts";

/**
 * Cancels a trader's own pending request. The lock on the trader puts it in order with decisions. No mail is sent:
 * the trader knows, and administrators no longer need to act.
 * @throws RefusalError if the request does not exist or belongs to another trader, with the current request if it is
 * not pending, and if the trader has been banned or deleted since the session was read
 */
export async function cancelPayout(
  context: Context,
  actor: TraderActor,
  id: number,
): Promise<Payout> {
  const traderId = actor.trader.id;
  const isCancelled = await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, traderId);
    if (isBanned(trader)) throw banRefusal({ banReason: trader.banReason ?? null });
    const payout = await transaction.findOne(PayoutRequest, { id, trader: traderId });
    if (!payout) throw notFound("Payout request");
    const { status } = payout;
    if (!canCancel(status)) return false;
    transaction.assign(payout, { status: "cancelled", approvals: [] });
    await recordEvent(context, transaction, actor, {
      action: "payout.cancelled",
      trader,
      payoutId: id,
      changes: changesBetween({ status }, { status: "cancelled" }),
    });
    return true;
  });
  const current = await getOwnPayout(context, traderId, id);
  if (isCancelled) return current;
  const message = `This payout request is already ${current.status}`;
  throw new RefusalError("conflict", message, { current });
}
