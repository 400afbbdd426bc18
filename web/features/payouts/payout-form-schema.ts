import { z } from "zod";
import { requestPayoutInput } from "../../../src/business/money/payouts/payout.schema.ts";

/** The request in the form: each detail of the payment method has its own field. */
export const payoutForm = requestPayoutInput
  .omit({ paymentDetails: true })
  .safeExtend({ details: z.record(z.string(), z.string().optional()) });

export type PayoutFormInput = z.input<typeof payoutForm>;
export type PayoutFormOutput = z.output<typeof payoutForm>;
