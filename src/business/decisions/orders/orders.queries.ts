import { decimal, integer, text, timestamp } from "../../../platform/database/columns.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

export const ordersPart: OwnDataPart = {
  name: "orders",
  about: "Orders in the firm's shops",
  table: "orders",
  where: byTrader("orders.user_id"),
  key: ["orders.id"],
  columns: {
    id: integer("orders.id"),
    reference: text("orders.reference"),
    email: text("orders.email"),
    fullName: text("orders.full_name"),
    currency: text("orders.currency"),
    total: decimal("orders.total", 2),
    refunded: decimal("orders.refunded", 2),
    payment: text("orders.payment"),
    receivedAt: timestamp("orders.received_at"),
  },
};

export const orderItemsPart: OwnDataPart = {
  name: "order-items",
  about: "What these orders contain, and what became of it",
  table: "order_items",
  joins: "join orders on orders.id = order_items.order_id",
  where: byTrader("orders.user_id"),
  key: ["order_items.id"],
  columns: {
    id: integer("order_items.id"),
    orderId: integer("order_items.order_id"),
    product: text("order_items.product"),
    name: text("order_items.name"),
    kind: text("order_items.kind"),
    initialBalance: decimal("order_items.initial_balance", 2),
    status: text("order_items.status"),
    stageId: integer("order_items.stage_id"),
    startedAt: timestamp("order_items.started_at"),
  },
};
