import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentRunWithPayments } from "../../../src/business/money/payments/payments.schema.ts";
import type { KnownPayout } from "./acknowledged-writes.ts";
import { isUnanswered, type Writing } from "./writing.ts";

/** Pays approved payouts in runs of three, and reverses one payment of each run. */
export function paymentWriters(writing: Writing) {
  const { administrator, writes } = writing;
  let counter = 0;
  /** Payouts whose run was created by an unanswered call; they may be in an open run. */
  const inDoubt = new Set<KnownPayout>();

  const isPayable = (payout: KnownPayout) =>
    payout.status.isCertain &&
    payout.status.known === "approved" &&
    payout.paid.isCertain &&
    payout.paid.known === "unpaid" &&
    writing.isFree(payout) &&
    !inDoubt.has(payout);

  async function payRun() {
    const payouts = [...writes.payouts.values()].slice(-60).filter(isPayable).slice(0, 3);
    if (payouts.length < 3) return sleep(20);
    await writing.reserve(payouts, () => payTogether(payouts));
  }

  async function payTogether(payouts: KnownPayout[]) {
    const payoutIds = payouts.map(({ id }) => id);
    const created = await writing.send(administrator.post("/api/admin/payments", { payoutIds }));
    if (isUnanswered(created)) for (const payout of payouts) inDoubt.add(payout);
    if (created?.status !== 201) return;
    const { id, payments } = created.json<PaymentRunWithPayments>();
    const [reversed, ...paid] = payments;
    for (const { id: paymentId, payoutId } of [reversed!, ...paid]) {
      const payout = writes.payouts.get(payoutId!)!;
      const reference = `Transfer ${(counter += 1)}`;
      await writing.change(payout.paid, reference, () =>
        administrator.post(`/api/admin/payments/${id}/pay`, { reference, paymentIds: [paymentId] }),
      );
    }
    const payout = writes.payouts.get(reversed!.payoutId!)!;
    const reversal = { paymentId: reversed!.id, reason: "The bank returned it" };
    if (payout.paid.isCertain && payout.paid.known !== "unpaid") {
      await writing.change(payout.paid, "unpaid", () =>
        administrator.post(`/api/admin/payments/${id}/reverse`, reversal),
      );
    }
    await writing.send(administrator.post(`/api/admin/payments/${id}/close`, {}));
  }

  return { payRun };
}
