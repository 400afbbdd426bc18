import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { defineExport } from "../../office/exports/export-list.ts";
import { exportedColumns } from "../../office/tables/define-table.rule.ts";
import { canReadPaymentDetails } from "./payout-policy.rule.ts";
import { payoutTable } from "./payout.table.ts";
import { readPayeeIdentity } from "./payee.queries.ts";
import { readFlags } from "./flags.queries.ts";
import type { AdminPayout, exportPayoutsInput, PayoutRow } from "./payout.schema.ts";
import {
  adminPayouts,
  getOwnPayout,
  getPayout,
  payoutsWithDetails,
  payoutsWithoutDetails,
  withoutDetails,
} from "./payouts.queries.ts";
import { readTimeline, timelineForTrader } from "./desk.queries.ts";

/**
 * Returns a request, with its payment details if the actor decides or pays. The access is recorded before the
 * response, so that no details are sent without an entry in the audit log.
 * @throws RefusalError if the request does not exist
 */
export async function viewPayout(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<AdminPayout> {
  const payout = await getPayout(context, id);
  if (!canReadPaymentDetails(actor)) return withoutDetails(payout);
  if (payout.paymentDetails !== null) {
    const trader = { id: payout.userId, ...payout.user };
    const event = { action: "payment-details.viewed", trader, payoutId: id } as const;
    await inTransaction(context.database, (transaction) =>
      recordEvent(context, transaction, actor, event),
    );
  }
  return payout;
}

/** The same with its timeline. @throws RefusalError if the request does not exist */
export async function viewPayoutWithTimeline(context: Context, actor: StaffActor, id: number) {
  const payout = await viewPayout(context, actor, id);
  const flags = await readFlags(context, [id]);
  return {
    ...payout,
    flags: flags.get(id) ?? null,
    identity: await readPayeeIdentity(context, actor, id),
    timeline: await readTimeline(context, payout),
  };
}

/**
 * Returns one of a trader's own requests with its timeline.
 * @throws RefusalError if it does not exist, or belongs to another trader
 */
export async function viewOwnPayout(context: Context, traderId: number, id: number) {
  const payout = await getOwnPayout(context, traderId, id);
  return { ...payout, timeline: timelineForTrader(await readTimeline(context, payout)) };
}

/** Lists the requests, with payment details if the actor decides or pays. The access is recorded. */
export async function listPayouts(context: Context, actor: StaffActor) {
  if (!canReadPaymentDetails(actor)) return payoutsWithoutDetails;
  await inTransaction(context.database, (transaction) =>
    recordEvent(context, transaction, actor, { action: "payment-details.listed" }),
  );
  return payoutsWithDetails;
}

/** Exports all matching requests with the chosen columns, in the order of the table. Never contains payment details. */
export const exportPayouts = defineExport({
  noun: payoutTable.name,
  columns: exportedColumns<PayoutRow>(payoutTable),
  readBatches: (context, query: z.output<typeof exportPayoutsInput>) =>
    adminPayouts.readBatches(context, query),
});
