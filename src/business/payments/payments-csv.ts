import { stringify } from "csv-stringify/sync";
import { paymentMethods } from "../payouts/payment-method.rule.ts";
import type { PayablePayment } from "./payments.queries.ts";

const columns = [
  { key: "id", header: "Payment" },
  { key: "payoutId", header: "Request" },
  { key: "userId", header: "User ID" },
  { key: "name", header: "Name" },
  { key: "email", header: "Email" },
  { key: "amount", header: "Amount" },
  { key: "currency", header: "Currency" },
  { key: "method", header: "Payment Method" },
  { key: "paymentDetails", header: "Payment Details" },
  { key: "status", header: "Status" },
  { key: "paidAt", header: "Paid (UTC)" },
  { key: "reference", header: "Reference" },
];

/** Payments as CSV. Values that a spreadsheet would run as a formula are escaped. */
export function paymentsCsv(payments: readonly PayablePayment[]): string {
  const rows = payments.map(({ user, paymentMethod, paidAt, ...payment }) => ({
    ...payment,
    name: user?.fullName ?? "",
    email: user?.email ?? "",
    method: paymentMethods[paymentMethod],
    paidAt: paidAt?.toISOString() ?? "",
  }));
  return stringify(rows, {
    header: true,
    columns,
    escape_formulas: true,
    bom: true,
    record_delimiter: "\r\n",
  });
}
