import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { Authenticator } from "../support/authenticator.ts";
import type { Browser } from "../support/http.ts";
import { linkIn } from "../support/mails.ts";
import { codeOf, factorPath, setUpApp } from "../support/second-factor.ts";
import { hashToken } from "../../src/platform/vault/tokens.ts";
import { HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const path = factorPath.trader;

interface Waiting {
  confirmBy: string;
  recoveryCodes: string[];
}

async function signIn(email: string, code?: string, password = PASSWORD): Promise<Browser> {
  const browser = test.visitor();
  const response = await browser.post("/api/login", { email, password, ...(code && { code }) });
  return Object.assign(browser, { status: response.statusCode });
}

/** Sets up an authenticator app that waits for the mail. */
async function waitingApp(browser: Browser) {
  const started = await browser.post(`${path}/totp`, { password: PASSWORD });
  const { secret } = started.json<{ secret: string }>();
  const code = codeOf(test, secret);
  const response = await browser.post(`${path}/totp/confirm`, { code });
  expect(response.statusCode).toBe(202);
  return { secret, waiting: response.json<Waiting>() };
}

async function waitingPasskey(browser: Browser) {
  const options = await browser.post(`${path}/passkeys/options`, { password: PASSWORD });
  const authenticator = new Authenticator();
  const credential = authenticator.create(options.json());
  const response = await browser.post(`${path}/passkeys`, { credential });
  expect(response.statusCode).toBe(202);
}

/** Returns the token of the newest confirmation. */
async function mailedToken(email: string, count = 1): Promise<string> {
  const isAsked = ({ subject }: { subject?: string }) => subject?.startsWith("Confirm your");
  await expect
    .poll(async () => (await test.mailsTo(email)).filter(isAsked).length, { timeout: 20_000 })
    .toBe(count);
  const tokens = (await test.mailsTo(email)).filter(isAsked).map((mail) => linkIn(mail).token);
  const { rows } = await test.context.database.pool.query<{ hash: string }>(
    "select token_hash as hash from factor_confirmations join users on users.id = user_id where email = $1",
    [email],
  );
  return tokens.find((token) => hashToken(token) === rows[0]?.hash) ?? tokens[0]!;
}

const confirm = (token: string) =>
  test.visitor().post("/api/user/second-factor/confirm-mail", { token });

const factors = async (browser: Browser) =>
  (await browser.get(path)).json<{ isOn: boolean; recoveryCodesLeft: number }>();

describe("a trader's first factor", () => {
  it("changes nothing until the link in the mail is opened, in any browser", async () => {
    const trader = await test.trader();
    const elsewhere = await signIn(trader.email);
    const { secret, waiting } = await waitingApp(trader);
    const { confirmBy } = waiting;
    const inAnHour = test.clock.now().getTime() + HOUR;
    expect(inAnHour - new Date(confirmBy).getTime()).toBeLessThan(MINUTE);
    expect(new Date(confirmBy).getTime()).toBeLessThanOrEqual(inAnHour);
    expect(waiting.recoveryCodes).toHaveLength(10);
    expect(await factors(trader)).toMatchObject({
      isOn: false,
      totpSince: null,
      recoveryCodesLeft: 0,
      unconfirmed: { kind: "totp", confirmBy },
    });
    // Neither does it end a session, nor does signing in need it.
    expect((await elsewhere.get("/api/user")).statusCode).toBe(200);
    expect(await signIn(trader.email)).toMatchObject({ status: 200 });

    expect((await confirm(await mailedToken(trader.email))).statusCode).toBe(200);
    expect(await factors(trader)).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
      unconfirmed: null,
    });
    expect((await trader.get("/api/user")).statusCode).toBe(200);
    expect((await elsewhere.get("/api/user")).statusCode).toBe(401);
    expect(await signIn(trader.email)).toMatchObject({ status: 401 });
    expect(await signIn(trader.email, waiting.recoveryCodes[0])).toMatchObject({ status: 200 });
    test.clock.advance(30_000);
    expect(await signIn(trader.email, codeOf(test, secret))).toMatchObject({ status: 200 });
  });

  it("may be a passkey, and the next one needs no mail", async () => {
    const trader = await test.trader();
    await waitingPasskey(trader);
    expect(await factors(trader)).toMatchObject({ isOn: false, passkeys: [] });
    expect((await confirm(await mailedToken(trader.email))).statusCode).toBe(200);
    expect(await factors(trader)).toMatchObject({
      isOn: true,
      passkeys: [{ label: expect.any(String) as string }],
    });
    const started = await trader.post(`${path}/totp`, { password: PASSWORD });
    const { secret } = started.json<{ secret: string }>();
    const added = await trader.post(`${path}/totp/confirm`, { code: codeOf(test, secret) });
    expect([added.statusCode, added.json()]).toMatchObject([200, { recoveryCodes: null }]);
  });

  it("is confirmed once, within an hour, and by the newest link only", async () => {
    const trader = await test.trader();
    await waitingApp(trader);
    const first = await mailedToken(trader.email);
    expect((await trader.post(`${path}/confirm-mail/send`)).statusCode).toBe(200);
    const second = await mailedToken(trader.email, 2);
    expect(second).not.toBe(first);
    expect((await confirm(first)).json()).toMatchObject({
      message: "This link is no longer valid",
    });
    const responses = await Promise.all([confirm(second), confirm(second)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect((await trader.post(`${path}/confirm-mail/send`)).statusCode).toBe(409);

    const other = await test.trader();
    await waitingApp(other);
    const late = await mailedToken(other.email);
    test.clock.advance(HOUR);
    expect((await confirm(late)).statusCode).toBe(400);
    expect(await factors(other)).toMatchObject({ isOn: false, unconfirmed: null });
  });

  it.each([
    [
      "a new password",
      (trader: Browser) =>
        trader.post("/api/user/change-password", {
          currentPassword: PASSWORD,
          newPassword: "battery staple 2",
          confirmPassword: "battery staple 2",
        }),
    ],
    [
      "a new email",
      (trader: Browser) =>
        trader.patch("/api/user/profile", { email: `new.${Date.now()}@example.com` }),
    ],
    ["another set-up", (trader: Browser) => trader.post(`${path}/totp`, { password: PASSWORD })],
  ])("is not confirmed after %s", async (_, change) => {
    const trader = await test.trader();
    await waitingApp(trader);
    const token = await mailedToken(trader.email);
    expect((await change(trader)).statusCode).toBeLessThan(300);
    expect((await confirm(token)).statusCode).toBe(400);
    expect(await factors(trader)).toMatchObject({ isOn: false });
  });

  it("that a thief of the password adds does not lock the trader out", async () => {
    const trader = await test.trader();
    const thief = await signIn(trader.email);
    await waitingPasskey(thief);
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    await expect
      .poll(async () => (await test.mailsTo(trader.email)).map(({ subject }) => subject), {
        timeout: 20_000,
      })
      .toContain("Reset your password");
    const reset = (await test.mailsTo(trader.email)).find(
      ({ subject }) => subject === "Reset your password",
    );
    const password = "battery staple 2";
    const { token } = linkIn(reset);
    expect((await test.visitor().post("/api/reset-password", { token, password })).statusCode).toBe(
      200,
    );
    expect(await signIn(trader.email, undefined, password)).toMatchObject({ status: 200 });
    expect((await thief.get("/api/user")).statusCode).toBe(401);
  });
});

it("an administrator's first factor counts at once", async () => {
  const administrator = await test.administrator();
  const { recoveryCodes } = await setUpApp(test, administrator, {
    kind: "administrator",
    password: test.adminKey,
  });
  expect(recoveryCodes).toHaveLength(10);
});
