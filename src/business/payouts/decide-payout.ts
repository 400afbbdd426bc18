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
import { canReadPaymentDetails } from "./payment-details.rule.ts";
import { getPayout, withoutDetails } from "./payouts.queries.ts";
import { canDecide } from "./payout-status.rule.ts";
import { viewPayout } from "./view-payout.ts";

/**
 * Approves or rejects a payout request, or reverses an earlier decision.
 * @throws RefusalError if the request does not exist, and with the current request if it already has this
 * status or no longer has `expectedStatus`; and if it is in an open payment run or has been paid
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
    await requireNoPayment(em, payout);
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
  if (decided) return presentDecided(context, actor, id);
  const current = await viewPayout(context, actor, id);
  throw new RefusalError("conflict", `This payout request is already ${current.status}`, {
    current,
  });
}

/** The decision itself records who has received the payment details. */
async function presentDecided(context: Context, actor: StaffActor, id: number) {
  const payout = await getPayout(context, id);
  return canReadPaymentDetails(actor) ? payout : withoutDetails(payout);
}

/**
 * Money that is on its way, or has been paid, belongs to an approved request.
 * @throws RefusalError if the request is in an open payment run or has been paid
 */
async function requireNoPayment(em: Em, { paymentId }: PayoutRequest): Promise<void> {
  if (paymentId === null || paymentId === undefined) return;
  const { runId, status } = await kyselyOf(em)
    .selectFrom("payments")
    .select(["run_id as runId", "status"])
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  throw new RefusalError(
    "conflict",
    status === "paid"
      ? `This payout request was paid in payment run #${runId}. Reverse the payment before rejecting it.`
      : `This payout request is in payment run #${runId}. Take it out of the run before rejecting it.`,
  );
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
