import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { type Call, calls, type Procedure } from "../support/calls.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";

const protectedCalls = calls.filter(({ caller }) => caller !== "anyone");
const traderCalls = protectedCalls.filter(({ caller }) => caller === "trader");
const administratorCalls = protectedCalls.filter(({ caller }) => caller === "administrator");

let test: TestApp;
let trader: Browser & { id: number };
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  trader = await test.trader();
  administrator = await test.administrator();
});
afterAll(() => test.close());

function inputOf({ input, path }: Call): Record<string, unknown> | undefined {
  if (path.includes("{id}")) return { ...input, id: trader.id };
  return input;
}

describe.each(transports)("over $name", (transport) => {
  const attempt = (browser: Browser, call: Call) =>
    transport.call(browser, call.procedure as Procedure, inputOf(call));

  it.each(protectedCalls)("$procedure rejects callers who are not signed in", async (call) => {
    const { status, message } = await attempt(test.visitor(), call);
    expect(status).toBe(401);
    expect(message).toMatch(/^Please sign in/);
  });

  it.each(administratorCalls)("$procedure rejects a trader", async (call) => {
    const before = (await administrator.get(`/api/admin/user/${trader.id}`)).json<unknown>();
    const outcome = await attempt(trader, call);
    expect(outcome).toMatchObject({ status: 403, message: "Only administrators may do this" });
    expect((await administrator.get(`/api/admin/user/${trader.id}`)).json()).toEqual(before);
  });

  it.each(traderCalls)("$procedure rejects an administrator", async (call) => {
    expect((await attempt(administrator, call)).status).toBe(401);
  });

  it("checks the permission before the input", async () => {
    const visitor = test.visitor();
    const bad = { amount: "many" };
    expect((await transport.call(visitor, "trader.payouts.request", bad)).status).toBe(401);
    expect(
      (await transport.call(trader, "admin.users.update", { id: 0, fullName: 5 })).status,
    ).toBe(403);
  });

  it("a payout can be requested only while payouts are enabled for the account", async () => {
    const olivia = await test.trader();
    const request = () =>
      transport.call(olivia, "trader.payouts.request", { amount: "10", paymentMethod: "bank" });
    const enable = (payoutEnabled: boolean) =>
      transport.call(administrator, "admin.accounts.update", { id: olivia.id, payoutEnabled });
    const refusal = {
      status: 403,
      message: "Your account is not currently eligible for payouts.",
    };
    expect(await request()).toMatchObject(refusal);
    await enable(true);
    expect((await request()).body.status).toBe("pending");
    await enable(false);
    expect(await request()).toMatchObject(refusal);
    expect((await transport.call(olivia, "trader.payouts.list")).body).toHaveLength(1);
  });

  it("a trader sees only their own records", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    await administrator.patch(`/api/admin/user/${olivia.id}/account`, {
      payoutEnabled: true,
      login: "5002001",
    });
    await transport.call(olivia, "trader.payouts.request", { amount: "10", paymentMethod: "bank" });
    expect((await transport.call(noah, "trader.payouts.list")).body).toEqual([]);
    expect((await transport.call(noah, "trader.account")).body).toMatchObject({
      userId: noah.id,
      login: null,
    });
    expect((await transport.call(noah, "auth.me")).body.id).toBe(noah.id);
  });
});
