import { ACCOUNT_HOLDER } from "../../../src/business/money/payouts/bank-details.rule.ts";
import type { PaymentMethod } from "../../../src/business/money/payouts/payout.rule.ts";
import { accountNumberWarning, bicWarning } from "./bank-hints.ts";

export interface DetailField {
  label: string;
  type: "text" | "email";
  hint?: string;
  /** Returns why a value may be mistyped; the value is accepted anyway. */
  warn?: (text: string) => string | undefined;
}

/** The fields required by each payment method. */
export const detailFields: Record<PaymentMethod, readonly DetailField[]> = {
  bank: [
    { label: ACCOUNT_HOLDER, type: "text", hint: "Leave empty if it is in your name." },
    { label: "Bank Name", type: "text" },
    {
      label: "Account Number",
      type: "text",
      hint: "The IBAN, or the number with its branch or routing code.",
      warn: accountNumberWarning,
    },
    { label: "SWIFT/BIC", type: "text", warn: bicWarning },
  ],
  paypal: [{ label: "PayPal Email", type: "email" }],
  crypto: [{ label: "Wallet Address", type: "text" }],
  skrill: [{ label: "Skrill Email", type: "email" }],
};

/** Keyed by label. */
type DetailValues = Readonly<Record<string, string | undefined>>;

/** Writes the details as one text: one line per field if the method has several. */
export function writeDetails(method: PaymentMethod, values: DetailValues): string {
  // A form without a method only gets here if the schema could not be loaded.
  if (!(method in detailFields)) return "";
  const fields = detailFields[method];
  const filled = fields
    .map(({ label }) => ({ label, value: values[label]?.trim() ?? "" }))
    .filter(({ value }) => value !== "");
  if (fields.length === 1) return filled[0]?.value ?? "";
  return filled.map(({ label, value }) => `${label}: ${value}`).join("\n");
}
