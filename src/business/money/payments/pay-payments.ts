import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { firmDayOf } from "../../office/settings/firm-settings.ts";
import { type NewNotice, sendNotices } from "../../office/mails/send-notice.ts";
import { enforcePaidPayouts, type SettledPayout } from "../../record/actions/enforce-payouts.ts";
import {
  findPayments,
  type LockedPayment,
  type LockedRun,
  lockRun,
  noOpenPayments,
  paymentEvent,
  requestsOf,
  requireChangeable,
} from "./lock-run.ts";
import { requireNoneHeld } from "../payouts/hold-payouts.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { settledProfit } from "../../rulebook/statement/settled-profit.rule.ts";
import { payEffect, splitOpen } from "./payment.rule.ts";
import type { PaymentRunWithPayments, payInput } from "./payments.schema.ts";
import { getRunWithPayments, readExports } from "./payments.queries.ts";

/**
 * Marks the given payments, or the open payments of the run's last export, as paid. Repeating the call with the same
 * reference changes nothing, so a call whose response was lost can be retried.
 * @throws RefusalError if a payment was removed, reversed, paid with another reference, or is of a held request, and without given payments if
 * the last export left open payments out; in that case none is marked
 */
export async function payPayments(
  context: Context,
  actor: StaffActor,
  { id, reference, paymentIds, notify }: z.output<typeof payInput>,
): Promise<PaymentRunWithPayments> {
  await inTransaction(context.database, async (transaction) => {
    const run = await lockRun(transaction, id);
    const payments = paymentIds
      ? requireChangeable(findPayments(run, paymentIds), (payment) => payEffect(payment, reference))
      : await requireExported(kyselyOf(transaction), run, reference);
    if (payments.length === 0) return;
    await requireNoneHeld(kyselyOf(transaction), requestsOf(payments));
    await markPaid(context, transaction, actor, payments, reference);
    if (notify) await sendNotices(context, transaction, noticesOf(payments, reference));
    const requested = await enforcePaidPayouts(
      context,
      transaction,
      await settledPayouts(transaction, payments),
    );
    await recordEvents(context, transaction, [
      ...payments.map((payment) => ({
        actor,
        ...paymentEvent("payment.paid", id, payment, reference),
      })),
      ...requested,
    ]);
  });
  return getRunWithPayments(context, id);
}

/** Returns the profits that payments settle. Nothing is known of those of deleted traders. */
async function settledPayouts(
  transaction: Transaction,
  payments: LockedPayment[],
): Promise<SettledPayout[]> {
  const payoutIds = requestsOf(payments);
  const { rows } = await sql<PaidRequest>`
    select id, stage_id as "stageId", readiness ->> 'share' as share,
      array(select payments.id from payments where payout_id = payout_requests.id) as "paymentIds"
    from payout_requests where id = any(${payoutIds})`.execute(kyselyOf(transaction));
  const requests = new Map(rows.map((row) => [row.id, row]));
  return payments.flatMap(({ id, payoutId, trader, amount }) => {
    if (!trader || payoutId === null) return [];
    const { stageId, share, paymentIds } = requests.get(payoutId)!;
    const profit = settledProfit(storedCents(amount), share);
    return [{ trader, payoutId, stageId, paymentId: id, paymentIds, profit }];
  });
}

interface PaidRequest {
  id: number;
  stageId: number | null;
  /** The share in percent of the readiness with which it was requested. */
  share: string | null;
  paymentIds: number[];
}

function noticesOf(payments: LockedPayment[], reference: string): NewNotice[] {
  return payments.flatMap(({ payoutId, trader, amount, currency }) =>
    trader && payoutId !== null
      ? [{ trader, event: { kind: "payout-paid", payoutId, amount, currency, reference } }]
      : [],
  );
}

/** Returns the open payments: those of the last export, because what no file contains has not been paid. */
async function requireExported(
  kysely: Kysely<Tables>,
  { id, payments }: LockedRun,
  reference: string,
): Promise<LockedPayment[]> {
  const exports = await readExports(kysely, id);
  const { exported, leftOut } = splitOpen(payments, exports);
  if (leftOut.length > 0) {
    const message =
      exports.length === 0
        ? "This payment run has not been exported, so name the payments that were made"
        : `The last export left out ${countPayments(leftOut.length)} of this run, so name those that were made`;
    const idsOf = (of: LockedPayment[]) => of.map((payment) => payment.id);
    throw new RefusalError("invalid", message, {
      exported: idsOf(exported),
      leftOut: idsOf(leftOut),
    });
  }
  const isRepeated = payments.some((payment) => payEffect(payment, reference) === "none");
  if (exported.length === 0 && !isRepeated) throw new RefusalError("conflict", noOpenPayments);
  return exported;
}

const countPayments = (count: number) => (count === 1 ? "1 payment" : `${count} payments`);

declare module "../../../platform/errors.ts" {
  interface RefusalDetails {
    /** The open payments of a run that its last export contains, if the call must name the payments that were made. */
    exported?: number[];
    /** Those that it does not contain. */
    leftOut?: number[];
  }
}

/** @param context its clock may be in the past, for the demo */
export async function markPaid(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  actor: Pick<StaffActor, "label">,
  payments: readonly LockedPayment[],
  reference: string,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const at = clock.now().toISOString();
  await kysely
    .updateTable("payments")
    .set({ status: "paid", paid_at: at, paid_by: actor.label, reference })
    .where(
      "id",
      "in",
      payments.map(({ id }) => id),
    )
    .execute();
  const ofDeleted = payments.flatMap(({ ledgerId }) => ledgerId ?? []);
  if (ofDeleted.length === 0) return;
  await kysely
    .updateTable("payout_ledger")
    .set({ status: "paid", paid_on: await firmDayOf(kysely, new Date(at)) })
    .where("id", "in", ofDeleted)
    .execute();
}
