import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  computedInteger,
  computedJson,
  decimal,
  integer,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { ListContext } from "../../../platform/lists/list-declaration.ts";
import { decryptPaymentDetails } from "../payouts/payment-details.ts";
import type { PaymentStatus } from "./payment.rule.ts";
import type {
  Payment,
  PaymentExport,
  PaymentRun,
  PaymentRunWithPayments,
  PaymentTotal,
} from "./payments.schema.ts";
import { type Payee, sepaExclusion } from "./sepa.rule.ts";
import { type FlagContext, readFlagsIfPossible } from "./unpaid-payouts.queries.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

const counted = (status: PaymentStatus) =>
  computedJson<number>(
    `select to_json(count(*)) from payments where run_id = payment_runs.id and status = '${status}'`,
  );

const totalsOf = (condition: string) => `select coalesce(json_agg(json_build_object(
    'currency', currency, 'paymentMethod', payment_method, 'count', count, 'amount', amount::text)
    order by currency, payment_method), '[]')
  from (select currency, payment_method, count(*)::int as count, sum(amount) as amount
    from payments where ${condition} group by currency, payment_method) as totals`;

const runColumns = {
  id: integer("payment_runs.id"),
  createdAt: timestamp("payment_runs.created_at"),
  createdBy: text("payment_runs.created_by"),
  closedAt: timestamp("payment_runs.closed_at"),
  closedBy: text("payment_runs.closed_by"),
  open: counted("open"),
  paid: counted("paid"),
  removed: counted("removed"),
  reversed: counted("reversed"),
  totals: computedJson<PaymentTotal[]>(
    totalsOf("run_id = payment_runs.id and status in ('open', 'paid')"),
  ),
};

/** All payment runs, newest first. */
export const paymentRuns = defineList({
  name: "payment runs",
  from: "payment_runs",
  columns: runColumns,
  filters: {
    status: (status: "open" | "closed") =>
      status === "open"
        ? sql<boolean>`payment_runs.closed_at is null`
        : sql<boolean>`payment_runs.closed_at is not null`,
  },
});

/** @throws RefusalError if the run does not exist */
export async function getRun(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<PaymentRun> {
  const run = await paymentRuns.find(context, id);
  if (!run) throw notFound("Payment run");
  return run;
}

const paymentColumns = {
  id: integer("payments.id"),
  payoutId: integer("payments.payout_id"),
  userId: computedInteger("users.id"),
  user: computedJson<Payment["user"]>(
    `case when users.id is not null
       then json_build_object('fullName', users.full_name, 'email', users.email) end`,
  ),
  amount: decimal("payments.amount", 2),
  currency: text("payments.currency"),
  paymentMethod: text("payments.payment_method"),
  status: text("payments.status"),
  paidAt: timestamp("payments.paid_at"),
  paidBy: text("payments.paid_by"),
  reference: text("payments.reference"),
  reversedAt: timestamp("payments.reversed_at"),
  reversedBy: text("payments.reversed_by"),
  reversalReason: text("payments.reversal_reason"),
};

/** A payment with the payment details of its request. */
export type PayablePayment = Omit<Payment, "sepaExclusion" | "exportedAt" | "flags"> & {
  paymentDetails: string | null;
};

/** Reads the payments of a run with payment details, ordered by id. The caller must record the access. */
export async function readPayablePayments(
  { database, cipher }: Pick<Context, "database" | "cipher">,
  runId: number,
): Promise<PayablePayment[]> {
  const rows = await selectRows(
    database.kysely,
    { ...paymentColumns, sealedDetails: text("payout_requests.sealed_details") },
    sql`from payments left join payout_requests on payout_requests.id = payments.payout_id
      left join users on users.id = payout_requests.user_id
      where payments.run_id = ${runId} order by payments.id`,
  );
  return rows.map(({ sealedDetails, ...payment }) => ({
    ...payment,
    paymentDetails:
      payment.payoutId === null
        ? null
        : decryptPaymentDetails(cipher, payment.payoutId, sealedDetails),
  }));
}

export function payeeOf(payment: PayablePayment): Payee {
  return { ...payment, paymentId: payment.id, fullName: payment.user?.fullName ?? null };
}

/**
 * Returns a run with its payments and the flags of those that are open. Payment details are only used to determine what
 * a SEPA file leaves out, and are not returned.
 * @throws RefusalError if the run does not exist
 */
export async function getRunWithPayments(
  context: FlagContext,
  id: number,
): Promise<PaymentRunWithPayments> {
  const run = await getRun(context, id);
  const payments = await readPayablePayments(context, id);
  const open = payments.filter(({ status }) => status === "open");
  const flagsOf = await readFlagsIfPossible(
    context,
    open.flatMap(({ payoutId }) => payoutId ?? []),
  );
  const exportedAt = await readExportTimes(
    context.database.kysely,
    open.map((payment) => payment.id),
  );
  return {
    ...run,
    exports: await readExports(context.database.kysely, id),
    payments: payments.map((payment) => {
      const { paymentDetails: _secret, ...shown } = payment;
      const { payoutId, status } = payment;
      return {
        ...shown,
        sepaExclusion: sepaExclusion(payeeOf(payment)),
        exportedAt: exportedAt.get(payment.id) ?? null,
        flags: payoutId === null || status !== "open" ? [] : flagsOf(payoutId),
      };
    }),
  };
}

/** Reads the exports of a run, newest first. */
export async function readExports(kysely: Kysely<Tables>, runId: number): Promise<PaymentExport[]> {
  const rows = await kysely
    .selectFrom("payment_exports")
    .select(["kind", "at", "by", sql<number[]>`payment_ids`.as("paymentIds")])
    .where("run_id", "=", runId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}

/**
 * Reads when the requests of open payments were last exported without having been paid since, by payment id. A request
 * that was removed from its run after an export, and is in another one now, may be paid from both files.
 */
export async function readExportTimes(
  kysely: Kysely<Tables>,
  paymentIds: readonly number[],
): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; at: string }>`
    select payments.id, max(payment_exports.at) as at
    from payments
    join payments as former on former.status in ('open', 'removed')
      and (former.id = payments.id or former.payout_id = payments.payout_id)
    join payment_exports on payment_exports.run_id = former.run_id
      and former.id = any(payment_exports.payment_ids)
    where payments.id = any(${[...paymentIds]})
      and not exists (
        select from payments as settled
        where settled.payout_id = payments.payout_id and settled.paid_at >= payment_exports.at)
    group by payments.id`.execute(kysely);
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]));
}

export const paymentsPart: OwnDataPart = {
  name: "payments",
  about: "Payments of the payout requests",
  table: "payments",
  joins: "join payout_requests on payout_requests.id = payments.payout_id",
  where: byTrader("payout_requests.user_id"),
  key: ["payments.id"],
  columns: {
    payoutId: integer("payments.payout_id"),
    amount: decimal("payments.amount", 2),
    currency: text("payments.currency"),
    paymentMethod: text("payments.payment_method"),
    status: text("payments.status"),
    paidAt: timestamp("payments.paid_at"),
    reference: text("payments.reference"),
    reversedAt: timestamp("payments.reversed_at"),
    reversalReason: text("payments.reversal_reason"),
  },
};
