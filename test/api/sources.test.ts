import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestAdministrator, type TestApp } from "../support/app.ts";
import {
  addSource,
  findOrder,
  offerProgramme,
  paid,
  sendSigned,
  signatureOf,
} from "../support/shops.ts";
import { transports } from "../support/transports.ts";

interface RefusedMessages {
  result: { data: { json: { sourceId: number; at: string; reason: string }[] } };
}

let test: TestApp;
let owner: TestAdministrator;
beforeAll(async () => {
  test = await startApp({ env: { RATE_LIMIT: "on" } });
  owner = await test.administrator();
});
afterAll(() => test.close());

describe.each(transports)("a source over $name", (transport) => {
  const create = (input: object) =>
    transport.call<{ id: number; secret: string }>(owner, "admin.sources.create", { ...input });

  it("shows its secret once, and is gone once it is removed", async () => {
    const { body } = await create({ name: "Web shop", kind: "json" });
    expect(body).toEqual({
      id: expect.any(Number),
      name: "Web shop",
      kind: "json",
      url: `${test.url}/api/hooks/${body.id}`,
      createdAt: expect.any(String),
      lastReceivedAt: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...source } = body;
    const list = await transport.call<object[]>(owner, "admin.sources.list");
    expect(list.body).toContainEqual(source);
    const shop = { ...source, secret, kind: "json" };
    const message = paid({ items: [] });
    expect((await sendSigned(test, shop, message)).statusCode).toBe(200);
    const [received] = (
      await transport.call<{ lastReceivedAt: string }[]>(owner, "admin.sources.list")
    ).body;
    expect(received!.lastReceivedAt).toEqual(expect.any(String));
    const next = `whsec_${Buffer.from("another secret of the shop").toString("base64")}`;
    const change = { id: source.id, name: "Shop", secret: next };
    const changed = await transport.call(owner, "admin.sources.update", change);
    expect(changed.body).toMatchObject({ name: "Shop" });
    expect(changed.body).not.toHaveProperty("secret");
    expect((await sendSigned(test, shop, message)).statusCode).toBe(401);
    expect((await sendSigned(test, { ...shop, secret: next }, message)).statusCode).toBe(200);
    expect((await transport.call(owner, "admin.sources.remove", { id: source.id })).status).toBe(
      200,
    );
    expect((await sendSigned(test, { ...shop, secret: next }, message)).statusCode).toBe(404);
    expect((await transport.call(owner, "admin.sources.remove", { id: source.id })).status).toBe(
      404,
    );
  });

  it("accepts secrets of its kind", async () => {
    const wrong = { name: "Shop", kind: "json", secret: "0123456789abcdef" };
    expect((await create(wrong)).status).toBe(400);
    expect((await create({ ...wrong, kind: "stripe" })).body.secret).toBe("0123456789abcdef");
    expect((await create({ ...wrong, kind: "stripe", secret: "short" })).status).toBe(400);
  });

  it("maps products, and tries messages without keeping anything", async () => {
    const shop = await addSource(owner, "json");
    const version = await offerProgramme(owner);
    const map = (input: object) =>
      transport.call(owner, "admin.sources.map", { id: shop.id, ...input });
    const start = { product: "a", kind: "start", programmeVersionId: version };
    expect((await map({ ...start, initialBalance: "75000" })).status).toBe(400);
    expect((await map({ ...start, initialBalance: "50000" })).body).toEqual({
      ...start,
      initialBalance: "50000.00",
    });
    await map({ product: "b", kind: "ignore" });
    const payload = paid({ items: [{ product: "a" }, { product: "b" }, { product: "c" }] });
    const tested = await transport.call<{ order: { items: object[] } }>(
      owner,
      "admin.sources.test",
      {
        id: shop.id,
        payload,
      },
    );
    expect(tested.body.order).toMatchObject({
      email: payload.order.email,
      items: [
        { status: "started", kind: "start" },
        { status: "done" },
        { status: "held", reason: "not_mapped" },
      ],
    });
    expect(await findOrder(owner, shop, payload.order.id)).toBeUndefined();
    const checker = await addSource(owner, "sumsub");
    for (const { id } of [shop, checker]) {
      const other = { id, payload: { type: "customer.created" } };
      const answer = await transport.call(owner, "admin.sources.test", other);
      expect(answer.body).toEqual({ order: null });
    }
  });
});

describe("a hook", () => {
  it("answers what its sender has to know", async () => {
    const shop = await addSource(owner, "json");
    const body = JSON.stringify(paid({ items: [] }));
    const headers = signatureOf(shop, body, test.clock.now());
    const post = (changes: object) =>
      test.app.inject({
        method: "POST",
        url: `/api/hooks/${shop.id}`,
        headers: { "content-type": "application/json", ...headers },
        body,
        ...changes,
      });
    const statusOf = async (changes: object) => (await post(changes)).statusCode;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ url: "/api/hooks/2000000000" })).toBe(404);
    expect(await statusOf({ url: "/api/hooks/x" })).toBe(404);
    expect(await statusOf({ headers: { ...headers, "content-type": "text/plain" } })).toBe(415);
    expect(await statusOf({ body: `${body} ` })).toBe(401);
    expect(await statusOf({ body: "x".repeat(256 * 1024 + 1) })).toBe(413);
    expect((await sendSigned(test, shop, "{")).statusCode).toBe(400);
    expect((await sendSigned(test, shop, { type: "order.paid" })).statusCode).toBe(400);
    const ignored = await sendSigned(test, shop, { type: "customer.created" });
    expect([ignored.statusCode, ignored.json()]).toEqual([
      200,
      { message: "Ignored", orderId: null },
    ]);
    test.clock.advance(301_000);
    expect(await statusOf({})).toBe(401);
  });

  it("shows owners the last message that was refused, and stores nothing else of it", async () => {
    const shop = await addSource(owner, "json");
    const lastRefusal = async () => {
      const response = await owner.query("admin.sources.refused");
      const body = response.json<RefusedMessages>().result.data.json;
      return body.find(({ sourceId }) => sourceId === shop.id);
    };
    expect(await lastRefusal()).toBeUndefined();
    await sendSigned(test, { ...shop, secret: "whsec_d3Jvbmcgc2VjcmV0IG9mIGEgc2hvcA==" }, paid({}));
    const wrong = await lastRefusal();
    expect(wrong).toEqual({
      sourceId: shop.id,
      at: expect.any(String),
      reason: "The signature is wrong, or its time is",
    });
    // A second one within a second is not noted, so that messages that are refused do not make the app write each time.
    await sendSigned(test, shop, "{");
    expect(await lastRefusal()).toEqual(wrong);
    test.clock.advance(2_000);
    await sendSigned(test, shop, { type: "order.paid", order: { id: "a secret" } });
    const { reason } = (await lastRefusal())!;
    expect(reason).toMatch(/^The message cannot be read\. order/);
    expect(reason).not.toContain("a secret");
    test.clock.advance(2_000);
    await sendSigned(test, shop, paid({ items: [] }));
    expect((await lastRefusal())!.reason).toBe(reason);
  });

  it("throttles wrong signatures of an address, and no right one", async () => {
    const shop = await addSource(owner, "stripe");
    const wrong = () =>
      sendSigned(test, { ...shop, secret: "wrong" }, {}, { "x-forwarded-for": "203.0.113.7" });
    const statuses = new Set<number>();
    for (let count = 0; count <= 100; count += 1) statuses.add((await wrong()).statusCode);
    expect(statuses).toEqual(new Set([401, 429]));
    const noted = () =>
      test.context.database.kysely
        .selectFrom("sources")
        .select("last_refused_at")
        .where("id", "=", shop.id)
        .executeTakeFirst();
    const before = await noted();
    test.clock.advance(2_000);
    expect((await wrong()).statusCode).toBe(429);
    expect(await noted()).toEqual(before);
    expect((await sendSigned(test, shop, { type: "x", data: { object: {} } })).statusCode).toBe(
      200,
    );
  });

  it("answers the ping of WooCommerce, which is not signed", async () => {
    const shop = await addSource(owner, "woocommerce");
    const ping = (body: string) =>
      test.app.inject({
        method: "POST",
        url: `/api/hooks/${shop.id}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    expect((await ping("webhook_id=7")).statusCode).toBe(200);
    expect((await ping("order_id=7")).statusCode).toBe(415);
  });

  it.each(["sumsub", "veriff"])("checks the signatures of %s", async (kind) => {
    const source = await addSource(owner, kind);
    expect((await sendSigned(test, source, {})).statusCode).toBe(200);
    const other = { ...source, secret: "another" };
    expect((await sendSigned(test, other, {})).statusCode).not.toBe(200);
  });
});
