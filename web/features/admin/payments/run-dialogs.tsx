import { z } from "zod";
import {
  payInput,
  type Payment,
  type PaymentAccount,
  paymentAccountForm,
  reversePaymentInput,
} from "../../../../src/business/money/payments/payments.schema.ts";
import { sepaName } from "../../../../src/business/money/payments/sepa.rule.ts";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FlaggedRequests } from "../../../domain/payouts/payout-flags.tsx";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { trpc } from "../../../trpc.ts";
import { PersonCell, TotalLines, totalsOf } from "./payment-parts.tsx";
import { usePaymentAccount, useRun } from "./use-payments.ts";
import { useDialogOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useExpectedSettings } from "../../../app/api-client/use-expected-settings.ts";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { TextArea } from "../../../components/field/text-area.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";

const payForm = z.object({ reference: payInput.shape.reference, notify: z.boolean() });

/** The properties of a dialog about selected payments of a run. */
interface SelectionDialogProps extends DialogProps {
  runId: number;
  payments: readonly Payment[];
}

/** The request of a payment; none if its trader has been deleted. */
function requestOf({ payoutId, user, amount, currency }: Payment) {
  return payoutId === null || user === null ? [] : [{ id: payoutId, user, amount, currency }];
}

export function PayDialog({ runId, payments, ...frame }: SelectionDialogProps) {
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

export function RemoveDialog({ runId, payments, isOpen, onClose }: SelectionDialogProps) {
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

interface ReverseDialogProps extends DialogProps {
  runId: number;
  subject: Payment;
}

function usePaidPayment(id: number, { runId }: Pick<ReverseDialogProps, "runId">) {
  const { data, error } = useRun(runId);
  const isPaid = (payment: Payment) => payment.id === id && payment.status === "paid";
  return { data: data && (data.payments.find(isPaid) ?? null), error };
}

export const ReverseDialog = withSubject(
  usePaidPayment,
  "payment",
  ({ runId, subject: payment, ...frame }: ReverseDialogProps) => (
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
            <Fact name="User">
              <PersonCell user={payment.user} />
            </Fact>
            <Fact name="Amount">{formatMoney(payment.amount, payment.currency)}</Fact>
            <Fact name="Reference">{payment.reference ?? "User deleted"}</Fact>
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
  ),
);

/** Opens once it is known whether the firm has an account. */
export function AccountDialog(frame: DialogProps) {
  const { data: account } = usePaymentAccount();
  return account === undefined ? null : <AccountForm {...frame} account={account} />;
}

function AccountForm({ account, ...frame }: DialogProps & { account: PaymentAccount | null }) {
  const { expected, onFailed } = useExpectedSettings(
    account && { name: account.name, iban: account.iban, bic: account.bic },
  );
  return (
    <MutationDialog
      {...frame}
      title="Firm's Payment Account"
      size="sm"
      schema={paymentAccountForm}
      present={{
        name: account?.name ?? "",
        iban: account?.iban ?? "",
        bic: account?.bic ?? "",
      }}
      mutation={trpc.admin.payments.setAccount}
      toInput={(values) => ({ ...values, expected })}
      onFailed={onFailed}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      saved="Payment account saved"
      failed="Update failed"
    >
      {(form) => (
        <>
          <TextField
            label="Account Holder"
            hint={holderHint(form.watch("name"))}
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

/** Shows how SEPA files spell the name, because letters without a spelling are missing from it. */
function holderHint(name: string): string {
  const spelled = sepaName(name);
  return name.trim() === spelled || spelled === ""
    ? "As registered with the bank."
    : `As registered with the bank. In SEPA files: ${spelled}`;
}
