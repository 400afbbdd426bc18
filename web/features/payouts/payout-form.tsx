import { useState } from "react";
import {
  paymentMethods,
  type PaymentMethod,
} from "../../../src/business/payouts/payment-method.rule.ts";
import { requestPayoutInput } from "../../../src/business/payouts/payout.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Form } from "../../forms/form.tsx";
import layout from "../../forms/form.module.css";
import { untilSettled } from "../../forms/until-settled.ts";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { PaymentDetails } from "./payment-details.tsx";
import { writeDetails, type DetailValues } from "./payment-detail-fields.ts";
import { useRequestPayout } from "./use-request-payout.ts";

const loadSchema = () => Promise.resolve(requestPayoutInput);

export function PayoutForm() {
  const form = useSchemaForm(loadSchema, { amount: "" });
  const [method, setMethod] = useState<PaymentMethod>();
  const [details, setDetails] = useState<DetailValues>({});
  const request = useRequestPayout(() => {
    form.reset();
    chooseMethod("");
  });
  const { errors } = form.formState;

  // Details of one method mean nothing to another.
  function chooseMethod(chosen: string) {
    setMethod(chosen in paymentMethods ? (chosen as PaymentMethod) : undefined);
    setDetails({});
  }

  return (
    <Form
      onSubmit={form.handleSubmit(({ amount, paymentMethod }) => {
        const paymentDetails = writeDetails(paymentMethod, details);
        return untilSettled(request.mutateAsync({ amount, paymentMethod, paymentDetails }));
      })}
    >
      <div className={layout.column}>
        <TextField
          label="Amount"
          hint="In US dollars"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="0.00"
          autoComplete="off"
          error={errors.amount?.message}
          {...form.register("amount")}
        />
        <Select
          label="Payment Method"
          options={paymentMethods}
          placeholder="Select a payment method"
          error={errors.paymentMethod?.message}
          {...form.register("paymentMethod", {
            onChange: (event) => chooseMethod(event.target.value),
          })}
        />
        {method ? <PaymentDetails method={method} values={details} onChange={setDetails} /> : null}
      </div>
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
