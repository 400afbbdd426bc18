import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { callOf, calls } from "../support/calls.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const traderCalls = calls.filter(({ caller }) => caller === "trader");
const administratorCalls = calls.filter(({ caller }) => caller === "administrator");

describe.each(transports)("a ban over $name", (transport) => {
  const ban = (id: number, banReason?: string) =>
    transport.call(administrator, "admin.users.ban", { id, banned: true, banReason });
  const unban = (id: number, fields = {}) =>
    transport.call(administrator, "admin.users.ban", { id, banned: false, ...fields });
  const signIn = (email: string, password = PASSWORD) =>
    transport.call(test.visitor(), "auth.login", { email, password });

  const refusal = {
    status: 403,
    body: {
      isBanned: true,
      banReason: "Copy trading",
      message: "Your account has been banned",
    },
  };

  it("returns the trader with the trimmed reason", async () => {
    const { id } = await test.trader();
    const { status, body } = await ban(id, "  Copy trading ");
    expect([status, body.banned, body.banReason]).toEqual([200, true, "Copy trading"]);
  });

  it("makes every call of an open session return the ban response", async () => {
    const trader = await test.trader();
    await ban(trader.id, "Copy trading");
    for (const { procedure } of traderCalls) {
      const outcome = await transport.call(trader, procedure, callOf(procedure).input);
      expect([procedure, outcome]).toMatchObject([procedure, refusal]);
    }
    for (const { procedure } of administratorCalls) {
      const input = { ...callOf(procedure).input, id: trader.id };
      const outcome = await transport.call(trader, procedure, input);
      expect([procedure, outcome]).toMatchObject([procedure, refusal]);
    }
    const file = await trader.get("/api/certificates/1/file");
    expect([file.statusCode, file.json()]).toEqual([403, refusal.body]);
  });

  it("is revealed at sign-in only for the right password", async () => {
    const trader = await test.trader();
    await ban(trader.id, "Copy trading");
    expect(await signIn(trader.email)).toMatchObject(refusal);
    const wrong = await signIn(trader.email, "wrong");
    expect(wrong.status).toBe(401);
    expect(wrong.body.isBanned).toBeUndefined();
  });

  it("lets the trader sign out", async () => {
    const trader = await test.trader();
    await ban(trader.id, "Copy trading");
    expect((await transport.call(trader, "auth.logout")).status).toBe(200);
    expect((await transport.call(trader, "auth.me")).status).toBe(401);
  });

  it("affects only the banned trader", async () => {
    const [banned, other] = [await test.trader(), await test.trader()];
    await ban(banned.id, "Copy trading");
    expect((await transport.call(other, "auth.me")).status).toBe(200);
  });

  it("can be given another reason", async () => {
    const trader = await test.trader();
    await ban(trader.id, "Copy trading");
    await ban(trader.id, "News trading");
    expect((await transport.call(trader, "auth.me")).body.banReason).toBe("News trading");
  });

  it.each([undefined, "", "   ", null])("is rejected without a reason (%j)", async (banReason) => {
    const trader = await test.trader();
    const input = { id: trader.id, banned: true, banReason };
    const outcome = await transport.call(administrator, "admin.users.ban", input);
    expect(outcome).toMatchObject({
      status: 400,
      message: "Please provide a reason for banning this user",
    });
    expect((await transport.call(trader, "auth.me")).status).toBe(200);
  });

  it.each(["true", "false", 1, 0, null, undefined])("rejects %j for banned", async (banned) => {
    const { id } = await test.trader();
    const input = { id, banned, banReason: "Copy trading" };
    const outcome = await transport.call(administrator, "admin.users.ban", input);
    expect(outcome).toMatchObject({ status: 400, message: "banned must be true or false" });
  });

  it("is lifted by an unban, which clears the reason and restores no session", async () => {
    const trader = await test.trader();
    await ban(trader.id, "Copy trading");
    const { status, body } = await unban(trader.id, { banReason: "Copy trading" });
    expect([status, body.banned, body.banReason]).toEqual([200, false, null]);
    expect((await transport.call(trader, "auth.me")).status).toBe(401);
    expect((await signIn(trader.email)).status).toBe(200);
  });

  it("can be lifted from a trader who is not banned, without ending a session", async () => {
    const trader = await test.trader();
    expect((await unban(trader.id)).status).toBe(200);
    expect((await transport.call(trader, "auth.me")).status).toBe(200);
  });

  it("returns 404 if the trader does not exist", async () => {
    expect((await ban(2_147_483_647, "Copy trading")).status).toBe(404);
  });

  it("cannot be bypassed by a password reset", async () => {
    const trader = await test.trader();
    await ban(trader.id, "Copy trading");
    await transport.call(test.visitor(), "auth.forgotPassword", { email: trader.email });
    expect(await signIn(trader.email)).toMatchObject(refusal);
  });
});
