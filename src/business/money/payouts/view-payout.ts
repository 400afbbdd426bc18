import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { canReadPaymentDetails } from "./payout.rule.ts";
import { readFlags } from "./flags.queries.ts";
import type { AdminPayout } from "./payout.schema.ts";
import {
  getPayout,
  payoutsWithDetails,
  payoutsWithoutDetails,
  withoutDetails,
} from "./payouts.queries.ts";
import { readTimeline } from "./timeline.queries.ts";

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
    await inTransaction(context.database, (em) => recordEvent(context, em, actor, event));
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
    timeline: await readTimeline(context, payout),
  };
}

/** Lists the requests, with payment details if the actor decides or pays. The access is recorded. */
export async function listPayouts(context: Context, actor: StaffActor) {
  if (!canReadPaymentDetails(actor)) return payoutsWithoutDetails;
  await inTransaction(context.database, (em) =>
    recordEvent(context, em, actor, { action: "payment-details.listed" }),
  );
  return payoutsWithDetails;
}
