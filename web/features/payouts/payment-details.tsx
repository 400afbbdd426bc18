import {
  ACCOUNT_HOLDER,
  compactIban,
  isBic,
  isIban,
} from "../../../src/business/money/payouts/bank-details.rule.ts";
import type { PaymentMethod } from "../../../src/business/money/payouts/payout.rule.ts";
import { useState } from "react";
import { TextField } from "../../components/field/text-field.tsx";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import type { PayoutFormInput, PayoutFormOutput } from "./payout-form-schema.ts";

const looksLikeIban = (account: string) => /^[A-Z]{2}\d{2}/.test(account);

/** Returns why an account number may be mistyped. It is accepted anyway, because not every country uses IBANs. */
export function accountNumberWarning(text: string): string | undefined {
  const account = compactIban(text);
  if (!looksLikeIban(account) || isIban(account)) return undefined;
  return "This looks like an IBAN, but its check digits do not match. Please compare it with the one from your bank.";
}

/** Returns why a BIC may be mistyped. It is accepted anyway. */
export function bicWarning(text: string): string | undefined {
  const bic = compactIban(text);
  if (bic === "" || isBic(bic)) return undefined;
  return "A BIC has 8 or 11 letters and digits, such as DEUTDEFF. Please compare it with the one from your bank.";
}

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

/** The field that a payment requires. */
export const recipientField = (method: PaymentMethod): string =>
  method === "bank" ? "Account Number" : detailFields[method][0]!.label;

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

/** Reads details as `writeDetails` writes them. What names no field is the recipient. */
export function readDetails(method: PaymentMethod, text: string): Record<string, string> {
  const fields = detailFields[method];
  if (fields.length === 1) return { [recipientField(method)]: text };
  const values: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const named = fields.find(({ label }) => line.startsWith(`${label}: `));
    const label = named?.label ?? recipientField(method);
    const value = named ? line.slice(label.length + 2) : line;
    values[label] = values[label] ? `${values[label]}, ${value}` : value;
  }
  return values;
}

interface PaymentDetailsProps {
  method: PaymentMethod;
  form: SchemaForm<PayoutFormInput, PayoutFormOutput>;
}

export function PaymentDetails({ method, form }: PaymentDetailsProps) {
  return detailFields[method].map((field) => (
    <DetailInput key={field.label} field={field} form={form} />
  ));
}

/** Shows a warning when the field is left, until its value changes. */
function DetailInput({ field, form }: Pick<PaymentDetailsProps, "form"> & { field: DetailField }) {
  const { label, type, hint, warn } = field;
  const [left, setLeft] = useState("");
  const value = form.watch(`details.${label}`) ?? "";
  const warning = left === value ? warn?.(value) : undefined;
  return (
    <TextField
      label={label}
      type={type}
      autoComplete="off"
      hint={warn ? <Hint hint={hint} warning={warning} /> : hint}
      {...form.field(`details.${label}`, { onBlur: () => setLeft(value) })}
    />
  );
}

function Hint({ hint, warning }: { hint: string | undefined; warning: string | undefined }) {
  return (
    <span aria-live="polite" style={warning ? { color: "var(--orange)" } : undefined}>
      {warning ?? hint}
    </span>
  );
}
