import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../identity/users/trader.entity.ts";
import { paymentMethodCodes } from "./payment-method.rule.ts";
import { payoutStatuses } from "./payout-status.rule.ts";
import type { ColumnType, Generated } from "kysely";
import type { PaymentMethod } from "./payment-method.rule.ts";
import type { PayoutStatus } from "./payout-status.rule.ts";
import type { Approval } from "./approval.rule.ts";
import type { PayoutFlag } from "./flags.rule.ts";
import type { Readiness } from "./readiness.rule.ts";

const PayoutRequestSchema = defineEntity({
  name: "PayoutRequest",
  tableName: "payout_requests",
  properties: {
    id: p.integer().primary(),
    trader: () =>
      p.manyToOne(Trader).fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    amount: p.decimal().precision(14).scale(2),
    /**
     * The currency of the stage at the time of the request. Triggers maintain it if stages are added later, until the
     * first decision or approval fixes it.
     */
    currency: p.text().default("USD"),
    paymentMethod: p.enum(paymentMethodCodes),
    /** Encrypted; see `payment-details.ts`. */
    sealedDetails: p.text().nullable().hidden(),
    status: p.enum(payoutStatuses).default("pending"),
    adminNotes: p.text().nullable(),
    createdAt: p.datetime(3),
    /** What the account was ready to pay out when the request was made. */
    readiness: p.json<Readiness>().nullable().hidden(),
    /** The open or paid payment of the request. */
    paymentId: p.integer().nullable().hidden(),
    /** Equal for equal payment details; see `payment-details.ts`. */
    detailsFingerprint: p.text().nullable().hidden(),
    /** The approvals of administrators if a large amount needs two; see `approval.rule.ts`. */
    approvals: p
      .json<Approval[]>()
      .defaultRaw("'[]'")
      .onCreate(() => [])
      .hidden(),
    /** The flags when the last decision was made; `null` before a decision. */
    decisionFlags: p.json<PayoutFlag[]>().nullable().hidden(),
    /** The currency that the first decision or approval has fixed; written by a trigger. `null` before it. */
    approvedCurrency: p.text().nullable().hidden(),
  },
  indexes: [
    { name: "payout_requests_amount_id_index", properties: ["amount", "id"] },
    { name: "payout_requests_created_at_id_index", properties: ["createdAt", "id"] },
    {
      name: "payout_requests_payment_method_created_at_id_index",
      properties: ["paymentMethod", "createdAt", "id"],
    },
    {
      name: "payout_requests_status_created_at_id_index",
      properties: ["status", "createdAt", "id"],
    },
    { name: "payout_requests_user_id_id_index", properties: ["trader", "id"] },
    { name: "payout_requests_status_id_index", properties: ["status", "id"] },
    {
      name: "payout_requests_pending_index",
      expression: `create index "payout_requests_pending_index" on "payout_requests" ("created_at") where status = 'pending'`,
    },
    {
      name: "payout_requests_unpaid_index",
      expression: `create index "payout_requests_unpaid_index" on "payout_requests" ((status = 'approved' and payment_id is null), "id")`,
    },
    {
      name: "payout_requests_details_fingerprint_user_id_index",
      expression: `create index "payout_requests_details_fingerprint_user_id_index" on "payout_requests" ("details_fingerprint", "user_id") where details_fingerprint is not null`,
    },
  ],
  checks: [
    {
      name: "payout_requests_amount_is_positive",
      // PostgreSQL treats 'NaN' as greater than every number.
      expression: "amount > 0 and amount <> 'NaN'",
    },
    {
      name: "payout_requests_rejection_has_notes",
      expression: "status <> 'rejected' or coalesce(admin_notes, '') <> ''",
    },
  ],
});

/** A trader's payout request. Its status is the last decision on it. */
export class PayoutRequest extends PayoutRequestSchema.class {}

PayoutRequestSchema.setClass(PayoutRequest);

declare module "../../platform/database/tables.ts" {
  interface Tables {
    payout_requests: {
      id: Generated<number>;
      user_id: number;
      amount: string;
      currency: Generated<string>;
      payment_method: PaymentMethod;
      sealed_details: Generated<string | null>;
      status: PayoutStatus;
      admin_notes: string | null;
      created_at: string;
      readiness: ColumnType<Readiness | null, string | null, never>;
      payment_id: Generated<number | null>;
      details_fingerprint: Generated<string | null>;
      approved_currency: ColumnType<string | null, never, never>;
      approvals: Generated<Approval[]>;
      decision_flags: Generated<PayoutFlag[] | null>;
    };
    /** At most one row. */
    payout_settings: {
      id: Generated<number>;
      second_approval_above: string | null;
      second_approval_currency: Generated<string>;
      updated_at: string;
      updated_by: string;
    };
  }
}
