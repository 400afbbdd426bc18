import type { Context } from "../platform/context.ts";
import { PayoutRequest } from "../business/money/payouts/payout.entity.ts";
import { encryptPaymentDetails, fingerprintOf } from "../business/money/payouts/payment-details.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { compareRelativeTimes, type DemoPayout, type DemoTrader, toDate } from "./demo-trader.ts";
import { insertRun } from "../business/money/payments/change-run.ts";
import { lockRun, paymentEvent } from "../business/money/payments/lock-run.ts";
import { markPaid } from "../business/money/payments/pay-payments.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import { kyselyOf } from "../platform/database/database.ts";
import { DAY, HOUR } from "../platform/time/durations.rule.ts";
import type { Trader } from "../identity/users/trader.entity.ts";
import { backOfficeActor } from "./account-history.ts";
import type { PastEvent } from "./trader-history.ts";

/** The inserted row of each demo payout. */
export type WrittenPayouts = ReadonlyMap<DemoPayout, PayoutRequest>;

/** Who has made requests. */
type Requesters = ReadonlyMap<Pick<DemoTrader, "payouts">, Trader>;

/** Inserts the payout requests of all traders; ids ascend with time. */
export async function writePayouts(
  { cipher, clock }: Context,
  transaction: Transaction,
  traders: Requesters,
): Promise<WrittenPayouts> {
  const written = new Map<DemoPayout, PayoutRequest>();
  const requests = [...traders]
    .flatMap(([{ payouts = [] }, trader]) => payouts.map((payout) => ({ trader, payout })))
    .toSorted((one, other) => compareRelativeTimes(one.payout[0], other.payout[0]));
  for (const { trader, payout } of requests) {
    const [requested, amount, paymentMethod, , status, adminNotes] = payout;
    const request = transaction.create(PayoutRequest, {
      trader,
      amount,
      paymentMethod,
      status,
      adminNotes,
      createdAt: toDate(clock, requested),
    });
    written.set(payout, request);
  }
  await transaction.flush();
  // The encryption requires the id, which is assigned on insertion.
  for (const [[, , , details], request] of written) {
    request.sealedDetails = encryptPaymentDetails(cipher, request.id, details);
    request.detailsFingerprint = fingerprintOf(cipher, details);
  }
  await transaction.flush();
  return written;
}

const WEEK = 7 * DAY;

/** The newest approved requests are not in a run yet, and those before them are in an open one. */
const UNPAID = 2;
const IN_OPEN_RUN = 3;

/**
 * Inserts the payments of approved requests: a closed run for each week, and an open one. A few requests remain
 * without a run. @returns the audit events
 */
export async function writePayments(
  { clock }: Context,
  transaction: Transaction,
  written: WrittenPayouts,
): Promise<PastEvent[]> {
  const approved = [...written.values()]
    .filter(({ status }) => status === "approved")
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const inRuns = approved.slice(0, -UNPAID);
  const opened = inRuns.slice(-IN_OPEN_RUN);
  const settled = inRuns.slice(0, -IN_OPEN_RUN);
  const byWeek = Map.groupBy(settled, ({ createdAt }) => Math.floor(createdAt.getTime() / WEEK));
  const runs = [...byWeek.values(), opened];
  const events: PastEvent[] = [];
  for (const [index, payouts] of runs.entries()) {
    // A request is decided a day after it was made, and paid a day later.
    const last = payouts.at(-1)!.createdAt.getTime() + 2 * DAY;
    const at = new Date(Math.min(last, clock.now().getTime() - HOUR * (runs.length - index)));
    const isClosed = payouts !== opened;
    events.push(...(await writeRun(transaction, payouts, { at, isClosed, number: index + 1 })));
  }
  return events;
}

interface Run {
  at: Date;
  isClosed: boolean;
  number: number;
}

async function writeRun(
  transaction: Transaction,
  payouts: PayoutRequest[],
  { at, isClosed, number }: Run,
): Promise<PastEvent[]> {
  const past = { clock: { now: () => at } };
  const actor = backOfficeActor();
  const runId = await insertRun(
    past,
    transaction,
    actor,
    payouts.map(({ id }) => id),
  );
  const { payments } = await lockRun(transaction, runId);
  const reference = `WT-${22_400 + number}`;
  if (isClosed) {
    await markPaid(past, transaction, actor, payments, reference);
    await kyselyOf(transaction)
      .updateTable("payment_runs")
      .set({ closed_at: at.toISOString(), closed_by: actor.label })
      .where("id", "=", runId)
      .execute();
  }
  const created = {
    action: "payment-run.created",
    changes: changesBetween({}, { runId, payments: payments.length }),
  } as const;
  const ofPayments = payments.map((payment) =>
    isClosed
      ? paymentEvent("payment.paid", runId, payment, reference)
      : paymentEvent("payment.added", runId, payment),
  );
  return [created, ...ofPayments].map((event) => ({ ...event, at, actor }));
}
