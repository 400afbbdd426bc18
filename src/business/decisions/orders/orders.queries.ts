import { type Kysely, sql } from "kysely";
import {
  boolean,
  computedJson,
  computedText,
  decimal,
  integer,
  isoTime,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineCountedList, defineList } from "../../../platform/lists/define-list.ts";
import type { ListContext } from "../../../platform/lists/list-declaration.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import { serveTable } from "../../office/tables/serve-table.ts";
import type { ItemStatus } from "./order.rule.ts";
import {
  listedOrder,
  type Order,
  type OrderItem,
  type OrderStep,
  type OrderTimeline,
} from "./order.schema.ts";
import { orderTable } from "./order.table.ts";
import { readQueue } from "./queue.queries.ts";

type StoredItem = Omit<OrderItem, "startedAt"> & { startedAt: string | null };

const items = computedJson<OrderItem[]>(
  `select coalesce(json_agg(json_build_object(
      'id', id, 'product', product, 'name', name, 'kind', kind,
      'programmeVersionId', programme_version_id, 'initialBalance', initial_balance::text,
      'status', status, 'reason', reason, 'stageId', stage_id, 'startedAt', ${isoTime("started_at")})
      order by id), '[]')
    from order_items where order_id = orders.id`,
  (stored: StoredItem[]) =>
    stored.map((item) => ({
      ...item,
      startedAt: item.startedAt === null ? null : new Date(item.startedAt),
    })),
);

const orderColumns = {
  id: integer("orders.id"),
  sourceId: integer("orders.source_id"),
  reference: text("orders.reference"),
  userId: integer("orders.user_id"),
  email: text("orders.email"),
  fullName: text("orders.full_name"),
  currency: text("orders.currency"),
  total: decimal("orders.total", 2),
  refunded: decimal("orders.refunded", 2),
  payment: text("orders.payment"),
  frozen: boolean("orders.frozen"),
  receivedAt: timestamp("orders.received_at"),
  items,
};

const filters = {
  status: (status: ItemStatus) =>
    sql<boolean>`exists (select from order_items
      where order_id = orders.id and order_items.status = ${status})`,
  userId: "orders.user_id",
  sourceId: "orders.source_id",
} as const;

/** All orders, newest first. */
export const orders = defineList({
  name: "orders",
  from: "orders",
  columns: orderColumns,
  filters,
});

const sourceName = computedText("(select name from sources where sources.id = orders.source_id)");

/** The same in numbered pages, with the name of the source. */
const listedOrders = defineCountedList({
  name: "listed orders",
  from: "orders",
  columns: { ...orderColumns, source: sourceName },
  filters,
  search: (words) => {
    const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return [
      sql<boolean>`orders.reference ilike ${pattern}`,
      sql<boolean>`orders.email ilike ${pattern}`,
      sql<boolean>`orders.full_name ilike ${pattern}`,
    ];
  },
});

export const servedOrders = serveTable(orderTable, {
  row: listedOrder,
  list: listedOrders,
  exports: {
    tag: "Orders",
    summary: (format) => `Export orders as ${format}`,
    searches: "Matches part of the reference, name or email",
    example: "ID,Reference,Name,Payment\r\n118,10042,Olivia Bennett,Paid\r\n",
  },
});

/** @throws RefusalError if the order does not exist */
export async function getOrder(context: Pick<ListContext, "database">, id: number): Promise<Order> {
  const found = await orders.find(context, id);
  if (!found) throw notFound("Order");
  return found;
}

/** Reads the history of an order. @throws RefusalError if the order does not exist */
export async function readTimeline(
  context: Pick<Context, "clock" | "database">,
  id: number,
): Promise<OrderTimeline> {
  const found = await listedOrders.find(context, id);
  if (!found) throw notFound("Order");
  const steps = await readSteps(context.database.kysely, id);
  const queued = await readQueue(context, { orderId: id, userId: found.userId });
  return { source: found.source, steps, queued };
}

async function readSteps(kysely: Kysely<Tables>, orderId: number): Promise<OrderStep[]> {
  const rows = await kysely
    .selectFrom("order_steps")
    .select(["id", "kind", "at", "received_at as receivedAt", "amount", "item_id as itemId"])
    .select(["reason", "by"])
    .where("order_id", "=", orderId)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
  return rows.map(({ at, receivedAt, ...step }) => ({
    ...step,
    at: new Date(at),
    receivedAt: new Date(receivedAt),
  }));
}

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
