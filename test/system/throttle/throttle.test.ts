import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HOUR, MINUTE, SECOND } from "../../../src/platform/time/durations.rule.ts";
import type { ThrottleName } from "../../../src/platform/throttle/throttle.ts";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import { createDatabase } from "../../support/database.ts";
import { statuses } from "../../support/statuses.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).toReversed()) await close();
});

async function sharedDatabase(): Promise<string> {
  const database = await createDatabase();
  closers.push(() => database.drop());
  return database.url;
}

async function instance(databaseUrl: string): Promise<TestApp> {
  const app = await startApp({ env: { RATE_LIMIT: "on" }, databaseUrl });
  closers.push(() => app.close());
  return app;
}

const signIn = (app: TestApp, email: string, password: string) =>
  app.visitor().post("/api/login", { email, password });

describe("every throttle", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp({ env: { RATE_LIMIT: "on" } });
  });
  afterAll(() => test.close());

  const limits: Record<ThrottleName, [points: number, window: number]> = {
    signInByAccount: [10, 15 * MINUTE],
    signInByAddress: [100, 15 * MINUTE],
    administratorByAddress: [20, 15 * MINUTE],
    currentPasswordByTrader: [10, 15 * MINUTE],
    secondFactorByPerson: [10, HOUR],
    secondFactorByAddress: [100, 15 * MINUTE],
    passkeyByAddress: [200, 15 * MINUTE],
    emailChangeByTrader: [20, HOUR],
    resetTokenByAddress: [100, 15 * MINUTE],
    emailTokenByAddress: [100, 15 * MINUTE],
    replayByCaller: [1200, 10 * MINUTE],
    streamByCaller: [300, 10 * MINUTE],
    caseByCallerAndTrader: [60, HOUR],
    ownDataByTrader: [1, HOUR],
    verificationMailByTrader: [5, HOUR],
    resetMailByAccount: [5, HOUR],
    resetMailByAddress: [1000, HOUR],
    certificateCodeByAddress: [50, 15 * MINUTE],
    hookByAddress: [100, 15 * MINUTE],
    registrationByAddress: [1000, HOUR],
    mailByMailbox: [10, HOUR],
  };

  it.each(Object.entries(limits) as [ThrottleName, [number, number]][])(
    "%s refuses further attempts after its limit, until its window ends",
    async (name, [points, window]) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const { throttle, database } = test.context;
      const attempt = () => throttle.consume(name, "192.0.2.1");
      await attempt();
      const { rowCount } = await database.pool.query(
        "update throttles set points = $1 where key like $2",
        [points - 1, `${name}:%`],
      );
      expect(rowCount).toBe(1);
      await attempt();
      await expect(attempt()).rejects.toMatchObject({
        details: { retryAfter: window / SECOND },
      });
    },
  );
});

describe("throttles", () => {
  it("count failed sign-ins across two instances on one database", async () => {
    const url = await sharedDatabase();
    const [first, second] = [await instance(url), await instance(url)];
    const { email } = await first.trader();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await signIn(first, email, "wrong")).statusCode).toBe(401);
      expect((await signIn(second, email, "wrong")).statusCode).toBe(401);
    }
    for (const app of [first, second]) {
      const response = await signIn(app, email, "wrong");
      expect(response.statusCode).toBe(429);
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(14 * 60);
      expect(Number(response.headers["retry-after"])).toBeLessThanOrEqual(15 * 60);
      expect(response.json()).toEqual({
        message: "Too many attempts. Please try again in 15 minutes.",
        retryAfter: expect.any(Number),
      });
    }
  });

  it("survive a restart", async () => {
    const url = await sharedDatabase();
    const first = await startApp({ env: { RATE_LIMIT: "on" }, databaseUrl: url });
    const { email } = await first.trader();
    for (let tries = 0; tries < 10; tries += 1) await signIn(first, email, "wrong");
    await first.close();
    const second = await instance(url);
    expect((await signIn(second, email, PASSWORD)).statusCode).toBe(429);
  });

  it("allow at most ten of many concurrent attempts on two instances", async () => {
    const url = await sharedDatabase();
    const apps = [await instance(url), await instance(url)];
    const { email } = await apps[0]!.trader();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(apps[index % 2]!, email, "wrong")),
    );
    expect(statuses(responses)).toEqual({ 401: 10, 429: 20 });
  });

  it("of one account do not affect another", async () => {
    const app = await instance(await sharedDatabase());
    const [olivia, noah] = [await app.trader(), await app.trader()];
    for (let tries = 0; tries < 11; tries += 1) await signIn(app, olivia.email, "wrong");
    expect((await signIn(app, noah.email, PASSWORD)).statusCode).toBe(200);
  });

  it("are reset by a successful sign-in", async () => {
    const app = await instance(await sharedDatabase());
    const { email } = await app.trader();
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 9; tries += 1) await signIn(app, email, "wrong");
      expect((await signIn(app, email, PASSWORD)).statusCode).toBe(200);
    }
  });

  it("allow 100 failures per address across all accounts", async () => {
    const app = await instance(await sharedDatabase());
    const { email } = await app.trader();
    const responses: Awaited<ReturnType<typeof signIn>>[] = [];
    // In groups, because on a busy machine some of 104 calls would wait too long for a connection.
    for (let group = 0; group < 13; group += 1) {
      const emails = Array.from({ length: 8 }, (_, index) => `nobody${group}.${index}@example.com`);
      responses.push(...(await Promise.all(emails.map((other) => signIn(app, other, "wrong")))));
    }
    expect(statuses(responses)).toEqual({ 401: 100, 429: 4 });
    expect((await signIn(app, email, PASSWORD)).statusCode).toBe(429);
  });

  it("allow 20 wrong access keys per address, not counting successes", async () => {
    const app = await instance(await sharedDatabase());
    const enter = (accessKey: string) => app.visitor().post("/api/admin/login", { accessKey });
    for (let round = 0; round < 25; round += 1) {
      expect((await enter(app.adminKey)).statusCode).toBe(200);
    }
    const responses = await Promise.all(Array.from({ length: 23 }, () => enter("wrong")));
    expect(statuses(responses)).toEqual({ 401: 20, 429: 3 });
    expect((await enter(app.adminKey)).statusCode).toBe(429);
  });

  it("allow five reset mails per email and hour, for known and unknown emails", async () => {
    const app = await instance(await sharedDatabase());
    const { email } = await app.trader();
    for (const address of [email, "nobody@example.com"]) {
      const responses = await Promise.all(
        Array.from({ length: 7 }, () =>
          app.visitor().post("/api/forgot-password", { email: address }),
        ),
      );
      expect(statuses(responses)).toEqual({ 200: 5, 429: 2 });
    }
    expect(await app.mailsTo(email, 5)).toHaveLength(5);
  });
});
