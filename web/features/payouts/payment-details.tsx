import type { PaymentMethod } from "../../../src/business/payouts/payment-method.rule.ts";
import { TextField } from "../../components/field/text-field.tsx";
import type { SchemaForm } from "../../forms/use-schema-form.ts";
import { detailFields } from "./payment-detail-fields.ts";
import type { PayoutFormInput, PayoutFormOutput } from "./payout-form-schema.ts";

interface PaymentDetailsProps {
  method: PaymentMethod;
  form: SchemaForm<PayoutFormInput, PayoutFormOutput>;
}

export function PaymentDetails({ method, form }: PaymentDetailsProps) {
  return detailFields[method].map(({ label, type }) => (
    <TextField
      key={label}
      label={label}
      type={type}
      autoComplete="off"
      {...form.field(`details.${label}`)}
    />
  ));
}
