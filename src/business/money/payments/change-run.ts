import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent, recordEvents } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { findPayments, lockRun, nameOf, paymentEvent, releasePayouts } from "./lock-run.ts";
import type { PaymentRunWithPayments, reversePaymentInput } from "./payments.schema.ts";
import { getRunWithPayments } from "./payments.queries.ts";
import type { z } from "zod";
import { sendNotice } from "../../../platform/mail/send-mail.ts";

/**
 * Closes a run whose payments are all settled. Open ones are not released silently: the bank may have the
 * file, and their requests would be paid again by the next run.
 * @throws RefusalError if payments are open. Closing a closed run changes nothing.
 */
export async function closeRun(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<PaymentRunWithPayments> {
  await inTransaction(context.database, async (em) => {
    const { isClosed, payments } = await lockRun(em, id);
    if (isClosed) return;
    const count = (wanted: string) => payments.filter(({ status }) => status === wanted).length;
    const open = count("open");
    if (open > 0) {
      throw new RefusalError(
        "conflict",
        open === 1
          ? "1 payment is still open: mark it as paid or remove it from the run"
          : `${open} payments are still open: mark them as paid or remove them from the run`,
      );
    }
    await kyselyOf(em)
      .updateTable("payment_runs")
      .set({ closed_at: context.clock.now().toISOString(), closed_by: actor.label })
      .where("id", "=", id)
      .execute();
    await recordEvent(context, em, actor, {
      action: "payment-run.closed",
      changes: changesBetween({}, { runId: id, paid: count("paid") }),
    });
  });
  return getRunWithPayments(context, id);
}

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
