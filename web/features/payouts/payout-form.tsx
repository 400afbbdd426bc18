import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import { formatMoney, parseCents } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Form } from "../../components/forms/form.tsx";
import layout from "../../components/forms/form.module.css";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { writeDetails } from "./payment-detail-fields.ts";
import { PaymentDetails } from "./payment-details.tsx";
import { useRequestPayout } from "./use-request-payout.ts";

const loadSchema = () => import("./payout-form-schema.ts").then((m) => m.payoutForm);

interface PayoutFormProps {
  /** The currency of the account. */
  currency: string;
}

export function PayoutForm({ currency }: PayoutFormProps) {
  const form = useSchemaForm(loadSchema, { amount: "", details: {} });
  const request = useRequestPayout(() => form.reset());
  const method = form.watch("paymentMethod");
  const amount = String(form.watch("amount"));

  return (
    <Form
      form={form}
      onSubmit={({ details, ...values }) =>
        request.mutateAsync({
          ...values,
          paymentDetails: writeDetails(values.paymentMethod, details),
        })
      }
    >
      <div className={layout.column}>
        <TextField
          label="Amount"
          hint={currency === "USD" ? "In US dollars" : `In ${currency}`}
          // A number input drops a comma that its language does not expect: 1250,50 would become 125050.
          type="text"
          min={0}
          step={0.01}
          placeholder="0.00"
          {...form.amountField("amount")}
        />
        <Select
          label="Payment Method"
          options={paymentMethods}
          placeholder="Select a payment method"
          // The details of one method do not apply to another.
          {...form.field("paymentMethod", { onChange: () => form.setValue("details", {}) })}
        />
        {method ? <PaymentDetails key={method} method={method} form={form} /> : null}
      </div>
      {(parseCents(amount) ?? 0n) > 0n ? (
        <p className={layout.summary}>
          You are requesting <strong>{formatMoney(amount, currency)}</strong>.
        </p>
      ) : null}
      <div className={layout.actions}>
        <Button
          type="submit"
          look="primary"
          isWide
          isPending={request.isPending}
          pendingLabel="Submitting..."
        >
          Submit Request
        </Button>
      </div>
    </Form>
  );
}
