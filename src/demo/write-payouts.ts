import type { Context } from "../platform/context.ts";
import { PayoutRequest } from "../business/money/payouts/payout.entity.ts";
import { encryptPaymentDetails, fingerprintOf } from "../platform/vault/sealed-texts.ts";
import type { Em } from "../platform/database/orm.ts";
import type { DemoPayout } from "./demo-trader.ts";
import { compareRelativeTimes, toDate } from "./relative-time.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** The inserted row of each demo payout. */
export type WrittenPayouts = ReadonlyMap<DemoPayout, PayoutRequest>;

/** Inserts the payout requests of all traders; ids ascend with time. */
export async function writePayouts(
  { cipher, clock }: Context,
  em: Em,
  traders: WrittenTraders,
): Promise<WrittenPayouts> {
  const written = new Map<DemoPayout, PayoutRequest>();
  const requests = [...traders]
    .flatMap(([{ payouts = [] }, trader]) => payouts.map((payout) => ({ trader, payout })))
    .toSorted((one, other) => compareRelativeTimes(one.payout[0], other.payout[0]));
  for (const { trader, payout } of requests) {
    const [requested, amount, paymentMethod, , status, adminNotes] = payout;
    const request = em.create(PayoutRequest, {
      trader,
      amount,
      paymentMethod,
      status,
      adminNotes,
      createdAt: toDate(clock, requested),
    });
    written.set(payout, request);
  }
  await em.flush();
  // The encryption requires the id, which is assigned on insertion.
  for (const [[, , , details], request] of written) {
    request.sealedDetails = encryptPaymentDetails(cipher, request.id, details);
    request.detailsFingerprint = fingerprintOf(cipher, details);
  }
  await em.flush();
  return written;
}
