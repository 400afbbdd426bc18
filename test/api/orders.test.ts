import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestAdministrator, type TestApp, type TestTrader } from "../support/app.ts";
import { startStage } from "../support/records.ts";
import {
  addSource,
  allAre,
  findOrder,
  freeReference,
  offerProgramme,
  orderWhen,
  paid,
  sendSigned,
  type Shop,
  type WireOrder,
} from "../support/shops.ts";
import { transports } from "../support/transports.ts";
import { feed, judgedTrader, reviewsOf, snapshotAt } from "../support/verdicts.ts";

let test: TestApp;
let owner: TestAdministrator;
let shop: Shop;
let versionId: number;
let challenge: object;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  shop = await addSource(owner, "json");
  versionId = await offerProgramme(owner);
  challenge = { kind: "start", programmeVersionId: versionId, initialBalance: "100000.00" };
  await map({ product: "challenge", ...challenge });
  await map({ product: "reset", kind: "reset" });
  await map({ product: "coaching", kind: "addon" });
  await map({ product: "mug", kind: "ignore" });
});
afterAll(() => test.close());

const map = (product: object) => owner.post(`/api/admin/sources/${shop.id}/products`, product);

const send = (message: object) => sendSigned(test, shop, message);

const when = (reference: string, holds: (order: WireOrder) => boolean) =>
  orderWhen(owner, shop, reference, holds);

/** Sends a paid order, and waits until its items have these statuses. */
async function buy(order: object, ...statuses: string[]): Promise<WireOrder> {
  const message = paid(order);
  const response = await send(message);
  expect([response.statusCode, response.body]).toMatchObject([200, expect.any(String)]);
  return when(message.order.id, allAre(...statuses));
}

const news = (type: string, id: string, fields: object = {}) =>
  send({ type, order: { id, ...fields } });

const path = (order: WireOrder, step: string) => `/api/admin/orders/${order.id}/${step}`;

const reasonsOf = ({ items }: WireOrder) => items.map(({ reason }) => reason);

async function actionsOf(userId: number) {
  const response = await owner.get(`/api/admin/actions?userId=${userId}`);
  return response
    .json<{ kind: string; status: string; cause: object; login: string }[]>()
    .map(({ kind, status, cause }) => ({ kind, status, cause }))
    .toReversed();
}

async function accountOf(userId: number) {
  const response = await owner.get(`/api/admin/user/${userId}`);
  return response.json<{ account: Record<string, unknown> }>().account;
}

/** Starts trading on the account of an order. */
const setLogin = (userId: number, login: string) =>
  owner.patch(`/api/admin/user/${userId}/account`, { login, masterPassword: "k7#Tpx2v" });

async function endStage(stageId: number | null, outcome: string) {
  const ended = await owner.patch(`/api/admin/stages/${stageId}`, { outcome, reason: "Ended" });
  expect(ended.statusCode, ended.body).toBe(200);
}

describe("a paid order", () => {
  it("makes the trader, starts step 1, and mails a link to set a password", async () => {
    const message = paid({ email: " New.Buyer@Example.COM " });
    const response = await send(message);
    const { orderId, ...rest } = response.json<{ orderId: number }>();
    expect(rest).toEqual({ message: "Stored" });
    const order = await when(message.order.id, allAre("started"));
    expect(order).toEqual({
      id: orderId,
      sourceId: shop.id,
      reference: message.order.id,
      userId: expect.any(Number),
      email: "new.buyer@example.com",
      fullName: "Olivia Bennett",
      currency: "USD",
      total: "499.00",
      refunded: "0.00",
      payment: "paid",
      frozen: false,
      receivedAt: expect.any(String),
      items: [
        {
          id: expect.any(Number),
          product: "challenge",
          name: "Challenge 100k",
          kind: "start",
          programmeVersionId: versionId,
          initialBalance: "100000.00",
          status: "started",
          reason: null,
          stageId: expect.any(Number),
          startedAt: expect.any(String),
        },
      ],
    });
    expect(await accountOf(order.userId!)).toMatchObject({ phase: "Phase 1", status: "active" });
    const [mail] = await test.mailsTo("new.buyer@example.com");
    expect(mail!.text).toMatch(/reset-password\?token=/);
    const audit = await owner.get(`/api/admin/audit?traderId=${order.userId}`);
    const actions = audit.json<{ action: string }[]>().map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["trader.created-by-order", "stage.started", "order.started"]),
    );
  });

  it("starts once, however often and simultaneously it is sent", async () => {
    const message = paid();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(message)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const order = await when(message.order.id, allAre("started"));
    await send(message);
    const stages = await owner.get(`/api/admin/user/${order.userId}/stages`);
    expect(stages.json()).toHaveLength(1);
    const all = await owner.get(`/api/admin/orders?userId=${order.userId}`);
    expect(all.json()).toHaveLength(1);
  });

  it("finds the trader by email, changes nothing about them, and empties a former login", async () => {
    const trader = await test.trader({ fullName: "Zoe Trader" });
    await setLogin(trader.id, "7710001");
    const { id } = await startStage(owner, trader.id);
    await endStage(id, "failed");
    const order = await buy({ email: trader.email.toUpperCase() }, "started");
    expect(order.userId).toBe(trader.id);
    const account = await accountOf(trader.id);
    expect(account).toMatchObject({ login: null, server: null, masterPassword: null });
    const user = await owner.get(`/api/admin/user/${trader.id}`);
    expect(user.json()).toMatchObject({ fullName: "Zoe Trader" });
  });

  it("starts one of two pieces, and the other when the stage has ended", async () => {
    const order = await buy(
      { items: [{ product: "challenge", quantity: 2 }] },
      "started",
      "queued",
    );
    expect(order.items.map(({ status }) => status)).toEqual(["started", "queued"]);
    await endStage(order.items[0]!.stageId, "failed");
    const both = await when(order.reference!, allAre("started"));
    expect(new Set(both.items.map(({ stageId }) => stageId)).size).toBe(2);
  });

  it("gives two orders of one new buyer a single account", async () => {
    const messages = [paid({ email: "twice@example.com" }), paid({ email: "twice@example.com" })];
    await Promise.all(messages.map(send));
    const [one, other] = await Promise.all(
      messages.map(({ order }) =>
        when(order.id, ({ userId, items }) => userId !== null && items[0]!.status !== "held"),
      ),
    );
    expect(one!.userId).toBe(other!.userId);
    await when(messages[0]!.order.id, allAre("started", "queued"));
  });
});

describe("an item", () => {
  it("is held for the first reason that applies, and tried again once it is mapped", async () => {
    const order = await buy({ email: "nobody", items: [{ product: "new" }] }, "held");
    expect(reasonsOf(order)).toEqual(["no_email"]);
    const mail = await buy({ items: [{ product: "later" }, { product: "mug" }] }, "held", "done");
    expect(reasonsOf(mail)).toEqual(["not_mapped", null]);
    const start = { programmeVersionId: versionId, initialBalance: "50000.00" };
    expect((await map({ product: "later", kind: "start", ...start })).statusCode).toBe(201);
    const started = await when(mail.reference!, allAre("started", "done"));
    expect(started.items[0]).toMatchObject({ initialBalance: "50000.00" });
    expect((await map({ product: "later", kind: "ignore" })).statusCode).toBe(200);
  });

  it("starts, too, if its product is mapped while the message arrives", async () => {
    for (const product of ["racing-1", "racing-2", "racing-3", "racing-4", "racing-5"]) {
      const message = paid({ items: [{ product }] });
      const [sent, mapped] = await Promise.all([send(message), map({ product, ...challenge })]);
      expect([sent.statusCode, mapped.statusCode]).toEqual([200, 201]);
      const { items } = await when(message.order.id, allAre("started"));
      expect(items).toHaveLength(1);
    }
  });

  it("of a banned trader is held until the ban ends", async () => {
    const trader = await test.trader();
    const ban = (banned: boolean) =>
      owner.patch(`/api/admin/user/${trader.id}/ban`, { banned, banReason: "Fraud" });
    expect((await ban(true)).statusCode).toBe(200);
    const order = await buy({ email: trader.email }, "held");
    expect(reasonsOf(order)).toEqual(["banned"]);
    await ban(false);
    await when(order.reference!, allAre("started"));
  });

  it("of an archived programme is held until it is offered again", async () => {
    const programme = (await owner.programmes.list()).find(({ versions }) =>
      versions.some(({ id }) => id === versionId),
    )!;
    await owner.programmes.update({ id: programme.id, archived: true });
    const order = await buy({}, "held");
    expect(order).toMatchObject({ userId: null, items: [{ reason: "archived" }] });
    await owner.programmes.update({ id: programme.id, archived: false });
    await when(order.reference!, allAre("started"));
  });

  it("in another currency, and an add-on, wait for a release", async () => {
    const order = await buy({ currency: "EUR", items: [{ product: "challenge" }] }, "held");
    expect(reasonsOf(order)).toEqual(["currency"]);
    const released = await owner.post(path(order, "release"), { reason: "Agreed" });
    expect(released.json<WireOrder>().items[0]).toMatchObject({ status: "started" });
    const again = await owner.post(path(order, "release"), { reason: "Agreed" });
    expect([again.statusCode, again.json()]).toMatchObject([409, { current: { id: order.id } }]);
    const addon = await buy({ items: [{ product: "coaching" }] }, "held");
    const done = await owner.post(path(addon, "release"), { reason: "Done" });
    expect(done.json<WireOrder>().items[0]).toMatchObject({ status: "done", reason: null });
  });

  it("whose currency is released waits for the open stage", async () => {
    const first = await buy({}, "started");
    const order = await buy({ email: first.email, currency: "EUR" }, "held");
    const release = () => owner.post(path(order, "release"), { reason: "The price was right" });
    expect((await release()).json<WireOrder>().items[0]!.status).toBe("queued");
    expect((await release()).json<WireOrder>().items[0]!.status).toBe("started");
    const again = await release();
    expect([again.statusCode, again.json()]).toMatchObject([409, { current: { id: order.id } }]);
  });

  it("is dismissed with a buyer who is no trader", async () => {
    const order = await buy({ items: [{ product: "unknown" }] }, "held");
    const { statusCode, body } = await owner.post(path(order, "dismiss"), { reason: "A test" });
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      200,
      { email: null, fullName: null, items: [{ status: "cancelled" }] },
    ]);
    expect((await owner.post(path(order, "dismiss"), { reason: "A" })).statusCode).toBe(409);
    const { rows } = await test.context.database.pool.query(
      "select from orders where email = $1 or full_name = $1",
      [order.email],
    );
    expect(rows).toEqual([]);
  });

  it("that is queued starts by a release, which ends the stage before", async () => {
    const trader = await test.trader();
    await startStage(owner, trader.id);
    const order = await buy({ email: trader.email }, "queued");
    const refused = await trader.post(`/api/user/orders/${order.id}/start`);
    expect(refused.statusCode).toBe(409);
    const released = await owner.post(path(order, "release"), { reason: "Agreed" });
    expect(released.json<WireOrder>().items[0]).toMatchObject({ status: "started" });
    expect((await test.mailsTo(trader.email, 2)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        "Your order waits for your account",
        "Your Propdesk challenge has started",
      ]),
    );
  });
});

describe("a reset", () => {
  it("starts the step again, and asks for the positions of the former login to be closed", async () => {
    const first = await buy({}, "started");
    await setLogin(first.userId!, "7720001");
    const order = await buy({ email: first.email, items: [{ product: "reset" }] }, "started");
    const stages = (await owner.get(`/api/admin/user/${first.userId}/stages`)).json<
      { id: number; outcome: string | null; login: string | null; programme: { step: number } }[]
    >();
    expect(stages).toMatchObject([
      { id: order.items[0]!.stageId, outcome: null, login: null, programme: { step: 1 } },
      { id: first.items[0]!.stageId, outcome: "abandoned", login: "7720001" },
    ]);
    const cause = { kind: "order", id: order.id };
    expect(await actionsOf(first.userId!)).toEqual([
      { kind: "close_positions", status: "proposed", cause },
      { kind: "disable_trading", status: "proposed", cause },
    ]);
  });

  it("is held without a programme, and after a pass", async () => {
    const trader = await test.trader();
    const none = await buy({ email: trader.email, items: [{ product: "reset" }] }, "held");
    expect(reasonsOf(none)).toEqual(["not_resettable"]);
    const first = await buy({}, "started");
    await endStage(first.items[0]!.stageId, "passed");
    const passed = await buy({ email: first.email, items: [{ product: "reset" }] }, "held");
    expect(reasonsOf(passed)).toEqual(["not_resettable"]);
  });
});

describe("an order after a breach", () => {
  /** A trader whose first step has a breach under review. */
  async function breached() {
    const judged = await judgedTrader(test, null);
    const trader = judged.trader as TestTrader;
    await owner.programmes.assign({
      id: trader.id,
      programmeVersionId: versionId,
      initialBalance: "100000.00",
      startedAt: "2026-03-02T00:00:00Z",
    });
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
    const [review] = await reviewsOf(judged);
    const confirm = () =>
      owner.reviews.decide({ id: review!.id, decision: "confirm", reason: "Checked" });
    return { trader, confirm };
  }

  it("resets the stage once the review is decided", async () => {
    const { trader, confirm } = await breached();
    const held = await buy({ email: trader.email, items: [{ product: "reset" }] }, "held");
    expect(reasonsOf(held)).toEqual(["under_review"]);
    await confirm();
    const { items } = await when(held.reference!, allAre("started"));
    expect(items[0]).toMatchObject({ kind: "reset", programmeVersionId: versionId });
    const stages = await trader.get("/api/user/stages");
    expect(stages.json<object[]>().slice(0, 2)).toMatchObject([
      { id: items[0]!.stageId, phase: "Phase 1", outcome: null },
      { phase: "Phase 1", outcome: "failed" },
    ]);
  });

  it("waits for the time to appeal unless the trader starts it", async () => {
    const { trader, confirm } = await breached();
    const order = await buy({ email: trader.email }, "queued");
    const start = () => trader.post(`/api/user/orders/${order.id}/start`);
    const early = await start();
    expect([early.statusCode, early.json()]).toMatchObject([409, { current: { id: order.id } }]);
    await confirm();
    expect((await start()).json()).toMatchObject({ items: [{ status: "started" }] });
    expect((await accountOf(trader.id)).login).toBeNull();
    expect((await start()).statusCode).toBe(409);
  });
});

describe("money that comes back", () => {
  it("in part is shown, and never shrinks", async () => {
    const { reference } = await buy({}, "started");
    await news("order.refunded", reference!, { refunded: "100.00" });
    await when(reference!, ({ payment }) => payment === "partly_refunded");
    await news("order.refunded", reference!, { refunded: "60.00" });
    await news("dispute.won", reference!);
    expect(await when(reference!, () => true)).toMatchObject({
      refunded: "100.00",
      payment: "partly_refunded",
    });
  });

  it("in full, before its order, starts nothing", async () => {
    const reference = freeReference();
    const early = await news("order.refunded", reference);
    expect(early.json()).toEqual({ message: "Stored", orderId: null });
    const order = await buy({ id: reference }, "cancelled");
    expect(order).toMatchObject({ payment: "refunded", refunded: "499.00", userId: null });
  });

  it("in full asks for trading to be disabled on the stage that was started", async () => {
    const order = await buy({}, "started");
    await setLogin(order.userId!, "7730001");
    await news("order.refunded", order.reference!);
    await when(order.reference!, ({ payment }) => payment === "refunded");
    const cause = { kind: "order", id: order.id };
    const proposed = { kind: "disable_trading", status: "proposed", cause };
    expect(await actionsOf(order.userId!)).toEqual([proposed]);
  });

  it("by a dispute freezes payouts and the queue until it is won", async () => {
    const order = await buy(
      { items: [{ product: "challenge", quantity: 2 }] },
      "started",
      "queued",
    );
    const { userId, reference } = order;
    await setLogin(userId!, "7740001");
    await news("dispute.opened", reference!);
    const frozen = await when(reference!, (found) => found.frozen);
    expect(frozen.payment).toBe("disputed");
    await endStage(order.items[0]!.stageId, "failed");
    await news("dispute.won", reference!);
    await news("dispute.opened", reference!);
    const won = await when(reference!, allAre("started"));
    expect(won).toMatchObject({ frozen: false, payment: "paid" });
    const cause = { kind: "order", id: order.id };
    expect(await actionsOf(userId!)).toEqual([
      { kind: "disable_trading", status: "cancelled", cause },
    ]);
  });

  it("in full while it is disputed cancels what is queued, whatever becomes of the dispute", async () => {
    const message = paid({ items: [{ product: "challenge", quantity: 2 }] });
    await send(message);
    const order = await when(message.order.id, ({ items }) => items[0]?.status === "started");
    const { userId, reference } = order;
    await setLogin(userId!, "7750001");
    await news("dispute.opened", reference!);
    await news("order.refunded", reference!);
    const refunded = await when(reference!, allAre("started", "cancelled"));
    expect(refunded).toMatchObject({ payment: "disputed", refunded: "499.00", frozen: true });
    const released = await owner.post(path(order, "release"), { reason: "Settled" });
    expect(released.json<WireOrder>().items[1]).toMatchObject({ status: "cancelled" });
    await news("dispute.won", reference!);
    await when(reference!, ({ payment }) => payment === "refunded");
    const cause = { kind: "order", id: order.id };
    expect(await actionsOf(userId!)).toEqual([
      { kind: "disable_trading", status: "proposed", cause },
    ]);
  });

  it("by a dispute stops the orders of a buyer who is no trader yet, too", async () => {
    const product = freeReference();
    const first = await buy({ items: [{ product }] }, "held");
    await news("dispute.opened", first.reference!);
    await when(first.reference!, ({ frozen }) => frozen);
    await map({ product, ...challenge });
    const second = await buy({ email: first.email }, "queued");
    expect((await when(first.reference!, allAre("queued"))).userId).toBeNull();
    await news("dispute.won", first.reference!);
    const started = await when(first.reference!, allAre("started", "queued"));
    const other = await when(second.reference!, ({ userId }) => userId === started.userId);
    expect([started.items[0], other.items[0]].map((item) => item!.status).toSorted()).toEqual([
      "queued",
      "started",
    ]);
  });

  it("by a dispute lets no request be approved or paid, and if it is lost, until a release", async () => {
    const trader = await test.trader();
    const account = { payoutEnabled: true, balance: "5000.00" };
    await owner.patch(`/api/admin/user/${trader.id}/account`, account);
    const details = { amount: "100.00", paymentMethod: "paypal", paymentDetails: "o@x.com" };
    const requestPayout = async () =>
      (await trader.post("/api/user/payouts", details)).json<{ id: number }>().id;
    const approve = (id: number) => owner.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const approved = await requestPayout();
    expect((await approve(approved)).statusCode).toBe(200);
    const open = await requestPayout();
    const order = await buy({ email: trader.email, items: [{ product: "mug" }] }, "done");
    await news("dispute.opened", order.reference!);
    await when(order.reference!, ({ frozen }) => frozen);
    const refusal = { reason: "payment_disputed" };
    const refused = await approve(open);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, refusal]);
    const run = () => owner.post("/api/admin/payments", { payoutIds: [approved] });
    const unpaid = await run();
    expect([unpaid.statusCode, unpaid.json()]).toMatchObject([409, refusal]);
    await news("dispute.lost", order.reference!);
    const lost = await when(order.reference!, ({ payment }) => payment === "charged_back");
    expect(lost.frozen).toBe(true);
    const released = await owner.post(path(order, "release"), { reason: "Written off" });
    expect(released.json()).toMatchObject({ frozen: false, payment: "charged_back" });
    expect((await approve(open)).statusCode).toBe(200);
    expect((await run()).statusCode).toBe(201);
  });
});

describe.each(transports)("an order by hand over $name", (transport) => {
  const input = (reference: string) => ({
    email: `${reference.toLowerCase()}@example.com`,
    programmeVersionId: versionId,
    initialBalance: "100000.00",
    reference,
    reason: "Paid by bank transfer",
  });

  it("starts at once, and the same reference returns it", async () => {
    const reference = freeReference();
    const create = () => transport.call<WireOrder>(owner, "admin.orders.create", input(reference));
    const created = await create();
    expect(created.body).toMatchObject({
      sourceId: null,
      total: null,
      currency: "USD",
      items: [{ kind: "start", status: "started", product: null }],
    });
    const again = await create();
    expect(again.body).toEqual(created.body);
    if (transport.name === "REST") expect([created.status, again.status]).toEqual([201, 200]);
    const read = await transport.call(owner, "admin.orders.get", { id: created.body.id });
    expect(read.body).toEqual(created.body);
    const { userId } = created.body;
    const list = await transport.call<object[]>(owner, "admin.orders.list", {
      userId,
      status: "started",
    });
    expect(list.body).toEqual([created.body]);
  });

  it("needs one of the sizes of the version", async () => {
    const wrong = { ...input(freeReference()), initialBalance: "75000.00" };
    expect((await transport.call(owner, "admin.orders.create", wrong)).status).toBe(400);
    const unknown = { ...input(freeReference()), programmeVersionId: 2_000_000_000 };
    expect((await transport.call(owner, "admin.orders.create", unknown)).status).toBe(400);
  });
});

it("answers a repeated request with the status of the first answer", async () => {
  const sent = {
    email: "repeated@example.com",
    programmeVersionId: versionId,
    initialBalance: "50000.00",
    reference: freeReference(),
    reason: "Paid by bank transfer",
  };
  const create = (key: string) => owner.post("/api/admin/orders", sent, { "idempotency-key": key });
  const answers = [
    await create("first"),
    await create("second"),
    await create("first"),
    await create("second"),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200, 201, 200]);
  expect(answers.map(({ headers }) => headers["idempotent-replayed"])).toEqual([
    undefined,
    undefined,
    "true",
    "true",
  ]);
});

describe("a trader's orders", () => {
  it("are those that were placed before they registered, too", async () => {
    const order = await buy({ items: [{ product: "unknown" }] }, "held");
    const trader = await test.trader({ email: order.email! });
    expect((await trader.get("/api/user/orders")).json()).toEqual([
      { ...order, userId: trader.id },
    ]);
    const account = await accountOf(trader.id);
    expect(account.waitingFor).toMatchObject({ about: { kind: "order", id: order.id } });
  });

  it("are their own, are exported, and stay without their buyer", async () => {
    const trader = await test.trader();
    const order = await buy({ email: trader.email }, "started");
    expect((await trader.get("/api/user/orders")).json()).toEqual([order]);
    const other = await test.trader();
    expect((await other.get("/api/user/orders")).json()).toEqual([]);
    expect((await other.post(`/api/user/orders/${order.id}/start`)).statusCode).toBe(404);
    expect((await owner.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
    const left = await findOrder(owner, shop, order.reference!);
    expect(left).toMatchObject({ userId: null, email: null, fullName: null });
    await send(paid({ id: order.reference!, email: trader.email }));
    await news("order.refunded", order.reference!);
    await when(order.reference!, ({ payment }) => payment === "refunded");
    const { rows } = await test.context.database.pool.query("select from users where email = $1", [
      trader.email,
    ]);
    expect(rows).toEqual([]);
  });
});
