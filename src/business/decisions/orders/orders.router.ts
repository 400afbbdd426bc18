import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { pageOfTable } from "../../office/tables/table.router.ts";
import { createOrder, dismissOrder, releaseOrder, startOwnOrder } from "./decide-order.ts";
import {
  createOrderInput,
  decideOrderInput,
  listOrdersInput,
  order,
  orderIdInput,
  orderTimeline,
  queuedItem,
} from "./order.schema.ts";
import { getOrder, orders, readTimeline, servedOrders } from "./orders.queries.ts";
import { readQueue } from "./queue.queries.ts";

const { administratorCall } = callsAbout("Orders");
const { traderCall } = callsAbout("Trader");

const decisionExample = { reason: "The buyer has confirmed the currency" };

/** The orders of all shops. */
export const adminOrdersRouter = t.router({
  list: administratorCall("orders.read", {
    rest: "GET /admin/orders",
    summary: "List orders, newest first",
    description: "Of the buyer, only email and name are stored.",
    scope: "orders:read",
  })
    .input(listOrdersInput.optional())
    .output(z.array(order))
    .query(({ ctx, input }) => respondWithPage(ctx, orders, input ?? {})),

  page: pageOfTable(servedOrders),

  get: administratorCall("orders.read", {
    rest: "GET /admin/orders/{id}",
    summary: "Get an order",
    description: "Each piece of a product is an item of its own.",
    scope: "orders:read",
  })
    .input(orderIdInput)
    .output(order)
    .query(({ ctx, input }) => getOrder(ctx.app, input.id)),

  /** For the web client. */
  timeline: administratorCall("orders.read", { scope: "orders:read" })
    .input(orderIdInput)
    .output(orderTimeline)
    .query(({ ctx, input }) => readTimeline(ctx.app, input.id)),

  create: administratorCall("orders.write", {
    rest: "POST /admin/orders",
    summary: "Enter an order",
    description:
      "Starts step 1 of the programme as an order of a shop does. The same `reference` again returns the order that has it, with status 200.",
    scope: "orders:write",
    successStatus: 201,
    repeats: true,
    event: "authz_admin",
    isLong: true,
    example: {
      email: "olivia.bennett@example.com",
      fullName: "Olivia Bennett",
      programmeVersionId: 3,
      initialBalance: "100000.00",
      reference: "INV-2026-118",
      reason: "Paid by bank transfer",
    },
  })
    .input(createOrderInput)
    .output(order)
    .mutation(async ({ ctx, input }) => {
      const created = await createOrder(ctx.app, ctx.actor, input);
      if (created.isRepeated) ctx.rest?.markRepeated();
      return created.order;
    }),

  release: administratorCall("orders.write", {
    rest: "POST /admin/orders/{id}/release",
    summary: "Release an order",
    description:
      "Overrides a currency, does an add-on, starts what is queued, lifts what freezes the trader's payouts, and tries the rest again. Returns 409 with the current order if nothing changes.",
    errors: [409],
    scope: "orders:write",
    event: "authz_admin",
    isLong: true,
    example: decisionExample,
  })
    .input(decideOrderInput)
    .output(order)
    .mutation(({ ctx, input }) => releaseOrder(ctx.app, ctx.actor, input)),

  dismiss: administratorCall("orders.write", {
    rest: "POST /admin/orders/{id}/dismiss",
    summary: "Dismiss an order",
    description:
      "Cancels what is held or queued, and erases a buyer who is no trader. Returns 409 with the current order if nothing changes.",
    errors: [409],
    scope: "orders:write",
    event: "authz_admin",
    example: { reason: "A test purchase" },
  })
    .input(decideOrderInput)
    .output(order)
    .mutation(({ ctx, input }) => dismissOrder(ctx.app, ctx.actor, input)),
});

/** The trader's own orders. */
export const traderOrdersRouter = t.router({
  list: traderCall({
    rest: "GET /user/orders",
    summary: "List your orders, newest first",
    description: "Each piece of a product is an item of its own.",
  })
    .output(z.array(order))
    .query(({ ctx }) => respondWithPage(ctx, orders, { userId: ctx.actor.trader.id })),

  /** For the web client: what the queued items wait for. */
  queue: traderCall()
    .output(z.array(queuedItem))
    .query(({ ctx }) => readQueue(ctx.app, { userId: ctx.actor.trader.id })),

  start: traderCall({
    rest: "POST /user/orders/{id}/start",
    summary: "Start what your order has queued",
    description:
      "Needed if it only waits because the breach of the last stage can still be appealed against. Returns 409 with the current order if nothing can start.",
    errors: [409],
    isLong: true,
  })
    .input(orderIdInput)
    .output(order)
    .mutation(({ ctx, input }) => startOwnOrder(ctx.app, ctx.actor, input.id)),
});
