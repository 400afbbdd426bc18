import Box from "@mui/material/Box";
import {
  OWN_PAYOUTS_LIMIT,
  paymentMethods,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { canCancel } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { TruncatedText } from "../../components/table/truncated-text.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { formatIsoDay } from "../../domain/format/dates.ts";
import { PaymentSentence, PayoutBadge } from "./payment-sentence.tsx";
import { usePayouts } from "./payout-readiness.tsx";

const CancelPayoutDialog = lazyComponent(() =>
  import("./payout-dialogs.tsx").then((m) => m.CancelPayoutDialog),
);
const PayoutDialog = lazyComponent(() =>
  import("./payout-dialogs.tsx").then((m) => m.PayoutDialog),
);

const columns = (onCancel: (payout: Payout) => void): Column<Payout>[] => [
  {
    title: "Request ID",
    card: "start",
    // The row handles the click, which bubbles up to it.
    cell: ({ id }) => <TextButton aria-haspopup="dialog">{`#${id}`}</TextButton>,
  },
  {
    title: "Date",
    cell: ({ createdAt }) => (
      <span style={{ whiteSpace: "nowrap" }}>{formatIsoDay(createdAt)}</span>
    ),
  },
  {
    title: "Amount",
    align: "end",
    card: "end",
    cell: ({ amount, currency }) => (
      <strong style={{ fontWeight: 550 }}>{formatMoney(amount, currency)}</strong>
    ),
  },
  {
    title: "Payment Method",
    cell: ({ paymentMethod }) => paymentMethods[paymentMethod],
  },
  {
    title: "Status",
    cell: (payout) => <Status payout={payout} onCancel={onCancel} />,
  },
  {
    title: "Admin Notes",
    card: "last",
    cell: ({ adminNotes }) => (adminNotes ? <TruncatedText text={adminNotes} /> : "No notes"),
  },
];

interface StatusProps {
  payout: Payout;
  onCancel: (payout: Payout) => void;
}

function Status({ payout, onCancel }: StatusProps) {
  const { id, status, payment, reversal } = payout;
  return (
    <Box component="span" sx={{ display: "inline-grid", justifyItems: "start", gap: "0.125rem" }}>
      <PayoutBadge payout={payout} />
      {(payment ?? reversal) ? (
        <Box
          component="small"
          sx={{ color: "text.secondary", fontSize: "var(--text-sm)", overflowWrap: "anywhere" }}
        >
          <PaymentSentence payment={payment} reversal={reversal} />
        </Box>
      ) : null}
      {canCancel(status) ? (
        <TextButton
          aria-label={`Cancel request #${id}`}
          aria-haspopup="dialog"
          onClick={(event) => {
            // Otherwise, the row would open the details.
            event.stopPropagation();
            onCancel(payout);
          }}
        >
          Cancel
        </TextButton>
      ) : null}
    </Box>
  );
}

export function PayoutHistory() {
  const payouts = usePayouts();
  const skeleton = <TableSkeleton name="Loading your payout history" rows={4} />;
  return (
    <Loaded query={payouts} noun="your payout history" skeleton={skeleton}>
      {(rows) => {
        if (rows.length === 0)
          return (
            <EmptyState
              icon="wallet"
              title="No payout requests found"
              text="A request appears here as soon as you submit it."
            />
          );
        return <PayoutTable payouts={rows} />;
      }}
    </Loaded>
  );
}

/** Lists the requests; each row opens the details. */
function PayoutTable({ payouts }: Readonly<{ payouts: readonly Payout[] }>) {
  const dialog = useDialog<Payout>();
  const cancellation = useDialog<Payout>();
  return (
    <div>
      <Table
        name="Payout History"
        columns={columns(cancellation.open)}
        rows={payouts}
        rowKey={({ id }) => id}
        onOpen={dialog.open}
      />
      {payouts.length === OWN_PAYOUTS_LIMIT ? (
        <Box component="p" sx={{ mt: 1.5, color: "text.secondary", fontSize: "var(--text-sm)" }}>
          {`The newest ${formatCount(OWN_PAYOUTS_LIMIT)} requests`}
        </Box>
      ) : null}
      <Opened dialog={dialog}>
        {(frame, payout) => (
          <PayoutDialog
            {...frame}
            payout={payout}
            onCancel={() => {
              dialog.close();
              cancellation.open(payout);
            }}
          />
        )}
      </Opened>
      <Opened dialog={cancellation}>
        {(frame, payout) => <CancelPayoutDialog {...frame} payout={payout} />}
      </Opened>
    </div>
  );
}
