import { createHash } from "node:crypto";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { firmDayOf } from "../../office/settings/firm-settings.ts";
import { csvText, type ExportColumn } from "../../../platform/exports/csv.ts";
import { paymentMethods } from "../payouts/payout.rule.ts";
import { requireNoneHeld } from "../payouts/hold-payouts.ts";
import { lockRun, noOpenPayments, requestsOf } from "./lock-run.ts";
import { PaymentExport, PaymentRun } from "./payment.entity.ts";
import { pain001, sepaTransfer } from "./sepa.rule.ts";
import {
  type PayablePayment,
  payeeOf,
  readExportTimes,
  readPayablePayments,
} from "./payments.queries.ts";
import { isTargetDay, nextTargetDay } from "./target-day.rule.ts";
import { readPaymentAccount } from "./payment-account.ts";
import type { RunExport } from "./payments.schema.ts";

/**
 * Exports the open payments of a run as a file for the bank, with payment details: a payment that was made would be
 * made again. The export is recorded before the response. The run is locked, so that the file contains no payment whose
 * removal is recorded before the export.
 * @returns the file, and whether it contains a payment that was exported before without having been paid since
 * @throws RefusalError if the run does not exist, has no open payments, or one of a held request; for SEPA, also if the firm's account is not
 * set, no open payment can be sent, or the day of execution has passed
 */
export async function exportRun(
  context: Context,
  actor: StaffActor,
  id: number,
  { kind, executionDate }: RunExport,
): Promise<{ file: string; isRepeated: boolean }> {
  return inTransaction(context.database, async (transaction) => {
    const { key } = await lockRun(transaction, id);
    const kysely = kyselyOf(transaction);
    const locked = { ...context, database: { ...context.database, kysely } };
    const all = await readPayablePayments(locked, id);
    const open = all.filter(({ status }) => status === "open");
    // What a file contains may be paid.
    await requireNoneHeld(kysely, requestsOf(open));
    const { file, paymentIds } =
      kind === "csv" ? exportCsv(open) : await exportSepa(locked, { key, executionDate }, open);
    const exportedBefore = await readExportTimes(kysely, paymentIds);
    transaction.create(PaymentExport, {
      run: transaction.getReference(PaymentRun, id),
      kind,
      at: context.clock.now(),
      by: actor.label,
      paymentIds,
    });
    await recordEvent(context, transaction, actor, {
      action: "payment-run.exported",
      changes: changesBetween({}, { runId: id, format: kind, payments: paymentIds.length }),
    });
    return { file, isRepeated: exportedBefore.size > 0 };
  });
}

function exportCsv(payments: PayablePayment[]) {
  if (payments.length === 0) throw new RefusalError("conflict", noOpenPayments);
  return { file: paymentsCsv(payments), paymentIds: payments.map(({ id }) => id) };
}

interface SepaOptions {
  /** That of the run. */
  key: string;
  executionDate: string | undefined;
}

async function exportSepa(
  context: Context,
  { key, executionDate: chosen }: SepaOptions,
  open: PayablePayment[],
) {
  const debtor = await readPaymentAccount(context);
  if (!debtor) {
    throw new RefusalError("conflict", "Set the firm's payment account before you export for SEPA");
  }
  const sent = open.flatMap((payment) => {
    const transfer = sepaTransfer(payeeOf(payment));
    return "leftOut" in transfer ? [] : [{ id: payment.id, transfer }];
  });
  if (sent.length === 0)
    throw new RefusalError("conflict", "No open payment of this run can be sent by SEPA");
  const createdAt = context.clock.now();
  const executionDate = await dayOfExecution(context, chosen);
  const { name, iban, bic } = debtor;
  const transfers = sent.map(({ transfer }) => transfer);
  const content = { executionDate, debtor: { name, iban, bic }, transfers };
  const file = pain001({ messageId: messageIdOf(key, content), createdAt, ...content });
  return { file, paymentIds: sent.map(({ id: paymentId }) => paymentId) };
}

/**
 * Returns the chosen day, or the next one on which banks settle transfers, from today in the firm's zone on.
 * @throws RefusalError if the day has passed there, or if banks settle no transfers on it
 */
async function dayOfExecution(context: Context, chosen: string | undefined): Promise<string> {
  const today = await firmDayOf(context.database.kysely, context.clock.now());
  if (chosen === undefined) return nextTargetDay(today);
  if (chosen < today) {
    throw invalidField("executionDate", `executionDate must be today (${today}) or a later day`);
  }
  if (!isTargetDay(chosen)) {
    throw invalidField(
      "executionDate",
      `Banks settle no SEPA transfers on ${chosen}. The next possible day is ${nextTargetDay(chosen)}.`,
    );
  }
  return chosen;
}

/**
 * Banks refuse a second file with the message id of an earlier one. The same content has the same id, so that it is not
 * executed twice; any other content, such as that of a corrected file, has another.
 */
function messageIdOf(key: string, content: object): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([key, content]))
    .digest("hex");
  return `PR${hash.slice(0, 32).toUpperCase()}`;
}

const columns: ExportColumn<PayablePayment>[] = [
  { header: "Payment", kind: "number", read: ({ id }) => id },
  { header: "Request", kind: "number", read: ({ payoutId }) => payoutId },
  { header: "User ID", kind: "number", read: ({ userId }) => userId },
  { header: "Name", kind: "text", read: ({ user }) => user?.fullName ?? null },
  { header: "Email", kind: "text", read: ({ user }) => user?.email ?? null },
  { header: "Amount", kind: "amount", read: ({ amount }) => amount },
  { header: "Currency", kind: "text", read: ({ currency }) => currency },
  { header: "Payment Method", kind: "text", read: (row) => paymentMethods[row.paymentMethod] },
  // A bank pays what the file says: an apostrophe in front of it would be a part of the account or address.
  {
    header: "Payment Details",
    kind: "text",
    isExact: true,
    read: ({ paymentDetails }) => paymentDetails,
  },
];

/** Returns payments as CSV for a bank or payment provider. */
function paymentsCsv(payments: readonly PayablePayment[]): string {
  return csvText(columns, payments);
}
