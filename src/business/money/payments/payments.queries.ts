import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  computedInteger,
  computedJson,
  decimal,
  integer,
  object,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { CursorPage, ListContext } from "../../../platform/lists/list-declaration.ts";
import { decryptPaymentDetails } from "../payouts/payment-details.ts";
import { readFlags } from "../payouts/flags.queries.ts";
import { MAX_FLAGGED, type PayoutFlag } from "../payouts/flags.rule.ts";
import { isUnpaid } from "../payouts/payouts.queries.ts";
import { matchesPerson } from "../../traders/search.queries.ts";
import type { PaymentStatus } from "./payment.rule.ts";
import type {
  ExportFormat,
  Payment,
  PaymentAccount,
  PaymentRun,
  PaymentRunWithPayments,
  PaymentSummary,
  PaymentTotal,
  UnpaidRow,
} from "./payments.schema.ts";
import { type Payee, sepaExclusion } from "./sepa.rule.ts";

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

/** Approved requests that are in no run and have not been paid, newest first; served by a partial index. */
export const unpaidPayouts = defineList({
  name: "unpaid payouts",
  from: "payout_requests join users on users.id = payout_requests.user_id",
  columns: {
    id: integer("payout_requests.id"),
    userId: integer("payout_requests.user_id"),
    amount: decimal("payout_requests.amount", 2),
    currency: text("payout_requests.currency"),
    paymentMethod: text("payout_requests.payment_method"),
    createdAt: timestamp("payout_requests.created_at"),
    user: object({ fullName: text("users.full_name"), email: text("users.email") }),
  },
  filters: {
    /** Always set; see `unpaid`. */
    isUnpaid: (_is: true) => isUnpaid,
    paymentMethod: "payout_requests.payment_method",
  },
  search: (words, access) => [matchesPerson(words, access)],
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
export type PayablePayment = Omit<Payment, "sepaExclusion" | "flags"> & {
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
  return {
    ...run,
    lastExport: await readLastExport(context, id),
    payments: payments.map((payment) => {
      const { paymentDetails: _secret, ...shown } = payment;
      const { payoutId, status } = payment;
      return {
        ...shown,
        sepaExclusion: sepaExclusion(payeeOf(payment)),
        flags: payoutId === null || status !== "open" ? [] : flagsOf(payoutId),
      };
    }),
  };
}

type FlagContext = Pick<Context, "database" | "cipher" | "clock" | "log">;

/** Reads a page of unpaid requests with their flags. */
export async function readUnpaidPage(
  context: FlagContext,
  query: Omit<Parameters<typeof unpaidPayouts.readCursorPage>[1], "isUnpaid">,
): Promise<CursorPage<UnpaidRow>> {
  const page = await unpaidPayouts.readCursorPage(context, { ...query, isUnpaid: true });
  const flagsOf = await readFlagsIfPossible(
    context,
    page.rows.map(({ id }) => id),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, flags: flagsOf(row.id) })) };
}

/** Flags are informational: `null` if they cannot be read. Reads one page of requests after the other. */
async function readFlagsIfPossible(context: FlagContext, ids: readonly number[]) {
  const found = new Map<number, PayoutFlag[]>();
  try {
    for (let start = 0; start < ids.length; start += MAX_FLAGGED) {
      const part = await readFlags(context, ids.slice(start, start + MAX_FLAGGED));
      for (const [id, flags] of part) found.set(id, flags);
    }
  } catch (error) {
    context.log.warn({ err: error }, "the flags of payments could not be read");
  }
  return (id: number) => found.get(id) ?? null;
}

/** Reads the audit log, which records every export. A firm exports few runs, so the index of actions suffices. */
async function readLastExport(
  { database }: Pick<Context, "database">,
  runId: number,
): Promise<PaymentRunWithPayments["lastExport"]> {
  const found = await database.kysely
    .selectFrom("audit_events")
    .select([
      "at",
      "actor_name as by",
      sql<ExportFormat>`changes -> 'format' ->> 'to'`.as("format"),
    ])
    .where("action", "=", "payment-run.exported")
    .where(sql`changes -> 'runId' ->> 'to'`, "=", String(runId))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ? { ...found, at: new Date(found.at), by: found.by ?? "" } : null;
}

const sumBy = (rows: RawBuilder<unknown>) => sql<PaymentTotal>`
  select currency, payment_method as "paymentMethod", count(*)::int as count, sum(amount)::text as amount
  from (${rows}) as payable group by 1, 2 order by 1, 2`;

/** Sums what waits to be paid. Reads only the indexes of unpaid requests and open payments. */
export async function readSummary({
  database: { kysely },
}: Pick<Context, "database">): Promise<PaymentSummary> {
  const unpaid = await sumBy(sql`
    select currency, payment_method, amount from payout_requests
    where ${isUnpaid}`).execute(kysely);
  const open = await sumBy(sql`
    select currency, payment_method, amount from payments where status = 'open'`).execute(kysely);
  const runs = await sql<{ count: number; first: number | null; createdAt: string | null }>`
    select count(distinct run_id)::int as count, min(run_id) as first,
      (select created_at from payment_runs where id = min(run_id)) as "createdAt"
    from payments where status = 'open'`.execute(kysely);
  const oldest = await sql<{ id: number; createdAt: string }>`
    select id, created_at as "createdAt" from payout_requests
    where ${isUnpaid} order by id limit 1`.execute(kysely);
  const { count, first, createdAt } = runs.rows[0]!;
  return {
    unpaid: unpaid.rows,
    inOpenRuns: open.rows,
    openRuns: count,
    oldestUnpaid:
      oldest.rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))[0] ?? null,
    oldestOpenRun: first && createdAt ? { id: first, createdAt: new Date(createdAt) } : null,
  };
}

/** Reads the firm's account; `null` until it is set. */
export async function readPaymentAccount({
  database: { kysely },
}: Pick<Context, "database">): Promise<PaymentAccount | null> {
  const found = await kysely
    .selectFrom("firm_payment_account")
    .select(["name", "iban", "bic", "updated_at as updatedAt", "updated_by as updatedBy"])
    .executeTakeFirst();
  return found ? { ...found, updatedAt: new Date(found.updatedAt) } : null;
}
