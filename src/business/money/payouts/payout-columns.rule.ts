/** The columns of the administrators' table of payout requests, with their headings. */
export const payoutColumnLabels = {
  id: "ID",
  userId: "User ID",
  fullName: "Name",
  email: "Email",
  amount: "Amount",
  currency: "Currency",
  paymentMethod: "Payment Method",
  createdAt: "Date",
  status: "Status",
  adminNotes: "Admin Notes",
  paidAt: "Paid",
  reference: "Reference",
  paymentRunId: "Payment Run",
} as const;

export type PayoutColumnName = keyof typeof payoutColumnLabels;

export const payoutColumnNames = Object.keys(payoutColumnLabels) as [
  PayoutColumnName,
  ...PayoutColumnName[],
];
