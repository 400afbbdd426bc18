import { useState } from "react";
import type { PaymentMethod } from "../../../src/business/money/payouts/payout.rule.ts";
import { TextField } from "../../components/field/text-field.tsx";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import { type DetailField as Field, detailFields } from "./payment-detail-fields.ts";
import type { PayoutFormInput, PayoutFormOutput } from "./payout-form-schema.ts";
import styles from "./payouts.module.css";

interface PaymentDetailsProps {
  method: PaymentMethod;
  form: SchemaForm<PayoutFormInput, PayoutFormOutput>;
}

export function PaymentDetails({ method, form }: PaymentDetailsProps) {
  return detailFields[method].map((field) => (
    <DetailField key={field.label} field={field} form={form} />
  ));
}

/** Shows a warning when the field is left, until its value changes. */
function DetailField({ field, form }: Pick<PaymentDetailsProps, "form"> & { field: Field }) {
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
    <span aria-live="polite" className={warning ? styles.warning : undefined}>
      {warning ?? hint}
    </span>
  );
}
