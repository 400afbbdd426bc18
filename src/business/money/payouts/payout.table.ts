import { defineTable } from "../../office/tables/define-table.rule.ts";
import { amounts, choices, days } from "../../office/tables/filters.rule.ts";
import { tagFilter } from "../../traders/tags/tag.rule.ts";
import {
  paymentMethodCodes,
  paymentMethods,
  paymentStateCodes,
  paymentStates,
  payoutStatusLabels,
  payoutStatusMessage,
} from "./payout.rule.ts";
import type { PayoutRow } from "./payout.schema.ts";

/** All payout requests. Neither the table nor its export contains payment details. */
export const payoutTable = defineTable<PayoutRow>()({
  name: "payouts",
  noun: "requests",
  title: "Payout requests",
  allRows: "All requests",
  ability: "payouts.read",
  scope: "payouts:read",
  search: "Search by user or ID...",
  sorts: ["id", "userId", "fullName", "amount", "paymentMethod", "createdAt", "status"],
  /** Pending requests are a queue: those that wait longest come first, unless another order is chosen. */
  orderOf: ({ sort, filters }) =>
    filters.status === "pending" && sort === undefined
      ? { sort: "createdAt", order: "asc" }
      : { sort: sort ?? "id", order: "desc" },
  filters: {
    status: choices({
      label: "Request status",
      all: "All statuses",
      options: payoutStatusLabels,
      error: payoutStatusMessage,
      about: "One status, or several separated by commas",
    }),
    ...days("Requested"),
    ...amounts,
    paymentMethod: choices({
      label: "Payment method",
      all: "Any",
      options: paymentMethods,
      error: `paymentMethod must be one or more of ${paymentMethodCodes.join(", ")}`,
      about: "One method, or several separated by commas",
      isInDialog: true,
    }),
    payment: choices({
      label: "Payment of approved requests",
      all: "Any",
      options: paymentStates,
      error: `payment must be one or more of ${paymentStateCodes.join(", ")}`,
      about:
        "Only approved requests: `unpaid` ones are in no payment run, `in-run` ones in a run but not yet paid. One value, or several separated by commas",
      isInDialog: true,
    }),
    tag: tagFilter,
  },
  columns: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    userId: { label: "User ID", kind: "number", read: ({ userId }) => userId },
    fullName: { label: "Name", kind: "text", read: ({ user }) => user.fullName },
    email: { label: "Email", kind: "text", read: ({ user }) => user.email },
    amount: { label: "Amount", kind: "amount", read: ({ amount }) => amount },
    currency: { label: "Currency", kind: "text", read: ({ currency }) => currency },
    paymentMethod: {
      label: "Payment Method",
      kind: "text",
      read: ({ paymentMethod }) => paymentMethods[paymentMethod],
    },
    createdAt: { label: "Date", kind: "time", read: ({ createdAt }) => createdAt },
    status: { label: "Status", kind: "text", read: ({ status }) => status },
    adminNotes: { label: "Admin Notes", kind: "text", read: ({ adminNotes }) => adminNotes },
    paidAt: { label: "Paid", kind: "time", read: ({ payment }) => payment?.paidAt ?? null },
    reference: {
      label: "Reference",
      kind: "text",
      read: ({ payment }) => payment?.reference ?? null,
    },
    paymentRunId: {
      label: "Payment Run",
      kind: "number",
      read: ({ paymentRunId }) => paymentRunId,
    },
    // They depend on the present, so that exports do not have them.
    withdrawable: "Withdrawable",
    age: "Age",
  },
  usualColumns: [
    "id",
    "userId",
    "amount",
    "withdrawable",
    "paymentMethod",
    "createdAt",
    "age",
    "status",
  ],
});

export type PayoutSort = (typeof payoutTable.sorts)[number];
