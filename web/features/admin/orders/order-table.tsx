import { heldReasonLabels } from "../../../../src/business/decisions/orders/order.rule.ts";
import type {
  ListedOrder,
  OrderItem,
} from "../../../../src/business/decisions/orders/order.schema.ts";
import { orderTable } from "../../../../src/business/decisions/orders/order.table.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { ItemBadge, PaymentBadge } from "../../../domain/orders/order-badges.tsx";
import { formatOrderAmount, nameItem, nameOrder } from "../../../domain/orders/order-words.ts";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";

/** Lists the orders of all shops, newest first. */
export function OrderTable() {
  return (
    <TableScreen
      table={orderTable}
      page={trpc.admin.orders.page}
      cells={cells}
      summary={summary}
      empty={{
        icon: "circleCheck",
        title: "No orders yet",
        text: "Add a shop under Sources, and its paid orders appear here.",
      }}
    />
  );
}

const cells: TableCells<typeof orderTable> = {
  buyer: {
    flex: 1,
    minWidth: 180,
    cell: (order) => (
      <CellLines>
        <OrderLink order={order} />
        {order.fullName === null || order.email === null ? null : (
          <CellText look="soft">{shorten(order.email)}</CellText>
        )}
      </CellLines>
    ),
  },
  reference: { flex: 0.6, minWidth: 120 },
  source: { flex: 0.7, minWidth: 120 },
  items: {
    flex: 1.4,
    minWidth: 220,
    cell: ({ items }) => <ItemsCell items={items} />,
  },
  total: {
    width: 132,
    amounts: (order) => [
      formatOrderAmount(order.total, order),
      ...(Number(order.refunded) === 0 ? [] : [`−${formatOrderAmount(order.refunded, order)}`]),
    ],
    cell: (order) => (
      <CellLines>
        <CellText look="amount">{formatOrderAmount(order.total, order)}</CellText>
        {Number(order.refunded) === 0 ? null : (
          <CellText look="soft">{`−${formatOrderAmount(order.refunded, order)}`}</CellText>
        )}
      </CellLines>
    ),
  },
  payment: {
    width: 150,
    cell: (order) => (
      <CellLines>
        <span>
          <PaymentBadge payment={order.payment} />
        </span>
        {order.frozen ? <CellText look="soft">Payouts stop</CellText> : null}
      </CellLines>
    ),
  },
  id: {
    width: 170,
    cell: ({ id, receivedAt }) => (
      <CellLines>
        <CellText>{formatMoment(receivedAt)}</CellText>
        <CellText look="soft">{`#${id}`}</CellText>
      </CellLines>
    ),
  },
};

const summary: SummaryCell<ListedOrder> = {
  field: "id",
  label: "Order",
  cell: (order) => (
    <RowSummary
      details={
        <>
          <CellText look="soft">{`${nameOrder(order)}, ${formatMoment(order.receivedAt)}`}</CellText>
          <CellText look="soft">{formatOrderAmount(order.total, order)}</CellText>
        </>
      }
    >
      <CellLine>
        <OrderLink order={order} />
        <PaymentBadge payment={order.payment} />
      </CellLine>
      <ItemsCell items={order.items} />
    </RowSummary>
  ),
};

function OrderLink({ order }: { order: ListedOrder }) {
  const { id, fullName, email } = order;
  return (
    <CellLink to="/admin/orders/$id" params={{ id: String(id) }}>
      <CellText look="strong">{shorten(fullName ?? email ?? nameOrder(order))}</CellText>
    </CellLink>
  );
}

/** The first item, why it is held, and how many others there are. */
function ItemsCell({ items }: { items: readonly OrderItem[] }) {
  const [first, ...others] = items.toSorted((one, other) => urgency(one) - urgency(other));
  if (!first) return <CellText look="soft">None</CellText>;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return (
    <CellLines>
      <CellLine>
        <ItemBadge status={first.status} />
        <CellText>{`${nameItem(first)}${more}`}</CellText>
      </CellLine>
      {first.reason === null ? null : (
        <CellText look="soft">{heldReasonLabels[first.reason]}</CellText>
      )}
    </CellLines>
  );
}

/** Items that need a person come first. */
const urgency = ({ status }: OrderItem): number =>
  ["held", "queued", "started", "done", "cancelled"].indexOf(status);
