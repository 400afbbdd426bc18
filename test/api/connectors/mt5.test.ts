import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runConnector } from "../../../src/connectors/engine/connector.ts";
import { Mt5Platform } from "../../../src/connectors/mt5/mt5-platform.ts";
import { RateLimit } from "../../../src/connectors/rate-limit.ts";
import { HOUR, MINUTE } from "../../../src/platform/time/durations.rule.ts";
import { actionsOf, requestAction } from "../../support/actions.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";
import { Mt5StandIn } from "../../support/mt5-stand-in.ts";
import { waitUntil } from "../../support/until.ts";
import { createRules, simpleRules } from "../../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
let token: Browser & { id: number; token: string };
beforeAll(async () => {
  test = await startApp({ listen: true });
  owner = await test.administrator();
  token = await test.token(["feed:write", "actions:execute"], { label: "MT5 connector" });
});
afterAll(async () => {
  // Connections that were opened for calls which were then aborted have never been used, so they are not idle.
  test.app.server.closeAllConnections();
  await test.close();
});

let servers = 0;

interface Followed {
  id: number;
  login: string;
  get: Browser["get"];
}

/** Starts a platform with an account that was funded when its stage started, an hour ago. */
async function startPlatform(): Promise<{
  platform: Mt5StandIn;
  server: string;
  trader: Followed;
}> {
  const platform = new Mt5StandIn();
  await platform.start();
  onTestFinished(() => platform.stop());
  servers += 1;
  const server = `MetaTrader-${servers}`;
  platform.offset = 2 * HOUR;
  const trader = await follow(platform, server);
  return { platform, server, trader };
}

async function follow(platform: Mt5StandIn, server: string): Promise<Followed> {
  const trader = await test.trader();
  const login = String(700_000 + trader.id);
  const startedAt = Date.now() - HOUR;
  await owner.patch(`/api/admin/user/${trader.id}/account`, { login, server, status: "active" });
  await owner.post(`/api/admin/user/${trader.id}/stages`, {
    phase: "Phase 1",
    initialBalance: "100000.00",
    startedAt: new Date(startedAt).toISOString(),
  });
  platform.addAccount(login);
  platform.addDeal(
    login,
    {
      Action: "2",
      Profit: "100000.00",
      Symbol: "",
    },
    startedAt + MINUTE,
  );
  return Object.assign(trader, { login });
}

const logged: string[] = [];

/** Runs a connector until the test ends, or it is stopped. */
function connect(platform: Mt5StandIn, server: string, zone = "Etc/GMT-2") {
  const stop = new AbortController();
  const running = runConnector({
    settings: {
      propdeskUrl: test.url,
      propdeskToken: token.token,
      server,
      pollInterval: 200,
      snapshotInterval: 500,
      recheckInterval: 2000,
      requestsPerMinute: 100_000,
      port: undefined,
    },
    log: (event, fields) => logged.push(JSON.stringify({ event, ...fields })),
    stop: stop.signal,
    createPlatform: (options) =>
      new Mt5Platform({
        settings: { ...platform.settings, timeZone: zone, groups: "*", caFile: undefined },
        ca: undefined,
        limit: new RateLimit(100_000),
        ...options,
      }),
  });
  const ended = running.then(
    () => "stopped",
    (error: Error) => error.message,
  );
  const end = () => {
    stop.abort();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  return { end, ended };
}

const recordOf = async ({ login }: Pick<Followed, "login">) => {
  const { rows } = await test.context.database.pool.query<{ ticket: string; amount: string }>(
    `select ticket, profit + commission + swap + fee as amount from deals
       where account_id = (select id from trading_accounts where login = $1)
     union all select ticket, amount from operations
       where account_id = (select id from trading_accounts where login = $1) order by 1`,
    [login],
  );
  return rows;
};

const snapshotsOf = async ({ login }: Pick<Followed, "login">) => {
  const { rows } = await test.context.database.pool.query<{ balance: string; equity: string }>(
    `select balance, equity from snapshots
       where account_id = (select id from trading_accounts where login = $1) order by time desc`,
    [login],
  );
  return rows;
};

interface Reported {
  report: { server: string; connectedSince: string | null; failures: { code: string }[] } | null;
}

const reportOf = async (server: string) =>
  (await owner.get("/api/admin/bridges"))
    .json<Reported[]>()
    .find(({ report }) => report?.server === server)?.report;

const untilFailure = (server: string, code: string) =>
  waitUntil(code, async () =>
    ((await reportOf(server))?.failures ?? []).some((failure) => failure.code === code),
  );

describe("the record", () => {
  it("has everything once, also what comes late, across restarts and lost connections", async () => {
    const { platform, server, trader } = await startPlatform();
    const position = platform.open(trader.login, { Commission: "-1.75" });
    const first = connect(platform, server);
    await waitUntil("the first records", async () => (await recordOf(trader)).length === 2);
    platform.cutAll();
    platform.addDeal(trader.login, {
      Action: "1",
      Entry: "1",
      PositionID: position,
      Profit: "250.00",
      Storage: "-0.55",
    });
    await waitUntil("the closing", async () => (await recordOf(trader)).length === 3);
    expect(await first.end()).toBe("stopped");
    // Long before now: a poll does not see it, but the balance shows that it is missing.
    platform.addDeal(
      trader.login,
      {
        Action: "4",
        Symbol: "",
        Profit: "-10.00",
      },
      Date.now() - HOUR / 2,
    );
    connect(platform, server);
    await waitUntil("the late one", async () => (await recordOf(trader)).length === 4);
    platform.addDeal(
      trader.login,
      {
        Action: "5",
        Symbol: "",
        Profit: "3.00",
      },
      Date.now() - HOUR / 3,
    );
    await waitUntil("the later one", async () => (await recordOf(trader)).length === 5);
    platform.addDeal(trader.login, { Action: "13", Profit: "0.00" });
    platform.addDeal(trader.login, { Action: "2", Symbol: "", Profit: "1.00" });
    await waitUntil("the last one", async () => (await recordOf(trader)).length === 6);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "100241.70" });
    expect((await trader.get("/api/user/trades")).json()).toMatchObject([
      { position, side: "buy", volume: "0.50", net: "247.70" },
    ]);
  });

  it("has findings about what is changed or removed afterwards, and follows what is accepted", async () => {
    const { platform, server, trader } = await startPlatform();
    const fee = (amount: string, before: number) =>
      platform.addDeal(
        trader.login,
        { Action: "4", Symbol: "", Profit: amount },
        Date.now() - before,
      );
    const changed = fee("-10.00", HOUR / 2);
    const removed = fee("-3.00", HOUR / 3);
    connect(platform, server);
    await waitUntil("the records", async () => (await recordOf(trader)).length === 3);
    platform.deals = platform.deals.filter(({ Deal }) => Deal !== removed);
    platform.deals.find(({ Deal }) => Deal === changed)!.Profit = "-20.00";
    platform.accounts.get(trader.login)!.Balance = "99980.00";
    const open = async () =>
      (await owner.get(`/api/admin/bridges/findings?userId=${trader.id}&status=open`)).json<
        { id: number; kind: string; ticket: string }[]
      >();
    await waitUntil("the findings", async () => (await open()).length === 2);
    expect(new Set((await open()).map(({ kind, ticket }) => `${kind} ${ticket}`))).toEqual(
      new Set([`changed ${changed}`, `missing ${removed}`]),
    );
    for (const { id } of await open()) {
      const decision = { decision: "accept", reason: "Corrected by the broker" };
      await owner.post(`/api/admin/bridges/findings/${id}`, decision);
    }
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "99980.00" });
    await waitUntil("no failure", async () => (await reportOf(server))?.failures.length === 0);
    expect(await open()).toEqual([]);
  });

  it("has snapshots without credit, with the balance by the records", async () => {
    const { platform, server, trader } = await startPlatform();
    connect(platform, server);
    platform.addDeal(trader.login, { Action: "3", Symbol: "", Profit: "500.00" });
    platform.open(trader.login, { Commission: "-3.50" });
    platform.float(trader.login, "-120.25");
    await waitUntil(
      "a snapshot",
      async () => (await snapshotsOf(trader))[0]?.equity === "99876.25",
    );
    for (const { balance } of await snapshotsOf(trader))
      expect(["100000.00", "99996.50"]).toContain(balance);
  });

  it("is not fed while the server's clock is in another zone, and then is", async () => {
    const { platform, server, trader } = await startPlatform();
    platform.offset = 3 * HOUR;
    connect(platform, server);
    await untilFailure(server, "time_zone_wrong");
    expect(await recordOf(trader)).toEqual([]);
    platform.offset = 2 * HOUR;
    await waitUntil("the record", async () => (await recordOf(trader)).length === 1);
    await waitUntil("no failure", async () => (await reportOf(server))?.failures.length === 0);
  });

  it("lacks accounts that the platform does not know or has in another currency, and amounts that are not exact", async () => {
    const { platform, server, trader } = await startPlatform();
    const unknown = await follow(platform, server);
    platform.users.delete(unknown.login);
    platform.addDeal(trader.login, { Action: "7", Symbol: "", Profit: "-0.005" });
    connect(platform, server);
    await untilFailure(server, "login_unknown");
    await untilFailure(server, "amount_not_exact");
    await waitUntil("the funding", async () => (await recordOf(trader)).length === 1);
    expect(await recordOf(unknown)).toEqual([]);
    const other = await startPlatform();
    other.platform.currency = "EUR";
    connect(other.platform, other.server);
    await untilFailure(other.server, "currency_differs");
    expect(await recordOf(other.trader)).toEqual([]);
  });

  it("reports a platform that refuses the sign-in, and goes on when it no longer does", async () => {
    const { platform, server, trader } = await startPlatform();
    const refused = { retcode: "1012 Not allowed" };
    platform.faults.set(
      "/api/auth/start",
      Array.from({ length: 1000 }, () => refused),
    );
    connect(platform, server);
    await untilFailure(server, "sign_in_refused");
    platform.faults.clear();
    await waitUntil("the record", async () => (await recordOf(trader)).length === 1);
    expect(logged.join("\n")).not.toContain("Password1");
    expect(logged.join("\n")).not.toContain(token.token);
  });
});

describe("an account that a step opens", () => {
  /** Starts a stage whose account the platform creates. */
  async function started(server: string) {
    const trader = await test.trader();
    const rulesVersionId = await createRules(owner, simpleRules);
    const account = { server, group: "prop\\usd", leverage: 30 };
    const programme = await owner.post("/api/admin/programmes", {
      name: `Opens accounts at ${server}`,
      currency: "USD",
      initialBalances: ["100000.00"],
      steps: [{ phase: "Phase 1", rulesVersionId, payoutEnabled: false, platform: account }],
    });
    const [version] = programme.json<{ versions: { id: number }[] }>().versions;
    await owner.post(`/api/admin/user/${trader.id}/programme`, {
      programmeVersionId: version!.id,
      initialBalance: "100000.00",
    });
    const shown = async () =>
      (await trader.get("/api/user/account")).json<{
        login: string | null;
        server: string | null;
        masterPassword: string | null;
        balance: string;
      }>();
    const ready = async () => {
      await waitUntil("the account", async () => (await shown()).login !== null);
      return shown();
    };
    return { trader, ready, shown };
  }

  const createdAt = (platform: Mt5StandIn) =>
    [...platform.users.values()].filter(({ Comment }) => Comment?.startsWith("Propdesk "));

  const fundingsAt = (platform: Mt5StandIn) =>
    platform.deals.filter(({ Comment }) => Comment?.startsWith("Propdesk "));

  it("is created once and funded, traded on, and closed after a breach", async () => {
    const { platform, server } = await startPlatform();
    platform.faults.set("/api/user/add", ["cut-after"]);
    connect(platform, server);
    const { trader, ready, shown } = await started(server);
    const { login, masterPassword, server: named } = await ready();
    expect(named).toBe(server);
    expect(createdAt(platform)).toMatchObject([
      { Login: login, Group: "prop\\usd", Leverage: "30", Email: trader.email },
    ]);
    expect(platform.passwords.get(login!)).toBe(masterPassword);
    expect(fundingsAt(platform)).toMatchObject([{ Login: login, Profit: "100000.00" }]);
    expect(logged.join()).not.toContain(masterPassword);
    const followed = { login: login! };
    await waitUntil("the funding", async () => (await recordOf(followed)).length === 1);
    const position = platform.open(login!);
    await waitUntil("a snapshot", async () => (await snapshotsOf(followed)).length > 0);
    expect((await shown()).balance).toBe("100000.00");
    platform.positions = platform.positions.filter(({ Position }) => Position !== position);
    platform.addDeal(login!, {
      Action: "1",
      Entry: "1",
      PositionID: position,
      Profit: "-6000.00",
    });
    const reviews = async () =>
      (await owner.get(`/api/admin/reviews?userId=${trader.id}`)).json<{ id: number }[]>();
    await waitUntil("the review", async () => (await reviews()).length === 1);
    await owner.patch("/api/admin/settings/enforcement", { breachConfirmed: "automatic" });
    const [review] = await reviews();
    const decision = { decision: "confirm", reason: "The loss was closed" };
    await owner.post(`/api/admin/reviews/${review!.id}`, decision);
    await owner.patch("/api/admin/settings/enforcement", { breachConfirmed: "none" });
    await waitUntil("the account is closed", () => {
      const { Rights = "0" } = platform.users.get(login!)!;
      return Promise.resolve((Number(Rights) & 4) === 4);
    });
  });

  it("is found again if the connector ended before it could answer", async () => {
    const { platform, server } = await startPlatform();
    const { trader, ready } = await started(server);
    const [action] = (await token.get(`/api/bridge/actions?server=${server}`)).json<
      { id: number }[]
    >();
    await token.post(`/api/bridge/actions/${action!.id}`, { status: "started" });
    const Comment = `Propdesk ${action!.id}`;
    const created = String(810_000 + trader.id);
    platform.addAccount(created);
    platform.users.get(created)!.Comment = Comment;
    platform.addDeal(created, { Action: "2", Symbol: "", Profit: "100000.00", Comment });
    await test.context.database.pool.query(
      "update action_queues set due_at = 'epoch'::timestamptz + interval '1 second' where head_id = $1",
      [action!.id],
    );
    connect(platform, server);
    const { login, masterPassword } = await ready();
    expect(login).toBe(created);
    expect(platform.passwords.get(created)).toBe(masterPassword);
    expect(createdAt(platform)).toHaveLength(1);
    expect(fundingsAt(platform)).toHaveLength(1);
  });

  it("gets a new password, another group and leverage, which the platform shows", async () => {
    const { platform, server, trader } = await startPlatform();
    connect(platform, server);
    await requestAction(owner, trader.id, { kind: "reset_password" });
    await requestAction(owner, trader.id, {
      kind: "change_account",
      account: { group: "prop\\eur", leverage: 10 },
    });
    await waitUntil("both are done", async () => {
      const actions = await actionsOf(owner, trader.id);
      return actions.every(({ status }) => status === "done");
    });
    expect(platform.users.get(trader.login)).toMatchObject({
      Group: "prop\\eur",
      Leverage: "10",
    });
    const shown = (await trader.get("/api/user/account")).json<{ masterPassword: string }>();
    expect(platform.passwords.get(trader.login)).toBe(shown.masterPassword);
  });
});

describe("an action", () => {
  const outcome = async (userId: number) => {
    await waitUntil("an answer", async () =>
      (await actionsOf(owner, userId)).every(({ finishedAt }) => finishedAt !== null),
    );
    return (await actionsOf(owner, userId)).at(-1)!;
  };

  async function bookingOf(trader: Followed, amount: string) {
    const { id } = await requestAction(owner, trader.id, { kind: "withdraw", amount });
    await (await test.administrator("risk")).post(`/api/admin/actions/${id}/approve`, {});
    return id;
  }

  it("changes the right to trade alone, and closes orders and positions by their tickets", async () => {
    const { platform, server, trader } = await startPlatform();
    platform.open(trader.login);
    platform.open(trader.login);
    platform.orders.push({ Order: "77", Login: trader.login });
    platform.closingProfit = "-25.00";
    connect(platform, server);
    await requestAction(owner, trader.id, { kind: "disable_trading" });
    expect(await outcome(trader.id)).toMatchObject({ status: "done", server });
    expect(platform.users.get(trader.login)!.Rights).toBe("487");
    await requestAction(owner, trader.id, { kind: "close_positions" });
    expect(await outcome(trader.id)).toMatchObject({
      status: "done",
      message: "Closed 2 positions, cancelled 1 pending order",
    });
    await requestAction(owner, trader.id, { kind: "enable_trading" });
    expect(await outcome(trader.id)).toMatchObject({ status: "done" });
    expect(platform.users.get(trader.login)!.Rights).toBe("483");
    await waitUntil("the closings", async () => (await recordOf(trader)).length === 5);
  });

  it("fails with the platform's words if it is refused", async () => {
    const { platform, server, trader } = await startPlatform();
    platform.open(trader.login);
    platform.dealerCode = "10018 Market is closed";
    connect(platform, server);
    await requestAction(owner, trader.id, { kind: "close_positions" });
    expect(await outcome(trader.id)).toMatchObject({
      status: "failed",
      message: "The market is closed (10018)",
    });
    await bookingOf(trader, "200000.00");
    expect(await outcome(trader.id)).toMatchObject({
      status: "failed",
      message: "There is not enough free margin for the withdrawal (10019)",
    });
  });

  it("books money once, although the answer was lost or the connector was restarted", async () => {
    const { platform, server, trader } = await startPlatform();
    const bookings = () => platform.deals.filter(({ Comment }) => Comment !== "");
    platform.faults.set("/api/trade/balance", ["cut-after"]);
    const first = connect(platform, server);
    const id = await bookingOf(trader, "150.00");
    expect(await outcome(trader.id)).toMatchObject({
      status: "done",
      startedAt: expect.any(String) as string,
    });
    expect(bookings()).toMatchObject([{ Comment: `Propdesk ${id}`, Profit: "-150.00" }]);
    await first.end();
    // Booked before the restart, by a process that could not answer.
    const second = await bookingOf(trader, "20.00");
    await token.get(`/api/bridge/actions?server=${server}`);
    await token.post(`/api/bridge/actions/${second}`, { status: "started" });
    platform.addDeal(trader.login, {
      Action: "2",
      Symbol: "",
      Profit: "-20.00",
      Comment: `Propdesk ${second}`,
    });
    test.clock.advance(MINUTE);
    connect(platform, server);
    expect(await outcome(trader.id)).toMatchObject({ id: second, status: "done" });
    expect(bookings()).toHaveLength(2);
    await waitUntil("both are fed", async () => (await recordOf(trader)).length === 3);
  });
});

describe("a later connector of the server", () => {
  it("ends the earlier one", async () => {
    const { platform, server, trader } = await startPlatform();
    const first = connect(platform, server);
    await waitUntil("the record", async () => (await recordOf(trader)).length === 1);
    connect(platform, server);
    expect(await first.ended).toBe("Another connector was started later for this server");
  });
});
