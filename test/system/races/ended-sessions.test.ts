import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import { queueAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { linkIn } from "../../support/mails.ts";
import { administratorWithKey, codeOf, factorPath } from "../../support/second-factor.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

/** Starts the set-up of an authenticator app. @returns a call that confirms it */
async function startedApp(browser: Browser, kind: keyof typeof factorPath, password: string) {
  const started = await browser.post(`${factorPath[kind]}/totp`, { password });
  const { secret } = started.json<{ secret: string }>();
  return () => browser.post(`${factorPath[kind]}/totp/confirm`, { code: codeOf(test, secret) });
}

const factorsOf = async (id: number, column: "user_id" | "admin_id") =>
  test.context.database.kysely
    .selectFrom("totp_factors")
    .select("id")
    .where(column, "=", id)
    .where("confirmed_at", "is not", null)
    .execute();

describe("a call of a session that ends while the call waits", () => {
  it("changes nothing of a trader who resets the password", async () => {
    const trader = await test.trader();
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const confirm = await startedApp(trader, "trader", PASSWORD);
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const { token } = linkIn((await test.mailsTo(trader.email))[0]);
    const responses = await queueAtLock(test, row("users", trader.id), [
      () => test.visitor().post("/api/reset-password", { token, password: "another password" }),
      confirm,
      () => trader.patch("/api/user/profile", { email: "elsewhere@example.com" }),
      () => trader.post("/api/user/payouts", { amount: "25.00", paymentMethod: "crypto" }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401, 401]);
    expect(await factorsOf(trader.id, "user_id")).toEqual([]);
    const { email } = await test.context.database.kysely
      .selectFrom("users")
      .select("email")
      .where("id", "=", trader.id)
      .executeTakeFirstOrThrow();
    expect(email).toBe(trader.email);
  });

  it("does not change the second factor of an administrator whose key is replaced", async () => {
    const { browser, accessKey } = await administratorWithKey(test, "risk");
    const { id } = (await browser.get("/api/admin/me")).json<{ id: number }>();
    const confirm = await startedApp(browser, "administrator", accessKey);
    const responses = await queueAtLock(test, row("admins", id), [
      () => owner.post(`/api/admin/team/${id}/rotate-key`),
      confirm,
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    expect(await factorsOf(id, "admin_id")).toEqual([]);
  });

  it("adds neither an administrator nor a token if it is that of an owner whose key is replaced", async () => {
    const { browser } = await administratorWithKey(test);
    const { id } = (await browser.get("/api/admin/me")).json<{ id: number }>();
    const responses = await queueAtLock(test, row("admins", id), [
      () => owner.post(`/api/admin/team/${id}/rotate-key`),
      () => browser.post("/api/admin/team", { name: "Intruder", role: "owner" }),
      () => browser.post("/api/admin/tokens", { label: "Backdoor", scopes: ["users:write"] }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401]);
    expect(responses[1]!.json()).toMatchObject({ message: "Please sign in as an administrator" });
  });
});

it("a change of the own profile that waits for a ban shows the ban", async () => {
  const trader = await test.trader();
  const responses = await queueAtLock(test, row("users", trader.id), [
    () => owner.patch(`/api/admin/user/${trader.id}/ban`, { banned: true, banReason: "Shared" }),
    () => trader.patch("/api/user/profile", { city: "Paris" }),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 403]);
  expect(responses[1]!.json()).toMatchObject({ isBanned: true, banReason: "Shared" });
});
