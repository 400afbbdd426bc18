import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { linkIn } from "../support/mails.ts";
import {
  confirmFactor,
  administratorWithKey,
  codeOf,
  factorPath,
  setUpApp,
  STEP,
} from "../support/second-factor.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

/** A user of either kind, with their credentials. */
interface Person {
  browser: Browser;
  password: string;
  /** Signs in from a new browser. */
  signIn: (fields?: object) => ReturnType<Browser["post"]>;
  path: string;
}

const kinds = {
  async trader(): Promise<Person> {
    const trader = await test.trader();
    const signIn = (fields = {}) =>
      test.visitor().post("/api/login", { email: trader.email, password: PASSWORD, ...fields });
    return { browser: trader, password: PASSWORD, signIn, path: factorPath.trader };
  },
  async administrator(): Promise<Person> {
    const { browser, accessKey } = await administratorWithKey(test, "support");
    const signIn = (fields = {}) =>
      test.visitor().post("/api/admin/login", { accessKey, ...fields });
    return { browser, password: accessKey, signIn, path: factorPath.administrator };
  },
};

/** Opens another session of a person. @returns its browser */
async function openElsewhere({ signIn }: Person, fields?: object): Promise<Browser> {
  const elsewhere = test.visitor();
  for (const { name, value } of (await signIn(fields)).cookies) elsewhere.cookies.set(name, value);
  return elsewhere;
}

describe.each(["trader", "administrator"] as const)("the authenticator app of a %s", (kind) => {
  const person = () => kinds[kind]();
  const setUp = ({ browser, password }: Person) => setUpApp(test, browser, { kind, password });

  it("is off by default, and sign-ins ignore a code", async () => {
    const { browser, signIn, path } = await person();
    expect((await browser.get(path)).json()).toEqual({
      isOn: false,
      isRequired: false,
      totpSince: null,
      recoveryCodesLeft: 0,
      passkeys: [],
      unconfirmed: null,
      recovery: null,
      passkeyOrigin: "http://localhost:3000",
    });
    expect((await signIn()).statusCode).toBe(200);
    expect((await signIn({ code: "123456" })).statusCode).toBe(200);
  });

  it("is turned on with its first code, after which sign-ins require a code", async () => {
    const someone = await person();
    const elsewhere = await openElsewhere(someone);
    const { secret, recoveryCodes } = await setUp(someone);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await someone.browser.get(someone.path)).json()).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    });
    // Sessions that were opened without a code have ended.
    expect((await elsewhere.get(someone.path)).statusCode).toBe(401);
    const halfway = await someone.signIn();
    expect([halfway.statusCode, halfway.json()]).toEqual([
      401,
      {
        message: "Enter the code of your authenticator app to sign in",
        reason: "second_factor_required",
        methods: ["totp", "recovery-code"],
      },
    ]);
    expect(halfway.cookies).toEqual([]);
    const complete = await someone.signIn({ code: codeOf(test, secret) });
    expect(complete.statusCode).toBe(200);
    expect(complete.cookies).not.toEqual([]);
  });

  it("has no effect before a code confirms it, which must happen within an hour", async () => {
    const { browser, password, signIn, path } = await person();
    const { secret } = (await browser.post(`${path}/totp`, { password })).json<{
      secret: string;
    }>();
    const wrong = await browser.post(`${path}/totp/confirm`, { code: "000000" });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { issues: [{ path: ["code"] }] }]);
    expect((await signIn()).statusCode).toBe(200);
    expect((await browser.post(`${path}/totp/turn-off`, { password })).statusCode).toBe(409);
    test.clock.advance(3_600_001);
    const late = await browser.post(`${path}/totp/confirm`, { code: codeOf(test, secret) });
    expect(late.statusCode).toBe(409);
    expect((await signIn()).statusCode).toBe(200);
  });

  it("is set up with the newest secret if the set-up was started again", async () => {
    const { browser, password, path } = await person();
    const start = async () =>
      (await browser.post(`${path}/totp`, { password })).json<{ secret: string }>().secret;
    const [first, second] = [await start(), await start()];
    const confirm = async (secret: string) =>
      (await browser.post(`${path}/totp/confirm`, { code: codeOf(test, secret) })).statusCode;
    expect([await confirm(first), await confirm(second)]).toEqual([
      400,
      kind === "trader" ? 202 : 200,
    ]);
  });

  it("signs in with a code once, with the previous code before, and with no older one after", async () => {
    const someone = await person();
    const { secret } = await setUp(someone);
    test.clock.advance(5 * STEP);
    const [previous, current] = [codeOf(test, secret, -1), codeOf(test, secret)];
    const attempt = async (code: string) => (await someone.signIn({ code })).statusCode;
    expect(await attempt(codeOf(test, secret, -2))).toBe(401);
    expect(await attempt(previous)).toBe(200);
    expect(await attempt(previous)).toBe(401);
    expect(await attempt(current)).toBe(200);
    expect(await attempt(current)).toBe(401);
    expect(await attempt(previous)).toBe(401);
  });

  it("reports a wrong code only after the right password", async () => {
    const someone = await person();
    const { secret } = await setUp(someone);
    const wrong = await someone.signIn({ code: "000000" });
    expect([wrong.statusCode, wrong.json()]).toEqual([
      401,
      {
        message: "This code is incorrect or has already been used",
        reason: "second_factor_incorrect",
        methods: ["totp", "recovery-code"],
      },
    ]);
    const fields = kind === "trader" ? { password: "wrong" } : { accessKey: "wrong" };
    const guessed = await someone.signIn({ ...fields, code: codeOf(test, secret) });
    expect([guessed.statusCode, Object.keys(guessed.json<object>())]).toEqual([401, ["message"]]);
    const plain = await someone.signIn(fields);
    expect(plain.body).toBe(guessed.body);
  });

  it("can be replaced by each recovery code once", async () => {
    const someone = await person();
    const { recoveryCodes } = await setUp(someone);
    const [code] = recoveryCodes;
    expect(
      (await someone.signIn({ code: code!.toLowerCase().replaceAll("-", " ") })).statusCode,
    ).toBe(200);
    expect((await someone.signIn({ code })).statusCode).toBe(401);
    expect((await someone.browser.get(someone.path)).json()).toMatchObject({
      recoveryCodesLeft: 9,
    });
  });

  it("accepts one of two concurrent uses of a recovery code", async () => {
    const someone = await person();
    const { recoveryCodes } = await setUp(someone);
    const code = recoveryCodes[3];
    const lock = { statement: "select 1 from recovery_codes for update", values: [] };
    const uses = [someone.signIn, someone.signIn].map((signIn) => () => signIn({ code }));
    const responses = await meetAtLock(test, lock, uses);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401,
    ]);
  });

  it("accepts one of two concurrent uses of its code", async () => {
    const someone = await person();
    const { secret } = await setUp(someone);
    const code = codeOf(test, secret);
    const lock = { statement: "select 1 from totp_factors for update", values: [] };
    const uses = [someone.signIn, someone.signIn].map((signIn) => () => signIn({ code }));
    const responses = await meetAtLock(test, lock, uses);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401,
    ]);
  });

  it("accepts its code as a proof once, even concurrently", async () => {
    const someone = await person();
    const { secret } = await setUp(someone);
    test.clock.advance(STEP);
    const code = codeOf(test, secret);
    const renew = () => someone.browser.post(`${someone.path}/recovery-codes`, { code });
    const lock = { statement: "select 1 from totp_factors for update", values: [] };
    const responses = await meetAtLock(test, lock, [renew, renew]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 400,
    ]);
  });

  it("is turned off with the password or a fresh code, which removes the recovery codes", async () => {
    const someone = await person();
    const { browser, password, path, signIn } = someone;
    const { secret } = await setUp(someone);
    for (const [proof, field] of [
      [{}, "password"],
      [{ password: "wrong" }, "password"],
      [{ code: "000000" }, "code"],
    ] as const) {
      const refused = await browser.post(`${path}/totp/turn-off`, proof);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { issues: [{ path: [field] }] },
      ]);
    }
    expect((await signIn()).statusCode).toBe(401);
    const elsewhere = await openElsewhere(someone, { code: codeOf(test, secret) });
    expect((await elsewhere.get(path)).statusCode).toBe(200);
    test.clock.advance(STEP);
    const off = await browser.post(`${path}/totp/turn-off`, { code: codeOf(test, secret) });
    expect([off.statusCode, off.json()]).toMatchObject([
      200,
      { isOn: false, recoveryCodesLeft: 0 },
    ]);
    expect((await elsewhere.get(path)).statusCode).toBe(401);
    expect((await signIn()).statusCode).toBe(200);
    expect((await browser.post(`${path}/totp/turn-off`, { password })).statusCode).toBe(409);
  });

  it("can be given new recovery codes, which replace the previous ones", async () => {
    const someone = await person();
    const { browser, password, path, signIn } = someone;
    expect((await browser.post(`${path}/recovery-codes`, { password })).statusCode).toBe(409);
    const { recoveryCodes } = await setUp(someone);
    const renewed = await browser.post(`${path}/recovery-codes`, { password });
    const { recoveryCodes: fresh } = renewed.json<{ recoveryCodes: string[] }>();
    expect((await signIn({ code: recoveryCodes[0] })).statusCode).toBe(401);
    expect((await signIn({ code: fresh[0] })).statusCode).toBe(200);
  });

  it("has one set of recovery codes if they are renewed twice concurrently", async () => {
    const someone = await person();
    const { browser, password, path } = someone;
    await setUp(someone);
    const self = await browser.get(kind === "trader" ? "/api/user" : "/api/admin/me");
    const { id } = self.json<{ id: number }>();
    const renew = () => browser.post(`${path}/recovery-codes`, { password });
    const lock = row(kind === "trader" ? "users" : "admins", id);
    await meetAtLock(test, lock, [renew, renew]);
    expect((await browser.get(path)).json()).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it("can be set up only once, and requires more than an open session", async () => {
    const someone = await person();
    const { browser, password, path } = someone;
    expect((await browser.post(`${path}/totp`, {})).statusCode).toBe(400);
    await setUp(someone);
    expect((await browser.post(`${path}/totp`, { password })).statusCode).toBe(409);
  });

  it("exposes its secret and codes in no response, row or audit event", async () => {
    const someone = await person();
    const { secret, recoveryCodes } = await setUp(someone);
    await someone.signIn({ code: recoveryCodes[0] });
    const code = codeOf(test, secret);
    await someone.signIn({ code });
    const owner = await test.administrator();
    const responses = [
      await someone.browser.get(someone.path),
      await owner.get("/api/admin/team"),
      await owner.get("/api/admin/audit?limit=50"),
    ];
    const { pool } = test.context.database;
    const tables = ["totp_factors", "recovery_codes", "audit_events", "throttles"];
    const rows = await Promise.all(
      tables.map(async (table) =>
        (
          await pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`)
        ).rows
          .map(({ text }) => text)
          .join(),
      ),
    );
    const shown = [...responses.map(({ body }) => body), ...rows].join();
    for (const secretText of [secret, ...recoveryCodes, recoveryCodes[0]!.replaceAll("-", "")])
      expect(shown.includes(secretText)).toBe(false);
  });
});

describe("a trader with an authenticator app", () => {
  it("is notified by mail of every change and of the use of a recovery code", async () => {
    const trader = await test.trader();
    const { recoveryCodes, secret } = await setUpApp(test, trader);
    await test.visitor().post("/api/login", {
      email: trader.email,
      password: PASSWORD,
      code: recoveryCodes[0],
    });
    await trader.post(`${factorPath.trader}/recovery-codes`, { password: PASSWORD });
    await trader.post(`${factorPath.trader}/totp/turn-off`, { password: PASSWORD });
    const mails = await test.mailsTo(trader.email, 5);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A recovery code was used",
      "An authenticator app was set up",
      "Confirm your authenticator app",
      "New recovery codes were created",
      "Your authenticator app was turned off",
    ]);
    for (const { subject, text } of mails) {
      const isChange = !subject?.startsWith("Confirm");
      expect(text).toContain(
        isChange
          ? "If this was not you, open “This was not me” in our email"
          : "If this was not you, set a new password immediately",
      );
      expect(text?.includes("/not-me?token=")).toBe(isChange);
      for (const code of [...recoveryCodes, secret]) expect(text).not.toContain(code);
    }
  });

  it("keeps it when the password is reset", async () => {
    const trader = await test.trader();
    const { secret } = await setUpApp(test, trader);
    const visitor = test.visitor();
    await visitor.post("/api/forgot-password", { email: trader.email });
    const mails = await test.mailsTo(trader.email, 3);
    const { token } = linkIn(mails.find(({ subject }) => subject === "Reset your password"));
    const password = "another horse 2";
    expect((await visitor.post("/api/reset-password", { token, password })).statusCode).toBe(200);
    const { email } = trader;
    expect((await visitor.post("/api/login", { email, password })).json()).toMatchObject({
      reason: "second_factor_required",
    });
    const code = codeOf(test, secret);
    expect((await visitor.post("/api/login", { email, password, code })).statusCode).toBe(200);
  });

  it("who is banned sees the ban, with or without a code", async () => {
    const trader = await test.trader();
    const { secret } = await setUpApp(test, trader);
    const administrator = await test.administrator();
    const ban = { banned: true, banReason: "Copied trades" };
    await administrator.patch(`/api/admin/user/${trader.id}/ban`, ban);
    const { email } = trader;
    for (const code of [undefined, codeOf(test, secret)]) {
      const response = await test.visitor().post("/api/login", { email, password: PASSWORD, code });
      expect([response.statusCode, response.json()]).toMatchObject([403, { isBanned: true }]);
    }
  });

  it("loses it when the account is deleted", async () => {
    const trader = await test.trader();
    await setUpApp(test, trader);
    const administrator = await test.administrator();
    expect((await administrator.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
    const { rows } = await test.context.database.pool.query(
      "select 1 from totp_factors where user_id = $1 union all select 1 from recovery_codes where user_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([]);
  });
});

describe("the secret of an app", () => {
  it("cannot be decrypted in the row of another user", async () => {
    const [trader, other] = [await test.trader(), await test.trader()];
    const { secret } = await setUpApp(test, trader);
    await setUpApp(test, other);
    await test.context.database.pool.query(
      `update totp_factors set secret = (select secret from totp_factors where user_id = $1)
        where user_id = $2`,
      [trader.id, other.id],
    );
    const sent = { email: other.email, password: PASSWORD, code: codeOf(test, secret) };
    expect((await test.visitor().post("/api/login", sent)).statusCode).toBe(500);
  });
});

describe("wrong passwords and access keys before a change", () => {
  it.each(["trader", "administrator"] as const)(
    "are limited to 10 for a %s, and forgotten after a right one",
    async (kind) => {
      const throttled = await startApp({ env: { RATE_LIMIT: "on" } });
      onTestFinished(() => throttled.close());
      const owner =
        kind === "trader"
          ? { browser: await throttled.trader(), accessKey: PASSWORD }
          : await administratorWithKey(throttled);
      const start = async (password: string) =>
        (await owner.browser.post(`${factorPath[kind]}/totp`, { password })).statusCode;
      for (let count = 0; count < 9; count += 1) expect(await start("wrong")).toBe(400);
      expect(await start(owner.accessKey)).toBe(201);
      for (let count = 0; count < 10; count += 1) expect(await start("wrong")).toBe(400);
      expect(await start(owner.accessKey)).toBe(429);
    },
  );
});

describe("wrong codes", () => {
  let throttled: TestApp;
  beforeAll(async () => {
    throttled = await startApp({ env: { RATE_LIMIT: "on" } });
  });
  afterAll(() => throttled.close());

  it("are limited to 10 an hour per user, even after a password reset", async () => {
    const trader = await throttled.trader();
    const { secret, recoveryCodes } = await setUpApp(throttled, trader);
    const attempt = (code?: string) =>
      throttled.visitor().post("/api/login", { email: trader.email, password: PASSWORD, code });
    for (let count = 0; count < 5; count += 1) {
      // The password step of a sign-in does not reset the limit.
      expect((await attempt()).statusCode).toBe(401);
      expect((await attempt("000000")).statusCode).toBe(401);
    }
    await throttled.context.throttle.reset("signInByAccount", trader.email);
    for (let count = 0; count < 5; count += 1)
      expect((await attempt("AAAA-AAAA-AAAA")).statusCode).toBe(401);
    for (const code of [codeOf(throttled, secret), recoveryCodes[0]]) {
      const response = await attempt(code);
      expect([response.statusCode, Number(response.headers["retry-after"])]).toEqual([
        429,
        expect.closeTo(3600, -2),
      ]);
    }
    // Without a code, the response is unchanged, so it reveals nothing to callers without the password.
    expect((await attempt()).statusCode).toBe(401);
  });

  it("are forgotten once the app is set up", async () => {
    const trader = await throttled.trader();
    const started = await trader.post(`${factorPath.trader}/totp`, { password: PASSWORD });
    const { secret } = started.json<{ secret: string }>();
    const confirm = async (code: string) =>
      (await trader.post(`${factorPath.trader}/totp/confirm`, { code })).statusCode;
    for (let count = 0; count < 9; count += 1) expect(await confirm("000000")).toBe(400);
    expect(await confirm(codeOf(throttled, secret))).toBe(202);
    await confirmFactor(throttled, trader);
    throttled.clock.advance(STEP);
    const sent = { email: trader.email, password: PASSWORD };
    for (const [code, status] of [
      ["000000", 401],
      [codeOf(throttled, secret), 200],
    ] as const)
      expect((await throttled.visitor().post("/api/login", { ...sent, code })).statusCode).toBe(
        status,
      );
  });

  it("are also limited for administrators, and reset by a valid code", async () => {
    const { browser, accessKey } = await administratorWithKey(throttled);
    const { secret } = await setUpApp(throttled, browser, {
      kind: "administrator",
      password: accessKey,
    });
    const attempt = async (code: string) =>
      (await throttled.visitor().post("/api/admin/login", { accessKey, code })).statusCode;
    for (let count = 0; count < 9; count += 1) expect(await attempt("000000")).toBe(401);
    expect(await attempt(codeOf(throttled, secret))).toBe(200);
    for (let count = 0; count < 10; count += 1) expect(await attempt("000000")).toBe(401);
    throttled.clock.advance(STEP);
    expect(await attempt(codeOf(throttled, secret))).toBe(429);
  });
});
