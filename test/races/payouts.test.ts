import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { statuses } from "../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const wanted = { amount: "25.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };

async function traderWithPayouts() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  return trader;
}

async function requestedPayout(): Promise<number> {
  const trader = await traderWithPayouts();
  return (await trader.post("/api/user/payouts", wanted)).json<{ id: number }>().id;
}

describe("at the same moment", () => {
  it("20 equal decisions on one payout make one change, the others learn the present state", async () => {
    const id = await requestedPayout();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        administrator.patch(`/api/admin/payouts/${id}`, {
          status: "approved",
          adminNotes: `decision ${index}`,
        }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
    const winner = answers.find(({ statusCode }) => statusCode === 200)!.json();
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json()).toEqual({
        message: "This payout request is already approved",
        current: winner,
      });
    }
  });

  it("approvals and rejections alternate: no two equal decisions follow each other", async () => {
    const id = await requestedPayout();
    const decisions = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? { status: "approved" } : { status: "rejected", adminNotes: "No" },
    );
    const answers = await Promise.all(
      decisions.map((decision) => administrator.patch(`/api/admin/payouts/${id}`, decision)),
    );
    const made = { approved: 0, rejected: 0 };
    for (const [index, { statusCode }] of answers.entries()) {
      if (statusCode === 200) made[index % 2 ? "approved" : "rejected"] += 1;
      else expect(statusCode).toBe(409);
    }
    expect(Math.abs(made.approved - made.rejected)).toBeLessThanOrEqual(1);
  });

  it("a request is made before payouts are disabled, or refused, and none comes after", async () => {
    for (let round = 0; round < 10; round += 1) {
      const trader = await traderWithPayouts();
      const requests = Array.from({ length: 6 }, () => trader.post("/api/user/payouts", wanted));
      const disabled = administrator.patch(`/api/admin/user/${trader.id}/account`, {
        payoutEnabled: false,
      });
      const count = async () => (await trader.get("/api/user/payouts")).json<unknown[]>().length;
      expect((await disabled).statusCode).toBe(200);
      const answers = await Promise.all(requests);
      const made = statuses(answers)[201] ?? 0;
      expect(made + (statuses(answers)[403] ?? 0)).toBe(6);
      expect(await count()).toBe(made);
      expect((await trader.post("/api/user/payouts", wanted)).statusCode).toBe(403);
    }
  });
});
