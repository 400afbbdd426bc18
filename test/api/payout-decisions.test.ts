import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;
let trader: Browser & { id: number; email: string };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
});
afterAll(() => test.close());

async function request(): Promise<number> {
  const sent = { amount: "125.50", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  return (await trader.post("/api/user/payouts", sent)).json<{ id: number }>().id;
}

describe.each(transports)("a payout decision over $name", (transport) => {
  const decide = (id: number, status: unknown, adminNotes?: unknown) =>
    transport.call(administrator, "admin.payouts.decide", { id, status, adminNotes });

  it("approves with notes and returns the request with its trader", async () => {
    const id = await request();
    const { status, body } = await decide(id, "approved", " Paid on Friday ");
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      userId: trader.id,
      amount: "125.50",
      currency: "USD",
      paymentMethod: "paypal",
      paymentDetails: "o@example.com",
      status: "approved",
      adminNotes: "Paid on Friday",
      createdAt: expect.stringMatching(/\.\d{3}Z$/) as string,
      user: { fullName: "Olivia Bennett", email: trader.email },
      exceedsBalance: true,
      payment: null,
      reversal: null,
      statement: null,
      paymentRunId: null,
      stageId: null,
      approvals: [],
      decisionReadiness: expect.objectContaining({ ready: false, withdrawable: "0.00" }) as object,
      decisionFlags: [{ code: "above_balance", message: expect.any(String) as string }],
      readiness: expect.objectContaining({ ready: false, withdrawable: "0.00" }) as object,
    });
  });

  it("is visible to the trader with its notes", async () => {
    const id = await request();
    await decide(id, "rejected", "Documents are missing");
    const [newest] = (await trader.get("/api/user/payouts")).json<object[]>();
    expect(newest).toMatchObject({
      id,
      status: "rejected",
      adminNotes: "Documents are missing",
    });
  });

  it.each([undefined, null, "", "  "])("approves without notes (%j)", async (notes) => {
    const { status, body } = await decide(await request(), "approved", notes);
    expect([status, body.status, body.adminNotes]).toEqual([200, "approved", null]);
  });

  it.each([undefined, null, "", "  "])("rejects nothing without notes (%j)", async (notes) => {
    const id = await request();
    expect((await decide(id, "rejected", notes)).status).toBe(400);
    const [newest] = (await trader.get("/api/user/payouts")).json<object[]>();
    expect(newest).toMatchObject({ id, status: "pending" });
  });

  it("can be reversed in both directions and keeps the newest notes", async () => {
    const id = await request();
    await decide(id, "approved", "Fine");
    const rejected = await decide(id, "rejected", "Not fine");
    expect(rejected.body).toMatchObject({ status: "rejected", adminNotes: "Not fine" });
    const approved = await decide(id, "approved");
    expect(approved.body).toMatchObject({ status: "approved", adminNotes: null });
  });

  it.each(["approved", "rejected"])(
    "returns 409 with the current request if it repeats %s",
    async (status) => {
      const id = await request();
      const first = (await decide(id, status, "The first word")).body;
      const again = await decide(id, status, "The last word");
      expect(again.status).toBe(409);
      expect(again.message).toBe(`This payout request is already ${status}`);
      expect(again.body.current).toEqual(first);
      const [newest] = (await trader.get("/api/user/payouts")).json<object[]>();
      expect(newest).toMatchObject({ id, adminNotes: "The first word" });
    },
  );

  it.each(["pending", "Approved", "", "paid", null, undefined, true, 1, ["approved"]])(
    "cannot be %j",
    async (status) => {
      const outcome = await decide(await request(), status, "Notes");
      expect(outcome).toMatchObject({
        status: 400,
        message: "Status must be approved or rejected",
      });
    },
  );

  it("returns 404 if the request does not exist", async () => {
    const outcome = await decide(2_147_483_647, "approved");
    expect(outcome).toMatchObject({ status: 404, message: "Payout request not found" });
  });

  it("cannot change what was requested", async () => {
    const input = { id: await request(), status: "approved", amount: "1000000.00" };
    const outcome = await transport.call(administrator, "admin.payouts.decide", input);
    expect(outcome).toMatchObject({ status: 400, message: "Unknown field: amount" });
  });
});
