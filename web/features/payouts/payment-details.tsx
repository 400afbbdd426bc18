import type { PaymentMethod } from "../../../src/business/payouts/payment-method.rule.ts";
import { TextField } from "../../components/field/text-field.tsx";
import { detailFields, type DetailValues } from "./payment-detail-fields.ts";

interface PaymentDetailsProps {
  method: PaymentMethod;
  values: DetailValues;
  onChange: (values: DetailValues) => void;
}

export function PaymentDetails({ method, values, onChange }: PaymentDetailsProps) {
  return detailFields[method].map(({ label, type }) => (
    <TextField
      key={label}
      label={label}
      type={type}
      autoComplete="off"
      value={values[label] ?? ""}
      onChange={(event) => onChange({ ...values, [label]: event.target.value })}
    />
  ));
}
