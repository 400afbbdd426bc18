import { defineEntity, type Opt, p } from "@mikro-orm/core";
import { TraderSchema } from "../../../identity/users/trader.entity.ts";
import { ProgrammeVersion } from "../programmes/programme.entity.ts";
import {
  disputeStates,
  heldReasons,
  itemStatuses,
  orderPayments,
  orderSteps,
  productKinds,
  sourceKinds,
} from "./order.rule.ts";

/** What sends signed messages. Removed sources stay, because orders name them. */
export const SourceSchema = defineEntity({
  name: "Source",
  tableName: "sources",
  properties: {
    id: p.integer().primary().autoincrement().generated("by default as identity"),
    name: p.text(),
    kind: p.enum(sourceKinds),
    /** Encrypted; `null` once the source is removed. */
    secret: p.text().nullable().hidden(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
    lastReceivedAt: p.datetime(3).nullable(),
    /** Of the last message that was refused, with what its sender was answered; nothing else of it is stored. */
    lastRefusedAt: p.datetime(3).nullable(),
    lastRefusal: p.text().nullable(),
    removedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "sources_removed_check", expression: "(removed_at is null) = (secret is not null)" },
    {
      name: "sources_refused_check",
      expression: "(last_refused_at is null) = (last_refusal is null)",
    },
  ],
});

export class Source extends SourceSchema.class {}

SourceSchema.setClass(Source);

/** What a product of a shop means. */
export const SourceProduct = defineEntity({
  name: "SourceProduct",
  tableName: "source_products",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    source: () =>
      p.manyToOne(Source).fieldName("source_id").deleteRule("cascade").updateRule("no action"),
    product: p.text(),
    kind: p.enum(productKinds),
    programmeVersion: () =>
      p
        .manyToOne(ProgrammeVersion)
        .fieldName("programme_version_id")
        .nullable()
        .deleteRule("no action")
        .updateRule("no action"),
    initialBalance: p.decimal().precision(30).scale(2).nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
  uniques: [{ name: "source_products_product_key", properties: ["source", "product"] }],
  checks: [
    {
      name: "source_products_start_check",
      expression:
        "num_nulls(programme_version_id, initial_balance) = case when kind = 'start' then 0 else 2 end",
    },
  ],
});

/** A paid order. Of the buyer, only the email and the name are stored. */
export const OrderSchema = defineEntity({
  name: "Order",
  tableName: "orders",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    /** `null` for an order that an administrator has entered. */
    source: () =>
      p
        .manyToOne(Source)
        .fieldName("source_id")
        .nullable()
        .deleteRule("no action")
        .updateRule("no action"),
    reference: p.text().nullable(),
    /** Of the buyer; `null` as long as the email belongs to no trader. */
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .fieldName("user_id")
        .nullable()
        .deleteRule("set null")
        .updateRule("no action"),
    /** As it is stored of traders if it is valid. */
    email: p.text().nullable(),
    fullName: p.text().nullable(),
    currency: p.text().nullable(),
    /** `null` for an order that an administrator has entered. */
    total: p.decimal().precision(30).scale(2).nullable(),
    refunded: p.decimal().precision(30).scale(2).$type<Opt<string>>().default("0.00"),
    payment: p.enum(orderPayments).default("paid"),
    dispute: p.enum(disputeStates).default("none"),
    /** Nothing of the trader is paid until an open or lost dispute is settled. */
    frozen: p.boolean().default(false),
    receivedAt: p.datetime(3),
    /** When the buyer was erased: later news of the order makes no trader. */
    erasedAt: p.datetime(3).nullable(),
  },
  uniques: [
    { name: "orders_source_reference_key", properties: ["source", "reference"] },
    { name: "orders_own_reference_key", properties: ["reference"], where: "source_id is null" },
  ],
  indexes: [
    { name: "orders_received_index", properties: ["receivedAt"] },
    { name: "orders_user_index", properties: ["trader", "id"], where: "user_id is not null" },
    { name: "orders_email_index", properties: ["email"], where: "email is not null" },
    { name: "orders_frozen_index", properties: ["trader"], where: "frozen" },
  ],
  checks: [
    { name: "orders_money_check", expression: "total <> 'NaN' and refunded <> 'NaN'" },
    {
      name: "orders_erased_check",
      expression: "erased_at is null or num_nulls(email, full_name, user_id) = 3",
    },
  ],
});

export class Order extends OrderSchema.class {}

OrderSchema.setClass(Order);

/** One piece of a product that an order contains. */
export const OrderItemSchema = defineEntity({
  name: "OrderItem",
  tableName: "order_items",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    order: () =>
      p.manyToOne(Order).fieldName("order_id").deleteRule("cascade").updateRule("no action"),
    /** `null` for an order that an administrator has entered. */
    product: p.text().nullable(),
    name: p.text().nullable(),
    /** As the product was mapped when the item was last tried. */
    kind: p.enum(productKinds).nullable(),
    programmeVersion: () =>
      p
        .manyToOne(ProgrammeVersion)
        .fieldName("programme_version_id")
        .nullable()
        .deleteRule("no action")
        .updateRule("no action"),
    initialBalance: p.decimal().precision(30).scale(2).nullable(),
    status: p.enum(itemStatuses),
    reason: p.enum(heldReasons).nullable(),
    /** The stage that it has started; no foreign key, because the trading record may be on another server. */
    stageId: p.integer().nullable(),
    startedAt: p.datetime(3).nullable(),
    /** When the trader was informed that the item waits; `null` if it never had to. */
    queuedAt: p.datetime(3).nullable(),
    /** When the trader asked for the start, although the breach before it can still be appealed against. */
    requestedAt: p.datetime(3).nullable(),
    /** Whether a person has released it in the currency of the order. */
    isCurrencyReleased: p.boolean().default(false),
  },
  indexes: [
    { name: "order_items_order_index", properties: ["order", "id"] },
    {
      name: "order_items_waiting_index",
      properties: ["status", "id"],
      where: "status in ('held', 'queued')",
    },
    {
      name: "order_items_stage_index",
      properties: ["stageId"],
      where: "stage_id is not null",
    },
  ],
  checks: [
    {
      name: "order_items_held_check",
      expression: "(status = 'held') = (reason is not null)",
    },
    {
      name: "order_items_started_check",
      expression: "(status = 'started') = (stage_id is not null and started_at is not null)",
    },
  ],
});

export class OrderItem extends OrderItemSchema.class {}

OrderItemSchema.setClass(OrderItem);

/** What has happened to an order. News that come before their order wait for it without an id of one. */
export const OrderStep = defineEntity({
  name: "OrderStep",
  tableName: "order_steps",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    order: () =>
      p
        .manyToOne(Order)
        .fieldName("order_id")
        .nullable()
        .deleteRule("cascade")
        .updateRule("no action"),
    source: () =>
      p
        .manyToOne(Source)
        .fieldName("source_id")
        .nullable()
        .deleteRule("no action")
        .updateRule("no action"),
    reference: p.text().nullable(),
    kind: p.enum(orderSteps),
    /** The instant of the news by the clock of its source, or of the step. */
    at: p.datetime(3),
    receivedAt: p.datetime(3),
    /** Of a refund, all refunds so far; `null` for all of the order. */
    amount: p.decimal().precision(30).scale(2).nullable(),
    /** The same for repeated news, which are stored once; `null` for what is no news. */
    key: p.text().nullable(),
    /** The id of the dispute at the source; empty if it has none. */
    dispute: p.text().nullable(),
    itemId: p.integer().nullable(),
    reason: p.text().nullable(),
    /** The administrator or API token. */
    by: p.text().nullable(),
  },
  uniques: [{ name: "order_steps_news_key", properties: ["source", "reference", "key"] }],
  indexes: [
    { name: "order_steps_order_index", properties: ["order", "id"] },
    {
      name: "order_steps_returned_index",
      properties: ["at"],
      where: "kind in ('refunded', 'ended', 'dispute_lost')",
    },
    { name: "order_steps_waiting_index", properties: ["receivedAt"], where: "order_id is null" },
  ],
});
