import { z } from "zod";
import {
  payInput,
  type Payment,
  reversePaymentInput,
  type PaymentAccount,
  setPaymentAccountInput,
} from "../../../src/business/money/payments/payments.schema.ts";
import { MutationDialog } from "../../components/dialog/mutation-dialog.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { FlaggedRequests } from "../../domain/payouts/flagged-requests.tsx";
import { trpc } from "../../trpc.ts";
import { PersonCell, TotalLines, totalsOf } from "./payment-parts.tsx";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { TextArea } from "../../components/field/text-area.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";

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

export function PayDialog({ paying: { runId, payments }, ...frame }: PayDialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Mark as Paid"
      size="sm"
      schema={payForm}
      values={{ reference: "", notify: true }}
      mutation={trpc.admin.payments.pay}
      // Only the payments that the dialog lists: a payment added in the meantime has not been reviewed.
      toInput={(values) => ({
        id: runId,
        ...values,
        paymentIds: payments.map(({ id }) => id),
      })}
      submitLabel="Mark as Paid"
      pendingLabel="Marking..."
      saved={payments.length === 1 ? "Payment marked as paid" : "Payments marked as paid"}
      failed="Failed to mark as paid"
    >
      {(form) => (
        <>
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
        </>
      )}
    </MutationDialog>
  );
}

export interface Removing {
  runId: number;
  payments: readonly Payment[];
}

interface RemoveDialogProps {
  removing: Removing;
  isOpen: boolean;
  onClose: () => void;
}

export function RemoveDialog({ removing, isOpen, onClose }: RemoveDialogProps) {
  const { runId, payments } = removing;
  const remove = trpc.admin.payments.remove.useMutation(
    useDialogOutcome({
      onClose,
      done: "Removed from the run",
      failed: "Failed to remove from the run",
    }),
  );
  return (
    <ConfirmDialog
      title="Remove from Run"
      question="What is removed can be paid in another run. If a file with it was sent to the bank already, it would be paid twice."
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isOpen={isOpen}
      isPending={remove.isPending}
      onConfirm={() => remove.mutateAsync({ id: runId, paymentIds: payments.map(({ id }) => id) })}
      onCancel={onClose}
    >
      <strong>{`${formatCountOf(payments.length, "payment")} of run #${runId}`}</strong>
    </ConfirmDialog>
  );
}

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

export function ReverseDialog({ reversing: { runId, payment }, ...frame }: ReverseDialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Reverse Payment"
      size="sm"
      schema={reverseForm}
      values={{ reason: "" }}
      mutation={trpc.admin.payments.reverse}
      toInput={(values) => ({ id: runId, paymentId: payment.id, ...values })}
      submitLabel="Reverse Payment"
      pendingLabel="Reversing..."
      submitLook="danger"
      saved="Payment reversed"
      failed="Failed to reverse the payment"
    >
      {(form) => (
        <>
          <p>
            Use this if the transfer was returned or never sent. The request becomes approved and
            unpaid again, and the trader is notified by email.
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
        </>
      )}
    </MutationDialog>
  );
}

interface AccountDialogProps {
  account: PaymentAccount | null;
  isOpen: boolean;
  onClose: () => void;
}

export function AccountDialog({ account, ...frame }: AccountDialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Firm's Payment Account"
      size="sm"
      schema={setPaymentAccountInput}
      values={{
        name: account?.name ?? "",
        iban: account?.iban ?? "",
        bic: account?.bic ?? "",
      }}
      mutation={trpc.admin.payments.setAccount}
      toInput={(values) => values}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      saved="Payment account saved"
      failed="Update failed"
    >
      {(form) => (
        <>
          <TextField
            label="Account Holder"
            hint="As registered with the bank."
            autoComplete="off"
            autoFocus
            {...form.field("name")}
          />
          <TextField label="IBAN" autoComplete="off" {...form.field("iban")} />
          <TextField
            label="BIC"
            hint="Optional: most banks derive it from the IBAN."
            autoComplete="off"
            {...form.field("bic")}
          />
        </>
      )}
    </MutationDialog>
  );
}
