import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import type { Triggered } from "../../../platform/database/tables.ts";
import { paymentMethodCodes, payoutStatuses } from "./payout.rule.ts";
import type { Approval } from "./payout-policy.rule.ts";
import type { PayoutFlag } from "./flags.rule.ts";
import type { Readiness } from "./readiness.rule.ts";

export const PayoutRequestSchema = defineEntity({
  name: "PayoutRequest",
  tableName: "payout_requests",
  properties: {
    id: p.integer().primary().autoincrement(),
    trader: () =>
      p.manyToOne(Trader).fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    amount: p.decimal().precision(14).scale(2),
    /**
     * The current stage when the request was made, written by a trigger and never changed; `null` without one. No foreign
     * key, because the record can be distributed over several servers.
     */
    stageId: p.integer().$type<Triggered<number>>().nullable(),
    /**
     * That of the stage. Triggers maintain that of a request without a stage if a stage is added later, until the first
     * decision or approval fixes it.
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
    /** The approvals of administrators if a large amount needs two; see `payout-policy.rule.ts`. */
    approvals: p
      .json<Approval[]>()
      .defaultRaw("'[]'")
      .onCreate(() => [])
      .hidden(),
    /** Since when the request is held, because it was made after a takeover of the account; `null` once it is released. */
    heldAt: p.datetime(3).nullable().hidden(),
    /** The flags when the last decision was made; `null` before a decision. */
    decisionFlags: p.json<PayoutFlag[]>().nullable().hidden(),
    /** What the account was ready to pay out then, apart from this request; `null` before a decision. */
    decisionReadiness: p.json<Readiness>().nullable().hidden(),
    /** The currency that the first decision or approval has fixed; written by a trigger. `null` before it. */
    approvedCurrency: p.text().$type<Triggered<string>>().nullable().hidden(),
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

/** At most one row. */
export const PayoutSettings = defineEntity({
  name: "PayoutSettings",
  tableName: "payout_settings",
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    secondApprovalAbove: p.decimal().precision(14).scale(2).nullable(),
    secondApprovalCurrency: p.text().default("USD"),
    /** The last time that it was raised or lifted. */
    raisedFrom: p.decimal().precision(14).scale(2).nullable(),
    raisedTo: p.decimal().precision(14).scale(2).nullable(),
    raisedAt: p.datetime(3).nullable(),
    raisedBy: p.text().nullable(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [
    { name: "payout_settings_id_check", expression: "id = 1" },
    {
      name: "payout_settings_second_approval_above_check",
      expression: "second_approval_above >= 0 and second_approval_above <> 'NaN'",
    },
  ],
});
