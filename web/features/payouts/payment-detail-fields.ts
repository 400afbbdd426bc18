import type { PaymentMethod } from "../../../src/business/payouts/payment-method.rule.ts";

interface DetailField {
  label: string;
  type: "text" | "email";
}

/** The fields that each payment method asks for. */
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
type DetailValues = Readonly<Record<string, string | undefined>>;

/** Writes the details as one text: one line per field if the method has several. */
export function writeDetails(method: PaymentMethod, values: DetailValues): string {
  const fields = detailFields[method];
  const filled = fields
    .map(({ label }) => ({ label, value: values[label]?.trim() ?? "" }))
    .filter(({ value }) => value !== "");
  if (fields.length === 1) return filled[0]?.value ?? "";
  return filled.map(({ label, value }) => `${label}: ${value}`).join("\n");
}
