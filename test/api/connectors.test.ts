import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, MINUTE, SECOND } from "../../src/platform/time/durations.rule.ts";
import { answer, finishAll, requestAction, type WireAction } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;
let bridge: Browser & { id: number; token: string };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bridge = await test.token(["feed:write", "actions:execute"], { label: "MT5 connector" });
});
afterAll(() => test.close());
beforeEach(async () => {
  await finishAll(bridge);
});

let accounts = 0;

/** Creates a trader with a login at a server, and a stage since 1 March. */
async function followedTrader(server: string, fields: { login?: string } = {}) {
  const trader = await test.trader();
  accounts += 1;
  const login = fields.login ?? String(6_100_000 + accounts);
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login, server });
  const started = await administrator.post(`/api/admin/user/${trader.id}/stages`, {
    phase: "Phase 1",
    initialBalance: "100000.00",
    startedAt: "2026-03-01T00:00:00.000Z",
  });
  return Object.assign(trader, { login, stageId: started.json<{ id: number }>().id });
}

let servers = 0;
const newServer = () => `Propdesk-Live${(servers += 1)}`;

/** Returns the calls of one process of a connector. */
function instance(name: string) {
  const headers = { "x-bridge-instance": name };
  return {
    get: (url: string) => bridge.get(url, headers),
    post: (url: string, body: object) => bridge.post(url, body, headers),
  };
}

const deposit = {
  ticket: "90",
  time: "2026-03-02T08:00:00.000Z",
  kind: "deposit",
  amount: "100000.00",
};
const fee = { ticket: "91", time: "2026-03-02T09:00:00.000Z", kind: "fee", amount: "-12.50" };

const report = (server: string, changes: object = {}) => ({
  platform: "mt5",
  server,
  startedAt: "2026-03-02T08:00:00.000Z",
  connectedSince: "2026-03-02T08:00:02.000Z",
  lagSeconds: 2.5,
  clockSkewSeconds: -1,
  accounts: { followed: 3, open: 1 },
  failures: [
    {
      code: "login_unknown",
      login: "5002001",
      message: "The platform does not know the login 5002001",
      since: "2026-03-02T08:00:03.000Z",
      count: 4,
    },
  ],
  ...changes,
});

describe("the accounts of a server", () => {
  const list = async (server: string) =>
    (await bridge.get(`/api/bridge/accounts?server=${encodeURIComponent(server)}`)).json<
      object[]
    >();

  it("are its stages that are open, with their balance by the records", async () => {
    const server = newServer();
    const trader = await followedTrader(server);
    await followedTrader(newServer());
    await followedTrader(` ${server}x`);
    const row = {
      login: trader.login,
      currency: "USD",
      stageId: trader.stageId,
      startedAt: "2026-03-01T00:00:00.000Z",
      endedAt: null,
      maxGapSeconds: 300,
    };
    expect(await list(server)).toEqual([{ ...row, balance: "100000.00", recordedAt: null }]);
    await bridge.post("/api/feed", {
      accounts: [{ login: trader.login, server, operations: [deposit, fee] }],
    });
    const recorded = { ...row, balance: "99987.50", recordedAt: fee.time };
    expect(await list(` ${server.toUpperCase()} `)).toEqual([recorded]);
  });

  it("include those that ended within 14 days, with the login that they had", async () => {
    const server = newServer();
    const trader = await followedTrader(server);
    test.clock.stop();
    await administrator.patch(`/api/admin/stages/${trader.stageId}`, {
      outcome: "abandoned",
      reason: "Withdrawn",
    });
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: "elsewhere" });
    expect(await list(server)).toMatchObject([
      { login: trader.login, stageId: trader.stageId, endedAt: expect.any(String) as string },
    ]);
    test.clock.advance(14 * DAY);
    administrator = await test.administrator();
    expect(await list(server)).toEqual([]);
  });

  it("need a server", async () => {
    const refused = await bridge.get("/api/bridge/accounts");
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      "server must be text",
    ]);
    expect((await bridge.get("/api/bridge/accounts?server=%20")).statusCode).toBe(400);
  });
});

describe("a server", () => {
  it("distinguishes accounts with the same login in the feed", async () => {
    const [one, other] = [newServer(), newServer()];
    const login = `same${servers}`;
    const traders = [await followedTrader(one, { login }), await followedTrader(other, { login })];
    const send = async (server?: string) =>
      (
        await bridge.post("/api/feed", {
          accounts: [{ login, ...(server && { server }), operations: [deposit, fee] }],
        })
      ).json<{ accepted: object; rejected: object[] }>();
    expect(await send()).toMatchObject({
      rejected: [{ login, item: "account", message: `Several traders have the login ${login}` }],
    });
    expect(await send(` ${other.toLowerCase()}`)).toMatchObject({ accepted: { operations: 2 } });
    expect(await send("Nowhere")).toMatchObject({
      rejected: [{ message: `No trader has the login ${login} at the server Nowhere` }],
    });
    const balances = traders.map(async (trader) =>
      (await trader.get("/api/user/account")).json<{ balance: string }>(),
    );
    expect(await Promise.all(balances)).toMatchObject([
      { balance: "0.00" },
      { balance: "99987.50" },
    ]);
  });

  it("is frozen in an action like the login, and selects what a poll receives", async () => {
    const [one, other] = [newServer(), newServer()];
    const [first, second] = [await followedTrader(one), await followedTrader(other)];
    const action = await requestAction(administrator, first.id);
    const { id } = await requestAction(administrator, second.id);
    expect(action).toMatchObject({ login: first.login, server: one, startedAt: null });
    await administrator.patch(`/api/admin/user/${first.id}/account`, { server: newServer() });
    const poll = async (server: string) =>
      (await bridge.get(`/api/bridge/actions?server=${server}`)).json<WireAction[]>();
    expect(await poll(other.toUpperCase())).toMatchObject([{ id, server: other }]);
    expect(await poll(other)).toEqual([]);
    expect(await poll(one)).toMatchObject([{ id: action.id, server: one }]);
  });

  it("wakes the poll that waits for it, although another one waits in front", async () => {
    const [one, other] = [newServer(), newServer()];
    const trader = await followedTrader(other);
    const idle = bridge.get(`/api/bridge/actions?wait=2&server=${one}`);
    const waiting = bridge.get(`/api/bridge/actions?wait=30&server=${other}`);
    const { id } = await requestAction(administrator, trader.id);
    expect((await waiting).json<WireAction[]>()).toMatchObject([{ id }]);
    expect((await idle).json()).toEqual([]);
  });
});

describe("an instance", () => {
  it("is refused in all its calls as soon as a later one serves its server", async () => {
    const server = newServer();
    const trader = await followedTrader(server);
    const { id } = await requestAction(administrator, trader.id);
    const [first, second] = [instance(`first of ${server}`), instance(`second of ${server}`)];
    const calls = (by: ReturnType<typeof instance>) => [
      by.get(`/api/bridge/accounts?server=${server}`),
      by.get(`/api/bridge/actions?server=${server}`),
      by.post("/api/bridge/status", report(server)),
      by.post("/api/feed", { accounts: [{ login: trader.login, server }] }),
      by.post(`/api/bridge/actions/${id}`, { status: "done" }),
    ];
    const statuses = async (by: ReturnType<typeof instance>) =>
      (await Promise.all(calls(by))).map(({ statusCode }) => statusCode);
    expect((await first.get(`/api/bridge/accounts?server=${server}`)).statusCode).toBe(200);
    expect((await second.get(`/api/bridge/accounts?server= ${server}`)).statusCode).toBe(200);
    expect(await statuses(first)).toEqual([409, 409, 409, 409, 409]);
    expect((await first.get(`/api/bridge/actions?server=${server}`)).json()).toMatchObject({
      reason: "superseded",
    });
    await second.get(`/api/bridge/actions?server=${server}`);
    expect(await statuses(second)).toEqual([200, 200, 200, 200, 200]);
    // A bridge that names no instance works as before.
    expect((await bridge.get(`/api/bridge/accounts?server=${server}`)).statusCode).toBe(200);
  });

  it("receives nothing from a poll that was waiting when the later one started", async () => {
    const server = newServer();
    const trader = await followedTrader(server);
    const [first, second] = [instance(`early of ${server}`), instance(`late of ${server}`)];
    await first.get(`/api/bridge/accounts?server=${server}`);
    const waiting = first.get(`/api/bridge/actions?wait=30&server=${server}`);
    await second.get(`/api/bridge/accounts?server=${server}`);
    const { id } = await requestAction(administrator, trader.id);
    expect((await waiting).statusCode).toBe(409);
    const received = await second.get(`/api/bridge/actions?server=${server}`);
    expect(received.json<WireAction[]>()).toMatchObject([{ id, attempts: 1 }]);
  });

  it("serves its server again under a new name only", async () => {
    const server = newServer();
    const call = async (name: string) =>
      (await instance(name).get(`/api/bridge/accounts?server=${server}`)).statusCode;
    const names = ["a", "b", "a", "c", "b", "c"].map((name) => `${name} of ${server}`);
    const statuses: number[] = [];
    for (const name of names) statuses.push(await call(name));
    expect(statuses).toEqual([200, 200, 409, 200, 409, 200]);
  });
});

describe("a started action", () => {
  it("shows since when, until it is requested again", async () => {
    const trader = await followedTrader(newServer());
    const { id } = await requestAction(administrator, trader.id);
    const start = () => bridge.post(`/api/bridge/actions/${id}`, { status: "started" });
    expect((await start()).json()).toMatchObject({
      message: "This action has not been delivered yet",
      current: { id, status: "pending" },
    });
    await bridge.get("/api/bridge/actions");
    const started = (await start()).json<WireAction>();
    expect(started).toMatchObject({ status: "delivered", startedAt: expect.any(String) as string });
    test.clock.advance(SECOND);
    expect((await start()).json()).toEqual(started);
    await answer(bridge, id, "failed");
    expect((await start()).statusCode).toBe(409);
    const retried = await administrator.post(`/api/admin/actions/${id}/retry`, {});
    expect(retried.json()).toMatchObject({ status: "pending", startedAt: null });
    await administrator.post(`/api/admin/actions/${id}/cancel`, {});
    const cancelled = await start();
    expect([cancelled.statusCode, cancelled.json<{ message: string }>().message]).toEqual([
      409,
      "This action was cancelled",
    ]);
  });
});

describe("the status of a connector", () => {
  const rowsOf = async () =>
    (await administrator.get("/api/admin/bridges"))
      .json<{ tokenId: number; silentSeconds: number; report: { server: string } | null }[]>()
      .filter(({ report: reported }) => reported !== null);
  const silent = async () =>
    (await administrator.get("/api/admin/overview/waiting")).json<{ bridges: { count: number } }>()
      .bridges.count;

  it("is returned, and listed with the bridges", async () => {
    const server = newServer();
    const feeding = await test.token(["feed:write"]);
    const acting = await test.token(["actions:execute"]);
    const sent = report(server);
    for (const token of [feeding, acting]) {
      const response = await token.post("/api/bridge/status", sent);
      expect([response.statusCode, response.json()]).toEqual([200, sent]);
    }
    const found = (await rowsOf()).filter((row) => row.report?.server === server);
    expect(found).toMatchObject([
      { tokenId: acting.id, report: sent, reportedAt: expect.any(String) as string },
      { tokenId: feeding.id, report: sent, lastPollAt: null },
    ]);
    const read = await test.token(["records:read"]);
    expect((await read.post("/api/bridge/status", sent)).json()).toMatchObject({
      message: "This call requires an API token with the scope feed:write or actions:execute",
    });
  });

  it.each([
    [{ lagSeconds: -1 }, "lagSeconds must be at least 0"],
    [{ server: " " }, "server is required"],
    [{ connectedSince: "soon" }, "connectedSince must be a time such as 2026-03-14T09:26:53Z"],
    [{ accounts: { followed: 0.5, open: 0 } }, "followed must be a whole number of at least 0"],
  ])("with %j is 400", async (changes, message) => {
    const refused = await bridge.post("/api/bridge/status", report(newServer(), changes));
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      message,
    ]);
  });

  it("counts as silence when it is behind or without its platform for five minutes", async () => {
    test.clock.stop();
    test.clock.advance(2 * DAY);
    administrator = await test.administrator();
    const server = newServer();
    const send = (changes: object) =>
      bridge.post(
        "/api/bridge/status",
        report(server, { startedAt: test.clock.now().toISOString(), ...changes }),
      );
    await send({ lagSeconds: 300 });
    expect(await silent()).toBe(0);
    await send({ lagSeconds: 301 });
    expect(await silent()).toBe(1);
    const behind = (await rowsOf()).find((row) => row.report?.server === server);
    expect(behind).toMatchObject({ silentSeconds: 301 });
    const startedAt = test.clock.now().toISOString();
    await send({ startedAt });
    expect(await silent()).toBe(0);
    for (let minute = 0; minute < 5; minute += 1) {
      await send({ startedAt, connectedSince: null });
      expect(await silent()).toBe(0);
      test.clock.advance(MINUTE);
    }
    await send({ startedAt, connectedSince: null });
    expect(await silent()).toBe(1);
    await send({ startedAt });
    expect(await silent()).toBe(0);
  });

  it("of one that started without its platform counts from its start", async () => {
    const server = newServer();
    const startedAt = new Date(test.clock.now().getTime() - 5 * MINUTE).toISOString();
    await bridge.post("/api/bridge/status", report(server, { startedAt, connectedSince: null }));
    expect(await silent()).toBe(1);
  });
});
