import { z } from "zod";
import {
  type Payment,
  reversePaymentInput,
} from "../../../src/business/money/payments/payments.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { PersonCell } from "./person-cell.tsx";

const reverseForm = z.object({ reason: reversePaymentInput.shape.reason });

export interface Reversing {
  runId: number;
  payment: Payment;
}

interface ReverseDialogProps {
  reversing: Reversing;
  isOpen: boolean;
  onClose: () => void;
}

export function ReverseDialog(props: ReverseDialogProps) {
  const { runId, payment } = props.reversing;
  const form = useSchemaForm(reverseForm, { reason: "" });
  const reverse = trpc.admin.payments.reverse.useMutation(
    useFormOutcome(form, {
      onClose: props.onClose,
      saved: "Payment reversed",
      failed: "Failed to reverse the payment",
    }),
  );
  return (
    <FormDialog
      title="Reverse Payment"
      isOpen={props.isOpen}
      onClose={props.onClose}
      size="sm"
      form={form}
      onSubmit={(values) => reverse.mutateAsync({ id: runId, paymentId: payment.id, ...values })}
      submitLabel="Reverse Payment"
      pendingLabel="Reversing..."
      submitLook="danger"
    >
      <p>
        Use this if the transfer was returned or never sent. The request becomes approved and unpaid
        again, and the trader is notified by email.
      </p>
      <Facts>
        <Fact name="Trader">
          <PersonCell user={payment.user} />
        </Fact>
        <Fact name="Amount">{formatMoney(payment.amount, payment.currency)}</Fact>
        <Fact name="Reference">{payment.reference ?? "Trader deleted"}</Fact>
      </Facts>
      <TextArea
        label="Reason"
        hint="Required. Shown to the trader."
        rows={3}
        autoFocus
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
