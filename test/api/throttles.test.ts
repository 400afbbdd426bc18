import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time/durations.rule.ts";
import { PASSWORD, registration, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { countAttempts } from "../support/limits.ts";
import { linkIn } from "../support/mails.ts";
import { addPasskey, administratorWithKey, codeOf, setUpApp } from "../support/second-factor.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ env: { RATE_LIMIT: "on" } });
});
afterEach(async () => {
  vi.useRealTimers();
  await test.context.database.pool.query("delete from throttles");
});
afterAll(() => test.close());

/** The address of injected calls. */
const ADDRESS = "127.0.0.1";

/** Lets this much time pass for the throttles, which read the machine's clock, and stops that clock. */
function letPass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}

const signIn = (email: string, password: string, headers?: Record<string, string>) =>
  test.visitor().post("/api/login", { email, password }, headers);

async function repeat(times: number, attempt: (index: number) => ReturnType<typeof signIn>) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await attempt(index)).statusCode);
  return statuses;
}

const all = (length: number, status: number) => Array.from({ length }, () => status);

/** Signs in from this address. */
function from(remoteAddress: string, email: string, password: string) {
  const payload = { email, password };
  return test.visitor().send({ method: "POST", url: "/api/login", payload, remoteAddress });
}

describe("failed sign-ins to one account", () => {
  it("are limited to 10 in 15 minutes, then even the right password returns 429 with Retry-After", async () => {
    const { email } = await test.trader();
    letPass(0);
    expect(await repeat(10, () => signIn(email, "wrong"))).toEqual(all(10, 401));
    const response = await signIn(email.toUpperCase(), PASSWORD);
    expect(response.statusCode).toBe(429);
    const { retryAfter, message } = response.json<{ retryAfter: number; message: string }>();
    expect(message).toMatch(/^Too many attempts\. Please try again in 15 minutes\.$/);
    expect(retryAfter).toBe(15 * 60);
    expect(response.headers["retry-after"]).toBe(String(retryAfter));
  });

  it("say how long to wait, in minutes rounded up, then in seconds", async () => {
    const { email } = await test.trader();
    letPass(0);
    await repeat(10, () => signIn(email, "wrong"));
    const wait = async () => (await signIn(email, "wrong")).json<{ message: string }>().message;
    letPass(30 * SECOND);
    expect(await wait()).toBe("Too many attempts. Please try again in 15 minutes.");
    letPass(13 * MINUTE);
    expect(await wait()).toBe("Too many attempts. Please try again in 2 minutes.");
    letPass(MINUTE);
    expect(await wait()).toBe("Too many attempts. Please try again in 30 seconds.");
  });

  it("count over tRPC and REST together and return the same response", async () => {
    const { email } = await test.trader();
    await repeat(9, () => signIn(email, "wrong"));
    await test.visitor().mutate("auth.login", { email, password: "wrong" });
    const response = await test.visitor().mutate("auth.login", { email, password: PASSWORD });
    expect(response.statusCode).toBe(429);
    const { data } = response.json<{ error: { json: { data: Record<string, unknown> } } }>().error
      .json;
    expect(data).toMatchObject({ code: "TOO_MANY_REQUESTS", httpStatus: 429 });
    expect(response.headers["retry-after"]).toBe(String(data.retryAfter));
  });

  it("do not lock other accounts, and count for unknown emails as for known ones", async () => {
    const { email } = await test.trader();
    const unknown = "nobody@example.com";
    expect(await repeat(10, () => signIn(unknown, "wrong"))).toEqual(all(10, 401));
    expect((await signIn(unknown, "wrong")).statusCode).toBe(429);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it("are reset by a successful sign-in", async () => {
    const { email } = await test.trader();
    await repeat(9, () => signIn(email, "wrong"));
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
    expect(await repeat(10, () => signIn(email, "wrong"))).toEqual(all(10, 401));
  });

  it("lock an account for 15 minutes, regardless of further attempts", async () => {
    const { email } = await test.trader();
    await repeat(10, () => signIn(email, "wrong"));
    letPass(14 * MINUTE);
    expect(await repeat(5, () => signIn(email, "wrong"))).toEqual(all(5, 429));
    letPass(MINUTE + 5 * SECOND);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it("are reset when the password is reset by mail", async () => {
    const { email } = await test.trader();
    await repeat(10, () => signIn(email, "wrong"));
    await test.visitor().post("/api/forgot-password", { email });
    const { token } = linkIn((await test.mailsTo(email))[0]);
    await test.visitor().post("/api/reset-password", { token, password: PASSWORD });
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });
});

describe("failed sign-ins from one address", () => {
  const guess = (index: number, headers?: Record<string, string>) =>
    signIn(`guess.${index}@example.com`, "wrong", headers);

  it("are limited to 100 in 15 minutes over all accounts, without affecting other addresses", async () => {
    const { email } = await test.trader();
    expect(await repeat(100, (index) => guess(index))).toEqual(all(100, 401));
    expect((await signIn(email, PASSWORD)).statusCode).toBe(429);
    expect((await from("192.0.2.1", email, PASSWORD)).statusCode).toBe(200);
  });

  it("are not counted for an address forged by the caller", async () => {
    const forge = (index: number) => ({
      "x-forwarded-for": `192.0.2.${index}`,
      "x-real-ip": `192.0.2.${index}`,
      forwarded: `for=192.0.2.${index}`,
    });
    await countAttempts(test, "signInByAddress", ADDRESS, 98);
    const statuses = await repeat(3, (index) => guess(index, forge(index)));
    expect(statuses).toEqual([401, 401, 429]);
  });

  it("do not include successful ones", async () => {
    const { email } = await test.trader();
    await countAttempts(test, "signInByAddress", ADDRESS, 99);
    expect(await repeat(5, () => signIn(email, PASSWORD))).toEqual(all(5, 200));
    expect((await guess(99)).statusCode).toBe(401);
    expect((await guess(100)).statusCode).toBe(429);
  });
});

describe("behind a trusted proxy", () => {
  it("the address is the one the proxy saw, not an earlier hop", async () => {
    const proxied = await startApp({ env: { RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" } });
    const tryKey = (forwarded: string) =>
      proxied
        .visitor()
        .post("/api/admin/login", { accessKey: "wrong" }, { "x-forwarded-for": forwarded });
    await countAttempts(proxied, "administratorByAddress", "198.51.100.7", 18);
    const statuses = await repeat(3, (index) => tryKey(`192.0.2.${index}, 198.51.100.7`));
    expect(statuses).toEqual([401, 401, 429]);
    expect((await tryKey("198.51.100.8")).statusCode).toBe(401);
    await proxied.close();
  });
});

describe("administrator keys", () => {
  it("are limited to 20 wrong ones per address in 15 minutes", async () => {
    const tryKey = (accessKey: string) => test.visitor().post("/api/admin/login", { accessKey });
    expect(await repeat(20, (index) => tryKey(`wrong ${index}`))).toEqual(all(20, 401));
    const response = await tryKey(test.adminKey);
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    letPass(15 * MINUTE + 5 * SECOND);
    expect((await tryKey(test.adminKey)).statusCode).toBe(200);
  });

  it("do not count those that succeed", async () => {
    const tryKey = (accessKey: string) => test.visitor().post("/api/admin/login", { accessKey });
    await countAttempts(test, "administratorByAddress", ADDRESS, 19);
    expect(await repeat(5, () => tryKey(test.adminKey))).toEqual(all(5, 200));
    expect((await tryKey("wrong")).statusCode).toBe(401);
    expect((await tryKey(test.adminKey)).statusCode).toBe(429);
  });

  it("do not count right ones that still require a code", async () => {
    const { browser, accessKey } = await administratorWithKey(test);
    await setUpApp(test, browser, { kind: "administrator", password: accessKey });
    const tryKey = () => test.visitor().post("/api/admin/login", { accessKey });
    await countAttempts(test, "administratorByAddress", ADDRESS, 19);
    expect(await repeat(3, tryKey)).toEqual(all(3, 401));
  });
});

describe("codes of a second factor", () => {
  it("are limited to 100 wrong ones per address in 15 minutes", async () => {
    const { email, secret } = await traderWithApp();
    await countAttempts(test, "secondFactorByAddress", ADDRESS, 99);
    const attempt = (code: string) =>
      test.visitor().post("/api/login", { email, password: PASSWORD, code });
    const valid = await attempt(codeOf(test, secret));
    expect(valid.statusCode).toBe(200);
    expect(await repeat(2, () => attempt("000000"))).toEqual([401, 429]);
  });

  async function traderWithApp() {
    const trader = await test.trader();
    return { email: trader.email, ...(await setUpApp(test, trader)) };
  }
});

describe("wrong reset tokens", () => {
  it("are 100 in 15 minutes for all addresses of one IPv6 network", async () => {
    const attempt = (index: number) =>
      test.visitor().send({
        method: "POST",
        url: "/api/reset-password",
        payload: { token: `wrong ${index}`, password: PASSWORD },
        remoteAddress: `2001:db8:1:1::${index.toString(16)}`,
      });
    await countAttempts(test, "resetTokenByAddress", "2001:db8:1:1:2::1", 98);
    expect(await repeat(3, attempt)).toEqual([400, 400, 429]);
  });
});

describe("reset mails", () => {
  const ask = (email: string) => test.visitor().post("/api/forgot-password", { email });

  it("are limited to 5 per account and hour, then return 429 without sending", async () => {
    const { email } = await test.trader();
    expect(await repeat(5, () => ask(email))).toEqual(all(5, 200));
    const response = await ask(` ${email.toUpperCase()}`);
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(3500);
    await ask("another@example.com");
    expect(await test.mailsTo(email, 5)).toHaveLength(5);
    letPass(HOUR + 5 * SECOND);
    expect((await ask(email)).statusCode).toBe(200);
    expect(await test.mailsTo(email, 6)).toHaveLength(6);
  });

  it("count the same for unknown addresses", async () => {
    const statuses = await repeat(6, () => ask("nobody@example.com"));
    expect(statuses).toEqual([...all(5, 200), 429]);
  });
});

describe("wrong current passwords", () => {
  it("are limited to 10 in 15 minutes per trader and reset by a right one", async () => {
    const trader = await test.trader();
    const change = (currentPassword: string) => {
      const passwords = { newPassword: "battery staple", confirmPassword: "battery staple" };
      return trader.post("/api/user/change-password", { currentPassword, ...passwords });
    };
    await countAttempts(test, "currentPasswordByTrader", String(trader.id), 9);
    expect((await change(PASSWORD)).statusCode).toBe(200);
    expect(await repeat(10, () => change("wrong"))).toEqual(all(10, 400));
    const response = await change("battery staple");
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(890);
    expect((await trader.get("/api/user")).statusCode).toBe(200);
    letPass(15 * MINUTE + 5 * SECOND);
    expect((await change("battery staple")).statusCode).toBe(200);
  });
});

describe("reset tokens", () => {
  it("are limited to 100 wrong ones per address in 15 minutes", async () => {
    const { email } = await test.trader();
    const reset = (token: string) =>
      test.visitor().post("/api/reset-password", { token, password: "battery staple" });
    await test.visitor().post("/api/forgot-password", { email });
    const [mail] = await test.mailsTo(email);
    await countAttempts(test, "resetTokenByAddress", ADDRESS, 99);
    expect((await reset(linkIn(mail).token)).statusCode).toBe(200);
    expect(await repeat(2, (index) => reset(`wrong ${index}`))).toEqual([400, 429]);
    expect((await signIn(email, "battery staple")).statusCode).toBe(200);
    letPass(15 * MINUTE + 5 * SECOND);
    expect((await reset("wrong")).statusCode).toBe(400);
  });
});

describe("links that verify an email", () => {
  it("are limited to 100 wrong ones per address in 15 minutes", async () => {
    const verifying = await startApp({ verifiesEmails: true, env: { RATE_LIMIT: "on" } });
    onTestFinished(() => verifying.close());
    const verify = (token: string) => verifying.visitor().post("/api/verify-email", { token });
    const { email } = await verifying.trader();
    const [mail] = await verifying.mailsTo(email);
    await countAttempts(verifying, "emailTokenByAddress", ADDRESS, 99);
    expect((await verify(linkIn(mail).token)).statusCode).toBe(200);
    expect(await repeat(2, (index) => verify(`wrong ${index}`))).toEqual([400, 429]);
  });
});

describe("sign-ins with a passkey", () => {
  it("are limited to 200 calls per address in 15 minutes, not counting those that succeed", async () => {
    const { authenticator } = await addPasskey(test, await test.trader());
    const prepare = () => test.visitor().post("/api/login/passkey-options");
    const signInWithPasskey = async () => {
      const credential = authenticator.get((await prepare()).json());
      return (await test.visitor().post("/api/login/passkey", { credential })).statusCode;
    };
    await countAttempts(test, "passkeyByAddress", ADDRESS, 198);
    expect([await signInWithPasskey(), await signInWithPasskey()]).toEqual([200, 200]);
    expect(await repeat(3, prepare)).toEqual([200, 200, 429]);
  });
});

describe("callers with several addresses", () => {
  const password = "wrong";
  const guess = async (address: string) =>
    (await from(address, `${Math.random()}@example.com`, password)).statusCode;

  it("count as one within an IPv6 /64 network", async () => {
    const near = (index: number) => `2001:db8:1:2:${index.toString(16)}::1`;
    await countAttempts(test, "signInByAddress", near(0), 98);
    expect([await guess(near(1)), await guess(near(2)), await guess(near(3))]).toEqual([
      401, 401, 429,
    ]);
    expect(await guess("2001:db8:1:3::1")).toBe(401);
  });

  it("count as one for any notation of an address", async () => {
    const spellings = ["9.9.9.9", "::ffff:9.9.9.9", "::FFFF:909:909"];
    await countAttempts(test, "signInByAddress", "9.9.9.9", 97);
    for (const spelling of spellings) expect(await guess(spelling)).toBe(401);
    for (const spelling of spellings) expect(await guess(spelling)).toBe(429);
  });
});

describe("changes of the email", () => {
  it("are limited to 20 in an hour, not counting those that change nothing", async () => {
    const trader = await test.trader();
    const change = (email: string) => trader.patch("/api/user/profile", { email, city: "Leeds" });
    const same = ` ${trader.email.toUpperCase()} `;
    expect(await repeat(3, () => change(same))).toEqual(all(3, 200));
    const address = (index: number) => `stranger-${index}@example.com`;
    await countAttempts(test, "emailChangeByTrader", String(trader.id), 19);
    expect((await change(address(19))).statusCode).toBe(200);
    const response = await change(address(20));
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(3500);
    expect((await change(address(19))).statusCode).toBe(200);
    expect((await trader.patch("/api/user/profile", { city: "York" })).statusCode).toBe(200);
    letPass(HOUR + 5 * SECOND);
    expect((await change(address(20))).statusCode).toBe(200);
  });
});

describe("from one address", () => {
  it("1,000 reset mails may be requested in an hour for any accounts", async () => {
    const ask = (email: string) => test.visitor().post("/api/forgot-password", { email });
    expect((await ask("one@example.com")).statusCode).toBe(200);
    await test.context.database.pool.query(
      "update throttles set points = $1 where key like 'resetMailByAddress:%'",
      [999],
    );
    expect((await ask("two@example.com")).statusCode).toBe(200);
    expect((await ask("three@example.com")).statusCode).toBe(429);
  });

  it("1,000 registrations are accepted in an hour", async () => {
    const { pool } = test.context.database;
    const visitor = test.visitor();
    expect((await visitor.post("/api/register", registration())).statusCode).toBe(201);
    // Simulates 998 further registrations, because hashing each password would take too long.
    const { rowCount } = await pool.query(
      "update throttles set points = $1 where key like 'registrationByAddress:%'",
      [999],
    );
    expect(rowCount).toBe(1);
    expect((await visitor.post("/api/register", registration())).statusCode).toBe(201);
    const response = await test.visitor().post("/api/register", registration());
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(3500);
  });
});

describe("concurrent attempts", () => {
  it("cannot exceed the limit", async () => {
    const { email } = await test.trader();
    const browsers: Browser[] = Array.from({ length: 30 }, () => test.visitor());
    const responses = await Promise.all(
      browsers.map((browser) => browser.post("/api/login", { email, password: "wrong" })),
    );
    const refused = responses.filter(({ statusCode }) => statusCode === 401);
    expect(refused).toHaveLength(10);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });
});
