import { type Kysely, sql } from "kysely";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { type AuditAction, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import type { NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { PaymentEffect, PaymentStatus } from "./payment.rule.ts";

/** A payment of a locked run, with its trader. */
export interface LockedPayment {
  id: number;
  /** `null` once the trader has been deleted; `trader` is then `null`, too. */
  payoutId: number | null;
  ledgerId: number | null;
  amount: string;
  currency: string;
  status: PaymentStatus;
  reference: string | null;
  trader: { id: number; fullName: string | null; email: string } | null;
}

export interface LockedRun {
  id: number;
  /** Distinguishes the run from those of all other firms; the message ids of its SEPA files are derived from it. */
  key: string;
  isClosed: boolean;
  payments: LockedPayment[];
}

/**
 * Locks traders until the transaction ends, in the order of their ids. Every command that changes a payout or its
 * payment must hold this lock, including decisions.
 */
export async function lockTraders(kysely: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await kysely
    .selectFrom("users")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * Locks a run and then the traders of its payments, which serialises concurrent changes to the run.
 * @throws RefusalError if the run does not exist
 */
export async function lockRun(transaction: Transaction, id: number): Promise<LockedRun> {
  const kysely = kyselyOf(transaction);
  const run = await kysely
    .selectFrom("payment_runs")
    .select(["message_id as key", "closed_at as closedAt"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!run) throw notFound("Payment run");
  const traders = await kysely
    .selectFrom("payments")
    .innerJoin("payout_requests", "payout_requests.id", "payments.payout_id")
    .select("payout_requests.user_id as id")
    .where("payments.run_id", "=", id)
    .execute();
  await lockTraders(
    kysely,
    traders.map((trader) => trader.id),
  );
  // Read after the locks, because a trader may have been deleted in the meantime.
  const { rows } = await sql<LockedPayment>`
    select payments.id, payments.payout_id as "payoutId", ledger_id as "ledgerId",
      payments.amount, payments.currency, payments.status, reference,
      case when users.id is not null then json_build_object(
        'id', users.id, 'fullName', users.full_name, 'email', users.email) end as trader
    from payments left join payout_requests on payout_requests.id = payments.payout_id
      left join users on users.id = payout_requests.user_id
    where run_id = ${id} order by payments.id`.execute(kysely);
  const { key, closedAt } = run;
  return { id, key, isClosed: closedAt !== null, payments: rows };
}

/** Returns the requests that these payments settle. Those of deleted traders are gone. */
export const requestsOf = (payments: readonly Pick<LockedPayment, "payoutId">[]) =>
  payments.flatMap(({ payoutId }) => payoutId ?? []);

/** @throws RefusalError if one of the ids does not belong to a payment of this run */
export function findPayments({ id, payments }: LockedRun, ids: readonly number[]): LockedPayment[] {
  return ids.map((wanted) => {
    const payment = payments.find((each) => each.id === wanted);
    if (!payment) {
      throw new RefusalError("not-found", `Payment run #${id} has no payment ${wanted}`);
    }
    return payment;
  });
}

/**
 * Returns the payments that a call changes.
 * @throws RefusalError if one of them must not be changed in this way
 */
export function requireChangeable(
  payments: readonly LockedPayment[],
  effectOn: (payment: LockedPayment) => PaymentEffect,
): LockedPayment[] {
  return payments.filter((payment) => {
    const effect = effectOn(payment);
    if (typeof effect === "string") return effect === "change";
    throw new RefusalError("conflict", `${nameOf(payment)} ${effect.refusal}`);
  });
}

/** Makes the requests of these payments payable again. */
export async function releasePayouts(
  transaction: Transaction,
  payments: readonly LockedPayment[],
): Promise<void> {
  await kyselyOf(transaction)
    .updateTable("payout_requests")
    .set({ payment_id: null })
    .where(
      "payment_id",
      "in",
      payments.map(({ id }) => id),
    )
    .execute();
}

export const noOpenPayments = "This payment run has no open payments";

/** Names a payment in a message. */
const nameOf = ({ id, payoutId }: LockedPayment): string =>
  payoutId === null ? `Payment ${id}` : `Request #${payoutId}`;

/** Describes one payment for the audit log, without payment details. */
export function paymentEvent(
  action: AuditAction,
  runId: number,
  { trader, payoutId, amount, currency }: LockedPayment,
  reason?: string,
): NewAuditEvent {
  return {
    action,
    ...(trader && { trader }),
    ...(payoutId !== null && { payoutId }),
    changes: changesBetween({}, { runId, amount, currency }),
    ...(reason !== undefined && { reason }),
  };
}
