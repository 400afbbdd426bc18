import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../src/platform/time/durations.rule.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

describe.each(transports)("a trader's sign-in over $name", (transport) => {
  async function signIn(email: string, remember?: boolean) {
    const browser = test.visitor();
    const input = { email, password: PASSWORD, ...(remember !== undefined && { remember }) };
    const outcome = await transport.call(browser, "auth.login", input);
    expect(outcome.status).toBe(200);
    return browser;
  }

  it("returns the same user as the current-user call", async () => {
    const trader = await test.trader();
    const browser = test.visitor();
    const input = { email: trader.email, password: PASSWORD };
    const { body } = await transport.call(browser, "auth.login", input);
    expect(body).toEqual((await transport.call(trader, "auth.me")).body);
    expect((await transport.call(browser, "auth.me")).body).toEqual(body);
  });

  it("ignores the letter case of the email and surrounding space", async () => {
    const { email } = await test.trader();
    await signIn(`  ${email.toUpperCase()} `);
  });

  it("requires the password exactly as chosen", async () => {
    const trader = await test.trader({ password: "  spaces count " });
    const sendPassword = (password: string) =>
      transport.call(test.visitor(), "auth.login", { email: trader.email, password });
    expect((await sendPassword("  spaces count ")).status).toBe(200);
    expect((await sendPassword("spaces count")).status).toBe(401);
  });

  it("returns the same response for a wrong password and an unknown email", async () => {
    const trader = await test.trader();
    const wrong = { email: trader.email, password: "wrong" };
    const unknown = { email: "nobody@example.com", password: PASSWORD };
    const outcomes = [];
    for (const input of [wrong, unknown]) {
      const browser = test.visitor();
      const { status, body } = await transport.call(browser, "auth.login", input);
      expect(status).toBe(401);
      expect(body.message).toBe("Email or password is incorrect.");
      expect(browser.cookies.size).toBe(0);
      outcomes.push(body);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it("lasts 12 hours", async () => {
    test.clock.stop();
    const browser = await signIn((await test.trader()).email);
    test.clock.advance(12 * HOUR - 1);
    expect((await transport.call(browser, "auth.me")).status).toBe(200);
    test.clock.advance(1);
    expect((await transport.call(browser, "auth.me")).status).toBe(401);
  });

  it("lasts 12 hours if remember is false", async () => {
    const browser = await signIn((await test.trader()).email, false);
    test.clock.advance(12 * HOUR);
    expect((await transport.call(browser, "auth.me")).status).toBe(401);
  });

  it("lasts 30 days if remember is true", async () => {
    test.clock.stop();
    const browser = await signIn((await test.trader()).email, true);
    test.clock.advance(30 * DAY - 1);
    expect((await transport.call(browser, "auth.me")).status).toBe(200);
    test.clock.advance(1);
    expect((await transport.call(browser, "auth.me")).status).toBe(401);
  });

  it("is independent of sign-ins in other browsers, and a sign-out ends only one", async () => {
    const trader = await test.trader();
    const [phone, desk] = [await signIn(trader.email), await signIn(trader.email)];
    const outcome = await transport.call(phone, "auth.logout");
    expect(outcome.status).toBe(200);
    expect(outcome.body).toEqual({ message: expect.any(String) as string });
    expect((await transport.call(phone, "auth.me")).status).toBe(401);
    expect((await transport.call(desk, "auth.me")).status).toBe(200);
  });

  it("cannot be restored after sign-out with the earlier cookie", async () => {
    const trader = await test.trader();
    const kept = new Map(trader.cookies);
    await transport.call(trader, "auth.logout");
    const thief = test.visitor();
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect((await transport.call(thief, "auth.me")).status).toBe(401);
  });

  it("ends the session of another trader in the same browser", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    const kept = new Map(olivia.cookies);
    await transport.call(olivia, "auth.login", { email: noah.email, password: PASSWORD });
    expect((await transport.call(olivia, "auth.me")).body.id).toBe(noah.id);
    const thief = test.visitor();
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect((await transport.call(thief, "auth.me")).status).toBe(401);
  });

  it("can be signed out twice, and without a session", async () => {
    expect((await transport.call(test.visitor(), "auth.logout")).status).toBe(200);
  });
});

describe.each(transports)("an administrator's sign-in over $name", (transport) => {
  it("succeeds with the access key", async () => {
    const browser = test.visitor();
    expect((await transport.call(browser, "admin.session")).body).toEqual({ isAdmin: false });
    const { status, body } = await transport.call(browser, "admin.login", {
      accessKey: test.adminKey,
    });
    expect([status, body]).toEqual([200, { isAdmin: true }]);
    expect((await transport.call(browser, "admin.session")).body).toEqual({ isAdmin: true });
  });

  it("rejects a wrong key", async () => {
    const browser = test.visitor();
    const outcome = await transport.call(browser, "admin.login", {
      accessKey: `${test.adminKey}x`,
    });
    expect(outcome).toMatchObject({ status: 401, message: "Invalid access key" });
    expect((await transport.call(browser, "admin.session")).body).toEqual({ isAdmin: false });
  });

  it("rejects a blank key", async () => {
    const outcome = await transport.call(test.visitor(), "admin.login", { accessKey: "  " });
    expect(outcome.status).toBe(400);
  });

  it("lasts 8 hours", async () => {
    test.clock.stop();
    const administrator = await test.administrator();
    test.clock.advance(8 * HOUR - 1);
    expect((await transport.call(administrator, "admin.users.list")).status).toBe(200);
    test.clock.advance(1);
    expect((await transport.call(administrator, "admin.session")).body).toEqual({ isAdmin: false });
    expect((await transport.call(administrator, "admin.users.list")).status).toBe(401);
  });

  it("is independent of a trader's in the same browser", async () => {
    const both = await test.trader();
    await transport.call(both, "admin.login", { accessKey: test.adminKey });
    const look = async () => [
      (await transport.call(both, "auth.me")).status,
      (await transport.call(both, "admin.users.list")).status,
    ];
    expect(await look()).toEqual([200, 200]);
    await transport.call(both, "auth.logout");
    expect(await look()).toEqual([401, 200]);
    await transport.call(both, "auth.login", { email: both.email, password: PASSWORD });
    expect((await transport.call(both, "admin.logout")).status).toBe(200);
    expect(await look()).toEqual([200, 403]);
  });
});
