import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import { holdLock, meetAtLock, queueAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { linkIn, untilResetsEnd } from "../../support/mails.ts";
import { statuses } from "../../support/statuses.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const passwords = Array.from({ length: 6 }, (_, index) => `new password ${index}`);

/** Returns the candidates with which a sign-in succeeds. */
async function accepted(email: string, candidates: string[]): Promise<string[]> {
  const responses = await Promise.all(
    candidates.map((password) => test.visitor().post("/api/login", { email, password })),
  );
  return candidates.filter((_, index) => responses[index]!.statusCode === 200);
}

function changePassword(trader: Browser, newPassword: string) {
  const input = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
  return trader.post("/api/user/change-password", input);
}

describe("concurrent calls", () => {
  it("let one of several password changes with the same current password succeed", async () => {
    const trader = await test.trader();
    const changes = passwords.map((password) => () => changePassword(trader, password));
    const responses = await meetAtLock(test, row("users", trader.id), changes);
    expect(statuses(responses)).toEqual({ 200: 1, 400: 5 });
    const winner = responses.findIndex(({ statusCode }) => statusCode === 200);
    expect(await accepted(trader.email, [PASSWORD, ...passwords])).toEqual([passwords[winner]]);
  });

  it("let one of several resets with the same token succeed", async () => {
    const trader = await test.trader();
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const { token } = linkIn((await test.mailsTo(trader.email))[0]);
    const resets = passwords.map(
      (password) => () => test.visitor().post("/api/reset-password", { token, password }),
    );
    const responses = await meetAtLock(test, row("users", trader.id), resets);
    expect(statuses(responses)).toEqual({ 200: 1, 400: 5 });
    const winner = responses.findIndex(({ statusCode }) => statusCode === 200);
    expect(await accepted(trader.email, [PASSWORD, ...passwords])).toEqual([passwords[winner]]);
  });

  it("for a reset link leave exactly one valid link", async () => {
    const trader = await test.trader();
    const request = () => test.visitor().post("/api/forgot-password", { email: trader.email });
    const lock = await holdLock(test, row("users", trader.id));
    const responses = await Promise.all([request(), request(), request(), request()]);
    expect(statuses(responses)).toEqual({ 200: 4 });
    await lock.blocked(test.context.config.workers);
    await lock.release();
    const mails = await test.mailsTo(trader.email, 4);
    const resets = [];
    for (const [index, { token }] of mails.map(linkIn).entries()) {
      const password = passwords[index]!;
      resets.push(await test.visitor().post("/api/reset-password", { token, password }));
    }
    expect(statuses(resets)).toEqual({ 200: 1, 400: 3 });
  });

  it("for a reset link do nothing if they are queued behind the trader's deletion", async () => {
    const administrator = await test.administrator();
    const { id, email } = await test.trader();
    const responses = await queueAtLock(test, row("users", id), [
      () => administrator.delete(`/api/admin/user/${id}`),
      () => test.visitor().post("/api/forgot-password", { email }),
    ]);
    expect(statuses(responses)).toEqual({ 200: 2 });
    await untilResetsEnd(test);
    const events = await test.context.database.kysely
      .selectFrom("audit_events")
      .select("action")
      .where("trader_id", "=", id)
      .orderBy("id")
      .execute();
    expect(events.map(({ action }) => action)).toEqual(["trader.registered", "trader.deleted"]);
  });
});

describe("a sign-in with the old password", () => {
  const change = "another password";
  const signIn = (visitor: Browser, email: string) => () =>
    visitor.post("/api/login", { email, password: PASSWORD });

  it("is rejected if it is queued behind a password change", async () => {
    const trader = await test.trader();
    const visitor = test.visitor();
    const responses = await queueAtLock(test, row("users", trader.id), [
      () => changePassword(trader, change),
      signIn(visitor, trader.email),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    expect((await visitor.get("/api/user")).statusCode).toBe(401);
    expect((await trader.get("/api/user")).statusCode).toBe(200);
  });

  it("opens a session that ends with a password change queued behind it", async () => {
    const trader = await test.trader();
    const visitor = test.visitor();
    const responses = await queueAtLock(test, row("users", trader.id), [
      signIn(visitor, trader.email),
      () => changePassword(trader, change),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await visitor.get("/api/user")).statusCode).toBe(401);
    expect((await trader.get("/api/user")).statusCode).toBe(200);
  });
});
