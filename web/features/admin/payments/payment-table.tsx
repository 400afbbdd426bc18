import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Payment } from "../../../../src/business/money/payments/payments.schema.ts";
import type { PaymentStatus } from "../../../../src/business/money/payments/payment.rule.ts";
import { paymentMethods } from "../../../../src/business/money/payouts/payout.rule.ts";
import { Badge, type BadgeTone } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatCount, type Sum } from "../../../domain/format/figures.ts";
import { formatDayIn } from "../../../domain/format/dates.ts";
import { Amount, PersonCell, RequestId, RowCheckbox, Soft, TotalSums } from "./payment-parts.tsx";
import { useFirmZone } from "./use-payments.ts";

interface PaymentTableProps {
  payments: readonly Payment[];
  isReadOnly: boolean;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  /** Shown above the rows while any of them is open. */
  selection: ReactNode;
  onReverse: (payment: Payment) => void;
}

const badges: Record<PaymentStatus, { word: string; tone: BadgeTone }> = {
  open: { word: "Open", tone: "orange" },
  paid: { word: "Paid", tone: "green" },
  removed: { word: "Removed", tone: "gray" },
  reversed: { word: "Reversed", tone: "red" },
};

const nameOf = ({ id, payoutId }: Payment) =>
  payoutId === null ? `payment ${id}` : `request #${payoutId}`;

/** The payments of a run, selectable while they are open. */
export function PaymentTable(props: PaymentTableProps) {
  const { payments, isReadOnly, chosen, onChoose, selection, onReverse } = props;
  const hasPaid = !isReadOnly && payments.some(({ status }) => status === "paid");
  const open = payments.filter(({ status }) => status === "open");
  const hasOpen = !isReadOnly && open.length > 0;
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  const select: Column<Payment> = {
    title: "Select",
    card: "side",
    cell: (payment) =>
      payment.status === "open" ? (
        <RowCheckbox
          label={`Select ${nameOf(payment)}`}
          isChecked={chosen.has(payment.id)}
          onChange={(isChosen) => choose(payment.id, isChosen)}
        />
      ) : null,
  };
  const columns: Column<Payment>[] = [
    {
      title: "User",
      card: "start",
      cell: ({ user, flags }) => <PersonCell user={user} flags={flags ?? "unread"} />,
    },
    {
      title: "Request",
      cell: ({ payoutId }) => (payoutId === null ? <Soft>–</Soft> : <RequestId id={payoutId} />),
    },
    { title: "Method", cell: ({ paymentMethod }) => paymentMethods[paymentMethod] },
    {
      title: "Amount",
      align: "end",
      card: "end",
      cell: (payment) => <Amount of={payment} />,
    },
    { title: "Status", card: "last", cell: (payment) => <Status payment={payment} /> },
  ];
  const reverse: Column<Payment> = {
    title: "Actions",
    align: "end",
    card: "last",
    cell: (payment) =>
      payment.status === "paid" ? (
        <Button
          size="small"
          aria-label={`Reverse the payment of ${nameOf(payment)}`}
          onClick={() => onReverse(payment)}
        >
          Reverse
        </Button>
      ) : null,
  };
  return (
    <TableSurface title="Payments">
      {hasOpen ? selection : null}
      <Box sx={{ p: "1rem 1.25rem" }}>
        <Table
          name="Payments"
          rows={payments}
          rowKey={({ id }) => id}
          columns={[...(hasOpen ? [select] : []), ...columns, ...(hasPaid ? [reverse] : [])]}
        />
      </Box>
    </TableSurface>
  );
}

function Status({ payment }: { payment: Payment }) {
  const timeZone = useFirmZone();
  const { word, tone } = badges[payment.status];
  const { paidAt, reference, reversedAt, reversalReason, exportedAt } = payment;
  const day = (date: Date) => formatDayIn(date, timeZone);
  return (
    <Stack
      component="span"
      direction={{ xs: "row", md: "column" }}
      sx={{ flexWrap: "wrap", alignItems: { xs: "baseline", md: "start" }, columnGap: 1 }}
    >
      <Badge tone={tone}>{word}</Badge>
      {exportedAt ? <Note>{`Exported ${day(exportedAt)}`}</Note> : null}
      {paidAt ? <Note>{[day(paidAt), reference].filter(Boolean).join(" · ")}</Note> : null}
      {reversedAt ? (
        <Note>{[`Reversed ${day(reversedAt)}`, reversalReason].filter(Boolean).join(": ")}</Note>
      ) : null}
    </Stack>
  );
}

const Note = ({ children }: { children: string }) => (
  <Typography
    component="small"
    variant="body2"
    sx={{ color: "text.secondary", overflowWrap: "anywhere" }}
  >
    {children}
  </Typography>
);

/** The actions for the selected rows, above a table. */
export const SelectionBar = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      gap: "0.625rem 0.75rem",
      p: "0.75rem 1.25rem",
      borderBottom: 1,
      borderColor: "divider",
    }}
  >
    {children}
  </Box>
);

interface SelectedSumsProps {
  selected: readonly Sum[];
  /** Said in their place. */
  problem?: string | undefined;
}

/** How many rows are selected, and their sums. */
export function SelectedSums({ selected, problem }: SelectedSumsProps) {
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        columnGap: 1.5,
        mr: "auto",
        fontVariantNumeric: "tabular-nums",
      }}
    >
      {problem ?? `${formatCount(selected.length)} selected`}
      {problem === undefined && selected.length > 0 ? <TotalSums totals={selected} /> : null}
    </Typography>
  );
}
