import type { QueueReason } from "../../../src/business/decisions/orders/order.rule.ts";
import type { Order, OrderItem } from "../../../src/business/decisions/orders/order.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { FormActions } from "../../components/forms/form-layout.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../components/table/table.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { ItemBadge, PaymentBadge } from "../../domain/orders/order-badges.tsx";
import {
  formatOrderAmount,
  isWaiting,
  nameItem,
  nameOrder,
} from "../../domain/orders/order-words.ts";
import { trpc } from "../../trpc.ts";
import { heldWords, queueWords } from "./own-order-words.ts";

/** Milliseconds between two readings while an item waits. */
const POLL = 10_000;

/** Lists what the trader has bought, newest first, and what it waits for. */
export function OrdersPage() {
  const query = trpc.trader.orders.list.useQuery(undefined, {
    refetchOnMount: "always",
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ items }) => items.some(isWaiting)) ? POLL : false,
  });
  const queue = trpc.trader.orders.queue.useQuery(undefined, {
    enabled: query.data?.some(hasQueued) ?? false,
    refetchOnMount: "always",
    refetchInterval: POLL,
  });
  const waits = new Map(queue.data?.map(({ itemId, reason }) => [itemId, reason]));
  return (
    <>
      <PageHeader title="Orders" subtitle="What you have bought, and what has become of it" />
      <Loaded query={query} noun="your orders" skeleton={4}>
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState
              icon="document"
              title="No orders"
              text="What you buy in the shop with the email of this account appears here."
            />
          ) : (
            <Stack>
              {orders.map((order) => (
                <OrderPanel key={order.id} order={order} waits={waits} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

const hasQueued = ({ items }: Order) => items.some(({ status }) => status === "queued");

interface OrderPanelProps {
  order: Order;
  /** What queued items wait for, by id. */
  waits: ReadonlyMap<number, QueueReason>;
}

function OrderPanel({ order, waits }: OrderPanelProps) {
  const utils = trpc.useUtils();
  const start = trpc.trader.orders.start.useMutation({
    onSuccess: () => {
      showSuccess("Started", "Your new stage is on the dashboard.");
      return utils.trader.invalidate();
    },
    onError: (error) => {
      showApiError("It was not started", error);
      return utils.trader.orders.invalidate();
    },
  });
  const canStart = order.items.some(({ id }) => waits.get(id) === "appeal");
  return (
    <Panel
      title={nameOrder(order)}
      subtitle={[
        formatMoment(order.receivedAt),
        order.total === null ? null : formatOrderAmount(order.total, order),
      ]
        .filter(Boolean)
        .join(" · ")}
      aside={<PaymentBadge payment={order.payment} />}
    >
      <Table
        name={`Items of ${nameOrder(order)}`}
        columns={columnsOf(waits)}
        rows={order.items}
        rowKey={({ id }) => id}
        isPlain
      />
      {canStart ? (
        <FormActions>
          <Button
            look="primary"
            isPending={start.isPending}
            pendingLabel="Starting..."
            onClick={() => start.mutate({ id: order.id })}
          >
            Start Now
          </Button>
        </FormActions>
      ) : null}
    </Panel>
  );
}

const columnsOf = (waits: ReadonlyMap<number, QueueReason>): Column<OrderItem>[] => [
  {
    title: "Item",
    cell: (item) => (
      <Lines below={stateOf(item, waits.get(item.id))}>
        <strong>{nameItem(item)}</strong>
      </Lines>
    ),
  },
  { title: "Status", align: "end", cell: ({ status }) => <ItemBadge status={status} /> },
];

/** Says what an item waits for, or when it has started. */
function stateOf({ status, reason, startedAt }: OrderItem, wait: QueueReason | undefined) {
  if (status === "held" && reason !== null) return heldWords[reason];
  if (status === "queued") return wait && queueWords[wait];
  return startedAt && `Started ${formatMoment(startedAt)}`;
}
