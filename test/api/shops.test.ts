import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestAdministrator, type TestApp } from "../support/app.ts";
import {
  addSource,
  allAre,
  findOrder,
  freeEmail,
  freeReference,
  offerProgramme,
  orderWhen,
  sendSigned,
  type Shop,
  type WireOrder,
} from "../support/shops.ts";

let test: TestApp;
let owner: TestAdministrator;
let wooCommerce: Shop;
let stripe: Shop;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  const programmeVersionId = await offerProgramme(owner);
  const start = { kind: "start", programmeVersionId, initialBalance: "100000.00" };
  wooCommerce = await addSource(owner, "woocommerce");
  stripe = await addSource(owner, "stripe");
  for (const [shop, product] of [
    [wooCommerce, "1042"],
    [stripe, "price_100k"],
  ] as const) {
    await owner.post(`/api/admin/sources/${shop.id}/products`, { product, ...start });
  }
});
afterAll(() => test.close());

const when = (shop: Shop, reference: string, holds: (order: WireOrder) => boolean) =>
  orderWhen(owner, shop, reference, holds);

const receiptOf = async (response: ReturnType<typeof sendSigned>) => {
  const { statusCode, body } = await response;
  return [statusCode, statusCode === 200 ? JSON.parse(body) : body] as const;
};

const ignored = [200, { message: "Ignored", orderId: null }];
const stored = [200, { message: "Stored", orderId: expect.any(Number) }];

/** What must be kept nowhere. */
const secretsOfBuyers = ["17 Elm Lane", "+44 20 7946 0011", "198.51.100.17", "4242 4242"];

const wooOrder = (changes: object = {}) => ({
  id: Number(freeReference().slice(2)),
  status: "processing",
  currency: "USD",
  total: "499.00",
  date_paid_gmt: "2026-11-29T10:00:00",
  date_modified_gmt: "2026-11-29T10:00:00",
  customer_ip_address: secretsOfBuyers[2],
  billing: {
    first_name: "Olivia",
    last_name: "Bennett",
    address_1: secretsOfBuyers[0],
    phone: secretsOfBuyers[1],
    email: freeEmail(),
  },
  line_items: [{ name: "Challenge 100k", product_id: 7, variation_id: 1042, quantity: 1 }],
  refunds: [] as object[],
  ...changes,
});

const send = (shop: Shop, body: object | string, headers: Record<string, string> = {}) =>
  receiptOf(sendSigned(test, shop, body, headers));

describe("WooCommerce", () => {
  it("starts an order once it is paid, however its bytes are laid out", async () => {
    const order = wooOrder({ status: "pending", date_paid_gmt: null });
    expect(await send(wooCommerce, order)).toEqual(ignored);
    expect(await findOrder(owner, wooCommerce, String(order.id))).toBeUndefined();
    const paid = { ...order, status: "processing", date_paid_gmt: "2026-11-29T10:00:00" };
    // As PHP writes JSON, with escaped slashes and characters: another serialisation has another signature.
    const bytes = JSON.stringify({ ...paid, note: "née / ☃" }, null, 1)
      .replaceAll("/", String.raw`\/`)
      .replaceAll("é", String.raw`\u00e9`);
    const reserialised = JSON.stringify(JSON.parse(bytes));
    const other = createHmac("sha256", wooCommerce.secret).update(reserialised).digest("base64");
    expect((await send(wooCommerce, bytes, { "x-wc-webhook-signature": other }))[0]).toBe(401);
    expect(await send(wooCommerce, bytes)).toEqual(stored);
    const started = await when(wooCommerce, String(order.id), allAre("started"));
    expect(started).toMatchObject({
      email: order.billing.email,
      fullName: "Olivia Bennett",
      currency: "USD",
      total: "499.00",
      payment: "paid",
      items: [{ product: "1042", name: "Challenge 100k", stageId: expect.any(Number) }],
    });
  });

  it("adds up refunds, and takes a cancellation for one in full only after the payment", async () => {
    const order = wooOrder();
    const reference = String(order.id);
    await send(wooCommerce, order);
    await when(wooCommerce, reference, allAre("started"));
    const refunds = [{ total: "-100.00" }, { total: "-50.50" }];
    await send(wooCommerce, { ...order, refunds });
    await when(
      wooCommerce,
      reference,
      ({ refunded, payment }) => refunded === "150.50" && payment === "partly_refunded",
    );
    const modified = { date_modified_gmt: "2026-11-29T11:00:00" };
    await send(wooCommerce, { ...order, ...modified, status: "cancelled" });
    await when(
      wooCommerce,
      reference,
      ({ refunded, payment }) => refunded === "499.00" && payment === "refunded",
    );
    const failed = wooOrder({ status: "failed", date_paid_gmt: null });
    await send(wooCommerce, failed);
    const later = {
      date_modified_gmt: "2026-11-29T12:00:00",
      date_paid_gmt: "2026-11-29T12:00:00",
    };
    await send(wooCommerce, { ...failed, ...later, status: "completed" });
    const repaid = await when(wooCommerce, String(failed.id), allAre("started"));
    expect(repaid.payment).toBe("paid");
  });
});

const session = (changes: object = {}) => ({
  id: `cs_${freeReference()}`,
  mode: "payment",
  payment_status: "paid",
  payment_intent: `pi_${freeReference()}`,
  amount_total: 49_900,
  currency: "usd",
  customer_details: {
    email: freeEmail(),
    name: "Olivia Bennett",
    phone: secretsOfBuyers[1],
    address: { line1: secretsOfBuyers[0] },
  },
  line_items: { data: [{ price: { id: "price_100k" }, description: "Challenge", quantity: 1 }] },
  ...changes,
});

const stripeEvent = (type: string, object: object) => ({
  type,
  created: Math.floor(test.clock.now().getTime() / 1000),
  data: { object },
});

describe("Stripe", () => {
  it("starts an order when its delayed payment succeeds", async () => {
    const object = session({ payment_status: "unpaid" });
    expect(await send(stripe, stripeEvent("checkout.session.completed", object))).toEqual(ignored);
    const succeeded = { ...object, payment_status: "paid" };
    const event = stripeEvent("checkout.session.async_payment_succeeded", succeeded);
    expect(await send(stripe, event)).toEqual(stored);
    const order = await when(stripe, object.payment_intent, allAre("started"));
    expect(order).toMatchObject({
      total: "499.00",
      currency: "USD",
      items: [{ product: "price_100k", name: "Challenge" }],
    });
  });

  it("accepts one right signature among several, for five minutes", async () => {
    const body = JSON.stringify(stripeEvent("customer.created", {}));
    const signedAt = (seconds: number, ...others: string[]) => {
      const time = Math.floor(test.clock.now().getTime() / 1000) + seconds;
      const right = createHmac("sha256", stripe.secret).update(`${time}.${body}`).digest("hex");
      const signatures = [...others, right].map((signature) => `v1=${signature}`);
      return { "stripe-signature": [`t=${time}`, ...signatures, "v0=x"].join(",") };
    };
    const old = "0".repeat(64);
    const statuses = [
      (await send(stripe, body, signedAt(0, old)))[0],
      (await send(stripe, body, signedAt(-299)))[0],
      (await send(stripe, body, signedAt(-302)))[0],
      (await send(stripe, body, signedAt(302)))[0],
      (await send(stripe, body, { "stripe-signature": `t=${Date.now()},v1=${old}` }))[0],
    ];
    expect(statuses).toEqual([200, 200, 401, 401, 401]);
  });

  it("counts the amounts of currencies without decimals whole", async () => {
    const object = session({ currency: "jpy", amount_total: 75_000 });
    await send(stripe, stripeEvent("checkout.session.completed", object));
    const { payment_intent: reference } = object;
    const order = await when(stripe, reference, allAre("held"));
    expect(order).toMatchObject({ total: "75000.00", items: [{ reason: "currency" }] });
    const charge = {
      id: "ch_1",
      payment_intent: reference,
      currency: "jpy",
      amount_refunded: 25_000,
    };
    await send(stripe, stripeEvent("charge.refunded", charge));
    await when(stripe, reference, ({ refunded }) => refunded === "25000.00");
  });

  it("freezes an order from a dispute on, unless it is only a warning, until it is won", async () => {
    const object = session();
    const { payment_intent: reference } = object;
    await send(stripe, stripeEvent("checkout.session.completed", object));
    await when(stripe, reference, allAre("started"));
    const dispute = { id: "dp_1", payment_intent: reference, status: "warning_needs_response" };
    expect(await send(stripe, stripeEvent("charge.dispute.created", dispute))).toEqual(ignored);
    const opened = { ...dispute, status: "needs_response" };
    await send(stripe, stripeEvent("charge.dispute.created", opened));
    await when(stripe, reference, ({ frozen, payment }) => frozen && payment === "disputed");
    await send(stripe, stripeEvent("charge.dispute.closed", { ...dispute, status: "won" }));
    await when(stripe, reference, ({ frozen, payment }) => !frozen && payment === "paid");
  });
});

it("nothing of a buyer but email and name is stored", async () => {
  const order = wooOrder();
  await send(wooCommerce, order);
  await send(stripe, stripeEvent("checkout.session.completed", session()));
  await when(wooCommerce, String(order.id), allAre("started"));
  const { pool } = test.context.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  );
  for (const { name } of rows) {
    const found = await pool.query(
      `select 1 from ${name} as each where ${secretsOfBuyers
        .map((_, index) => `position($${index + 1} in each::text) > 0`)
        .join(" or ")} limit 1`,
      secretsOfBuyers,
    );
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
});
