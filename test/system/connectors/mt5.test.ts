import { describe, expect, it } from "vitest";
import { Mt5Platform } from "../../../src/connectors/mt5/mt5-platform.ts";
import { RateLimit } from "../../../src/connectors/rate-limit.ts";
import { HOUR } from "../../../src/platform/time/durations.rule.ts";
import { actionsOf, requestAction } from "../../support/actions.ts";
import { describePromises } from "../../support/connector-promises.ts";
import { ConnectorTests } from "../../support/connector-tests.ts";
import { Mt5StandIn } from "../../support/mt5-stand-in.ts";
import { waitUntil } from "../../support/until.ts";
import { mostInAMinute, virtualClock } from "../../support/virtual-clock.ts";

const tests = new ConnectorTests({
  create() {
    const platform = new Mt5StandIn();
    platform.offset = 2 * HOUR;
    return platform;
  },
  connect(platform: Mt5StandIn, options) {
    const settings = { timeZone: "Etc/GMT-2", groups: "*", caFile: undefined };
    return new Mt5Platform({
      settings: { ...platform.settings, ...settings },
      ca: undefined,
      ...options,
    });
  },
  group: "prop\\usd",
});

describe("the record", () => {
  it("has everything once, also what comes late, across restarts and lost connections", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const position = platform.open(trader.login, { Commission: "-1.75" });
    const first = tests.connect(platform, server);
    await waitUntil("the first records", async () => (await tests.recordOf(trader)).length === 2);
    platform.cutAll();
    platform.addDeal(trader.login, {
      Action: "1",
      Entry: "1",
      PositionID: position,
      Profit: "250.00",
      Storage: "-0.55",
    });
    await waitUntil("the closing", async () => (await tests.recordOf(trader)).length === 3);
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
    tests.connect(platform, server);
    await waitUntil("the late one", async () => (await tests.recordOf(trader)).length === 4);
    platform.addDeal(
      trader.login,
      {
        Action: "5",
        Symbol: "",
        Profit: "3.00",
      },
      Date.now() - HOUR / 3,
    );
    await waitUntil("the later one", async () => (await tests.recordOf(trader)).length === 5);
    platform.addDeal(trader.login, { Action: "13", Profit: "0.00" });
    platform.addDeal(trader.login, { Action: "2", Symbol: "", Profit: "1.00" });
    await waitUntil("the last one", async () => (await tests.recordOf(trader)).length === 6);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "100241.70" });
    expect((await trader.get("/api/user/trades")).json()).toMatchObject([
      { position, side: "buy", volume: "0.50", net: "247.70" },
    ]);
  });

  it("has snapshots without credit, with the balance by the records", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    tests.connect(platform, server);
    platform.addDeal(trader.login, { Action: "3", Symbol: "", Profit: "500.00" });
    platform.open(trader.login, { Commission: "-3.50" });
    platform.float(trader.login, "-120.25");
    await waitUntil(
      "a snapshot",
      async () => (await tests.snapshotsOf(trader))[0]?.equity === "99876.25",
    );
    for (const { balance } of await tests.snapshotsOf(trader))
      expect(["100000.00", "99996.50"]).toContain(balance);
  });

  it("is not fed while the server's clock is in another zone, and then is", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    platform.offset = 3 * HOUR;
    tests.connect(platform, server);
    await tests.untilFailure(server, "time_zone_wrong");
    expect(await tests.recordOf(trader)).toEqual([]);
    platform.offset = 2 * HOUR;
    await waitUntil("the record", async () => (await tests.recordOf(trader)).length === 1);
    await waitUntil(
      "no failure",
      async () => (await tests.reportOf(server))?.failures.length === 0,
    );
  });
});

describe("an account that a step opens", () => {
  const createdAt = (platform: Mt5StandIn) =>
    [...platform.users.values()].filter(({ Comment }) => Comment?.startsWith("Propdesk "));

  const fundingsAt = (platform: Mt5StandIn) =>
    platform.deals.filter(({ Comment }) => Comment?.startsWith("Propdesk "));

  it("is created once and funded, traded on, and closed after a breach", async () => {
    const { platform, server } = await tests.startPlatform();
    platform.faults.set("/api/user/add", ["cut-after"]);
    tests.connect(platform, server);
    const { trader, ready, shown } = await tests.startStage(server);
    const { login, masterPassword, server: named } = await ready();
    expect(named).toBe(server);
    expect(createdAt(platform)).toMatchObject([
      { Login: login, Group: "prop\\usd", Leverage: "30", Email: trader.email },
    ]);
    expect(platform.passwords.get(login!)).toBe(masterPassword);
    expect(fundingsAt(platform)).toMatchObject([{ Login: login, Profit: "100000.00" }]);
    expect(tests.logged.join()).not.toContain(masterPassword);
    const followed = { login: login! };
    await waitUntil("the funding", async () => (await tests.recordOf(followed)).length === 1);
    const position = platform.open(login!);
    await waitUntil("a snapshot", async () => (await tests.snapshotsOf(followed)).length > 0);
    expect((await shown()).balance).toBe("100000.00");
    platform.positions = platform.positions.filter(({ Position }) => Position !== position);
    platform.addDeal(login!, {
      Action: "1",
      Entry: "1",
      PositionID: position,
      Profit: "-6000.00",
    });
    const reviews = async () =>
      (await tests.owner.get(`/api/admin/reviews?userId=${trader.id}`)).json<{ id: number }[]>();
    await waitUntil("the review", async () => (await reviews()).length === 1);
    await tests.owner.patch("/api/admin/settings/enforcement", { breachConfirmed: "automatic" });
    const [review] = await reviews();
    const decision = { decision: "confirm", reason: "The loss was closed" };
    await tests.owner.post(`/api/admin/reviews/${review!.id}`, decision);
    await tests.owner.patch("/api/admin/settings/enforcement", { breachConfirmed: "none" });
    await waitUntil("the account is closed", () => {
      const { Rights = "0" } = platform.users.get(login!)!;
      return Promise.resolve((Number(Rights) & 4) === 4);
    });
  });

  it("is found again if the connector ended before it could answer", async () => {
    const { platform, server } = await tests.startPlatform();
    const { trader, ready } = await tests.startStage(server);
    const [action] = (await tests.token.get(`/api/bridge/actions?server=${server}`)).json<
      { id: number }[]
    >();
    await tests.token.post(`/api/bridge/actions/${action!.id}`, { status: "started" });
    const Comment = `Propdesk ${action!.id}`;
    const created = String(810_000 + trader.id);
    platform.addAccount(created);
    platform.users.get(created)!.Comment = Comment;
    platform.addDeal(created, { Action: "2", Symbol: "", Profit: "100000.00", Comment });
    await tests.app.context.database.pool.query(
      "update action_queues set due_at = 'epoch'::timestamptz + interval '1 second' where head_id = $1",
      [action!.id],
    );
    tests.connect(platform, server);
    const { login, masterPassword } = await ready();
    expect(login).toBe(created);
    expect(platform.passwords.get(created)).toBe(masterPassword);
    expect(createdAt(platform)).toHaveLength(1);
    expect(fundingsAt(platform)).toHaveLength(1);
  });

  it("gets a new password, another group and leverage, which the platform shows", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    tests.connect(platform, server);
    await requestAction(tests.owner, trader.id, { kind: "reset_password" });
    await requestAction(tests.owner, trader.id, {
      kind: "change_account",
      account: { group: "prop\\eur", leverage: 10 },
    });
    await waitUntil("both are done", async () => {
      const actions = await actionsOf(tests.owner, trader.id);
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
  it("changes the right to trade alone, and closes orders and positions by their tickets", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    platform.open(trader.login);
    platform.open(trader.login);
    platform.orders.push({ Order: "77", Login: trader.login });
    platform.closingProfit = "-25.00";
    tests.connect(platform, server);
    await requestAction(tests.owner, trader.id, { kind: "disable_trading" });
    expect(await tests.outcome(trader.id)).toMatchObject({ status: "done", server });
    expect(platform.users.get(trader.login)!.Rights).toBe("487");
    await requestAction(tests.owner, trader.id, { kind: "close_positions" });
    expect(await tests.outcome(trader.id)).toMatchObject({
      status: "done",
      message: "Closed 2 positions, cancelled 1 pending order",
    });
    await requestAction(tests.owner, trader.id, { kind: "enable_trading" });
    expect(await tests.outcome(trader.id)).toMatchObject({ status: "done" });
    expect(platform.users.get(trader.login)!.Rights).toBe("483");
    await waitUntil("the closings", async () => (await tests.recordOf(trader)).length === 5);
  });

  it("fails with the platform's words if it is refused", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    platform.open(trader.login);
    platform.dealerCode = "10018 Market is closed";
    tests.connect(platform, server);
    await requestAction(tests.owner, trader.id, { kind: "close_positions" });
    expect(await tests.outcome(trader.id)).toMatchObject({
      status: "failed",
      message: "The market is closed (10018)",
    });
    await tests.withdraw(trader, "200000.00");
    expect(await tests.outcome(trader.id)).toMatchObject({
      status: "failed",
      message: "There is not enough free margin for the withdrawal (10019)",
    });
  });
});

describe("the limit of requests", () => {
  it("is never exceeded, however much there is to read, and leaves room for actions", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const clock = virtualClock();
    const received: number[] = [];
    platform.received = () => void received.push(clock.now());
    for (let count = 0; count < 10; count += 1) platform.open(trader.login);
    tests.connect(platform, server, new RateLimit(40, clock));
    await requestAction(tests.owner, trader.id, { kind: "close_positions" });
    expect(await tests.outcome(trader.id)).toMatchObject({ message: "Closed 10 positions" });
    await waitUntil("three minutes of requests", () => Promise.resolve(received.length > 120));
    expect(mostInAMinute(received)).toBeLessThanOrEqual(40);
    await tests.untilHealthy(server);
  });
});

describePromises(tests);
