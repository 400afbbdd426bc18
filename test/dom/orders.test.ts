import { describe, expect, it } from "vitest";
import {
  addSource,
  allAre,
  freeReference,
  offerProgramme,
  orderWhen,
  paid,
  sendSigned,
  type Shop,
} from "../support/shops.ts";
import { feed, judgedTrader, reviewsOf, snapshotAt, tradeOf } from "../support/verdicts.ts";
import {
  button,
  dialog,
  field,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";

const dom = startDom();

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Sends a paid order of a new buyer. @returns the order once its items have one of these statuses */
async function buy(shop: Shop, order: object, ...statuses: string[]) {
  const message = paid(order);
  expect((await sendSigned(dom.app, shop, message)).statusCode).toBe(200);
  return orderWhen(dom.administrator, shop, message.order.id, allAre(...statuses));
}

async function newShop() {
  const shop = await addSource(dom.administrator, "json");
  const programmeVersionId = await offerProgramme(dom.administrator);
  const start = { kind: "start", programmeVersionId, initialBalance: "100000.00" };
  const products = `/api/admin/sources/${shop.id}/products`;
  await dom.administrator.post(products, { product: "challenge", ...start });
  await dom.administrator.post(products, { product: "coaching", kind: "addon" });
  return { shop, programmeVersionId };
}

describe("a shop", () => {
  it("is added with a secret that is shown once, and its product is mapped, which starts the order", async () => {
    const programmeVersionId = await offerProgramme(dom.administrator);
    const { page } = await visitAsAdministrator(dom, "/admin/sources");
    await button(page, "Add Source").click();
    const adding = dialog(page, "Add Source");
    await field(adding, "Name").fill("Challenge shop");
    await field(adding, "Kind").selectOption("json");
    await button(adding, "Add Source").click();
    const shown = dialog(page, "Secret");
    await shown.waitFor();
    const secret = (await shown.locator("code").first().innerText()).trim();
    expect(secret).toMatch(/^whsec_/);
    await button(shown, "Done").click();
    await page.getByRole("heading", { level: 1, name: "Challenge shop" }).waitFor();
    const id = Number(/\/admin\/sources\/(\d+)/.exec(page.url())![1]);
    const shop = { id, kind: "json", secret };
    await buy(shop, { items: [{ product: "gold", name: "Gold 100k" }] }, "held");
    await page.reload();
    await row(page, "Gold 100k").getByText("Not Mapped").waitFor();
    await button(page, "Map gold").click();
    const mapping = dialog(page, "Map Product");
    await field(mapping, "Programme").selectOption(`#${programmeVersionId}`);
    await field(mapping, "Initial Balance").selectOption("100000.00");
    await button(mapping, "Map Product").click();
    await mapping.waitFor({ state: "detached" });
    await row(page, "gold").getByText("$100,000.00").waitFor();
    const [order] = (await dom.administrator.get(`/api/admin/orders?sourceId=${id}`)).json<
      { reference: string }[]
    >();
    await orderWhen(dom.administrator, shop, order!.reference, allAre("started"));
  });

  it("tries a message, and says which order it would become", async () => {
    const { shop } = await newShop();
    const { page } = await visitAsAdministrator(dom, `/admin/sources/${shop.id}`);
    const message = paid({ id: "T-77", items: [{ product: "unknown", name: "Unknown" }] });
    await field(page, "Message").fill(JSON.stringify(message));
    await button(page, "Test Message").click();
    await page.getByText("Order T-77").waitFor();
    await page.getByText("The product is not mapped").waitFor();
    await field(page, "Message").fill("order");
    await button(page, "Test Message").click();
    await page.getByText("The message is no JSON object").waitFor();
    const orders = await dom.administrator.get(`/api/admin/orders?sourceId=${shop.id}`);
    expect(orders.json()).toEqual([]);
  });

  it("gets a new secret, and is removed", async () => {
    const { shop } = await newShop();
    const { page } = await visitAsAdministrator(
      dom,
      `/admin/sources/${shop.id}?dialog=secret&source=${shop.id}`,
    );
    const replacing = dialog(page, "Replace Secret");
    await button(replacing, "Generate a Secret").click();
    const secret = (await replacing.locator("code").first().innerText()).trim();
    await button(replacing, "Replace Secret").click();
    await replacing.waitFor({ state: "detached" });
    const message = paid({ items: [] });
    expect((await sendSigned(dom.app, shop, message)).statusCode).toBe(401);
    expect((await sendSigned(dom.app, { ...shop, secret }, message)).statusCode).toBe(200);
    await page.goto("/admin/sources");
    const line = row(page, "The signature is wrong, or its time is");
    await line.getByText("Shop json").waitFor();
    await page.goto(`/admin/sources/${shop.id}?dialog=remove&source=${shop.id}`);
    const removing = dialog(page, "Remove Source");
    await button(removing, "Remove").click();
    await removing.waitFor({ state: "detached" });
    expect((await sendSigned(dom.app, { ...shop, secret }, message)).statusCode).toBe(404);
  });

  it("is not shown to support", async () => {
    const page = dom.visit(await dom.app.administrator("support")).page;
    await page.goto("/admin/sources");
    await page.getByText("Only owners and risk managers see sources").waitFor();
  });
});

describe("an order", () => {
  it("is listed by what is held, and released with a reason", async () => {
    const { shop } = await newShop();
    const order = await buy(
      shop,
      { fullName: "Held Buyer", items: [{ product: "coaching", name: "Coaching" }] },
      "held",
    );
    const { page } = await visitAsAdministrator(dom, "/admin/orders?status=held");
    await row(page, "Held Buyer").getByText("An add-on needs a person").waitFor();
    await row(page, "Held Buyer").getByRole("link", { name: "Held Buyer" }).click();
    await page.getByRole("heading", { level: 1, name: `Order ${order.reference}` }).waitFor();
    await page.getByText("1 item held: an add-on needs a person.").waitFor();
    await button(page, "Release").click();
    const releasing = dialog(page, `Release Order ${order.reference}`);
    await releasing.getByText("The add-on is done.").waitFor();
    await field(releasing, "Reason").fill("Coach is booked");
    await button(releasing, "Release Order").click();
    await page.getByText("Everything in this order is done.").waitFor();
    await page.getByText("“Coach is booked”").waitFor();
    expect(await button(page, "Release").count()).toBe(0);
  });

  it("is dismissed, which erases a buyer who is no trader", async () => {
    const { shop } = await newShop();
    const order = await buy(shop, { items: [{ product: "coaching" }] }, "held");
    const { page } = await visitAsAdministrator(
      dom,
      `/admin/orders/${order.id}?dialog=dismiss&order=${order.id}`,
    );
    const dismissing = dialog(page, `Dismiss Order ${order.reference}`);
    await dismissing.getByText("The buyer's name and email are erased.").waitFor();
    await field(dismissing, "Reason").fill("A test purchase");
    await button(dismissing, "Dismiss Order").click();
    await page.getByText("Everything in this order is cancelled.").waitFor();
    const erased = await dom.administrator.get(`/api/admin/orders/${order.id}`);
    expect(erased.json()).toMatchObject({ email: null, fullName: null });
  });

  it("that was decided in the meantime is not decided again", async () => {
    const { shop } = await newShop();
    const order = await buy(shop, { items: [{ product: "coaching" }] }, "held");
    const { page, expectProblem } = await visitAsAdministrator(
      dom,
      `/admin/orders/${order.id}?dialog=release&order=${order.id}`,
    );
    expectProblem(/409/);
    const releasing = dialog(page, `Release Order ${order.reference}`);
    await field(releasing, "Reason").fill("Coach is booked");
    await dom.administrator.post(`/api/admin/orders/${order.id}/release`, { reason: "First" });
    await button(releasing, "Release Order").click();
    await releasing.getByText("The order has changed in the meantime").waitFor();
  });

  it("says that a dispute stops payouts, and leads to the trader, whose page leads back", async () => {
    const { shop } = await newShop();
    const order = await buy(shop, { fullName: "Disputing Buyer" }, "started");
    const sent = { type: "dispute.opened", order: { id: order.reference } };
    await sendSigned(dom.app, shop, sent);
    await orderWhen(dom.administrator, shop, order.reference!, ({ frozen }) => frozen);
    const { page } = await visitAsAdministrator(dom, `/admin/orders/${order.id}`);
    await page.getByText("A dispute is open.").waitFor();
    await page.getByText("Dispute opened").waitFor();
    await page.getByRole("link", { name: "Go to the stage" }).click();
    await page.getByRole("link", { name: "Go to the order" }).waitFor();
    await page
      .getByRole("region", { name: "Orders" })
      .getByRole("link", { name: `Order ${order.reference}` })
      .click();
    await page.getByRole("heading", { level: 1, name: `Order ${order.reference}` }).waitFor();
  });

  it("is entered by hand, once for each reference", async () => {
    const { programmeVersionId } = await newShop();
    const reference = freeReference();
    const { page } = await visitAsAdministrator(dom, "/admin/orders?dialog=enter");
    const entering = dialog(page, "Enter an Order");
    await field(entering, "Email").fill("by.hand@example.com");
    await entering.getByText("Choose a programme").waitFor();
    await field(entering, "Programme").selectOption(`#${programmeVersionId}`);
    await field(entering, "Initial Balance").selectOption("50000.00");
    await field(entering, "Reference").fill(reference);
    await field(entering, "Reason").fill("Paid by bank transfer");
    await button(entering, "Enter Order").click();
    await page.getByRole("heading", { level: 1, name: `Order ${reference}` }).waitFor();
    await page.getByText("“Paid by bank transfer”").waitFor();
  });
});

describe("a trader's orders", () => {
  it("say what they wait for, and start in spite of an appeal that is possible", async () => {
    const judged = await judgedTrader(dom.app);
    await feed(judged, {
      deals: tradeOf(1, "2026-03-02T08:00:00Z", "2026-03-02T09:00:00Z", "250.00"),
      snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")],
    });
    const [review] = await reviewsOf(judged);
    const decision = { decision: "confirm", reason: "Seen at the broker" };
    await judged.administrator.post(`/api/admin/reviews/${review!.id}`, decision);
    const { shop } = await newShop();
    const order = await buy(shop, { email: judged.trader.email }, "queued");
    const { page } = dom.visit(judged.trader);
    await page.goto("/orders");
    await page.getByRole("heading", { name: `Order ${order.reference}` }).waitFor();
    await page.getByText("can no longer be appealed against").waitFor();
    await button(page, "Start Now").click();
    await page.getByText("Your new stage is on the dashboard.").waitFor();
    await expect.poll(() => button(page, "Start Now").count()).toBe(0);
    await buy(shop, { email: judged.trader.email }, "queued");
    await page.reload();
    await page.getByText("It starts when your current stage has ended.").waitFor();
    expect(await button(page, "Start Now").count()).toBe(0);
  });

  it("are none before the first purchase", async () => {
    const { page } = await dom.trader();
    await page.goto("/orders");
    await page.getByText("No orders").waitFor();
  });
});
