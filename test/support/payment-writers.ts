import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentRunWithPayments } from "../../src/business/payments/payments.schema.ts";
import type { AcknowledgedWrites, Fact, KnownPayout } from "./acknowledged-writes.ts";
import type { Answer, HttpClient } from "./http-client.ts";

interface Tools {
  writes: AcknowledgedWrites;
  administrator: HttpClient;
  /** The payouts on which a writer is working. */
  busy: Set<object>;
  send(call: Promise<Answer>): Promise<Answer | undefined>;
  change<Value>(
    fact: Fact<Value>,
    value: Value,
    call: () => Promise<Answer>,
  ): Promise<Answer | undefined>;
}

/** Pays approved payouts in runs of three, and reverses one payment of each run. */
export function paymentWriters({ writes, administrator, busy, send, change }: Tools) {
  let counter = 0;
  /** Payouts whose run was created by an unanswered call; they may be in an open run. */
  const inDoubt = new Set<KnownPayout>();

  const isPayable = (payout: KnownPayout) =>
    payout.status.isCertain &&
    payout.status.known === "approved" &&
    payout.paid.isCertain &&
    payout.paid.known === "unpaid" &&
    !busy.has(payout) &&
    !inDoubt.has(payout);

  async function payRun() {
    const payouts = [...writes.payouts.values()].slice(-60).filter(isPayable).slice(0, 3);
    if (payouts.length < 3) return sleep(20);
    for (const payout of payouts) busy.add(payout);
    await payTogether(payouts).finally(() => payouts.forEach((payout) => busy.delete(payout)));
  }

  async function payTogether(payouts: KnownPayout[]) {
    const payoutIds = payouts.map(({ id }) => id);
    const made = await send(administrator.post("/api/admin/payments", { payoutIds }));
    if (!made || made.status >= 500) for (const payout of payouts) inDoubt.add(payout);
    if (made?.status !== 201) return;
    const { id, payments } = made.json<PaymentRunWithPayments>();
    const [reversed, ...paid] = payments;
    for (const { id: paymentId, payoutId } of [reversed!, ...paid]) {
      const payout = writes.payouts.get(payoutId!)!;
      const reference = `Transfer ${(counter += 1)}`;
      await change(payout.paid, reference, () =>
        administrator.post(`/api/admin/payments/${id}/pay`, { reference, paymentIds: [paymentId] }),
      );
    }
    const payout = writes.payouts.get(reversed!.payoutId!)!;
    const reversal = { paymentId: reversed!.id, reason: "The bank returned it" };
    if (payout.paid.isCertain && payout.paid.known !== "unpaid") {
      await change(payout.paid, "unpaid", () =>
        administrator.post(`/api/admin/payments/${id}/reverse`, reversal),
      );
    }
    await send(administrator.post(`/api/admin/payments/${id}/close`, {}));
  }

  return { payRun };
}
