import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import { lockRun, noOpenPayments } from "./lock-run.ts";
import { pain001 } from "./pain001.rule.ts";
import { paymentsCsv } from "./payments-csv.ts";
import {
  type PayablePayment,
  payeeOf,
  readPayablePayments,
  readPaymentAccount,
} from "./payments.queries.ts";
import type { ExportFormat } from "./payments.schema.ts";
import { type SepaTransfer, sepaTransfer } from "./sepa-transfer.rule.ts";

/**
 * Exports the open payments of a run as a file for the bank, with payment details: a payment that was made would be
 * made again. The export is recorded before the response. The run is
 * locked, so that the file contains no payment whose removal is recorded before the export.
 * @throws RefusalError if the run does not exist or has no open payments; for SEPA, also if the firm's account is not
 * set or no open payment can be sent
 */
export async function exportRun(
  context: Context,
  actor: StaffActor,
  id: number,
  format: ExportFormat,
): Promise<string> {
  return inTransaction(context.database, async (em) => {
    const { messageId } = await lockRun(em, id);
    const locked = { ...context, database: { ...context.database, kysely: kyselyOf(em) } };
    const all = await readPayablePayments(locked, id);
    const open = all.filter(({ status }) => status === "open");
    const { file, payments } =
      format === "csv" ? exportCsv(open) : await exportSepa(locked, messageId, open);
    await recordEvent(context, em, actor, {
      action: "payment-run.exported",
      changes: changesBetween({}, { runId: id, format, payments }),
    });
    return file;
  });
}

function exportCsv(payments: PayablePayment[]) {
  if (payments.length === 0) throw new RefusalError("conflict", noOpenPayments);
  return { file: paymentsCsv(payments), payments: payments.length };
}

async function exportSepa(context: Context, messageId: string, open: PayablePayment[]) {
  const debtor = await readPaymentAccount(context);
  if (!debtor) {
    throw new RefusalError("conflict", "Set the firm's payment account before you export for SEPA");
  }
  const transfers = open
    .map((payment) => sepaTransfer(payeeOf(payment)))
    .filter((transfer): transfer is SepaTransfer => !("leftOut" in transfer));
  if (transfers.length === 0)
    throw new RefusalError("conflict", "No open payment of this run can be sent by SEPA");
  const createdAt = context.clock.now();
  const file = pain001({ messageId, createdAt, debtor, transfers });
  return { file, payments: transfers.length };
}
