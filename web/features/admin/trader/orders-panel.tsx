import { Link } from "@tanstack/react-router";
import type { Order } from "../../../../src/business/decisions/orders/order.schema.ts";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { ItemBadge, PaymentBadge } from "../../../domain/orders/order-badges.tsx";
import { formatOrderAmount, nameItem, nameOrder } from "../../../domain/orders/order-words.ts";
import { trpc } from "../../../trpc.ts";

/** Lists the newest orders of a trader; renders nothing if there are none. */
export function OrdersPanel({ userId }: { userId: number }) {
  const { data = [] } = trpc.admin.orders.list.useQuery(
    { userId, limit: 20 },
    { refetchOnMount: "always" },
  );
  if (data.length === 0) return null;
  return (
    <Panel title="Orders" subtitle="What the user has bought, newest first">
      <Table name="Orders" columns={columns} rows={data} rowKey={({ id }) => id} />
    </Panel>
  );
}

const columns: Column<Order>[] = [
  {
    title: "Order",
    cell: (order) => (
      <Lines below={formatMoment(order.receivedAt)}>
        <Link to="/admin/orders/$id" params={{ id: String(order.id) }}>
          {nameOrder(order)}
        </Link>
      </Lines>
    ),
  },
  {
    title: "Items",
    cell: ({ items }) =>
      items.map((item) => (
        <div key={item.id}>
          <ItemBadge status={item.status} /> {nameItem(item)}
        </div>
      )),
  },
  {
    title: "Total",
    align: "end",
    cell: (order) => formatOrderAmount(order.total, order),
  },
  { title: "Payment", cell: ({ payment }) => <PaymentBadge payment={payment} /> },
];
