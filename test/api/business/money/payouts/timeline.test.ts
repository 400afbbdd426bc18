import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../../../support/app.ts";
import type { Browser } from "../../../../support/http.ts";

let test: TestApp;
let administrator: Browser;
let olivia: Browser & { id: number };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  olivia = await test.trader();
  await administrator.patch(`/api/admin/user/${olivia.id}/account`, { payoutEnabled: true });
});
afterAll(() => test.close());

const payment = { amount: "100", paymentMethod: "crypto" };

async function request(headers?: Record<string, string>, body: object = payment) {
  return olivia.post("/api/user/payouts", body, headers);
}

async function newRequest(): Promise<number> {
  return (await request()).json<{ id: number }>().id;
}

const decide = (id: number, decision: object) =>
  administrator.patch(`/api/admin/payouts/${id}`, decision);

describe("the timeline of a payout request", () => {
  it("shows its trader and administrators every decision, with actor and notes", async () => {
    const id = await newRequest();
    await decide(id, { status: "rejected", adminNotes: "The wallet is unknown" });
    await decide(id, { status: "approved" });
    const own = (await olivia.get(`/api/user/payouts/${id}`)).json<{ timeline: object[] }>();
    expect(own).toMatchObject({
      id,
      status: "approved",
      timeline: [
        { event: "requested", status: "pending", actor: "trader", note: null },
        {
          event: "rejected",
          status: "rejected",
          actor: "administrator",
          actorName: "Test administrator",
          note: "The wallet is unknown",
        },
        { event: "reversed", status: "approved", actor: "administrator", note: null },
      ],
    });
    const theirs = (await administrator.get(`/api/admin/payouts/${id}`)).json<object>();
    expect(theirs).toMatchObject({ user: { fullName: "Olivia Bennett" }, timeline: own.timeline });
  });

  it("is hidden from other traders", async () => {
    const id = await newRequest();
    const other = await test.trader();
    expect((await other.get(`/api/user/payouts/${id}`)).statusCode).toBe(404);
    expect((await test.visitor().get(`/api/user/payouts/${id}`)).statusCode).toBe(401);
    expect((await olivia.get(`/api/admin/payouts/${id}`)).statusCode).toBe(403);
    expect((await administrator.get("/api/admin/payouts/2147483648")).statusCode).toBe(404);
  });

  it("starts with the request even if it is older than the audit log", async () => {
    const { rows } = await test.context.database.pool.query<{ id: number }>(
      `insert into payout_requests (user_id, amount, payment_method, created_at)
       values ($1, 5, 'bank', '2025-01-02T03:04:05Z') returning id`,
      [olivia.id],
    );
    const response = await olivia.get(`/api/user/payouts/${rows[0]!.id}`);
    expect(response.json<{ timeline: object[] }>().timeline).toMatchObject([
      { event: "requested", at: "2025-01-02T03:04:05.000Z" },
    ]);
  });
});

describe("a decision on a request that has changed since", () => {
  it("returns the current state if the expected one does not match", async () => {
    const id = await newRequest();
    await decide(id, { status: "approved", expectedStatus: "pending" });
    const stale = await decide(id, {
      status: "rejected",
      adminNotes: "No",
      expectedStatus: "pending",
    });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      message: "This payout request is already approved",
      current: { id, status: "approved" },
    });
    const meant = { status: "rejected", adminNotes: "No", expectedStatus: "approved" };
    expect((await decide(id, meant)).statusCode).toBe(200);
  });

  it("returns the current state if it is pending", async () => {
    const id = await newRequest();
    const stale = await decide(id, { status: "approved", expectedStatus: "rejected" });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      message: "This payout request is now pending",
      current: { id, status: "pending" },
    });
  });
});

describe("an Idempotency-Key", () => {
  it("creates one request for many calls, even concurrent ones, with the same response", async () => {
    const headers = { "idempotency-key": "one" };
    const responses = await Promise.all(Array.from({ length: 8 }, () => request(headers)));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    const { id } = responses[0]!.json<{ id: number }>();
    await decide(id, { status: "approved", adminNotes: "Paid" });
    expect((await request(headers)).body).toBe(responses[0]!.body);
  });

  it("is rejected with another body", async () => {
    const headers = { "idempotency-key": "two" };
    expect((await request(headers)).statusCode).toBe(201);
    const other = await request(headers, { ...payment, amount: "101" });
    expect(other.statusCode).toBe(422);
    expect(other.json<{ message: string }>().message).toMatch(/used for another request/);
  });

  it("is separate for each trader", async () => {
    const sue = await test.trader();
    await administrator.patch(`/api/admin/user/${sue.id}/account`, { payoutEnabled: true });
    const headers = { "idempotency-key": "three" };
    const first = await request(headers);
    const second = await sue.post("/api/user/payouts", payment, headers);
    expect(second.statusCode).toBe(201);
    expect(second.json<{ id: number }>().id).not.toBe(first.json<{ id: number }>().id);
  });

  it("is free again if the request was rejected", async () => {
    const sue = await test.trader();
    const headers = { "idempotency-key": "four" };
    expect((await sue.post("/api/user/payouts", payment, headers)).statusCode).toBe(403);
    await administrator.patch(`/api/admin/user/${sue.id}/account`, { payoutEnabled: true });
    expect((await sue.post("/api/user/payouts", payment, headers)).statusCode).toBe(201);
  });

  it.each(["", " ", "a b", "é", "x".repeat(256)])("cannot be %j", async (key) => {
    const response = await request({ "idempotency-key": key });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      "Idempotency-Key must be 1 to 255 visible characters",
    ]);
  });
});

describe("the last view of the master password", () => {
  it("is shown to its owner with the name of the viewer", async () => {
    const sue = await test.trader();
    const view = async () => (await sue.get("/api/user/account/last-view")).json<unknown>();
    await administrator.get(`/api/admin/user/${sue.id}`);
    // No password existed yet, and setting one is not a view.
    await administrator.patch(`/api/admin/user/${sue.id}/account`, { masterPassword: "k7#Tpx2v" });
    expect(await view()).toBeNull();
    await administrator.get(`/api/admin/user/${sue.id}`);
    expect(await view()).toEqual({
      viewedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      viewedBy: "Test administrator",
    });
    const risk = await test.administrator("risk");
    await risk.get(`/api/admin/user/${sue.id}`);
    expect(await view()).toMatchObject({ viewedBy: "Test risk" });
  });
});
