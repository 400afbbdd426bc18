import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { trpc } from "../../trpc.ts";

interface CancelPayoutDialogProps {
  payout: Payout;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks whether to cancel a pending request. If it has been decided meanwhile, the list then shows the decision. */
export function CancelPayoutDialog({ payout, isOpen, onClose }: CancelPayoutDialogProps) {
  const utils = trpc.useUtils();
  const cancel = trpc.trader.payouts.cancel.useMutation({
    onSuccess: () => showSuccess("Payout request cancelled"),
    onError: (error) => showApiError("Request not cancelled", error),
    onSettled: () => {
      onClose();
      return utils.trader.payouts.invalidate();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel Request"
      question="It will not be decided or paid. This action cannot be undone; you can submit a new request."
      confirmLabel="Cancel Request"
      pendingLabel="Cancelling..."
      cancelLabel="Keep Request"
      isOpen={isOpen}
      isPending={cancel.isPending}
      onConfirm={() => cancel.mutateAsync({ id: payout.id })}
      onCancel={onClose}
    >
      <strong>{`Request #${payout.id}: ${formatMoney(payout.amount, payout.currency)}`}</strong>
    </ConfirmDialog>
  );
}
