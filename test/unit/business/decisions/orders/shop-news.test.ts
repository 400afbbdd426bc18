import { describe, expect, it } from "vitest";
import { readOwnShop } from "../../../../../src/business/decisions/orders/read-own-shop.ts";
import { UnreadableMessageError } from "../../../../../src/business/decisions/orders/shop-news.schema.ts";
import { readStripe } from "../../../../../src/business/decisions/orders/read-stripe.ts";
import {
  isPing,
  readWooCommerce,
} from "../../../../../src/business/decisions/orders/read-woocommerce.ts";

/** The fields of an order in the REST API of WooCommerce, which its webhooks send, as far as they are read. */
const wooOrder = (changes: object = {}) => ({
  id: 727,
  status: "processing",
  currency: "USD",
  total: "29.35",
  date_modified_gmt: "2026-03-22T19:28:08",
  date_paid_gmt: "2026-03-22T19:28:00",
  billing: {
    first_name: "John",
    last_name: "Doe",
    address_1: "969 Market",
    email: "john.doe@example.com",
    phone: "(555) 555-5555",
  },
  line_items: [
    { name: "Woo Single #1", product_id: 93, variation_id: 0, quantity: 2 },
    { name: "Ship Your Idea", product_id: 22, variation_id: 23, quantity: 1 },
  ],
  refunds: [],
  ...changes,
});

const paidAt = Date.parse("2026-03-22T19:28:00Z");
const modifiedAt = Date.parse("2026-03-22T19:28:08Z");

describe("a message of WooCommerce", () => {
  const read = (changes?: object) => readWooCommerce("order.updated", wooOrder(changes));

  it("is a paid order, with the variation of a product, and nothing but email and name of the buyer", () => {
    expect(read()).toEqual({
      reference: "727",
      order: {
        email: "john.doe@example.com",
        fullName: "John Doe",
        currency: "USD",
        total: "29.35",
        items: [
          { product: "93", name: "Woo Single #1", quantity: 2 },
          { product: "23", name: "Ship Your Idea", quantity: 1 },
        ],
      },
      steps: [{ kind: "paid", at: paidAt }],
    });
  });

  it.each([
    [
      "partial refunds, which add up",
      { refunds: [{ total: "-10.00" }, { total: "-2.5" }] },
      [
        { kind: "paid", at: paidAt },
        { kind: "refunded", at: modifiedAt, amount: "12.50" },
      ],
    ],
    [
      "a refund in full",
      { status: "refunded" },
      [{ kind: "refunded", at: modifiedAt, amount: null }],
    ],
    [
      "a cancellation after the payment",
      { status: "cancelled" },
      [{ kind: "refunded", at: modifiedAt, amount: null }],
    ],
    [
      "a failure before a payment",
      { status: "failed", date_paid_gmt: null },
      [{ kind: "ended", at: modifiedAt }],
    ],
  ])("is %s", (_, changes, steps) => {
    expect(read(changes)!.steps).toEqual(steps);
  });

  it.each(["pending", "on-hold", "checkout-draft", "trash"])(
    "of an unpaid order (%s) is ignored",
    (status) => {
      expect(read({ status })).toBeNull();
    },
  );

  it("about something else is ignored", () => {
    expect(readWooCommerce("product.updated", { id: 1 })).toBeNull();
    expect(readWooCommerce(undefined, wooOrder())).toBeNull();
  });

  it.each([{ id: null }, { total: "many" }, { line_items: "none" }, { currency: 7 }])(
    "with a broken field is unreadable: %o",
    (changes) => {
      expect(() => read(changes)).toThrow(UnreadableMessageError);
    },
  );

  it("without JSON is a ping only as WooCommerce sends it", () => {
    const form = "application/x-www-form-urlencoded; charset=utf-8";
    expect(isPing(form, Buffer.from("webhook_id=12"))).toBe(true);
    expect(isPing(form, Buffer.from("webhook_id=12&id=1"))).toBe(false);
    expect(isPing("application/json", Buffer.from("webhook_id=12"))).toBe(false);
  });
});

const session = (changes: object = {}) => ({
  id: "cs_test_a1",
  object: "checkout.session",
  mode: "payment",
  payment_status: "paid",
  payment_intent: "pi_3Rg",
  amount_total: 49_900,
  currency: "usd",
  customer_details: {
    email: "me@example.com",
    name: "Jane Roe",
    phone: "+44 20",
    address: { country: "GB" },
  },
  metadata: {},
  payment_link: "plink_1",
  ...changes,
});

const stripeEvent = (type: string, object: object) => ({
  id: "evt_1",
  object: "event",
  created: 1_751_465_619,
  type,
  data: { object },
});

const stripeAt = 1_751_465_619_000;

describe("an event of Stripe", () => {
  const completed = (changes?: object) =>
    readStripe(stripeEvent("checkout.session.completed", session(changes)));

  it("is a paid order of a payment link", () => {
    expect(completed()).toEqual({
      reference: "pi_3Rg",
      order: {
        email: "me@example.com",
        fullName: "Jane Roe",
        currency: "USD",
        total: "499.00",
        items: [{ product: "plink_1", name: null, quantity: 1 }],
      },
      steps: [{ kind: "paid", at: stripeAt }],
    });
  });

  it.each([
    [
      { line_items: { data: [{ price: { id: "price_1" }, description: "100k", quantity: 2 }] } },
      [{ product: "price_1", name: "100k", quantity: 2 }],
    ],
    [{ metadata: { product: "100k" } }, [{ product: "100k", name: null, quantity: 1 }]],
    [{ payment_link: null }, [{ product: null, name: null, quantity: 1 }]],
  ])("names its products: %o", (changes, items) => {
    expect(completed(changes)!.order!.items).toEqual(items);
  });

  it.each([
    ["jpy", 10_000, "10000.00"],
    ["usd", 10_001, "100.01"],
    ["kwd", 12_345, "12.35"],
  ])("has amounts with the decimals of %s", (currency, amount, total) => {
    expect(completed({ currency, amount_total: amount })!.order!.total).toBe(total);
  });

  it("without a payment intent is known by its session", () => {
    const free = { payment_intent: null, payment_status: "no_payment_required", amount_total: 0 };
    expect(completed(free)!.reference).toBe("cs_test_a1");
  });

  it("of a delayed payment is paid once it has succeeded", () => {
    const type = "checkout.session.async_payment_succeeded";
    const succeeded = readStripe(stripeEvent(type, session({ payment_status: "unpaid" })));
    expect(succeeded).toEqual(completed());
    expect(readStripe(stripeEvent(type, session({ mode: "setup" })))).toBeNull();
  });

  it("needs no other id than that of the payment", () => {
    const object = { payment_intent: "pi_3Rg", currency: "usd", amount_refunded: 1_000 };
    expect(readStripe(stripeEvent("charge.refunded", object))!.reference).toBe("pi_3Rg");
    const none = { ...object, payment_intent: null };
    expect(() => readStripe(stripeEvent("charge.refunded", none))).toThrow("payment_intent");
  });

  it.each([{ payment_status: "unpaid" }, { mode: "subscription" }])("is ignored: %o", (changes) => {
    expect(completed(changes)).toBeNull();
  });

  it.each([
    [
      "charge.refunded",
      { id: "ch_1", payment_intent: "pi_3Rg", currency: "usd", amount_refunded: 1_000 },
      { kind: "refunded", at: stripeAt, amount: "10.00" },
    ],
    [
      "charge.dispute.created",
      { id: "dp_1", payment_intent: "pi_3Rg", charge: "ch_1", status: "needs_response" },
      { kind: "dispute_opened", at: stripeAt, dispute: "dp_1" },
    ],
    [
      "charge.dispute.closed",
      { id: "dp_1", payment_intent: { id: "pi_3Rg" }, status: "lost" },
      { kind: "dispute_lost", at: stripeAt, dispute: "dp_1" },
    ],
    [
      "charge.dispute.closed",
      { id: "dp_1", payment_intent: "pi_3Rg", status: "warning_closed" },
      { kind: "dispute_won", at: stripeAt, dispute: "dp_1" },
    ],
  ])("%s is news of its payment", (type, object, step) => {
    const news = { reference: "pi_3Rg", order: null, steps: [step] };
    expect(readStripe(stripeEvent(type, object))).toEqual(news);
  });

  it("that only warns of a dispute is ignored", () => {
    const object = { id: "dp_1", payment_intent: "pi_3Rg", status: "warning_needs_response" };
    expect(readStripe(stripeEvent("charge.dispute.created", object))).toBeNull();
  });
});

describe("a message of an own shop", () => {
  const order = {
    id: 10_042,
    email: "a@example.com",
    currency: "eur",
    total: 499,
    items: [{ product: "100k" }, { product: 7, name: "Mug", quantity: 3 }],
  };
  const read = (message: object) => readOwnShop("1751465619", message);

  it("is a paid order", () => {
    expect(read({ type: "order.paid", order: { ...order, refunded: "20" } })).toEqual({
      reference: "10042",
      order: {
        email: "a@example.com",
        fullName: null,
        currency: "EUR",
        total: "499.00",
        items: [
          { product: "100k", name: null, quantity: 1 },
          { product: "7", name: "Mug", quantity: 3 },
        ],
      },
      steps: [
        { kind: "paid", at: stripeAt },
        { kind: "refunded", at: stripeAt, amount: "20.00" },
      ],
    });
  });

  it.each([
    ["order.refunded", {}, { kind: "refunded", at: stripeAt, amount: null }],
    ["order.refunded", { refunded: "5" }, { kind: "refunded", at: stripeAt, amount: "5.00" }],
    ["dispute.opened", {}, { kind: "dispute_opened", at: stripeAt, dispute: "" }],
    ["dispute.won", {}, { kind: "dispute_won", at: stripeAt, dispute: "" }],
    ["dispute.lost", {}, { kind: "dispute_lost", at: stripeAt, dispute: "" }],
  ])("%s needs only the id: %o", (type, fields, step) => {
    expect(read({ type, order: { id: "A1", ...fields } })!.steps).toEqual([step]);
  });

  it.each([0, 101, 1.5])("has 1 to 100 pieces of a product, not %d", (quantity) => {
    const items = [{ product: "a", quantity }];
    const message = { type: "order.paid", order: { ...order, items } };
    expect(() => read(message)).toThrow(UnreadableMessageError);
  });

  it("of another type is ignored, and without one unreadable", () => {
    expect(read({ type: "order.created" })).toBeNull();
    expect(() => read({ order })).toThrow(UnreadableMessageError);
  });
});
