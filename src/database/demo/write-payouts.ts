import type { Context } from "../../context.ts";
import { PayoutRequest } from "../../payouts/payout.entity.ts";
import type { Em } from "../orm.ts";
import { compareMoments, toDate } from "./moment.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** Writes everybody's payout requests; the ids ascend with time. */
export async function writePayouts(
  { clock }: Context,
  em: Em,
  traders: WrittenTraders,
): Promise<void> {
  const requests = [...traders]
    .flatMap(([{ payouts = [] }, trader]) => payouts.map((payout) => ({ trader, payout })))
    .sort((one, other) => compareMoments(one.payout[0], other.payout[0]));
  for (const { trader, payout } of requests) {
    const [requested, amount, paymentMethod, paymentDetails, status, adminNotes] = payout;
    em.create(PayoutRequest, {
      trader,
      amount,
      paymentMethod,
      paymentDetails,
      status,
      adminNotes,
      createdAt: toDate(clock, requested),
    });
  }
  await em.flush();
}
