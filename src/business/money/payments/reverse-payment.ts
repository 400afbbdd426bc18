import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { sendNotice } from "../../../platform/mail/send-mail.ts";
import { findPayments, lockRun, nameOf, releasePayouts } from "./lock-run.ts";
import { paymentEvent } from "./payment-events.ts";
import type { PaymentRunWithPayments, reversePaymentInput } from "./payments.schema.ts";
import { getRunWithPayments } from "./payments.queries.ts";

/**
 * Records that the money of a payment was returned, whether its run is open or closed. The request is approved and
 * unpaid again.
 * @throws RefusalError if the payment is not marked as paid
 */
export async function reversePayment(
  context: Context,
  actor: StaffActor,
  { id, paymentId, reason }: z.output<typeof reversePaymentInput>,
): Promise<PaymentRunWithPayments> {
  await inTransaction(context.database, async (em) => {
    const [payment] = findPayments(await lockRun(em, id), [paymentId]);
    const { status, ledgerId, trader, payoutId, amount, currency } = payment!;
    if (status !== "paid") throw new RefusalError("conflict", `${nameOf(payment!)} is not paid`);
    const kysely = kyselyOf(em);
    await kysely
      .updateTable("payments")
      .set({
        status: "reversed",
        reversed_at: context.clock.now().toISOString(),
        reversed_by: actor.label,
        reversal_reason: reason,
      })
      .where("id", "=", paymentId)
      .execute();
    await releasePayouts(em, [payment!]);
    if (ledgerId !== null) {
      const unpaid = { status: "approved", paid_on: null } as const;
      await kysely.updateTable("payout_ledger").set(unpaid).where("id", "=", ledgerId).execute();
    }
    if (trader && payoutId !== null) {
      const notice = { kind: "payment-reversed", payoutId, amount, currency } as const;
      await sendNotice(context, em, trader, notice);
    }
    await recordEvent(context, em, actor, paymentEvent("payment.reversed", id, payment!, reason));
  });
  return getRunWithPayments(context, id);
}
