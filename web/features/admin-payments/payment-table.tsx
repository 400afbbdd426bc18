import type { ReactNode } from "react";
import type { Payment } from "../../../src/business/money/payments/payments.schema.ts";
import type { PaymentStatus } from "../../../src/business/money/payments/payment.rule.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Badge, type BadgeTone } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { PersonCell, RequestId, RowCheckbox } from "./payment-parts.tsx";
import styles from "./payments.module.css";

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
      title: "Request",
      cell: ({ payoutId }) =>
        payoutId === null ? <span className={styles.soft}>–</span> : <RequestId id={payoutId} />,
    },
    {
      title: "Trader",
      card: "start",
      cell: ({ user, flags }) => <PersonCell user={user} flags={flags ?? "unread"} />,
    },
    { title: "Method", cell: ({ paymentMethod }) => paymentMethods[paymentMethod] },
    {
      title: "Amount",
      align: "end",
      card: "end",
      cell: ({ amount, currency }) => (
        <span className={styles.amount}>{formatMoney(amount, currency)}</span>
      ),
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
      <div className={styles.body}>
        <Table
          name="Payments"
          rows={payments}
          rowKey={({ id }) => id}
          columns={[...(hasOpen ? [select] : []), ...columns, ...(hasPaid ? [reverse] : [])]}
        />
      </div>
    </TableSurface>
  );
}

function Status({ payment }: { payment: Payment }) {
  const { word, tone } = badges[payment.status];
  return (
    <span className={styles.status}>
      <span>
        <Badge tone={tone}>{word}</Badge>
      </span>
      {payment.paidAt ? (
        <small>{`${formatDay(payment.paidAt)}${payment.reference ? ` · ${payment.reference}` : ""}`}</small>
      ) : null}
      {payment.reversedAt ? (
        <small>{`Reversed ${formatDay(payment.reversedAt)}${payment.reversalReason ? `: ${payment.reversalReason}` : ""}`}</small>
      ) : null}
    </span>
  );
}
