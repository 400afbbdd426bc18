import type { Context } from "../platform/context.ts";
import { PayoutRequest } from "../business/payouts/payout.entity.ts";
import type { Em } from "../platform/database/orm.ts";
import type { DemoPayout } from "./demo-trader.ts";
import { compareMoments, toDate } from "./moment.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** Which request of the table became which row. */
export type WrittenPayouts = ReadonlyMap<DemoPayout, PayoutRequest>;

/** Writes everybody's payout requests; the ids ascend with time. */
export async function writePayouts(
  { clock }: Context,
  em: Em,
  traders: WrittenTraders,
): Promise<WrittenPayouts> {
  const written = new Map<DemoPayout, PayoutRequest>();
  const requests = [...traders]
    .flatMap(([{ payouts = [] }, trader]) => payouts.map((payout) => ({ trader, payout })))
    .toSorted((one, other) => compareMoments(one.payout[0], other.payout[0]));
  for (const { trader, payout } of requests) {
    const [requested, amount, paymentMethod, paymentDetails, status, adminNotes] = payout;
    const request = em.create(PayoutRequest, {
      trader,
      amount,
      paymentMethod,
      paymentDetails,
      status,
      adminNotes,
      createdAt: toDate(clock, requested),
    });
    written.set(payout, request);
  }
  await em.flush();
  return written;
}
