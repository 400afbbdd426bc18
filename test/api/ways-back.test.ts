import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import type { Authenticator } from "../support/authenticator.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { mailedTokens } from "../support/mailed-links.ts";
import { isReset, linkIn, untilMailsEnd } from "../support/mails.ts";
import { addPasskey, codeOf, factorPath, setUpApp } from "../support/second-factor.ts";
import { runHousekeeping } from "../../src/business/office/housekeeping/housekeeping.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const path = factorPath.trader;
const NEW_PASSWORD = "battery staple 2";

type Trader = Awaited<ReturnType<TestApp["trader"]>>;

async function signIn(email: string, { code, password = PASSWORD }: Credentials = {}) {
  const browser = test.visitor();
  const response = await browser.post("/api/login", { email, password, ...(code && { code }) });
  return { browser, status: response.statusCode };
}

interface Credentials {
  code?: string;
  password?: string;
}

async function signInWith(authenticator: Authenticator): Promise<number> {
  const options = await test.visitor().post("/api/login/passkey-options");
  const credential = authenticator.get(options.json());
  return (await test.visitor().post("/api/login/passkey", { credential })).statusCode;
}

const notMe = (token: string) => test.visitor().post("/api/second-factor/not-me", { token });

/** Returns the tokens of the mails about changed factors, oldest first. */
const tokensOf = ({ email }: Trader, count: number) => mailedTokens(test, email, "not-me", count);

const factorsOf = async (browser: Browser) =>
  (await browser.get(path)).json<{
    isOn: boolean;
    totpSince: string | null;
    recoveryCodesLeft: number;
    passkeys: { label: string }[];
  }>();

/** Resets the password with the newest link. */
async function resetPassword({ email }: Trader) {
  await untilMailsEnd(test);
  const links = (await test.mailsTo(email)).filter(isReset).map((mail) => linkIn(mail).token);
  const statuses: number[] = [];
  for (const token of links) {
    const body = { token, password: NEW_PASSWORD };
    statuses.push((await test.visitor().post("/api/reset-password", body)).statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
}

async function requestPayout(browser: Browser): Promise<number> {
  const body = { amount: "100.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  return (await browser.post("/api/user/payouts", body)).json<{ id: number }>().id;
}

const enablePayouts = ({ id }: Trader) =>
  owner.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true, balance: "5000.00" });

const approve = (id: number) => owner.patch(`/api/admin/payouts/${id}`, { status: "approved" });

const flagsOf = async (id: number) =>
  (await owner.get(`/api/admin/payouts/${id}/desk`))
    .json<{ flags: { code: string }[] }>()
    .flags.map(({ code }) => code);

async function actionsOn(id: number): Promise<string[]> {
  const events = await owner.get(`/api/admin/audit?traderId=${id}`);
  return events.json<{ action: string }[]>().map(({ action }) => action);
}

describe("“This was not me”", () => {
  it("throws the thief out, puts the app back, and holds what was requested since", async () => {
    const trader = await test.trader();
    await enablePayouts(trader);
    const { secret, recoveryCodes } = await setUpApp(test, trader);
    const own = await requestPayout(trader);
    test.clock.advance(1000);
    const { authenticator } = await addPasskey(test, trader);
    const proof = { password: PASSWORD };
    expect((await trader.post(`${path}/totp/turn-off`, proof)).statusCode).toBe(200);
    expect((await trader.post(`${path}/recovery-codes`, proof)).statusCode).toBe(201);
    const stolen = await requestPayout(trader);
    const taken = await requestPayout(trader);
    expect((await approve(taken)).statusCode).toBe(200);
    const run = await owner.post("/api/admin/payments", { payoutIds: [taken] });
    const { id: runId, payments } = run.json<{ id: number; payments: { id: number }[] }>();

    // App added, passkey added, app turned off, codes made: the mail about the passkey undoes the last three.
    const tokens = await tokensOf(trader, 4);
    expect((await notMe(tokens[1]!)).statusCode).toBe(200);
    expect((await trader.get("/api/user")).statusCode).toBe(401);
    expect(await signInWith(authenticator)).toBe(401);
    expect(await signIn(trader.email)).toMatchObject({ status: 401 });

    await resetPassword(trader);
    const password = NEW_PASSWORD;
    expect(await signIn(trader.email, { password })).toMatchObject({ status: 401 });
    test.clock.advance(60_000);
    const back = await signIn(trader.email, { password, code: codeOf(test, secret) });
    expect(back.status).toBe(200);
    expect(await factorsOf(back.browser)).toMatchObject({
      isOn: true,
      totpSince: expect.any(String) as string,
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    const code = recoveryCodes[0]!;
    expect(await signIn(trader.email, { password, code })).toMatchObject({ status: 200 });

    expect(await flagsOf(own)).not.toContain("made_after_takeover");
    expect(await flagsOf(stolen)).toContain("made_after_takeover");
    expect((await approve(own)).statusCode).toBe(200);
    const held = await approve(stolen);
    expect([held.statusCode, held.json()]).toMatchObject([409, { reason: "held" }]);
    expect(
      await owner.mutate("admin.payouts.decide", { id: stolen, status: "approved" }),
    ).toMatchObject({ statusCode: 409 });
    const pay = () =>
      owner.post(`/api/admin/payments/${runId}/pay`, {
        reference: "WT-1",
        paymentIds: payments.map(({ id }) => id),
      });
    const exported = await owner.get(`/api/admin/payments/${runId}/export.csv`);
    for (const refused of [await pay(), exported])
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { reason: "held" }]);

    const release = (id: number, body: object, by = owner) =>
      by.post(`/api/admin/payouts/${id}/release`, body);
    const reason = "Called the trader: it is theirs";
    expect((await release(stolen, {})).statusCode).toBe(400);
    const support = await test.administrator("support");
    expect((await release(stolen, { reason }, support)).statusCode).toBe(403);
    expect((await release(stolen, { reason })).json()).toMatchObject({ id: stolen });
    expect((await release(stolen, { reason })).statusCode).toBe(409);
    expect(await flagsOf(stolen)).not.toContain("made_after_takeover");
    expect((await approve(stolen)).statusCode).toBe(200);
    expect((await release(taken, { reason })).statusCode).toBe(200);
    expect((await pay()).statusCode).toBe(200);
    expect(await actionsOn(trader.id)).toEqual(
      expect.arrayContaining(["second-factor.undone", "payout.held", "payout.released"]),
    );
    // The later links undo nothing any more, and the earlier one would undo the app itself.
    for (const token of [tokens[1]!, tokens[2]!, tokens[3]!])
      expect((await notMe(token)).json()).toMatchObject({
        message: "This link is no longer valid",
      });
  });

  it("in the mail about a removed passkey puts it back, and it signs in", async () => {
    const trader = await test.trader();
    const { authenticator } = await addPasskey(test, trader);
    test.clock.advance(1000);
    const { passkeys } = (await trader.get(path)).json<{ passkeys: { id: number }[] }>();
    const removePath = `${path}/passkeys/${passkeys[0]!.id}/remove`;
    expect((await trader.post(removePath, { password: PASSWORD })).statusCode).toBe(200);
    expect(await signInWith(authenticator)).toBe(401);
    const [, removed] = await tokensOf(trader, 2);
    expect((await notMe(removed!)).statusCode).toBe(200);
    expect(await signInWith(authenticator)).toBe(200);
  });

  it("also undoes a first factor, and no request of an earlier time is held", async () => {
    const trader = await test.trader();
    await enablePayouts(trader);
    const own = await requestPayout(trader);
    test.clock.advance(1000);
    await setUpApp(test, trader);
    const [token] = await tokensOf(trader, 1);
    expect((await notMe(token!)).statusCode).toBe(200);
    await resetPassword(trader);
    const { browser, status } = await signIn(trader.email, { password: NEW_PASSWORD });
    expect(status).toBe(200);
    expect(await factorsOf(browser)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    expect((await approve(own)).statusCode).toBe(200);
  });

  it("works once for two at the same time, against a sign-in and a request of the thief", async () => {
    const trader = await test.trader();
    await enablePayouts(trader);
    await setUpApp(test, trader);
    const [token] = await tokensOf(trader, 1);
    const [one, two, payout, signedIn] = await meetAtLock(test, row("users", trader.id), [
      () => notMe(token!),
      () => notMe(token!),
      () =>
        trader.post("/api/user/payouts", {
          amount: "100.00",
          paymentMethod: "paypal",
          paymentDetails: "thief@example.com",
        }),
      () => test.visitor().post("/api/login", { email: trader.email, password: PASSWORD }),
    ]);
    expect([one!.statusCode, two!.statusCode].toSorted()).toEqual([200, 400]);
    expect([201, 401]).toContain(payout!.statusCode);
    expect(signedIn!.statusCode).toBe(401);
    if (payout!.statusCode === 201)
      expect(await flagsOf(payout!.json<{ id: number }>().id)).toContain("made_after_takeover");
    const { rows } = await test.context.database.pool.query(
      "select 1 from sessions where user_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([]);
  });

  it("is refused after seven days, and for a token of another kind or none", async () => {
    const trader = await test.trader();
    await setUpApp(test, trader);
    const [token] = await tokensOf(trader, 1);
    const stop = await test.visitor().post("/api/second-factor/stop-recovery", { token });
    expect(stop.statusCode).toBe(400);
    for (const body of [{}, { token: "" }, { token: "x" }, { token: 7 }])
      expect((await test.visitor().post("/api/second-factor/not-me", body)).statusCode).toBe(400);
    test.clock.advance(7 * DAY);
    expect((await notMe(token!)).statusCode).toBe(400);
    await runHousekeeping(test.context);
    const { rows } = await test.context.database.pool.query(
      "select 1 from mailed_links where user_id = $1 union all select 1 from removed_factors where user_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([]);
    owner = await test.administrator();
    expect((await owner.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
  });
});
