import type { Payment } from "../../../src/business/money/payments/payments.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { trpc } from "../../trpc.ts";

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
