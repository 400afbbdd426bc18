import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { mailedTokens } from "../support/mailed-links.ts";
import { linkIn, untilMailsEnd } from "../support/mails.ts";
import { addPasskey, factorPath, setUpApp } from "../support/second-factor.ts";
import { completeRecoveries } from "../../src/identity/second-factor/recovery.ts";
import { DAY, HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  // Sessions end while the tests advance the clock.
  owner = await test.administrator();
});

const NEW_PASSWORD = "battery staple 2";
const reason = "Lost the phone; checked in a video call";

type Trader = Awaited<ReturnType<TestApp["trader"]>>;

const pathOf = ({ id }: { id: number }) => `/api/admin/user/${id}/remove-second-factor`;
const remove = (trader: Trader, by = owner) => by.post(pathOf(trader), { reason });
const stop = (token: string) => test.visitor().post("/api/second-factor/stop-recovery", { token });

const signIn = async (email: string, password = PASSWORD) =>
  (await test.visitor().post("/api/login", { email, password })).json<{ reason?: string }>();

const recoveryOf = async (trader: Trader) =>
  (await owner.get(`/api/admin/user/${trader.id}`)).json<{ recovery: object | null }>().recovery;

async function withFactors(): Promise<Trader> {
  const trader = await test.trader();
  await setUpApp(test, trader);
  await addPasskey(test, trader);
  return trader;
}

async function pendingPayout(trader: Trader): Promise<number> {
  await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const body = { amount: "100.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  return (await trader.post("/api/user/payouts", body)).json<{ id: number }>().id;
}

const approve = (id: number) => owner.patch(`/api/admin/payouts/${id}`, { status: "approved" });

async function noticesOf(id: number): Promise<string[]> {
  const { rows } = await test.context.database.pool.query<{ kind: string }>(
    "select kind from notices where user_id = $1 and kind like 'recovery%' order by id",
    [id],
  );
  return rows.map(({ kind }) => kind);
}

async function actionsOn(id: number): Promise<string[]> {
  const events = await owner.get(`/api/admin/audit?traderId=${id}`);
  return events
    .json<{ action: string }[]>()
    .map(({ action }) => action)
    .filter((action) => action.startsWith("recovery"))
    .toReversed();
}

describe("the removal of a lost second factor", () => {
  it("takes 72 hours, in which no payout is approved, and ends with a new password", async () => {
    const trader = await withFactors();
    const payout = await pendingPayout(trader);
    const requested = await remove(trader);
    expect(requested.statusCode).toBe(200);
    const recovery = requested.json<{ requestedAt: string; endsAt: string; by: string }>();
    expect(Date.parse(recovery.endsAt) - Date.parse(recovery.requestedAt)).toBe(72 * HOUR);
    expect(recovery.by).toEqual(expect.any(String));
    expect(await recoveryOf(trader)).toEqual(recovery);
    expect((await trader.get(factorPath.trader)).json()).toMatchObject({ isOn: true, recovery });
    expect((await remove(trader)).json()).toMatchObject({ reason: "recovery" });
    const refused = await approve(payout);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { reason: "recovery" }]);
    const changed = await trader.patch("/api/user/profile", { email: "thief@example.com" });
    expect([changed.statusCode, changed.json()]).toMatchObject([409, { reason: "recovery" }]);

    const [token] = await mailedTokens(test, trader.email, "stop-recovery");
    test.clock.advance(72 * HOUR - MINUTE);
    owner = await test.administrator();
    await completeRecoveries(test.context);
    expect(await recoveryOf(trader)).toEqual(recovery);
    expect(await signIn(trader.email)).toMatchObject({ reason: "second_factor_required" });
    test.clock.advance(MINUTE);
    expect((await stop(token!)).statusCode).toBe(400);
    await completeRecoveries(test.context);
    expect(await recoveryOf(trader)).toBeNull();
    expect((await signIn(trader.email)).reason).toBeUndefined();

    await untilMailsEnd(test);
    const mail = (await test.mailsTo(trader.email)).find(
      ({ subject }) => subject === "Set a new password",
    );
    const reset = { token: linkIn(mail).token, password: NEW_PASSWORD };
    expect((await test.visitor().post("/api/reset-password", reset)).statusCode).toBe(200);
    expect(await signIn(trader.email, NEW_PASSWORD)).toMatchObject({ email: trader.email });
    expect((await approve(payout)).statusCode).toBe(200);
    expect(await actionsOn(trader.id)).toEqual(["recovery.requested", "recovery.completed"]);
    expect(await noticesOf(trader.id)).toEqual(["recovery-requested", "recovery-completed"]);
    // The trader who did not lose anything can still undo it.
    const undo = await mailedTokens(test, trader.email, "not-me", 3);
    const undone = await test.visitor().post("/api/second-factor/not-me", { token: undo.at(-1) });
    expect(undone.statusCode).toBe(200);
    const { rows } = await test.context.database.pool.query(
      "select 1 from totp_factors where user_id = $1 union all select 1 from passkeys where user_id = $1",
      [trader.id],
    );
    expect(rows).toHaveLength(2);
  });

  it("is complete for a sign-in, even if the job has not run", async () => {
    const trader = await withFactors();
    await remove(trader);
    test.clock.advance(72 * HOUR);
    expect((await signIn(trader.email)).reason).toBeUndefined();
    owner = await test.administrator();
    expect(await actionsOn(trader.id)).toEqual(["recovery.requested", "recovery.completed"]);
  });

  it("is stopped by a link that each address of the last 30 days receives", async () => {
    const trader = await withFactors();
    const [long, recent] = ["long.ago", "recent"].map((name) => `${name}.${trader.id}@example.com`);
    const emails = [long!, recent!, `now.${trader.id}@example.com`];
    for (const email of emails) {
      await owner.patch(`/api/admin/user/${trader.id}`, { email });
      test.clock.advance(email === recent ? 16 * DAY : 15 * DAY);
      owner = await test.administrator();
    }
    expect((await remove(trader)).statusCode).toBe(200);
    await untilMailsEnd(test);
    const { rows } = await test.context.database.pool.query<{ count: number }>(
      "select count(*)::int as count from mailed_links where user_id = $1 and purpose = 'stop-recovery'",
      [trader.id],
    );
    expect(rows[0]!.count).toBe(2);
    const tokens = await mailedTokens(test, [recent!, emails[2]!], "stop-recovery", 2);
    const answers = await Promise.all([stop(tokens[0]!), stop(tokens[1]!)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(await recoveryOf(trader)).toBeNull();
    test.clock.advance(73 * HOUR);
    await completeRecoveries(test.context);
    expect(await signIn(emails[2]!)).toMatchObject({ reason: "second_factor_required" });
    owner = await test.administrator();
    expect(await actionsOn(trader.id)).toEqual(["recovery.requested", "recovery.stopped"]);
  });

  it("is an owner's to request and cancel, once", async () => {
    const trader = await withFactors();
    for (const role of ["risk", "payouts", "support"] as const) {
      const administrator = await test.administrator(role);
      expect((await remove(trader, administrator)).statusCode).toBe(403);
    }
    expect((await remove(trader, await test.token())).statusCode).toBeGreaterThan(400);
    expect((await owner.post(pathOf(trader), {})).statusCode).toBe(400);
    expect((await owner.delete(pathOf(trader))).statusCode).toBe(409);
    expect((await remove(await test.trader())).statusCode).toBe(409);
    expect((await owner.post(pathOf({ id: 999_999 }), { reason })).statusCode).toBe(404);
    const both = await meetAtLock(test, row("users", trader.id), [
      () => remove(trader),
      () => remove(trader),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const [token] = await mailedTokens(test, trader.email, "stop-recovery");
    expect((await owner.delete(pathOf(trader))).statusCode).toBe(200);
    expect((await stop(token!)).statusCode).toBe(400);
    expect((await trader.get(factorPath.trader)).json()).toMatchObject({
      isOn: true,
      recovery: null,
    });
    expect(await actionsOn(trader.id)).toEqual(["recovery.requested", "recovery.cancelled"]);
    expect(await noticesOf(trader.id)).toEqual(["recovery-requested", "recovery-stopped"]);
    await remove(trader);
    expect((await owner.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
  });
});
