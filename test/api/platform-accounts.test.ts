import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { actionsOf, answer, finishAll, poll, type WireAction } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { startStage } from "../support/records.ts";
import { createRules, simpleRules, tradeOf } from "../support/verdicts.ts";

let test: TestApp;
let administrator: Browser;
let bridge: Browser & { id: number };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bridge = await test.token(["feed:write", "actions:execute"]);
});
afterAll(() => test.close());
beforeEach(() => finishAll(bridge));

const platform = { server: "Propdesk-Live02", group: "prop\\usd", leverage: 100 };

let programmes = 0;
let logins = 8_800_000;
const newLogin = () => String((logins += 1));

/** Creates a programme of two steps, both of which open an account. */
async function offer() {
  programmes += 1;
  const rulesVersionId = await createRules(administrator, simpleRules);
  const step = { rulesVersionId, payoutEnabled: false, platform };
  const created = await administrator.post("/api/admin/programmes", {
    name: `Opens accounts ${programmes}`,
    currency: "USD",
    initialBalances: ["100000.00"],
    steps: [
      { phase: "Phase 1", ...step },
      { phase: "Phase 2", ...step, platform: { ...platform, leverage: 30 } },
    ],
  });
  expect(created.statusCode).toBe(201);
  return created.json<{ versions: { id: number; steps: object[] }[] }>().versions[0]!;
}

async function assigned(fields: object = {}) {
  const trader = await test.trader();
  const version = await offer();
  const started = await administrator.post(`/api/admin/user/${trader.id}/programme`, {
    programmeVersionId: version.id,
    initialBalance: "100000.00",
    startedAt: "2026-03-01T00:00:00.000Z",
    ...fields,
  });
  expect(started.statusCode).toBe(201);
  const stageId = started.json<{ id: number }>().id;
  return Object.assign(trader, { stageId });
}

const openedBy = async ({ id }: { id: number }) =>
  (await administrator.get(`/api/admin/user/${id}`)).json<{
    tradingAccount: { login: string | null; server: string | null; masterPassword: string | null };
  }>().tradingAccount;

const done = (id: number, account: object) =>
  bridge.post(`/api/bridge/actions/${id}`, { status: "done", account });

const mailsOf = async (trader: Browser) =>
  JSON.stringify((await trader.get("/api/user/notices")).json());

describe("a stage that starts at a step with a platform", () => {
  it("requests an account, whose credentials its answer brings to the trader", async () => {
    const trader = await assigned();
    const [requested] = await actionsOf(administrator, trader.id);
    expect(requested).toMatchObject({
      kind: "create_account",
      status: "pending",
      stageId: trader.stageId,
      login: null,
      server: "Propdesk-Live02",
      account: platform,
      cause: { kind: "stage", id: trader.stageId },
      requestedBy: "Rules",
    });
    expect((await trader.get("/api/user/account")).json()).toMatchObject({
      login: null,
      waitingFor: { kind: "platform" },
    });
    const [delivered] = await poll(bridge);
    expect(delivered).toMatchObject({
      id: requested!.id,
      account: {
        ...platform,
        balance: "100000.00",
        currency: "USD",
        name: expect.any(String) as string,
        email: trader.email,
      },
    });
    expect((await done(delivered!.id, {})).statusCode).toBe(400);
    const login = newLogin();
    const account = { login, server: "Propdesk-Live02", masterPassword: "k7#Tpx2vQz" };
    const answered = await done(delivered!.id, account);
    expect(answered.json()).toMatchObject({ status: "done", login, account: platform });
    expect(answered.body).not.toContain("k7#Tpx2vQz");
    expect((await done(delivered!.id, account)).statusCode).toBe(200);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({
      login,
      server: "Propdesk-Live02",
      masterPassword: "k7#Tpx2vQz",
      waitingFor: { kind: "nothing" },
    });
    expect(await openedBy(trader)).toMatchObject({ login, masterPassword: "k7#Tpx2vQz" });
    const mails = await mailsOf(trader);
    expect(mails).toContain("account is ready");
    expect(mails).not.toContain(login);
  });

  it("is typed instead while no bridge creates it", async () => {
    const trader = await assigned();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { phase: "Phase One" });
    expect((await actionsOf(administrator, trader.id))[0]).toMatchObject({ status: "pending" });
    const login = newLogin();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
    expect((await actionsOf(administrator, trader.id))[0]).toMatchObject({ status: "cancelled" });
    expect(await openedBy(trader)).toMatchObject({ login });
  });

  it("refuses a typed login while a bridge creates the account, and takes it after a failure", async () => {
    const trader = await assigned();
    const [delivered] = await poll(bridge);
    const type = (login: string) =>
      administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
    expect((await type(newLogin())).statusCode).toBe(409);
    expect(await openedBy(trader)).toMatchObject({ login: null });
    await answer(bridge, delivered!.id, "failed");
    const login = newLogin();
    expect((await type(login)).statusCode).toBe(200);
    expect((await actionsOf(administrator, trader.id))[0]).toMatchObject({ status: "cancelled" });
    expect((await done(delivered!.id, { login: newLogin() })).statusCode).toBe(409);
    expect(await openedBy(trader)).toMatchObject({ login });
  });

  it("requests nothing if the start names the login", async () => {
    const login = newLogin();
    const trader = await assigned({ login });
    expect(await actionsOf(administrator, trader.id)).toEqual([]);
    expect(await openedBy(trader)).toMatchObject({ login });
  });

  it("follows a pass with another account, and leaves the passed one its login", async () => {
    const trader = await assigned();
    const [first] = await poll(bridge);
    const login = newLogin();
    await done(first!.id, { login, server: "Propdesk-Live02", masterPassword: "First#1x" });
    const deals = tradeOf(1, "2026-03-02T09:00:00.000Z", "2026-03-02T12:00:00.000Z", "10000.00");
    await bridge.post("/api/feed", { accounts: [{ login, deals }] });
    const reviews = await administrator.get(`/api/admin/reviews?userId=${trader.id}`);
    const [review] = reviews.json<{ id: number }[]>();
    const decided = await administrator.post(`/api/admin/reviews/${review!.id}`, {
      decision: "confirm",
      reason: "All objectives are met",
      nextStep: true,
    });
    expect(decided.statusCode).toBe(200);
    expect(await openedBy(trader)).toMatchObject({
      login: null,
      server: null,
      masterPassword: null,
    });
    const next = (await actionsOf(administrator, trader.id)).at(-1);
    expect(next).toMatchObject({
      kind: "create_account",
      account: { leverage: 30 },
      status: "pending",
    });
    const [delivered] = await poll(bridge);
    const second = newLogin();
    await done(delivered!.id, { login: second, server: "Propdesk-Live02" });
    const stages = (await administrator.get(`/api/admin/user/${trader.id}/stages`)).json<
      { login: string; phase: string }[]
    >();
    expect(stages.map(({ login: of, phase }) => [phase, of]).toSorted()).toEqual([
      ["Phase 1", login],
      ["Phase 2", second],
    ]);
  });
});

describe("an action about an account", () => {
  const request = (id: number, fields: object) =>
    administrator.post(`/api/admin/user/${id}/actions`, { reason: "Asked for", ...fields });

  it("that creates it needs an open stage and no login, once", async () => {
    const trader = await test.trader();
    const creation = { kind: "create_account", account: platform };
    expect((await request(trader.id, creation)).statusCode).toBe(409);
    await startStage(administrator, trader.id);
    expect((await request(trader.id, creation)).statusCode).toBe(201);
    expect((await request(trader.id, creation)).statusCode).toBe(409);
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: newLogin() });
    expect((await request(trader.id, creation)).statusCode).toBe(409);
  });

  it("sets the password in the vault, and keeps it if none is answered", async () => {
    const trader = await test.trader();
    const reset = { kind: "reset_password" };
    expect((await request(trader.id, reset)).statusCode).toBe(409);
    await administrator.patch(`/api/admin/user/${trader.id}/account`, {
      login: newLogin(),
      masterPassword: "Before#1",
    });
    const take = async (account: object | undefined) => {
      const { id } = (await request(trader.id, reset)).json<WireAction>();
      await poll(bridge);
      await bridge.post(`/api/bridge/actions/${id}`, { status: "done", account });
      return (await openedBy(trader)).masterPassword;
    };
    expect(await take({ masterPassword: "After#22" })).toBe("After#22");
    expect(await take({ masterPassword: null })).toBe("After#22");
    expect(await take(undefined)).toBe("After#22");
  });

  it.each([
    { kind: "create_account" },
    { kind: "create_account", account: { group: "a", leverage: 100 } },
    { kind: "create_account", account: { ...platform, leverage: 1001 } },
    { kind: "create_account", account: { ...platform, group: "a".repeat(65) } },
    { kind: "change_account", account: {} },
    { kind: "change_account", account: { server: "Other" } },
    { kind: "reset_password", account: platform },
  ])("is refused as %j", async (fields) => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: newLogin() });
    expect((await request(trader.id, fields)).statusCode).toBe(400);
  });

  it("that changes it shows what was asked for", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: newLogin() });
    const response = await request(trader.id, {
      kind: "change_account",
      account: { leverage: 30 },
    });
    expect(response.json()).toMatchObject({ status: "pending", account: { leverage: 30 } });
  });
});
