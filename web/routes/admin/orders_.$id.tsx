import { createFileRoute, Link } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { orderDialogs } from "../../features/admin/orders/order-dialogs.ts";
import { OrderPage, useOrder } from "../../features/admin/orders/order-page.tsx";

export const Route = createFileRoute("/admin/orders_/$id")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof orderDialogs> => raw,
  component: Order,
  staticData: { title: "Order" },
});

function Order() {
  const id = parseId(Route.useParams().id);
  return id === undefined ? <MissingOrder /> : <LoadedOrder key={id} id={id} />;
}

function LoadedOrder({ id }: { id: number }) {
  const query = useOrder(id);
  useSubjectTitle(`Order #${id}`);
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <Loaded query={query} noun="the order" skeleton={6} missing={<MissingOrder />}>
        {(order) => <OrderPage order={order} />}
      </Loaded>
      <Dialogs of={orderDialogs} />
    </>
  );
}

function MissingOrder() {
  return (
    <MessageView
      title="Order not found"
      text="There is no order at this address."
      action={<Link to="/admin/orders">Go to orders</Link>}
    />
  );
}
