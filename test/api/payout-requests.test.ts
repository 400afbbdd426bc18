import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { startStage } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

async function eligibleTrader(balance = "1000.00") {
  const trader = await test.trader();
  const account = { payoutEnabled: true, balance };
  await administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  return trader;
}

it("has no part of the currency's smallest unit", async () => {
  const trader = await eligibleTrader();
  await startStage(administrator, trader.id, { currency: "JPY" });
  const request = (amount: string) =>
    trader.post("/api/user/payouts", { amount, paymentMethod: "bank" });
  const refused = await request("1000.50");
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { issues: [{ path: ["amount"], message: "Amounts in JPY have no decimals" }] },
  ]);
  expect((await request("1000.00")).json()).toMatchObject({ amount: "1000.00", currency: "JPY" });
  expect((await trader.get("/api/user/payouts")).json()).toHaveLength(1);
});

describe.each(transports)("a payout request over $name", (transport) => {
  it("is pending and has every field", async () => {
    const trader = await eligibleTrader();
    const input = {
      amount: "125.5",
      paymentMethod: "bank",
      paymentDetails: " Barclays\n12345678\nBARCGB22 ",
    };
    const { status, body } = await transport.call(trader, "trader.payouts.request", input);
    expect(status).toBe(transport.name === "REST" ? 201 : 200);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      userId: trader.id,
      stageId: null,
      amount: "125.50",
      currency: "USD",
      paymentMethod: "bank",
      paymentDetails: "Barclays\n12345678\nBARCGB22",
      status: "pending",
      adminNotes: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      payment: null,
      reversal: null,
      statement: null,
    });
    expect((await transport.call(trader, "trader.payouts.list")).body).toEqual([body]);
  });

  it.each([
    ["1", "1.00"],
    ["0.01", "0.01"],
    ["000012.5", "12.50"],
    ["999999999999.99", "999999999999.99"],
    [5, "5.00"],
    [0.1, "0.10"],
    [1234.56, "1234.56"],
  ])("of %j is accepted as %s", async (amount, shown) => {
    const trader = await eligibleTrader();
    const input = { amount, paymentMethod: "crypto" };
    expect((await transport.call(trader, "trader.payouts.request", input)).body.amount).toBe(shown);
  });

  const notNumbers = [
    "1e2",
    "+5",
    "1,000",
    "0x10",
    "NaN",
    "Infinity",
    " 5",
    "5 ",
    "5.",
    ".5",
    "1.005",
    "1.000",
    "--5",
    "١٢",
    "1_000",
    "$5",
    "1000000000000",
    "9".repeat(400),
    0.001,
    1.005,
    1e21,
    1e12,
    0.1 + 0.2,
    true,
    null,
    {},
    ["5"],
  ];

  it.each(notNumbers)(
    "is rejected for the amount %j, which is not a valid number",
    async (amount) => {
      const trader = await eligibleTrader();
      const input = { amount, paymentMethod: "crypto" };
      const outcome = await transport.call(trader, "trader.payouts.request", input);
      expect(outcome).toMatchObject({
        status: 400,
        message: "Amount must be a valid number",
        body: { issues: [{ path: ["amount"], message: "Amount must be a valid number" }] },
      });
      expect((await transport.call(trader, "trader.payouts.list")).body).toEqual([]);
    },
  );

  it.each(["0", "0.00", "-0", "-0.01", 0, -5])("of %j is not greater than 0", async (amount) => {
    const trader = await eligibleTrader();
    const input = { amount, paymentMethod: "crypto" };
    const outcome = await transport.call(trader, "trader.payouts.request", input);
    expect(outcome).toMatchObject({ status: 400, message: "Amount must be greater than 0" });
  });

  it.each(["bank", "paypal", "crypto", "skrill"])("may be paid by %s", async (paymentMethod) => {
    const trader = await eligibleTrader();
    const input = { amount: "5", paymentMethod };
    const { body } = await transport.call(trader, "trader.payouts.request", input);
    expect(body).toMatchObject({ paymentMethod, paymentDetails: null });
  });

  it("above the balance is accepted and flagged to administrators", async () => {
    const trader = await eligibleTrader("100.00");
    const request = async (amount: string) => {
      const input = { amount, paymentMethod: "bank" };
      return (await transport.call(trader, "trader.payouts.request", input)).body.id;
    };
    const [equal, above] = [await request("100.00"), await request("100.01")];
    const { body: list } = await transport.call<{ id: number; exceedsBalance: boolean }[]>(
      administrator,
      "admin.payouts.list",
    );
    const flags = Object.fromEntries(list.map((payout) => [payout.id, payout.exceedsBalance]));
    expect(flags).toMatchObject({ [String(equal)]: false, [String(above)]: true });
  });

  describe("without a valid session", () => {
    const good = { amount: "5", paymentMethod: "bank" };
    const bad = { amount: "five", paymentMethod: "cheque", status: "approved" };

    /** Counts the requests, and those in the audit log. */
    async function countRequests(): Promise<unknown> {
      const { rows } = await test.context.database.pool.query(
        `select (select count(*) from payout_requests) as requests,
          (select count(*) from audit_events where action = 'payout.requested') as events`,
      );
      return rows[0];
    }

    const ends: [string, number, (trader: Browser & { id: number }) => Promise<unknown>][] = [
      ["a missing cookie", 401, async (trader) => trader.cookies.clear()],
      [
        "a deleted session",
        401,
        () => test.context.database.pool.query("delete from sessions where user_id is not null"),
      ],
      [
        "an expired session",
        401,
        () =>
          test.context.database.pool.query(
            "update sessions set expires_at = $1 where user_id is not null",
            [test.clock.now().toISOString()],
          ),
      ],
      [
        "a ban",
        403,
        ({ id }) =>
          administrator.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason: "x" }),
      ],
    ];

    it.each(ends)(
      "returns the error for %s (%i) before validation, and creates nothing",
      async (_, status, end) => {
        const trader = await eligibleTrader();
        await end(trader);
        const before = await countRequests();
        for (const input of [good, bad, {}]) {
          const outcome = await transport.call(trader, "trader.payouts.request", input);
          expect([input, outcome.status]).toEqual([input, status]);
        }
        const keyed = await trader.post("/api/user/payouts", good, { "idempotency-key": "k" });
        expect(keyed.statusCode).toBe(status);
        expect(await countRequests()).toEqual(before);
      },
    );
  });

  it("cannot contain its own decision", async () => {
    const trader = await eligibleTrader();
    const input = { amount: "5", paymentMethod: "bank", status: "approved" };
    const outcome = await transport.call(trader, "trader.payouts.request", input);
    expect(outcome).toMatchObject({ status: 400, message: "Unknown field: status" });
  });

  it("after the first thousand is on the next page of the list", async () => {
    const trader = await eligibleTrader();
    await test.context.database.pool.query(
      `insert into payout_requests (user_id, amount, payment_method, created_at)
        select $1, number, 'bank', now() from generate_series(1, 1001) as number`,
      [trader.id],
    );
    const first = await transport.call<{ id: number }[]>(trader, "trader.payouts.list");
    const amounts = (list: unknown) => (list as { amount: string }[]).map(({ amount }) => amount);
    expect(amounts(first.body)).toHaveLength(1000);
    expect(amounts(first.body)[0]).toBe("1001.00");
    const oldest = first.body.at(-1)!.id;
    expect(first.response.headers.link).toBe(`</api/user/payouts?before=${oldest}>; rel="next"`);
    const next = await transport.call(trader, "trader.payouts.list", { before: oldest });
    expect(amounts(next.body)).toEqual(["1.00"]);
    expect(next.response.headers.link).toBeUndefined();
  });

  it.each([0, -1, 1.5, 2147483648])("returns 400 if `before` is %j", async (before) => {
    const trader = await eligibleTrader();
    expect(await transport.call(trader, "trader.payouts.list", { before })).toMatchObject({
      status: 400,
      message: "before must be the id of a request",
    });
  });

  it("is listed above older ones", async () => {
    const trader = await eligibleTrader();
    for (const amount of ["1", "2", "3"]) {
      await transport.call(trader, "trader.payouts.request", { amount, paymentMethod: "bank" });
    }
    const list = await transport.call<{ amount: string }[]>(trader, "trader.payouts.list");
    const amounts = list.body.map(({ amount }) => amount);
    expect(amounts).toEqual(["3.00", "2.00", "1.00"]);
  });
});

describe.each(transports)("a payout request cancelled over $name", (transport) => {
  async function requested() {
    const trader = await eligibleTrader();
    const sent = { amount: "250", paymentMethod: "paypal", paymentDetails: "o@example.com" };
    const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
    return { trader, id };
  }

  it("stays in both lists and in the history, with its place in the timeline", async () => {
    const { trader, id } = await requested();
    const { status, body } = await transport.call(trader, "trader.payouts.cancel", { id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, amount: "250.00", status: "cancelled", adminNotes: null });
    expect((await trader.get("/api/user/payouts")).json()).toEqual([body]);
    const listed = await administrator.get("/api/admin/payouts?status=cancelled");
    expect(listed.json()).toContainEqual(expect.objectContaining({ id, status: "cancelled" }));
    const page = await administrator.query("admin.payouts.page", { status: "decided", id });
    expect(page.body).toContain('"cancelled"');
    const timeline = [
      { event: "requested", status: "pending" },
      { event: "cancelled", status: "cancelled", actor: "trader", note: null },
    ];
    expect((await trader.get(`/api/user/payouts/${id}`)).json()).toMatchObject({ timeline });
    const theirs = await administrator.get(`/api/admin/payouts/${id}`);
    expect(theirs.json()).toMatchObject({ timeline, flags: [] });
  });

  it("is decided, paid and cancelled no more", async () => {
    const { trader, id } = await requested();
    await transport.call(trader, "trader.payouts.cancel", { id });
    const refusals = [
      await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" }),
      await administrator.patch(`/api/admin/payouts/${id}`, {
        status: "rejected",
        adminNotes: "No",
      }),
      await trader.delete(`/api/user/payouts/${id}`),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(409);
      expect(refusal.json()).toMatchObject({
        message: "This payout request is already cancelled",
        current: { id, status: "cancelled" },
      });
    }
    const run = await administrator.post("/api/admin/payments", { payoutIds: [id] });
    expect(run.json()).toMatchObject({ message: `Request #${id} is cancelled, not approved` });
    const readiness = await trader.get("/api/user/payouts/readiness");
    expect(readiness.body).not.toContain("request_pending");
  });

  it("was pending, also after the first of two approvals, and not decided", async () => {
    const { trader, id } = await requested();
    const settings = { secondApprovalAbove: "100" };
    await administrator.patch("/api/admin/settings/payouts", settings);
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    await administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: null });
    const cancelled = await transport.call(trader, "trader.payouts.cancel", { id });
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
    const shown = (await administrator.get(`/api/admin/payouts/${id}`)).json<object>();
    expect(shown).toMatchObject({ status: "cancelled", approvals: [] });

    const decided = await requested();
    await administrator.patch(`/api/admin/payouts/${decided.id}`, { status: "approved" });
    const late = await transport.call(decided.trader, "trader.payouts.cancel", { id: decided.id });
    expect(late).toMatchObject({
      status: 409,
      message: "This payout request is already approved",
      body: { current: { id: decided.id, status: "approved" } },
    });
  });

  it("belongs to the trader who cancels it, and sends no mail", async () => {
    const { trader, id } = await requested();
    const other = await transport.call(await eligibleTrader(), "trader.payouts.cancel", { id });
    expect(other).toMatchObject({ status: 404, message: "Payout request not found" });
    await transport.call(trader, "trader.payouts.cancel", { id });
    expect((await trader.get("/api/user/notices")).json()).toEqual([]);
    const events = await administrator.get(`/api/admin/audit?payoutId=${id}&limit=1`);
    expect(events.json()).toMatchObject([
      { action: "payout.cancelled", actor: "trader", traderId: trader.id, payoutId: id },
    ]);
  });
});
