import type { TestApp } from "./app.ts";
import { conductRule, deducting } from "./conducted.ts";
import { copyingTraders, openCase } from "./linked.ts";
import { importDemo } from "./records.ts";
import { addSource, allAre, offerProgramme, orderWhen, paid, sendSigned } from "./shops.ts";
import { feed, judgedTrader, reviewsOf, simpleRules, snapshotAt, tradeOf } from "./verdicts.ts";

const breachedAt = "2026-03-02T10:00:00.000Z";

/**
 * Creates at least one of everything that has a screen, so that no screen is empty.
 * @returns the ids and codes in the addresses of the screens, by name
 */
export async function fillFirm(app: TestApp) {
  // First, so that no page of these traders is loaded again because their records have just changed.
  const links = await fillLinks(app);
  const judged = await breachedTrader(app);
  const confirmed = await breachedTrader(app);
  const appealed = await breachedTrader(app);
  for (const { administrator, review } of [confirmed, appealed]) {
    const decision = { decision: "confirm", reason: "Seen at the broker" };
    await administrator.post(`/api/admin/reviews/${review}`, decision);
  }
  const objection = { text: "The price of that minute was wrong; no other broker had it." };
  const appeal = await appealed.trader.post(
    `/api/user/reviews/${appealed.review}/appeal`,
    objection,
  );
  const action = { kind: "withdraw", amount: "1250.00", reason: "Profit of March" };
  await appealed.administrator.post(`/api/admin/user/${appealed.trader.id}/actions`, action);
  const link = await appealed.administrator.post("/api/admin/links", {
    userIds: [judged.trader.id, appealed.trader.id],
    reason: "Reported by another firm",
  });
  return {
    appeal: idOf(appeal),
    link: idOf(link),
    finding: await findShortTrade(app),
    judged: judged.trader.id,
    review: judged.review,
    confirmed: confirmed.review,
    emailOfConfirmed: confirmed.trader.email,
    ...links,
    ...(await fillPayouts(app)),
    ...(await fillTools(app)),
    ...(await fillShop(app)),
  };
}

/** Creates traders whose link was confirmed; one of them appeals. */
async function fillLinks(app: TestApp) {
  const by = await app.administrator();
  const traders = await copyingTraders(app, 3);
  const settings = "/api/admin/settings/links";
  const copied = { seconds: 10, matches: 5, sharePercent: 50, oneIn: 1_000_000 };
  await by.patch(settings, { copied });
  const linked = await openCase(by, traders);
  await by.patch(settings, { copied: null });
  const decision = { decision: "confirm", reason: "Copied by a program" };
  await by.post(`/api/admin/links/${linked}`, decision);
  const [appellant, other] = traders.map(({ trader }) => trader);
  const text = "We both follow the signals of the same public channel.";
  const linkAppeal = idOf(await appellant!.post(`/api/user/links/${linked}/appeal`, { text }));
  return { linked, linkAppeal, emailOfLinked: other!.email };
}

/** Creates a trader with a finding that deducts. @returns its id */
async function findShortTrade(app: TestApp): Promise<number> {
  const conduct = [conductRule("min_hold", deducting("50"))];
  const judged = await judgedTrader(app, { ...simpleRules, conduct });
  const deals = tradeOf(1, "2026-03-02T10:00:00Z", "2026-03-02T10:00:30Z", "100.00");
  await feed(judged, { deals });
  const [finding] = (await judged.trader.get("/api/user/conduct")).json<{ id: number }[]>();
  return finding!.id;
}

/** Creates a trader with an open review of a breach. */
async function breachedTrader(app: TestApp) {
  const judged = await judgedTrader(app);
  await feed(judged, {
    deals: tradeOf(1, "2026-03-02T08:00:00Z", "2026-03-02T09:00:00Z", "250.00"),
    snapshots: [snapshotAt(breachedAt, "94999.99")],
  });
  const [review] = await reviewsOf(judged);
  return { ...judged, review: review!.id };
}

/** Creates a trader with a statement, a note and a tag, and with one request in every state. */
async function fillPayouts(app: TestApp) {
  const administrator = await app.administrator();
  const trader = await app.trader({ fullName: "Olivia Bennett" });
  const user = `/api/admin/user/${trader.id}`;
  const login = "5002077";
  await administrator.patch(`${user}/account`, { login, status: "active", payoutEnabled: true });
  await importDemo(administrator, trader.id, { login });
  await administrator.post(`${user}/notes`, { body: "Called about the phase" });
  await administrator.patch(`${user}/tags`, { add: ["vip"] });
  const request = async () => {
    const wanted = { amount: "100.00", paymentMethod: "bank", paymentDetails: "IBAN: DE89" };
    return idOf(await trader.post("/api/user/payouts", wanted));
  };
  const decide = (id: number, status: string) =>
    administrator.patch(`/api/admin/payouts/${id}`, { status, adminNotes: "Checked" });
  const [pending, approved, unpaid, rejected] = [
    await request(),
    await request(),
    await request(),
    await request(),
  ];
  await decide(approved, "approved");
  await decide(unpaid, "approved");
  await decide(rejected, "rejected");
  const run = idOf(await administrator.post("/api/admin/payments", { payoutIds: [approved] }));
  const issued = await administrator.post("/api/admin/certificates/generated", {
    payoutId: approved,
  });
  return { paid: trader.id, pending, approved, run, code: issued.json<{ code: string }>().code };
}

async function fillTools(app: TestApp) {
  const administrator = await app.administrator();
  await app.token(["users:read"]);
  const url = "https://127.0.0.1:9/hooks";
  const wanted = { url, events: ["payout.requested"], description: "Accounting" };
  const webhook = idOf(await administrator.post("/api/admin/webhooks", wanted));
  await administrator.post(`/api/admin/webhooks/${webhook}/test`);
  return { webhook };
}

/** Adds a shop that has sold a programme, and something that is not mapped. */
async function fillShop(app: TestApp) {
  const administrator = await app.administrator();
  const shop = await addSource(administrator, "json");
  const version = await offerProgramme(administrator);
  const start = { programmeVersionId: version, initialBalance: "100000.00" };
  await administrator.post(`/api/admin/sources/${shop.id}/products`, {
    product: "challenge",
    kind: "start",
    ...start,
  });
  const items = [
    { product: "challenge", name: "Challenge 100k" },
    { product: "sticker", name: "Sticker" },
  ];
  const message = paid({ items });
  await sendSigned(app, shop, message);
  const order = await orderWhen(administrator, shop, message.order.id, allAre("started", "held"));
  await sendSigned(app, shop, {
    type: "order.refunded",
    order: { id: message.order.id, refunded: "99.00" },
  });
  return { order: order.id, source: shop.id, secret: shop.secret, buyer: order.userId! };
}

interface Answer {
  statusCode: number;
  body: string;
  json: <Body>() => Body;
}

/** @throws Error unless something was created */
function idOf({ statusCode, body, json }: Answer): number {
  if (statusCode !== 201) throw new Error(`${statusCode} ${body}`);
  return json<{ id: number }>().id;
}
