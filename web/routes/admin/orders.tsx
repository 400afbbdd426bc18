import { createFileRoute } from "@tanstack/react-router";
import { orderTable } from "../../../src/business/decisions/orders/order.table.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { orderDialogs } from "../../features/admin/orders/order-dialogs.ts";
import { OrderTable } from "../../features/admin/orders/order-table.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import type { TableAddress } from "../../table/screen/table-address.ts";

type Search = TableAddress<typeof orderTable> & DialogSearch<typeof orderDialogs>;

export const Route = createFileRoute("/admin/orders")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) =>
    prefetchTable(orderTable, prefetcher.admin.orders.page, location.search),
  component: Orders,
  staticData: { title: "Orders" },
});

function Orders() {
  const open = useOpenDialog(orderDialogs);
  return (
    <>
      <PageHeader
        title="Orders"
        subtitle="Paid orders of the firm's shops, and what has become of them"
        aside={
          <PermittedButton ability="orders.write" look="primary" onClick={() => open("enter")}>
            <Icon name="plus" size={16} />
            Enter Order
          </PermittedButton>
        }
      />
      <OrderTable />
      <Dialogs of={orderDialogs} />
    </>
  );
}
