import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { lockRun } from "./lock-run.ts";
import type { PaymentRunWithPayments } from "./payments.schema.ts";
import { getRunWithPayments } from "./payments.queries.ts";

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
  await inTransaction(context.database, async (em) => {
    const { isClosed, payments } = await lockRun(em, id);
    if (isClosed) return;
    const count = (wanted: string) => payments.filter(({ status }) => status === wanted).length;
    const open = count("open");
    if (open > 0) {
      throw new RefusalError(
        "conflict",
        open === 1
          ? "1 payment is still open: mark it as paid or remove it from the run"
          : `${open} payments are still open: mark them as paid or remove them from the run`,
      );
    }
    await kyselyOf(em)
      .updateTable("payment_runs")
      .set({ closed_at: context.clock.now().toISOString(), closed_by: actor.label })
      .where("id", "=", id)
      .execute();
    await recordEvent(context, em, actor, {
      action: "payment-run.closed",
      changes: changesBetween({}, { runId: id, paid: count("paid") }),
    });
  });
  return getRunWithPayments(context, id);
}
