import { z } from "zod";
import { type Payment, payInput } from "../../../src/business/money/payments/payments.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { FlaggedRequests } from "../../domain/payouts/flagged-requests.tsx";
import { trpc } from "../../trpc.ts";
import { TotalLines } from "./totals.tsx";
import { totalsOf } from "./totals.rule.ts";

const payForm = z.object({ reference: payInput.shape.reference, notify: z.boolean() });

/** The payments to be marked as paid. */
export interface Paying {
  runId: number;
  payments: readonly Payment[];
}

interface PayDialogProps {
  paying: Paying;
  isOpen: boolean;
  onClose: () => void;
}

/** The request of a payment; none if its trader has been deleted. */
function requestOf({ payoutId, user, amount, currency }: Payment) {
  return payoutId === null || user === null ? [] : [{ id: payoutId, user, amount, currency }];
}

export function PayDialog({ paying: { runId, payments }, isOpen, onClose }: PayDialogProps) {
  const form = useSchemaForm(payForm, { reference: "", notify: true });
  const pay = trpc.admin.payments.pay.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: payments.length === 1 ? "Payment marked as paid" : "Payments marked as paid",
      failed: "Failed to mark as paid",
    }),
  );
  return (
    <FormDialog
      title="Mark as Paid"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      // Only the payments that the dialog lists: a payment added in the meantime has not been reviewed.
      onSubmit={(values) =>
        pay.mutateAsync({ id: runId, ...values, paymentIds: payments.map(({ id }) => id) })
      }
      submitLabel="Mark as Paid"
      pendingLabel="Marking..."
    >
      <TotalLines name="To be marked as paid" totals={totalsOf(payments)} />
      <FlaggedRequests requests={payments.flatMap(requestOf)} />
      <TextField
        label="Reference"
        hint="The reference of the bank transfer. Shown to the traders."
        autoComplete="off"
        autoFocus
        {...form.field("reference")}
      />
      <Checkbox
        label="Notify the traders by email"
        hint="Turn this off for payments made long ago."
        {...form.field("notify")}
      />
    </FormDialog>
  );
}
