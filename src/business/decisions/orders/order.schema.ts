import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { email, optionalName, requiredText, text } from "../../../platform/fields/text.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { currency, money, moneyInput, moneySum } from "../../../platform/money/money.schema.ts";
import { filterInputs } from "../../office/tables/table-inputs.schema.ts";
import {
  heldReasons,
  itemStatuses,
  orderPayments,
  orderSteps,
  productKinds,
  queueReasons,
} from "./order.rule.ts";
import { orderTable } from "./order.table.ts";

/** One piece of a product. */
export const orderItem = z
  .object({
    id,
    product: z
      .string()
      .nullable()
      .meta({ description: "Its id at the shop; `null` without one", examples: ["1042"] }),
    name: z
      .string()
      .nullable()
      .meta({ examples: ["Challenge 100k"] }),
    kind: z.enum(productKinds).nullable().meta({ description: "`null` if it is not mapped" }),
    programmeVersionId: id.nullable(),
    initialBalance: money.nullable(),
    status: z.enum(itemStatuses),
    reason: z.enum(heldReasons).nullable().meta({ description: "Why it is `held`" }),
    stageId: id.nullable().meta({ description: "The stage that it has started" }),
    startedAt: timestamp.nullable(),
  })
  .meta({ id: "OrderItem" });
export type OrderItem = z.infer<typeof orderItem>;

/** A paid order. */
export const order = z
  .object({
    id,
    sourceId: id.nullable().meta({ description: "`null` if an administrator has entered it" }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "The id of the order at the shop", examples: ["10042"] }),
    userId: id.nullable().meta({ description: "`null` as long as the buyer is no trader" }),
    email: z
      .string()
      .nullable()
      .meta({ examples: ["olivia.bennett@example.com"] }),
    fullName: z
      .string()
      .nullable()
      .meta({ examples: ["Olivia Bennett"] }),
    currency: currency.nullable(),
    total: moneySum.nullable().meta({ description: "`null` if an administrator has entered it" }),
    refunded: moneySum.meta({ examples: ["0.00"] }),
    payment: z.enum(orderPayments),
    frozen: z.boolean().meta({
      description:
        "Whether a dispute holds the trader's payout requests, until it is won or the order is released",
    }),
    receivedAt: timestamp,
    items: z.array(orderItem),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** What has happened to an order, for its page. */
export const orderStep = z.object({
  id,
  kind: z.enum(orderSteps),
  at: timestamp,
  receivedAt: timestamp,
  amount: moneySum.nullable(),
  itemId: id.nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
});
export type OrderStep = z.infer<typeof orderStep>;

/** What a queued item waits for. */
export const queuedItem = z.object({ itemId: id, reason: z.enum(queueReasons) });
export type QueuedItem = z.infer<typeof queuedItem>;

/** The name of an order's source, its history, oldest first, and what its queued items wait for. */
export const orderTimeline = z.object({
  source: z.string().nullable(),
  steps: z.array(orderStep),
  queued: z.array(queuedItem),
});
export type OrderTimeline = z.infer<typeof orderTimeline>;

/** An order in the table. */
export const listedOrder = order.extend({ source: z.string().nullable() });
export type ListedOrder = z.infer<typeof listedOrder>;

export const listOrdersInput = unsearchedListQuery(filterInputs(orderTable.filters));

export const orderIdInput = z.strictObject({ id: targetId });

const reason = requiredText("Please provide a reason");

export const decideOrderInput = z.strictObject({ id: targetId, reason });

export const createOrderInput = z.strictObject({
  email: email(),
  fullName: optionalName(),
  programmeVersionId: targetId,
  initialBalance: moneyInput("Initial balance must be a valid number"),
  reference: text("Reference must be text", 255)
    .transform((value) => (value === "" ? null : value))
    .nullish()
    .meta({ description: "The same one again returns the order that has it" }),
  reason,
});
