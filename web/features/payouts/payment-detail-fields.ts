import type { PaymentMethod } from "../../../src/business/payouts/payment-method.rule.ts";

interface DetailField {
  label: string;
  type: "text" | "email";
}

/** What each method needs to know. */
export const detailFields: Record<PaymentMethod, readonly DetailField[]> = {
  bank: [
    { label: "Bank Name", type: "text" },
    { label: "Account Number", type: "text" },
    { label: "SWIFT/BIC", type: "text" },
  ],
  paypal: [{ label: "PayPal Email", type: "email" }],
  crypto: [{ label: "Wallet Address", type: "text" }],
  skrill: [{ label: "Skrill Email", type: "email" }],
};

/** By label. */
export type DetailValues = Readonly<Record<string, string>>;

/** The details as one text; where a method has several, a line each with its name. */
export function writeDetails(method: PaymentMethod, values: DetailValues): string {
  const fields = detailFields[method];
  const filled = fields
    .map(({ label }) => ({ label, value: values[label]?.trim() ?? "" }))
    .filter(({ value }) => value !== "");
  if (fields.length === 1) return filled[0]?.value ?? "";
  return filled.map(({ label, value }) => `${label}: ${value}`).join("\n");
}
