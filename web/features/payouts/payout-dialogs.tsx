import Box from "@mui/material/Box";
import { canCancel } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { PayoutAppeal } from "../../domain/appeals/appeal-parts.tsx";
import { StatementPrint, StatementTable } from "../../domain/verdicts/statement-table.tsx";
import { LoadedTimeline } from "../../domain/history/payout-timeline.tsx";
import { trpc } from "../../trpc.ts";
import { PaymentSentence, PayoutBadge } from "./payment-sentence.tsx";
import { usePayouts } from "./payout-queries.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { type DialogProps, useCloseDialog, withSubject } from "../../app/dialogs.tsx";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";

interface PayoutDialogProps extends DialogProps {
  /** The request in the list; shown until its details are loaded. */
  subject: Payout;
}

const usePayout = (id: number) => {
  const { data, error } = usePayouts();
  return { data: data && (data.find((payout) => payout.id === id) ?? null), error };
};

/** Shows a request with its full notes and its history. */
export const PayoutDialog = withSubject(
  usePayout,
  "request",
  function PayoutDetails({
    subject: payout,
    isOpen,
    onClose,
    onCancel,
  }: PayoutDialogProps & {
    /** Asks whether to cancel the request. */
    onCancel: (id: number) => void;
  }) {
    const query = trpc.trader.payouts.get.useQuery({ id: payout.id });
    const {
      amount,
      currency,
      status,
      paymentMethod,
      paymentDetails,
      adminNotes,
      payment,
      reversal,
      statement,
    } = query.data ?? payout;
    return (
      <ViewDialog
        title={`Request #${payout.id}`}
        isOpen={isOpen}
        onClose={onClose}
        size="sm"
        actions={
          <>
            {canCancel(status) ? (
              <Button onClick={() => onCancel(payout.id)}>Cancel Request</Button>
            ) : null}
            <Button onClick={onClose}>Close</Button>
          </>
        }
      >
        <Box
          sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.5rem 0.875rem" }}
        >
          <Box
            component="span"
            sx={{
              fontSize: "var(--text-figure)",
              fontWeight: 600,
              fontVariantNumeric: "tabular-nums",
              lineHeight: 1.2,
            }}
          >
            {formatMoney(amount, currency)}
          </Box>
          <PayoutBadge payout={{ status, payment }} />
        </Box>
        {(payment ?? reversal) ? (
          <p>
            <PaymentSentence payment={payment} reversal={reversal} />
          </p>
        ) : null}
        <Facts>
          <Fact name="Payment Method">{paymentMethods[paymentMethod]}</Fact>
          <Fact name="Payment Details">
            <Lines>{paymentDetails ?? "None given"}</Lines>
          </Fact>
          <Fact name="Admin Notes">
            <Lines>{adminNotes ?? "No notes"}</Lines>
          </Fact>
        </Facts>
        {statement ? (
          <>
            <StatementTable statement={statement} currency={currency} share={null} />
            <StatementPrint payoutId={payout.id} />
          </>
        ) : null}
        <LoadedTimeline query={query} traderName="You" />
        <PayoutAppeal payoutId={payout.id} />
      </ViewDialog>
    );
  },
);

/** Asks whether to cancel a pending request. If it has been decided meanwhile, the list then shows the decision. */
export const CancelPayoutDialog = withSubject(
  usePayout,
  "request",
  function CancelPayout({ subject: payout, isOpen, onClose }: PayoutDialogProps) {
    const utils = trpc.useUtils();
    const close = useCloseDialog();
    const cancel = trpc.trader.payouts.cancel.useMutation({
      onSuccess: () => showSuccess("Payout request cancelled"),
      onError: (error) => showApiError("Request not cancelled", error),
      onSettled: () => {
        onClose();
        // The details, if it was opened from there.
        close("request");
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
  },
);

/** Text with line breaks: short next to its name, long below it. */
const Lines = ({ children }: { children: string }) => (
  <Box component="span" sx={{ display: "block", fontWeight: 400, whiteSpace: "pre-line" }}>
    {children}
  </Box>
);
