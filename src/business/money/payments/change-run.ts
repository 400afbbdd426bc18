import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import type { PayoutStatus } from "../payouts/payout.rule.ts";
import { requireNoneHeld } from "../payouts/hold-payouts.ts";
import { requireNoFrozenOrder } from "../payouts/frozen-orders.queries.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import {
  findPayments,
  lockRun,
  lockTraders,
  paymentEvent,
  releasePayouts,
  requireChangeable,
} from "./lock-run.ts";
import { PaymentRun } from "./payment.entity.ts";
import { addRefusal, closeRefusal, removeEffect, reverseEffect } from "./payment.rule.ts";
import type { PaymentRunWithPayments, reversePaymentInput } from "./payments.schema.ts";
import { getRunWithPayments } from "./payments.queries.ts";

/**
 * Creates a payment run from approved requests that are in no open run and have not been paid.
 * @throws RefusalError naming the first request that cannot be paid; in that case no run is created
 */
export async function createRun(
  context: Context,
  actor: StaffActor,
  payoutIds: readonly number[],
): Promise<PaymentRunWithPayments> {
  const id = await inTransaction(context.database, async (transaction) => {
    await requirePayable(transaction, payoutIds);
    const runId = await insertRun(context, transaction, actor, payoutIds);
    const { payments } = await lockRun(transaction, runId);
    await recordEvents(context, transaction, [
      {
        actor,
        action: "payment-run.created",
        changes: changesBetween({}, { runId, payments: payments.length }),
      },
      ...payments.map((payment) => ({ actor, ...paymentEvent("payment.added", runId, payment) })),
    ]);
    return runId;
  });
  return getRunWithPayments(context, id);
}

interface Candidate {
  id: number;
  status: PayoutStatus;
  runId: number | null;
  isPaid: boolean;
}

async function requirePayable(
  transaction: Transaction,
  payoutIds: readonly number[],
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const traders = await kysely
    .selectFrom("payout_requests")
    .select("user_id as id")
    .where("id", "in", payoutIds)
    .execute();
  await lockTraders(
    kysely,
    traders.map(({ id }) => id),
  );
  await requireNoFrozenOrder(
    kysely,
    traders.map(({ id }) => id),
  );
  const { rows } = await sql<Candidate>`
    select payout_requests.id, payout_requests.status, run_id as "runId",
      coalesce(payments.status = 'paid', false) as "isPaid"
    from payout_requests left join payments on payments.id = payment_id
    where payout_requests.id in (${sql.join(payoutIds)})`.execute(kysely);
  for (const id of payoutIds) {
    const candidate = rows.find((row) => row.id === id);
    if (!candidate) throw new RefusalError("not-found", `Payout request #${id} not found`);
    const refusal = addRefusal(candidate);
    if (refusal !== undefined) throw new RefusalError("conflict", `Request #${id} ${refusal}`);
  }
  await requireNoneHeld(kysely, payoutIds);
}

/**
 * Inserts an open run of these requests, which must be payable. A payment has its own amount and currency, which remain
 * if the trader is deleted.
 */
export async function insertRun(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  actor: Pick<StaffActor, "label">,
  payoutIds: readonly number[],
): Promise<number> {
  const kysely = kyselyOf(transaction);
  const { id } = await kysely
    .insertInto("payment_runs")
    .values({
      message_id: `PR${randomUUID().replaceAll("-", "").toUpperCase()}`,
      created_at: clock.now().toISOString(),
      created_by: actor.label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into payments (run_id, payout_id, amount, currency, payment_method, status)
    select ${id}, id, amount, currency, payment_method, 'open'
    from payout_requests where id in (${sql.join(payoutIds)}) order by id`.execute(kysely);
  await sql`
    update payout_requests set payment_id = payments.id
    from payments where run_id = ${id} and payout_id = payout_requests.id`.execute(kysely);
  return id;
}

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
  await inTransaction(context.database, async (transaction) => {
    const { isClosed, payments } = await lockRun(transaction, id);
    if (isClosed) return;
    const count = (wanted: string) => payments.filter(({ status }) => status === wanted).length;
    const refusal = closeRefusal(count("open"));
    if (refusal !== undefined) throw new RefusalError("conflict", refusal);
    const run = await transaction.findOneOrFail(PaymentRun, { id }, { refresh: true });
    transaction.assign(run, { closedAt: context.clock.now(), closedBy: actor.label });
    await recordEvent(context, transaction, actor, {
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
  await inTransaction(context.database, async (transaction) => {
    const named = findPayments(await lockRun(transaction, id), paymentIds);
    const payments = requireChangeable(named, removeEffect);
    if (payments.length === 0) return;
    await kyselyOf(transaction)
      .updateTable("payments")
      .set({ status: "removed" })
      .where(
        "id",
        "in",
        payments.map((payment) => payment.id),
      )
      .execute();
    await releasePayouts(transaction, payments);
    await recordEvents(
      context,
      transaction,
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
  await inTransaction(context.database, async (transaction) => {
    const named = findPayments(await lockRun(transaction, id), [paymentId]);
    const [payment] = requireChangeable(named, reverseEffect);
    const { ledgerId, trader, payoutId, amount, currency } = payment!;
    const kysely = kyselyOf(transaction);
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
    await releasePayouts(transaction, [payment!]);
    if (ledgerId !== null) {
      const unpaid = { status: "approved", paid_on: null } as const;
      await kysely.updateTable("payout_ledger").set(unpaid).where("id", "=", ledgerId).execute();
    }
    if (trader && payoutId !== null) {
      const notice = { kind: "payment-reversed", payoutId, amount, currency } as const;
      await sendNotice(context, transaction, trader, notice);
    }
    await recordEvent(
      context,
      transaction,
      actor,
      paymentEvent("payment.reversed", id, payment!, reason),
    );
  });
  return getRunWithPayments(context, id);
}
