import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import { meetAtLock, queueAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { statuses } from "../../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const requestFields = { amount: "25.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };

async function traderWithPayouts() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  return trader;
}

async function requestedPayout(): Promise<{ id: number; traderId: number }> {
  const trader = await traderWithPayouts();
  const { id } = (await trader.post("/api/user/payouts", requestFields)).json<{ id: number }>();
  return { id, traderId: trader.id };
}

describe("concurrent decisions on one payout", () => {
  it("change it once if they are equal, and the others return the current state", async () => {
    const { id, traderId } = await requestedPayout();
    const responses = await meetAtLock(
      test,
      row("users", traderId),
      Array.from(
        { length: 8 },
        (_, index) => () =>
          administrator.patch(`/api/admin/payouts/${id}`, {
            status: "approved",
            adminNotes: `decision ${index}`,
          }),
      ),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: 7 });
    const winner = responses.find(({ statusCode }) => statusCode === 200)!.json();
    for (const response of responses.filter(({ statusCode }) => statusCode === 409)) {
      expect(response.json()).toEqual({
        message: "This payout request is already approved",
        current: winner,
      });
    }
  });

  it("apply one after another if they differ, each reversing the previous one", async () => {
    const { id, traderId } = await requestedPayout();
    const [approval, rejection] = [
      () => administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" }),
      () =>
        administrator.patch(`/api/admin/payouts/${id}`, { status: "rejected", adminNotes: "No" }),
    ];
    const decisions = [approval, approval, rejection, rejection, approval];
    const responses = await queueAtLock(test, row("users", traderId), decisions);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 409, 200, 409, 200]);
  });
});

describe("cancelling a payout request while it is decided", () => {
  it.each([
    ["after the approval", "approved", ["approve", "cancel"]],
    ["before the approval", "cancelled", ["cancel", "approve"]],
  ] as const)("succeeds only for the first of both: %s", async (_, status, order) => {
    const trader = await traderWithPayouts();
    const sent = await trader.post("/api/user/payouts", requestFields);
    const { id } = sent.json<{ id: number }>();
    const calls = {
      approve: () => administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" }),
      cancel: () => trader.delete(`/api/user/payouts/${id}`),
    };
    const responses = await queueAtLock(
      test,
      row("users", trader.id),
      order.map((name) => calls[name]),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    expect(responses[1]!.json()).toMatchObject({
      message: `This payout request is already ${status}`,
      current: { id, status },
    });
  });
});

describe("a payout request", () => {
  const request = (trader: Browser) => () => trader.post("/api/user/payouts", requestFields);
  const disable = (id: number) => () =>
    administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: false });
  const ban = (id: number) => () =>
    administrator.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason: "Copy trading" });

  it("is rejected if it is queued behind the disabling of payouts", async () => {
    const trader = await traderWithPayouts();
    const calls = [disable(trader.id), request(trader), request(trader)];
    const responses = await queueAtLock(test, row("users", trader.id), calls);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403]);
    expect((await trader.get("/api/user/payouts")).json()).toEqual([]);
  });

  it("succeeds if the disabling of payouts is queued behind it", async () => {
    const trader = await traderWithPayouts();
    const calls = [request(trader), disable(trader.id), request(trader)];
    const responses = await queueAtLock(test, row("users", trader.id), calls);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 200, 403]);
    expect((await trader.get("/api/user/payouts")).json()).toHaveLength(1);
  });

  it("is rejected if it is queued behind a ban", async () => {
    const trader = await traderWithPayouts();
    const calls = [ban(trader.id), request(trader)];
    const responses = await queueAtLock(test, row("users", trader.id), calls);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 403]);
    expect(responses[1]!.json()).toMatchObject({ message: "Your account has been banned" });
  });
});
