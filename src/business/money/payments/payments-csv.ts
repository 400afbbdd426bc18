import { csvText } from "../../../platform/exports/csv.ts";
import type { ExportColumn } from "../../../platform/exports/export-column.ts";
import { paymentMethods } from "../payouts/payment-method.rule.ts";
import type { PayablePayment } from "./payments.queries.ts";

const columns: ExportColumn<PayablePayment>[] = [
  { header: "Payment", kind: "number", read: ({ id }) => id },
  { header: "Request", kind: "number", read: ({ payoutId }) => payoutId },
  { header: "User ID", kind: "number", read: ({ userId }) => userId },
  { header: "Name", kind: "text", read: ({ user }) => user?.fullName ?? null },
  { header: "Email", kind: "text", read: ({ user }) => user?.email ?? null },
  { header: "Amount", kind: "amount", read: ({ amount }) => amount },
  { header: "Currency", kind: "text", read: ({ currency }) => currency },
  { header: "Payment Method", kind: "text", read: (row) => paymentMethods[row.paymentMethod] },
  // A bank pays what the file says: an apostrophe in front of it would be a part of the account or address.
  {
    header: "Payment Details",
    kind: "text",
    isExact: true,
    read: ({ paymentDetails }) => paymentDetails,
  },
];

/** Returns payments as CSV for a bank or payment provider. */
export function paymentsCsv(payments: readonly PayablePayment[]): string {
  return csvText(columns, payments);
}
