import Box from "@mui/material/Box";
import {
  OWN_PAYOUTS_LIMIT,
  paymentMethods,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { canCancel } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { dialogAbout, useOpenDialog } from "../../app/dialogs.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { TruncatedText } from "../../components/table/truncated-text.tsx";
import { formatCount } from "../../domain/format/figures.ts";
import { formatIsoDay } from "../../domain/format/dates.ts";
import { PaymentSentence, PayoutBadge } from "./payment-sentence.tsx";
import { usePayouts } from "./payout-queries.ts";

const load = () => import("./payout-dialogs.tsx");

/** The dialogs about a request: `request` has the address `?dialog=request&payout=40`. */
export const payoutDialogs = {
  request: dialogAbout("payout", () => load().then((m) => m.PayoutDialog)),
  cancel: dialogAbout("payout", () => load().then((m) => m.CancelPayoutDialog)),
};

const columns = (onCancel: (id: number) => void): Column<Payout>[] => [
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
  onCancel: (id: number) => void;
}

function Status({ payout, onCancel }: StatusProps) {
  const { id, status, payment, reversal } = payout;
  return (
    <Box component="span" sx={statusLook}>
      <PayoutBadge payout={payout} />
      {(payment ?? reversal) ? (
        <Box
          component="small"
          sx={{
            color: "text.secondary",
            fontSize: "var(--text-sm)",
            overflowWrap: "anywhere",
          }}
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
            onCancel(id);
          }}
        >
          Cancel
        </TextButton>
      ) : null}
    </Box>
  );
}

/** On phones in one line if there is room. */
const statusLook = {
  display: { xs: "inline-flex", md: "inline-grid" },
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyItems: "start",
  gap: "0.125rem 0.5rem",
};

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
  const open = useOpenDialog(payoutDialogs);
  return (
    <Box sx={tableLook}>
      <Table
        name="Payout History"
        columns={columns((id) => open("cancel", id))}
        rows={payouts}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open("request", id)}
      />
      {payouts.length === OWN_PAYOUTS_LIMIT ? (
        <Box component="p" sx={{ mt: 1.5, color: "text.secondary", fontSize: "var(--text-sm)" }}>
          {`The newest ${formatCount(OWN_PAYOUTS_LIMIT)} requests`}
        </Box>
      ) : null}
    </Box>
  );
}

/** Leaves room for the reference of a payment. */
const tableLook = {
  "&& :is(th, td):not(:last-child)": { pr: { md: 1.5 } },
  "&& [data-align]:not(:last-child)": { pr: { md: 2 } },
};
