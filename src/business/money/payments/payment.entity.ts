import { defineEntity, p } from "@mikro-orm/core";
import type { PaymentMethod } from "../payouts/payout.rule.ts";
import { PayoutRequestSchema } from "../payouts/payout.entity.ts";
import { exportKinds, paymentStatuses } from "./payment.rule.ts";

/** Payments that are made together. */
export const PaymentRun = defineEntity({
  name: "PaymentRun",
  tableName: "payment_runs",
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Distinguishes the run from those of all other firms. Earlier releases sent it as the id of each SEPA file. */
    messageId: p.text().unique("payment_runs_message_id_key"),
    createdAt: p.datetime(3),
    createdBy: p.text(),
    closedAt: p.datetime(3).nullable(),
    closedBy: p.text().nullable(),
  },
});

/** Amounts of deleted traders; written by the trigger `users_keep_ledger`. */
export const PayoutLedgerEntry = defineEntity({
  name: "PayoutLedgerEntry",
  tableName: "payout_ledger",
  properties: {
    id: p.integer().primary().autoincrement(),
    amount: p.decimal().precision(14).scale(2),
    currency: p.text(),
    status: p.enum(["approved", "paid"]),
    requestedOn: p.date(),
    approvedOn: p.date().nullable(),
    paidOn: p.date().nullable(),
  },
});

/** One request in one run. */
export const Payment = defineEntity({
  name: "Payment",
  tableName: "payments",
  properties: {
    id: p.integer().primary().autoincrement(),
    run: () =>
      p
        .manyToOne(PaymentRun)
        .fieldName("run_id")
        .foreignKeyName("payments_run_id_fkey")
        .deleteRule("no action")
        .updateRule("no action"),
    /** `null` once the trader has been deleted. */
    payout: () =>
      p
        .manyToOne(PayoutRequestSchema)
        .fieldName("payout_id")
        .nullable()
        .index("payments_payout_id_index")
        .foreignKeyName("payments_payout_id_fkey")
        .deleteRule("set null")
        .updateRule("no action"),
    /** The ledger row that remains of a deleted trader's request. */
    ledger: () =>
      p
        .manyToOne(PayoutLedgerEntry)
        .fieldName("ledger_id")
        .nullable()
        .deleteRule("no action")
        .updateRule("no action"),
    amount: p.decimal().precision(14).scale(2),
    currency: p.text(),
    paymentMethod: p.text().$type<PaymentMethod>(),
    status: p.enum(paymentStatuses),
    paidAt: p.datetime(3).nullable(),
    paidBy: p.text().nullable(),
    reference: p.text().nullable(),
    reversedAt: p.datetime(3).nullable(),
    reversedBy: p.text().nullable(),
    reversalReason: p.text().nullable(),
  },
  uniques: [
    {
      name: "payments_live_payout_unique",
      properties: ["payout"],
      where: "status in ('open', 'paid')",
    },
  ],
  indexes: [
    { name: "payments_open_index", properties: ["run"], where: "status = 'open'" },
    { name: "payments_run_id_id_index", properties: ["run", "id"] },
    { name: "payments_paid_index", properties: ["paidAt"], where: "paid_at is not null" },
    {
      name: "payments_reversed_index",
      properties: ["reversedAt"],
      where: "reversed_at is not null",
    },
  ],
  checks: [
    { name: "payments_amount_check", expression: "amount > 0 and amount <> 'NaN'" },
    {
      name: "payments_check",
      expression: "(status in ('paid', 'reversed')) = (paid_at is not null)",
    },
    {
      name: "payments_check1",
      expression: "(status = 'reversed') = (reversed_at is not null)",
    },
  ],
});

export const PaymentExportSchema = defineEntity({
  name: "PaymentExport",
  tableName: "payment_exports",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    run: () =>
      p.manyToOne(PaymentRun).fieldName("run_id").deleteRule("no action").updateRule("no action"),
    kind: p.enum(exportKinds),
    at: p.datetime(3),
    /** The label of the administrator or API token. */
    by: p.text(),
    /** The payments in the file; empty for an earlier export of which only their number was recorded. */
    paymentIds: p.array<number>(Number).columnType("int[]"),
  },
  indexes: [{ name: "payment_exports_run_id_id_index", properties: ["run", "id"] }],
});

/** A file for the bank with open payments of a run. Never changed. */
export class PaymentExport extends PaymentExportSchema.class {}

PaymentExportSchema.setClass(PaymentExport);

/** The account that the firm pays from. At most one row. */
export const FirmPaymentAccount = defineEntity({
  name: "FirmPaymentAccount",
  tableName: "firm_payment_account",
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    name: p.text(),
    iban: p.text(),
    bic: p.text().nullable(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "firm_payment_account_id_check", expression: "id = 1" }],
});
