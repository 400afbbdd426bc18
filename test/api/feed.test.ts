import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { holdLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { accountIdOf } from "../support/records.ts";

let test: TestApp;
let administrator: Browser;
let bridge: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bridge = await test.token(["feed:write"]);
});
afterAll(() => test.close());

let logins = 7_000_000;

/** Creates a trader with a login and a stage that has been open since 1 March. */
async function fedTrader() {
  const trader = await test.trader();
  const login = String((logins += 1));
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
  await administrator.post(`/api/admin/user/${trader.id}/stages`, {
    phase: "Phase 1",
    initialBalance: "100000.00",
    startedAt: "2026-03-01T00:00:00.000Z",
  });
  return Object.assign(trader, { login });
}

const deal = (ticket: string, fields: object = {}) => ({
  ticket,
  position: "44",
  time: "2026-03-02T09:00:00.000Z",
  entry: "in",
  symbol: "eurusd",
  side: "buy",
  volume: "0.50",
  price: "1.08345",
  profit: "0.00",
  commission: "-1.75",
  swap: "0.00",
  fee: "0.00",
  ...fields,
});
const closing = deal("92", {
  time: "2026-03-02T10:00:00.000Z",
  entry: "out",
  side: "sell",
  price: "1.08445",
  profit: "50.00",
});
const deposit = {
  ticket: "90",
  time: "2026-03-02T08:00:00.000Z",
  kind: "deposit",
  amount: "100000.00",
};
const snapshot = (time: string, equity: string) => ({
  time: `2026-03-02T${time}:00.000Z`,
  balance: "99998.25",
  equity,
});

const none = { deals: 0, operations: 0, snapshots: 0 };

describe("the feed", () => {
  it("accepts deals, operations and snapshots, and adds them to the record of the account", async () => {
    const trader = await fedTrader();
    const response = await bridge.post("/api/feed", {
      accounts: [
        {
          login: trader.login,
          deals: [deal("91"), closing],
          operations: [deposit],
          snapshots: [snapshot("09:04", "99990.00"), snapshot("09:08", "100020.00")],
        },
      ],
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      accepted: { deals: 2, operations: 1, snapshots: 2 },
      duplicates: none,
      rejected: [],
    });
    expect((await trader.get("/api/user/trades")).json()).toMatchObject([
      { position: "44", symbol: "EURUSD", net: "46.50", sources: [{ kind: "feed" }] },
    ]);
    expect((await trader.get("/api/user/days")).json()).toEqual([
      {
        day: "2026-03-02",
        openingBalance: "100000.00",
        closingBalance: "100046.50",
        net: "46.50",
        trades: 1,
        wins: 1,
        losses: 0,
        equityLow: "99990.00",
        equityHigh: "100046.50",
        evidence: "partly_observed",
      },
    ]);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({
      balance: "100046.50",
      profitLoss: "46.50",
      recordedAt: "2026-03-02T10:00:00.000Z",
    });
  });

  it("stores the records of other accounts while it waits for one that another call is changing", async () => {
    const [imported, other] = [await fedTrader(), await fedTrader()];
    const held = await holdLock(
      test,
      row("trading_accounts", await accountIdOf(test, imported.id)),
    );
    const calling = bridge.post("/api/feed", {
      accounts: [
        { login: imported.login, deals: [deal("91"), { ...closing, volume: "0" }] },
        { login: other.login, deals: [deal("91"), closing] },
      ],
    });
    await held.blocked(1);
    expect((await other.get("/api/user/trades")).json()).toMatchObject([{ net: "46.50" }]);
    await held.release();
    const response = await calling;
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      accepted: { deals: 3 },
      rejected: [{ login: imported.login, item: "deals", index: 1 }],
    });
    expect((await imported.get("/api/user/trades")).json()).toMatchObject([{ closeTime: null }]);
  });

  it("averages the prices of a position by volume, rounded half up", async () => {
    const trader = await fedTrader();
    const more = { price: "1.0842", time: "2026-03-02T09:30:00.000Z" };
    const closed = { ...closing, volume: "1.00", price: "1.09" };
    await bridge.post("/api/feed", {
      accounts: [
        { login: trader.login, deals: [deal("91", { price: "1.0841" }), deal("93", more), closed] },
      ],
    });
    expect((await trader.get("/api/user/trades")).json()).toMatchObject([
      { volume: "1.00", openPrice: "1.0842", closePrice: "1.09" },
    ]);
  });

  it("changes nothing if the same records are sent again", async () => {
    const { login } = await fedTrader();
    const accounts = [
      { login, deals: [deal("91")], operations: [deposit], snapshots: [snapshot("09:04", "1.00")] },
    ];
    await bridge.post("/api/feed", { accounts });
    expect((await bridge.post("/api/feed", { accounts })).json()).toEqual({
      accepted: none,
      duplicates: { deals: 1, operations: 1, snapshots: 1 },
      rejected: [],
    });
  });

  it("accepts the first of several snapshots at one time within one call", async () => {
    const { login } = await fedTrader();
    const snapshots = ["1.00", "1.00", "2.00"].map((equity) => snapshot("09:04", equity));
    const response = await bridge.post("/api/feed", { accounts: [{ login, snapshots }] });
    expect(response.json()).toMatchObject({
      accepted: { snapshots: 1 },
      duplicates: { snapshots: 1 },
      rejected: [{ login, item: "snapshots", index: 2 }],
    });
  });

  it("rejects known records with different content, and counts the rest", async () => {
    const { login } = await fedTrader();
    await bridge.post("/api/feed", {
      accounts: [
        {
          login,
          deals: [deal("91")],
          operations: [deposit],
          snapshots: [snapshot("09:04", "1.00"), snapshot("09:08", "1.00")],
        },
      ],
    });
    const response = await bridge.post("/api/feed", {
      accounts: [
        {
          login,
          deals: [deal("91", { price: "1.08346" }), closing],
          operations: [{ ...deposit, amount: "1.00" }],
          snapshots: [
            snapshot("09:04", "2.00"),
            { ...snapshot("09:08", "1.00"), balance: "99998.26" },
          ],
        },
      ],
    });
    expect(response.json()).toMatchObject({
      accepted: { deals: 1, operations: 0, snapshots: 0 },
      rejected: [
        { login, item: "deals", index: 0 },
        { login, item: "operations", index: 0 },
        { login, item: "snapshots", index: 0 },
        { login, item: "snapshots", index: 1 },
      ],
    });
  });

  it("rejects a ticket of an earlier stage with different content, also within one call", async () => {
    const trader = await fedTrader();
    const { login } = trader;
    const send = (deals: object[], operations: object[] = []) =>
      bridge.post("/api/feed", { accounts: [{ login, deals, operations }] });
    await send([deal("91"), closing], [deposit]);
    await administrator.post(`/api/admin/user/${trader.id}/stages`, {
      phase: "Phase 2",
      initialBalance: "100000.00",
      startedAt: "2026-03-03T00:00:00.000Z",
    });
    const time = "2026-03-04T09:00:00.000Z";
    const response = await send(
      [deal("91"), { ...closing, time }, deal("93"), deal("93", { time })],
      [{ ...deposit, time }],
    );
    expect(response.json()).toMatchObject({
      accepted: { deals: 1, operations: 0 },
      duplicates: { deals: 1, operations: 0 },
      rejected: [
        { item: "deals", index: 1, message: expect.stringContaining("Ticket 92") as string },
        { item: "deals", index: 3 },
        { item: "operations", index: 0 },
      ],
    });
    expect((await trader.get("/api/user/trades")).json()).toEqual([]);
  });

  it("rejects a login that two traders have", async () => {
    const { login } = await fedTrader();
    const other = await test.trader();
    await administrator.patch(`/api/admin/user/${other.id}/account`, { login });
    const response = await bridge.post("/api/feed", { accounts: [{ login, deals: [deal("91")] }] });
    expect(response.json()).toMatchObject({
      accepted: none,
      rejected: [{ login, item: "account", message: `Several traders have the login ${login}` }],
    });
  });

  it("rejects an unknown login once, and records outside of every stage", async () => {
    const { login } = await fedTrader();
    const early = deal("91", { time: "2026-02-28T09:00:00.000Z" });
    const response = await bridge.post("/api/feed", {
      accounts: [
        { login: "unknown", deals: [deal("1"), deal("2")] },
        { login, deals: [early] },
      ],
    });
    expect(response.json()).toMatchObject({
      accepted: none,
      rejected: [
        { login: "unknown", item: "account", index: null },
        { login, item: "deals", index: 0 },
      ],
    });
  });

  it("rejects a time that no record can have, and counts the rest", async () => {
    const { login } = await fedTrader();
    const deals = [
      deal("91", { time: "9999-12-31T23:59:59Z" }),
      deal("92", { time: "2101-01-01T00:00:00Z" }),
      deal("93", { time: "1969-12-31T23:59:59Z" }),
      deal("94"),
    ];
    const response = await bridge.post("/api/feed", { accounts: [{ login, deals }] });
    const message = "time must be in the years 1970 to 2100";
    expect(response.json()).toMatchObject({
      accepted: { deals: 1 },
      rejected: [0, 1, 2].map((index) => ({ login, item: "deals", index, message })),
    });
  });

  it("rejects a time more than ten minutes ahead of the server's clock", async () => {
    const { login } = await fedTrader();
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
    const deals = [deal("91", { time: inMinutes(9) }), deal("92", { time: inMinutes(11) })];
    const response = await bridge.post("/api/feed", { accounts: [{ login, deals }] });
    expect(response.json()).toEqual({
      accepted: { ...none, deals: 1 },
      duplicates: none,
      rejected: [
        {
          login,
          item: "deals",
          index: 1,
          message: `The time ${deals[1]!.time} is in the future`,
        },
      ],
    });
  });

  it("rejects an operation with the ticket of a deal, and a deal with that of an operation", async () => {
    const { login } = await fedTrader();
    const account = {
      login,
      deals: [deal("91")],
      operations: [deposit, { ...deposit, ticket: "91" }],
    };
    const first = await bridge.post("/api/feed", { accounts: [account] });
    const rejection = (item: string, index: number, ticket: string, noun: string) => {
      const message = `Ticket ${ticket} has already been recorded as ${noun}`;
      return { login, item, index, message };
    };
    expect(first.json()).toEqual({
      accepted: { ...none, deals: 1, operations: 1 },
      duplicates: none,
      rejected: [rejection("operations", 1, "91", "a deal")],
    });
    const second = await bridge.post("/api/feed", { accounts: [{ login, deals: [deal("90")] }] });
    expect(second.json()).toMatchObject({
      rejected: [rejection("deals", 0, "90", "an operation")],
    });
  });

  it("stores a record at the instant of the end of a stage in the next one, or rejects it", async () => {
    const trader = await fedTrader();
    const send = () =>
      bridge.post("/api/feed", {
        accounts: [{ login: trader.login, deals: [deal("91"), closing] }],
      });
    const stages = async () => (await trader.get("/api/user/stages")).json<{ id: number }[]>();
    const [first] = await stages();
    const endedAt = "2026-03-02T09:00:00.000Z";
    await administrator.patch(`/api/admin/stages/${first!.id}`, { endedAt, reason: "Over" });
    expect((await send()).json()).toMatchObject({ rejected: [{ index: 0 }, { index: 1 }] });
    await administrator.post(`/api/admin/user/${trader.id}/stages`, {
      phase: "Phase 2",
      initialBalance: "100000.00",
      startedAt: endedAt,
    });
    expect((await send()).json()).toMatchObject({ rejected: [] });
    expect((await trader.get(`/api/user/trades?stage=${first!.id}`)).json()).toEqual([]);
    const [second] = await stages();
    expect((await trader.get(`/api/user/trades?stage=${second!.id}`)).json()).toMatchObject([
      { position: "44" },
    ]);
  });

  it("returns 413 for more than 10,000 accounts, with or without items", async () => {
    const accounts = Array.from({ length: 10_001 }, (_, index) => ({ login: index }));
    const tooMany = await bridge.post("/api/feed", { accounts });
    expect([tooMany.statusCode, tooMany.json<{ message: string }>().message]).toEqual([
      413,
      "A call may have at most 10,000 accounts; this one has 10,001",
    ]);
    const most = await bridge.post("/api/feed", { accounts: accounts.slice(1) });
    expect([most.statusCode, most.json<{ rejected: object[] }>().rejected.length]).toEqual([
      200, 10_000,
    ]);
  });

  it("returns 413 for more than 10,000 items", async () => {
    const { login } = await fedTrader();
    const most = Array.from({ length: 10_000 }, () => 1);
    const accepted = await bridge.post("/api/feed", { accounts: [{ login, snapshots: most }] });
    expect(accepted.statusCode).toBe(200);
    const snapshots = [...most, 1];
    const response = await bridge.post("/api/feed", { accounts: [{ login, snapshots }] });
    expect(response.statusCode).toBe(413);
    const large = await bridge.post("/api/feed", `{"accounts":[]${" ".repeat(5 * 1024 * 1024)}}`);
    expect([large.statusCode, large.json()]).toEqual([
      413,
      { message: "The request must not be larger than 5 MB" },
    ]);
  });

  it("requires a token with the scope", async () => {
    const reader = await test.token(["records:read"]);
    expect((await reader.post("/api/feed", { accounts: [] })).statusCode).toBe(403);
    expect((await administrator.post("/api/feed", { accounts: [] })).statusCode).toBe(401);
  });
});
