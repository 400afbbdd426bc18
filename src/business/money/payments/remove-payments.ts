import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { recordEvents } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { findPayments, lockRun, nameOf, releasePayouts } from "./lock-run.ts";
import { paymentEvent } from "./payment-events.ts";
import type { PaymentRunWithPayments } from "./payments.schema.ts";
import { getRunWithPayments } from "./payments.queries.ts";

/**
 * Removes open payments from their run; their requests are approved and unpaid again. Repeating the call changes
 * nothing.
 * @throws RefusalError if one has been paid, even if that was reversed; in that case none is removed
 */
export async function removePayments(
  context: Context,
  actor: StaffActor,
  { id, paymentIds }: { id: number; paymentIds: readonly number[] },
): Promise<PaymentRunWithPayments> {
  await inTransaction(context.database, async (em) => {
    const payments = findPayments(await lockRun(em, id), paymentIds).filter((payment) => {
      if (payment.status === "open") return true;
      if (payment.status === "removed") return false;
      const refusal =
        payment.status === "paid"
          ? "has been paid: reverse the payment"
          : "was paid and reversed, and stays in the run";
      throw new RefusalError("conflict", `${nameOf(payment)} ${refusal}`);
    });
    if (payments.length === 0) return;
    await kyselyOf(em)
      .updateTable("payments")
      .set({ status: "removed" })
      .where(
        "id",
        "in",
        payments.map((payment) => payment.id),
      )
      .execute();
    await releasePayouts(em, payments);
    await recordEvents(
      context,
      em,
      payments.map((payment) => ({ actor, ...paymentEvent("payment.removed", id, payment) })),
    );
  });
  return getRunWithPayments(context, id);
}
