import { canCancel } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { PayoutAppeal } from "../../domain/appeals/appeal-parts.tsx";
import { LoadedTimeline } from "../../domain/history/loaded-timeline.tsx";
import { trpc } from "../../trpc.ts";
import { PaymentSentence } from "./payment-sentence.tsx";
import styles from "./payouts.module.css";

interface PayoutDialogProps {
  /** The request in the list; shown until its details are loaded. */
  payout: Payout;
  isOpen: boolean;
  onClose: () => void;
  /** Asks whether to cancel the request. */
  onCancel: () => void;
}

/** Shows a request with its full notes and its history. */
export function PayoutDialog({ payout, isOpen, onClose, onCancel }: PayoutDialogProps) {
  const query = trpc.trader.payouts.get.useQuery({ id: payout.id });
  const { amount, currency, status, paymentMethod, paymentDetails, adminNotes, payment, reversal } =
    query.data ?? payout;
  return (
    <ViewDialog
      title={`Request #${payout.id}`}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      actions={
        <>
          {canCancel(status) ? <Button onClick={onCancel}>Cancel Request</Button> : null}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className={styles.total}>
        <span>{formatMoney(amount, currency)}</span>
        <StatusBadge status={status} />
      </div>
      {(payment ?? reversal) ? (
        <p>
          <PaymentSentence payment={payment} reversal={reversal} />
        </p>
      ) : null}
      <Facts>
        <Fact name="Payment Method">{paymentMethods[paymentMethod]}</Fact>
        <Fact name="Payment Details">
          <span className={styles.lines}>{paymentDetails ?? "None given"}</span>
        </Fact>
        <Fact name="Admin Notes">
          <span className={styles.notes}>{adminNotes ?? "No notes"}</span>
        </Fact>
      </Facts>
      <LoadedTimeline query={query} traderName="You" />
      <PayoutAppeal payoutId={payout.id} />
    </ViewDialog>
  );
}
