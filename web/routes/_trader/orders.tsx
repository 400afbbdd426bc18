import { createFileRoute } from "@tanstack/react-router";
import { OrdersPage } from "../../features/orders/orders-page.tsx";

export const Route = createFileRoute("/_trader/orders")({
  component: OrdersPage,
  staticData: { title: "Orders" },
});
