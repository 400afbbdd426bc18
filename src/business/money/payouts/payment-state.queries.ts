import { sql } from "kysely";
import type { Condition } from "../../../platform/lists/conditions.ts";
import type { PaymentState } from "./payment-state.rule.ts";

/**
 * Approved and in no payment run. Written like the expression of `payout_requests_unpaid_index`: PostgreSQL then has
 * statistics of how many requests match, and no sort order reads a million rows to find a few.
 */
export const isUnpaid: Condition = sql`(payout_requests.status = 'approved' and payout_requests.payment_id is null) is true`;

export const hasPaymentState: Readonly<Record<PaymentState, Condition>> = {
  unpaid: isUnpaid,
  // An array of the few open payments can be combined with the index of unpaid requests; `exists` cannot.
  "in-run": sql`payout_requests.id = any (array(
    select payout_id from payments where status = 'open' and payout_id is not null))`,
  paid: sql`exists (
    select from payments where payments.payout_id = payout_requests.id and payments.status = 'paid')`,
};
