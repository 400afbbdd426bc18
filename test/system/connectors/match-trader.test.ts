import { describe, expect, it } from "vitest";
import { MatchTraderPlatform } from "../../../src/connectors/match-trader/match-trader-platform.ts";
import { HOUR, MINUTE } from "../../../src/platform/time/durations.rule.ts";
import { requestAction } from "../../support/actions.ts";
import { describePromises } from "../../support/connector-promises.ts";
import { ConnectorTests, type Snapshot } from "../../support/connector-tests.ts";
import { type MatchTraderPerson, MatchTraderStandIn } from "../../support/match-trader-stand-in.ts";
import { waitUntil } from "../../support/until.ts";

const tests = new ConnectorTests({
  create: () => new MatchTraderStandIn(),
  connect: (platform: MatchTraderStandIn, options) =>
    new MatchTraderPlatform({ settings: platform.settings, ...options }),
  group: "prop-usd",
});

describe("the record", () => {
  const dealsOf = async (login: string) => {
    const { rows } = await tests.app.context.database.pool.query<{
      ticket: string;
      entry: string;
      side: string;
      volume: string;
    }>(
      `select ticket, entry, side, volume::float::text as volume from deals
         where account_id = (select id from trading_accounts where login = $1) order by time, ticket`,
      [login],
    );
    return rows.map(({ ticket, entry, side, volume }) => [ticket, entry, side, volume].join(" "));
  };

  it("has the deals of positions that are closed in parts, also while they are read", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const { login } = trader;
    const now = Date.now();
    const early = platform.open(login, { volume: 1, time: now - 50 * MINUTE });
    platform.close(login, early, "10.00", { volume: 0.25, time: now - 40 * MINUTE });
    const late = platform.open(login, { volume: 0.3, side: "SELL", time: now - 30 * MINUTE });
    const parts = [platform.closed[0]!.uid];
    let isClosing = true;
    platform.before = (path) => {
      if (!isClosing || !path.endsWith("/closed-positions")) return;
      isClosing = false;
      platform.close(login, late, "5.00", { volume: 0.1 });
      parts.push(platform.closed[1]!.uid);
    };
    tests.connect(platform, server);
    await waitUntil("the deals", async () => (await dealsOf(login)).length === 4);
    platform.close(login, early, "20.00");
    await waitUntil("the last closing", async () => (await dealsOf(login)).length === 5);
    expect(await dealsOf(login)).toEqual([
      `${early}/in in buy 1`,
      `${early}/out/${parts[0]} out sell 0.25`,
      `${late}/in in sell 0.3`,
      `${late}/out/${parts[1]} out buy 0.1`,
      `${early}/out out sell 0.75`,
    ]);
    await tests.untilHealthy(server);
  });

  it("has a position that was opened and closed between two readings, and operations by their types", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const { login } = trader;
    tests.connect(platform, server);
    await tests.untilRecorded(trader, 1);
    platform.close(login, platform.open(login), "1.00");
    platform.addLedger(login, "CREDIT_IN", 500);
    platform.addLedger(login, "AGENT_COMMISSION", -2);
    await tests.untilRecorded(trader, 5);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "99996.70" });
    await tests.untilHealthy(server);
  });

  it("is complete if an account has more closings than one answer holds", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const start = Date.now() - HOUR / 2;
    for (let count = 0; count < 1050; count += 1) {
      const time = start + count * 1000;
      const position = platform.open(trader.login, { time });
      platform.close(trader.login, position, "1.00", { time: time + 100 });
    }
    tests.connect(platform, server);
    await tests.untilRecorded(trader, 2101);
    await tests.untilHealthy(server);
  });

  it("has snapshots without credit by the platform's clock, also of accounts that may not trade", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const account = platform.accounts.get(trader.login)!;
    account.accessRight = "TRADING_DISABLED";
    platform.addLedger(trader.login, "CREDIT_IN", 500);
    account.floating = -120.25;
    platform.open(trader.login);
    tests.connect(platform, server);
    const equity = async () => (await tests.snapshotsOf(trader))[0]?.equity;
    await waitUntil("a snapshot", async () => (await equity()) === "99879.75");
    const [{ time, balance }] = (await tests.snapshotsOf(trader)) as [Snapshot];
    expect(balance).toBe("100000.00");
    expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(MINUTE / 2);
  });

  it("goes on through failures and too many requests, which are waited out", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const ledgers = "POST /v1/trading-accounts/trading-data/ledgers";
    platform.faults.set(ledgers, [
      { status: 500 },
      "cut",
      { status: 429, retryAfter: "1" },
      { status: 503 },
    ]);
    tests.connect(platform, server);
    await tests.untilRecorded(trader, 1);
    await tests.untilHealthy(server);
  });
});

describe("an action", () => {
  it("cancels orders and closes positions by their ids, and fails with the platform's words", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const { login } = trader;
    platform.open(login);
    platform.open(login);
    platform.orders.push({ login, id: "O1", symbol: "EURUSD", volume: 1, side: "BUY" });
    platform.closingError = "The market is closed";
    tests.connect(platform, server);
    await requestAction(tests.owner, trader.id, { kind: "close_positions" });
    expect(await tests.outcome(trader.id)).toMatchObject({
      status: "failed",
      message: "The market is closed",
    });
    platform.closingError = undefined;
    platform.orders.push({ login, id: "O2", symbol: "EURUSD", volume: 1, side: "BUY" });
    await requestAction(tests.owner, trader.id, { kind: "close_positions" });
    expect(await tests.outcome(trader.id)).toMatchObject({
      status: "done",
      message: "Closed 2 positions, cancelled 1 pending order",
    });
    expect([platform.positions, platform.orders]).toEqual([[], []]);
  });

  it("changes the right to trade alone, also if the account was changed in the meantime", async () => {
    const { platform, server, trader } = await tests.startPlatform();
    const account = platform.accounts.get(trader.login)!;
    let isChanged = false;
    platform.before = (path) => {
      if (isChanged || !path.startsWith("PATCH ")) return;
      isChanged = true;
      account.version += 1;
    };
    tests.connect(platform, server);
    await requestAction(tests.owner, trader.id, { kind: "disable_trading" });
    expect(await tests.outcome(trader.id)).toMatchObject({ status: "done" });
    expect(account).toMatchObject({ accessRight: "TRADING_DISABLED", leverageRatioPercent: 100 });
    const changes = { group: "prop-eur", leverage: 10 };
    await requestAction(tests.owner, trader.id, { kind: "change_account", account: changes });
    expect(await tests.outcome(trader.id)).toMatchObject({ status: "done" });
    expect(account).toMatchObject({
      accessRight: "TRADING_DISABLED",
      group: "prop-eur",
      leverageRatioPercent: 10,
    });
  });
});

describe("an account that a step opens", () => {
  it("belongs to a person, who gets a password once, and another one by a reset", async () => {
    const { platform, server } = await tests.startPlatform();
    platform.faults.set("POST /v1/user-accounts", ["cut-after"]);
    tests.connect(platform, server);
    const { trader, ready, shown } = await tests.startStage(server);
    const { login, masterPassword } = await ready();
    const person = platform.people.get(trader.email)!;
    expect(person.password).toBe(masterPassword);
    expect(platform.accounts.get(login!)).toMatchObject({
      group: "prop-usd",
      leverageRatioPercent: 30,
      accountType: "REAL",
      remarks: expect.stringMatching(/^Propdesk \d+$/) as string,
    });
    await requestAction(tests.owner, trader.id, { kind: "reset_password" });
    await waitUntil("the new one", async () => {
      const { masterPassword: later } = await shown();
      return later !== masterPassword && later === person.password;
    });
  });

  it("has the password of its person, also if they were added by an attempt that failed", async () => {
    const { platform, server } = await tests.startPlatform();
    const { trader, ready } = await tests.startStage(server);
    let isRefused = false;
    platform.before = (name) => {
      const person = platform.people.get(trader.email);
      if (isRefused || !person || name !== "GET /v1/trading-accounts") return;
      isRefused = true;
      platform.faults.set(`POST /v1/user-accounts/${person.uuid}/trading-accounts`, [
        { status: 422, body: { title: "Unknown group" } },
      ]);
    };
    tests.connect(platform, server);
    const failed = await tests.outcome(trader.id);
    expect(failed.status).toBe("failed");
    expect(failed.message).toMatch(/^Unknown group/);
    await tests.owner.post(`/api/admin/actions/${failed.id}/retry`, { reason: "The group exists" });
    const { masterPassword } = await ready();
    expect(masterPassword).toBe(platform.people.get(trader.email)!.password);
  });

  it("is found again if the answer was lost, and leaves a known person's password as it was", async () => {
    const { platform, server } = await tests.startPlatform();
    const { trader, ready } = await tests.startStage(server);
    const known = { uuid: "known", email: trader.email, password: "Own-1" };
    platform.people.set(trader.email, known);
    platform.faults.set("POST /v1/user-accounts/known/trading-accounts", ["cut-after"]);
    tests.connect(platform, server);
    const { login, masterPassword } = await ready();
    expect(masterPassword).toBeNull();
    expect(known.password).toBe("Own-1");
    const created = [...platform.accounts.values()].filter(({ remarks }) => remarks !== "");
    expect(created).toMatchObject([{ login, balance: 100_000 }]);
  });
});

describe("a connector that ended while it created an account", () => {
  /** Starts a stage whose action a connector has begun, and not answered. */
  async function startBegun() {
    const { platform, server } = await tests.startPlatform();
    const { trader, ready } = await tests.startStage(server);
    const [action] = (await tests.token.get(`/api/bridge/actions?server=${server}`)).json<
      { id: number }[]
    >();
    await tests.token.post(`/api/bridge/actions/${action!.id}`, { status: "started" });
    const person: MatchTraderPerson = {
      uuid: `new-${trader.id}`,
      email: trader.email,
      password: "Lost-1",
    };
    platform.people.set(trader.email, person);
    const deliverAgain = async () => {
      await tests.app.context.database.pool.query(
        "update action_queues set due_at = 'epoch'::timestamptz + interval '1 second' where head_id = $1",
        [action!.id],
      );
      tests.connect(platform, server);
    };
    const login = String(830_000 + trader.id);
    const remarks = `Propdesk ${action!.id}`;
    return { platform, trader, person, login, remarks, ready, deliverAgain };
  }

  it("finds the account again, and gives its new person a password that is known", async () => {
    const { platform, person, login, remarks, ready, deliverAgain } = await startBegun();
    platform.addAccount(login, { remarks });
    platform.book(login, "100000.00", Date.now(), remarks);
    await deliverAgain();
    expect(await ready()).toMatchObject({ login, masterPassword: person.password });
    expect(person.password).not.toBe("Lost-1");
    const created = [...platform.accounts.values()].filter((each) => each.remarks !== "");
    expect(created).toMatchObject([{ login, balance: 100_000 }]);
  });

  it("leaves a person who was known before with their password", async () => {
    const { platform, person, login, remarks, ready, deliverAgain } = await startBegun();
    person.created = "2025-01-01T00:00:00.000Z";
    platform.addAccount(login, { remarks });
    platform.book(login, "100000.00", Date.now(), remarks);
    await deliverAgain();
    expect(await ready()).toMatchObject({ login, masterPassword: null });
    expect(person.password).toBe("Lost-1");
  });
});

describePromises(tests);
