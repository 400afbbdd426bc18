import type { Payout } from "../../../src/business/payouts/payout.schema.ts";
import { formatIsoDay } from "../../format/dates.ts";

/** `Approved, paid on 2026-03-14, reference WT-22015`. */
export function paymentSentence({ paidAt, reference }: NonNullable<Payout["payment"]>): string {
  return `Approved, paid on ${formatIsoDay(paidAt)}, reference ${reference}`;
}
