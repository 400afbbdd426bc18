import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import { sendNotice } from "../../platform/mail/notices.ts";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { AdminPayout, decidePayoutInput } from "./payout.schema.ts";
import { getPayout } from "./payouts.queries.ts";
import { canDecide } from "./payout-status.rule.ts";

/**
 * Approves or rejects a payout request, or reverses an earlier decision.
 * @throws RefusalError if the request does not exist, and with the current request if it already has this
 * status or no longer has `expectedStatus`
 */
export async function decidePayout(
  context: Context,
  actor: StaffActor,
  { id, status, adminNotes, expectedStatus }: z.output<typeof decidePayoutInput>,
): Promise<AdminPayout> {
  const decided = await inTransaction(context.database, async (em) => {
    const { trader, payout } = await lockTraderAndPayout(em, id);
    const before = { status: payout.status };
    if (!canDecide(before.status, status)) return false;
    if (expectedStatus && before.status !== expectedStatus) return false;
    payout.status = status;
    payout.adminNotes = adminNotes ?? null;
    const notice = { kind: "payout-decided", payoutId: id, amount: payout.amount, status } as const;
    await sendNotice(context, em, trader.email, notice);
    await recordEvent(context, em, actor, {
      action: before.status === "pending" ? `payout.${status}` : "payout.reversed",
      trader,
      payoutId: id,
      changes: changesBetween(before, { status }),
      reason: payout.adminNotes,
    });
    return true;
  });
  const current = await getPayout(context, actor, id);
  if (decided) return current;
  throw new RefusalError("conflict", `This payout request is already ${current.status}`, {
    current,
  });
}

/** The trader's lock orders the decisions: only one transaction at a time changes a trader's payouts. */
async function lockTraderAndPayout(em: Em, id: number) {
  const found = await kyselyOf(em)
    .selectFrom("payout_requests")
    .select("user_id as traderId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw notFound("Payout request");
  const trader = await lockTrader(em, found.traderId);
  return { trader, payout: await em.findOneOrFail(PayoutRequest, { id }) };
}
