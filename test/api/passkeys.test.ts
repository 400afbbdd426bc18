import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeAdministrator } from "../../src/identity/team/administrators.ts";
import { passkeySite } from "../../src/identity/second-factor/webauthn.ts";
import { DAY, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { runHousekeeping } from "../../src/business/office/housekeeping/housekeeping.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { Authenticator } from "../support/authenticator.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import {
  addPasskey,
  confirmFactor,
  administratorWithKey,
  codeOf,
  factorPath,
  setUpApp,
} from "../support/second-factor.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

type Kind = "trader" | "administrator";

const loginPath = { trader: "/api/login", administrator: "/api/admin/login" };

interface Owner {
  browser: Browser;
  password: string;
  signIn: (fields?: object) => ReturnType<Browser["post"]>;
}

async function owner(kind: Kind): Promise<Owner> {
  if (kind === "trader") {
    const trader = await test.trader();
    const sent = { email: trader.email, password: PASSWORD };
    const signIn = (fields = {}) => test.visitor().post(loginPath.trader, { ...sent, ...fields });
    return { browser: trader, password: PASSWORD, signIn };
  }
  const { browser, accessKey } = await administratorWithKey(test, "support");
  const signIn = (fields = {}) =>
    test.visitor().post(loginPath.administrator, { accessKey, ...fields });
  return { browser, password: accessKey, signIn };
}

async function requestOptions(kind: Kind) {
  const answer = await test.visitor().post(`${loginPath[kind]}/passkey-options`);
  return answer.json<{ challenge: string; rpId: string }>();
}

/** Signs in with a passkey from a new browser. */
async function signInWith(
  kind: Kind,
  authenticator: Authenticator,
  deviation?: Parameters<Authenticator["get"]>[1],
) {
  const credential = authenticator.get(await requestOptions(kind), deviation);
  return test.visitor().post(`${loginPath[kind]}/passkey`, { credential });
}

describe.each(["trader", "administrator"] as const)("a passkey of a %s", (kind) => {
  const path = factorPath[kind];

  it("signs in on its own, and is listed", async () => {
    const { browser, password } = await owner(kind);
    const { authenticator, recoveryCodes } = await addPasskey(test, browser, { kind, password });
    expect(recoveryCodes).toHaveLength(10);
    test.clock.advance(MINUTE);
    const { statusCode, cookies } = await signInWith(kind, authenticator);
    // That of the session; a trader's browser is also named.
    expect([statusCode, cookies.length]).toEqual([200, kind === "trader" ? 2 : 1]);
    const { passkeys, isOn, totpSince } = (await browser.get(path)).json<{
      passkeys: { label: string; createdAt: string; lastUsedAt: string }[];
      isOn: boolean;
      totpSince: string | null;
    }>();
    expect([isOn, totpSince]).toEqual([true, null]);
    expect(passkeys).toMatchObject([{ label: expect.any(String) }]);
    const { createdAt, lastUsedAt } = passkeys[0]!;
    expect(Date.parse(lastUsedAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(MINUTE);
  });

  it("is required after the password, which is no longer sufficient", async () => {
    const { browser, password, signIn } = await owner(kind);
    const { recoveryCodes } = await addPasskey(test, browser, { kind, password });
    const halfway = await signIn();
    expect([halfway.statusCode, halfway.json()]).toEqual([
      401,
      {
        message: "Use your passkey, or a recovery code, to sign in",
        reason: "second_factor_required",
        methods: ["passkey", "recovery-code"],
      },
    ]);
    expect((await signIn({ code: recoveryCodes![0] })).statusCode).toBe(200);
  });

  it.each<[string, NonNullable<Parameters<Authenticator["get"]>[1]>]>([
    ["of another origin", { origin: "https://desk.example.com" }],
    ["of another site", { rpId: "example.com" }],
    ["to a challenge that was not issued", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["of the registration type", { type: "webauthn.create" }],
    ["without user verification", { isUserVerified: false }],
    ["of another account", { userHandle: "dHJhZGVyOjE" }],
  ])("does not sign in with an answer %s", async (_, deviation) => {
    const { browser, password } = await owner(kind);
    const { authenticator } = await addPasskey(test, browser, { kind, password });
    const refused = await signInWith(kind, authenticator, deviation);
    expect([refused.statusCode, refused.json(), refused.cookies]).toEqual([
      401,
      { message: "This passkey was not accepted. Sign in another way." },
      [],
    ]);
    expect((await signInWith(kind, authenticator)).statusCode).toBe(200);
  });

  it("signs in once per response, even if it is sent twice concurrently", async () => {
    const { browser, password } = await owner(kind);
    const { authenticator } = await addPasskey(test, browser, { kind, password });
    const credential = authenticator.get(await requestOptions(kind));
    const send = () => test.visitor().post(`${loginPath[kind]}/passkey`, { credential });
    const lock = { statement: "select 1 from webauthn_challenges for update", values: [] };
    const answers = await meetAtLock(test, lock, [send, send]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401,
    ]);
    expect((await send()).statusCode).toBe(401);
  });

  it("does not sign in with a challenge that is five minutes old or was issued for the other kind of user", async () => {
    const { browser, password } = await owner(kind);
    const { authenticator } = await addPasskey(test, browser, { kind, password });
    const credential = authenticator.get(await requestOptions(kind));
    test.clock.advance(5 * MINUTE);
    const late = await test.visitor().post(`${loginPath[kind]}/passkey`, { credential });
    expect(late.statusCode).toBe(401);
    const other = kind === "trader" ? "administrator" : "trader";
    const foreign = authenticator.get(await requestOptions(other));
    const crossed = await test
      .visitor()
      .post(`${loginPath[kind]}/passkey`, { credential: foreign });
    expect(crossed.statusCode).toBe(401);
    expect((await signInWith(other, authenticator)).statusCode).toBe(401);
  });

  it("whose counter has not increased is rejected as a copy, and recorded", async () => {
    const { browser, password } = await owner(kind);
    const { authenticator } = await addPasskey(test, browser, { kind, password });
    expect((await signInWith(kind, authenticator, { counter: 7 })).statusCode).toBe(200);
    for (const counter of [7, 3, 0])
      expect((await signInWith(kind, authenticator, { counter })).statusCode).toBe(401);
    expect((await signInWith(kind, authenticator, { counter: 8 })).statusCode).toBe(200);
    const action = kind === "trader" ? "trader.sign-in-refused" : "administrator.sign-in-refused";
    const events = await (
      await test.administrator()
    ).get(`/api/admin/audit?action=${action}&limit=1`);
    expect(events.json()).toMatchObject([
      { reason: expect.stringContaining("The authenticator may have been copied") },
    ]);
  });

  it("without a counter can sign in repeatedly", async () => {
    const { browser, password } = await owner(kind);
    const { authenticator } = await addPasskey(test, browser, { kind, password });
    for (let count = 0; count < 3; count += 1)
      expect((await signInWith(kind, authenticator, { counter: 0 })).statusCode).toBe(200);
  });

  it("requires the password to be added and removed, but not to be renamed", async () => {
    const { browser, password } = await owner(kind);
    for (const proof of [{}, { password: "wrong" }, { code: "000000" }])
      expect((await browser.post(`${path}/passkeys/options`, proof)).statusCode).toBe(400);
    const { id, authenticator } = await addPasskey(test, browser, { kind, password });
    const renamed = await browser.patch(`${path}/passkeys/${id}`, { label: "Key in the safe" });
    expect(renamed.json()).toMatchObject({ passkeys: [{ label: "Key in the safe" }] });
    const refused = await browser.post(`${path}/passkeys/${id}/remove`, { password: "wrong" });
    expect(refused.statusCode).toBe(400);
    const removed = await browser.post(`${path}/passkeys/${id}/remove`, { password });
    expect(removed.json()).toMatchObject({ passkeys: [], isOn: false, recoveryCodesLeft: 0 });
    expect((await signInWith(kind, authenticator)).statusCode).toBe(401);
  });

  it("has an event of each of two concurrent changes of its name", async () => {
    const { browser, password } = await owner(kind);
    const { id } = await addPasskey(test, browser, { kind, password });
    const rename = (label: string) => browser.patch(`${path}/passkeys/${id}`, { label });
    const renamed = await meetAtLock(test, row("passkeys", id), [
      () => rename("Key at home"),
      () => rename("Key at work"),
    ]);
    expect(renamed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const desk = await test.administrator();
    const events = await desk.get("/api/admin/audit?action=passkey.renamed&limit=2");
    const [later, earlier] =
      events.json<{ changes: { passkey: { from: string; to: string } } }[]>();
    expect(later!.changes.passkey.from).toBe(earlier!.changes.passkey.to);
  });

  it("of another user returns 404 when renamed or removed", async () => {
    const [mine, theirs] = [await owner(kind), await owner(kind)];
    const { id } = await addPasskey(test, theirs.browser, { kind, password: theirs.password });
    const { password } = mine;
    const answers = [
      await mine.browser.patch(`${path}/passkeys/${id}`, { label: "Mine" }),
      await mine.browser.post(`${path}/passkeys/${id}/remove`, { password }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect((await theirs.browser.get(path)).json()).toMatchObject({ passkeys: [{ id }] });
  });

  it("that does not exist cannot be removed, which does not use up the code", async () => {
    const { browser, password } = await owner(kind);
    const { secret } = await setUpApp(test, browser, { kind, password });
    const { id } = await addPasskey(test, browser, { kind, password });
    const code = codeOf(test, secret);
    const remove = (passkeyId: number) =>
      browser.post(`${path}/passkeys/${passkeyId}/remove`, { code });
    expect((await remove(2_000_000_000)).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(200);
  });

  it("cannot be added with another user's challenge, twice, or from another origin", async () => {
    const [mine, theirs] = [await owner(kind), await owner(kind)];
    const start = async ({ browser, password }: Owner) =>
      (await browser.post(`${path}/passkeys/options`, { password })).json<
        Parameters<Authenticator["create"]>[0]
      >();
    const add = async ({ browser }: Owner, credential: object) =>
      (await browser.post(`${path}/passkeys`, { credential })).statusCode;
    const authenticator = new Authenticator();
    expect(await add(mine, authenticator.create(await start(theirs)))).toBe(400);
    const origin = "https://desk.example.com";
    expect(await add(mine, authenticator.create(await start(mine), { origin }))).toBe(400);
    const weak = { isUserVerified: false };
    expect(await add(mine, authenticator.create(await start(mine), weak))).toBe(400);
    const credential = authenticator.create(await start(mine));
    const isTrader = kind === "trader";
    expect(await add(mine, credential)).toBe(isTrader ? 202 : 201);
    expect(await add(mine, credential)).toBe(400);
    if (isTrader) await confirmFactor(test, mine.browser);
    // One credential belongs to one user.
    expect(await add(theirs, authenticator.create(await start(theirs)))).toBe(409);
  });

  it("cannot be added as the 21st", async () => {
    const { browser, password } = await owner(kind);
    for (let count = 0; count < 20; count += 1) await addPasskey(test, browser, { kind, password });
    const refused = await browser.post(`${path}/passkeys/options`, { password });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { message: "Remove a passkey first: there can be at most 20." },
    ]);
  });

  it("can be combined with an authenticator app, and removing one keeps the other and the recovery codes", async () => {
    const { browser, password, signIn } = await owner(kind);
    await setUpApp(test, browser, { kind, password });
    const { id, recoveryCodes } = await addPasskey(test, browser, { kind, password });
    expect(recoveryCodes).toBeNull();
    expect((await signIn()).json()).toMatchObject({
      methods: ["totp", "passkey", "recovery-code"],
    });
    await browser.post(`${path}/passkeys/${id}/remove`, { password });
    expect((await signIn()).json()).toMatchObject({ methods: ["totp", "recovery-code"] });
  });
});

describe("a passkey", () => {
  it("does not sign in a banned trader, but shows the ban", async () => {
    const trader = await test.trader();
    const { authenticator } = await addPasskey(test, trader);
    const administrator = await test.administrator();
    const ban = { banned: true, banReason: "Copied trades" };
    await administrator.patch(`/api/admin/user/${trader.id}/ban`, ban);
    const answer = await signInWith("trader", authenticator);
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { message: "Your account has been banned", isBanned: true, banReason: "Copied trades" },
    ]);
  });

  it("does not sign in a revoked administrator", async () => {
    const { browser, password } = await owner("administrator");
    const { authenticator } = await addPasskey(test, browser, { kind: "administrator", password });
    const { id } = (await browser.get("/api/admin/me")).json<{ id: number }>();
    await revokeAdministrator(test.context, id);
    expect((await signInWith("administrator", authenticator)).statusCode).toBe(401);
  });

  it("of a trader does not sign in as an administrator, or vice versa", async () => {
    const trader = await test.trader();
    const { authenticator } = await addPasskey(test, trader);
    expect((await signInWith("administrator", authenticator)).statusCode).toBe(401);
    const { browser, password } = await owner("administrator");
    const other = await addPasskey(test, browser, { kind: "administrator", password });
    expect((await signInWith("trader", other.authenticator)).statusCode).toBe(401);
  });

  it("signs in for 30 days on request", async () => {
    const trader = await test.trader();
    const { authenticator } = await addPasskey(test, trader);
    const credential = authenticator.get(await requestOptions("trader"));
    const answer = await test.visitor().post("/api/login/passkey", { credential, remember: true });
    expect(answer.cookies[0]!.maxAge).toBe((30 * DAY) / 1000);
  });

  it("does not sign in if the trader is deleted at the same time", async () => {
    const trader = await test.trader();
    const { authenticator } = await addPasskey(test, trader);
    const administrator = await test.administrator();
    const credential = authenticator.get(await requestOptions("trader"));
    const [deleted, signedIn] = await meetAtLock(test, row("users", trader.id), [
      () => administrator.delete(`/api/admin/user/${trader.id}`),
      () => test.visitor().post("/api/login/passkey", { credential }),
    ]);
    expect(deleted!.statusCode).toBe(200);
    expect([200, 401]).toContain(signedIn!.statusCode);
    const { rows } = await test.context.database.pool.query(
      "select 1 from passkeys where user_id = $1 union all select 1 from sessions where user_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([]);
  });

  it.each([
    [{}, "credential"],
    [{ credential: { id: "A", rawId: "A", type: "password", response: {} } }, "credential"],
    [{ credential: "x".repeat(100) }, "credential"],
  ])("as %j is rejected as invalid", async (body, field) => {
    const answer = await test.visitor().post("/api/login/passkey", body);
    const { issues } = answer.json<{ issues: { path: string[] }[] }>();
    expect([answer.statusCode, issues[0]!.path[0]]).toEqual([400, field]);
  });

  it("causes a mail to the trader when it is added and removed", async () => {
    const trader = await test.trader();
    const { id } = await addPasskey(test, trader);
    const remove = `${factorPath.trader}/passkeys/${id}/remove`;
    expect((await trader.post(remove, { password: PASSWORD })).statusCode).toBe(200);
    const mails = await test.mailsTo(trader.email, 3);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A passkey was added",
      "A passkey was removed",
      "Confirm your passkey",
    ]);
  });

  it("is refused if its owner has 20, even if two were started before", async () => {
    const trader = await test.trader();
    for (let added = 0; added < 19; added += 1) await addPasskey(test, trader);
    const path = `${factorPath.trader}/passkeys`;
    const start = async () => {
      const options = await trader.post(`${path}/options`, { password: PASSWORD });
      return new Authenticator().create(options.json());
    };
    const [one, other] = [await start(), await start()];
    const answers = await meetAtLock(test, row("users", trader.id), [
      () => trader.post(path, { credential: one }),
      () => trader.post(path, { credential: other }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
      message: "Remove a passkey first: there can be at most 20.",
    });
    const { passkeys } = (await trader.get(factorPath.trader)).json<{ passkeys: object[] }>();
    expect(passkeys).toHaveLength(20);
    const refused = await trader.post(`${path}/options`, { password: PASSWORD });
    expect(refused.statusCode).toBe(409);
  });
});

describe("incomplete challenges and set-ups", () => {
  it("are removed by housekeeping", async () => {
    const trader = await test.trader();
    await trader.post(`${factorPath.trader}/totp`, { password: PASSWORD });
    await requestOptions("trader");
    test.clock.advance(2 * DAY);
    await runHousekeeping(test.context);
    const { rows } = await test.context.database.pool.query(
      "select 1 from webauthn_challenges union all select 1 from totp_factors where confirmed_at is null",
    );
    expect(rows).toEqual([]);
  });
});

describe("the relying party of passkeys", () => {
  it.each([
    ["http://localhost:3000", false, { rpId: "localhost", origin: "http://localhost:3000" }],
    [
      "https://desk.example.com",
      true,
      { rpId: "desk.example.com", origin: "https://desk.example.com" },
    ],
    [
      "https://desk.example.com:8443",
      true,
      { rpId: "desk.example.com", origin: "https://desk.example.com:8443" },
    ],
    ["http://192.0.2.7:3000", true, undefined],
    ["http://[2001:db8::1]:3000", true, undefined],
  ])("at %s (set: %s) is %j", (publicUrl, isPublicUrlSet, site) => {
    expect(passkeySite({ publicUrl, isPublicUrlSet, port: 3000 })).toEqual(site);
  });
});
