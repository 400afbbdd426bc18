import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { feed, type JudgedTrader, judgedTrader } from "../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  owner = await test.administrator();
});
afterAll(() => test.close());

const SETTINGS = "/api/admin/settings/links";
const noon = Date.parse("2026-03-10T12:00:00Z");

/** A trade that is opened seconds after noon of a day in March and closed a minute later. */
function tradeAt(seconds: number, side: "buy" | "sell", symbol = "EURUSD", volume = "1.00") {
  const position = `${symbol}${seconds}`;
  const deal = { position, symbol, volume, price: "1.1" };
  const time = (after: number) => new Date(noon + (seconds + after) * 1000).toISOString();
  const other = side === "buy" ? "sell" : "buy";
  return [
    { ...deal, ticket: `${position}/in`, time: time(0), entry: "in", side },
    { ...deal, ticket: `${position}/out`, time: time(60), entry: "out", side: other, profit: "5" },
  ];
}

const hour = 3600;
const entries = [0, 1, 2, 3, 4, 5].map((place) => place * hour);

async function compare(a: JudgedTrader, b: JudgedTrader, to = "2026-03-11T00:00:00Z") {
  const response = await owner.get(
    `/api/admin/links/compare?a=${a.trader.id}&b=${b.trader.id}&to=${to}`,
  );
  expect(response.statusCode).toBe(200);
  return response.json<{ evidence: Record<string, unknown>[]; facts: Record<string, unknown>[] }>();
}

describe("the settings for links", () => {
  it("begin with the defaults, and have a version for each change", async () => {
    const first = (await owner.get(SETTINGS)).json();
    expect(first).toMatchObject({
      version: 1,
      settings: {
        days: 30,
        copied: { seconds: 10, matches: 5, sharePercent: 50, oneIn: 1_000_000_000 },
        opposite: { seconds: 60, overlapSeconds: 10 },
        crowd: 10,
        facts: {
          payee: "open",
          device: "open",
          person: "open",
          network: "note",
          household: "note",
        },
        retentionDays: 180,
        instruments: [],
      },
      note: null,
    });
    const change = {
      copied: { seconds: 12 },
      opposite: null,
      facts: { network: "off" },
      note: "Try",
    };
    const second = (await owner.patch(SETTINGS, change)).json();
    expect(second).toMatchObject({
      version: 2,
      settings: {
        days: 30,
        copied: { seconds: 12, matches: 5 },
        opposite: null,
        facts: { network: "off", payee: "open" },
      },
      note: "Try",
      createdBy: "Test administrator",
    });
    expect((await owner.patch(SETTINGS, { ...change, note: "Again" })).json()).toEqual(second);
    const third = (
      await owner.patch(SETTINGS, {
        opposite: {},
        copied: { seconds: 10 },
        facts: { network: "note" },
      })
    ).json();
    expect(third).toMatchObject({ version: 3, settings: first.settings });
    const { pool } = test.context.database;
    await expect(pool.query("update link_settings_versions set note = 'x'")).rejects.toThrow(
      /immutable/,
    );
    expect((await owner.get(`${SETTINGS}/versions`)).json()).toEqual([third, second, first]);
    const events = (await owner.get("/api/admin/audit?action=link-settings.changed")).json();
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({
      changes: {
        version: { from: 1, to: 2 },
        opposite: { to: "off" },
        "fact network": { from: "note", to: "off" },
      },
      reason: "Try",
    });
  });

  it.each([
    [{ days: 91 }, ["days"]],
    [{ copied: { oneIn: 0 } }, ["copied", "oneIn"]],
    [{ opposite: { overlapSeconds: 3601 } }, ["opposite", "overlapSeconds"]],
    [{ copied: { overlapSeconds: 10 } }, ["copied", "overlapSeconds"]],
    [{ facts: { payee: "on" } }, ["facts", "payee"]],
    [
      { instruments: [{ name: "A", symbols: [{ symbol: "ES", ratio: "0.0" }] }] },
      ["instruments", 0, "symbols", 0, "ratio"],
    ],
    [
      {
        instruments: [
          { name: "A", symbols: [{ symbol: "ES", ratio: "1" }] },
          { name: "B", symbols: [{ symbol: "es", ratio: "2" }] },
        ],
      },
      ["instruments", 1, "symbols", 0, "symbol"],
    ],
  ])("refuse %o by path", async (change, path) => {
    for (const request of [
      owner.patch(SETTINGS, change),
      owner.post(`${SETTINGS}/preview`, change),
    ]) {
      const response = await request;
      expect(response.statusCode).toBe(400);
      expect(response.json().issues).toMatchObject([{ path }]);
    }
  });
});

describe("two accounts", () => {
  let leader: JudgedTrader;
  let copier: JudgedTrader;
  let hedger: JudgedTrader;
  beforeAll(async () => {
    leader = await judgedTrader(test, null);
    copier = await judgedTrader(test, null);
    hedger = await judgedTrader(test, null);
    await feed(leader, { deals: entries.flatMap((seconds) => tradeAt(seconds, "buy")) });
    await feed(copier, {
      deals: entries.flatMap((seconds) => tradeAt(seconds + 2, "buy", "EURUSD.X", "0.50")),
    });
    await feed(hedger, {
      deals: entries.slice(1).flatMap((seconds) => tradeAt(seconds + 20, "sell")),
    });
  });

  it("are compared in both directions, with a row for each entry", async () => {
    const { evidence } = await compare(leader, copier);
    const { version } = (await owner.get(SETTINGS)).json();
    expect(evidence).toMatchObject([
      {
        kind: "copied",
        a: leader.trader.id,
        b: copier.trader.id,
        from: "2026-02-09T00:00:00.000Z",
        to: "2026-03-11T00:00:00.000Z",
        settingsVersion: version,
        seconds: 10,
        entries: 6,
        matched: 6,
        public: 0,
        share: "100.00",
        // 21 / 3601, rounded up, for each of the six entries.
        expected: "0.034992",
        // 720 / 0.034992⁶
        oneIn: 392_211_119_650,
        lags: { min: 2000, median: 2000, max: 2000, aFirst: 6, bFirst: 0 },
        closedTogether: 6,
        sameSize: 6,
        earlier: 0,
        netA: "30.00",
        netB: "30.00",
        first: "2026-03-10T12:00:00.000Z",
        last: "2026-03-10T17:00:00.000Z",
        exposure: null,
      },
      {
        kind: "opposite",
        matched: 0,
        oneIn: 1,
        lags: null,
        exposure: { bothSeconds: 348, opposedSeconds: 0 },
      },
    ]);
    expect(evidence[0]!.rows).toHaveLength(6);
    expect((evidence[0]!.rows as unknown[])[0]).toEqual({
      result: "matched",
      instrument: "EURUSD",
      direction: "buy",
      a: {
        positions: ["EURUSD0"],
        time: "2026-03-10T12:00:00.000Z",
        closeTime: "2026-03-10T12:01:00.000Z",
        volume: "1.00",
        net: "5.00",
      },
      b: {
        positions: ["EURUSD.X2"],
        time: "2026-03-10T12:00:02.000Z",
        closeTime: "2026-03-10T12:01:02.000Z",
        volume: "0.50",
        net: "5.00",
      },
      lagMs: 2000,
      chance: "0.005832",
      others: 0,
      active: 1,
    });
  });

  it("are the same in either order, as of any time, whatever came later", async () => {
    const early = "2026-03-10T14:00:30Z";
    const before = await compare(hedger, leader, early);
    expect(before).toEqual(await compare(leader, hedger, early));
    expect(before.evidence[1]).toMatchObject({
      kind: "opposite",
      a: hedger.trader.id,
      entries: 2,
      matched: 2,
      netA: "5.00",
      exposure: {
        bothSeconds: 50,
        opposedSeconds: 50,
        longestSeconds: 40,
        opposedVolume: "1.00",
        netPercent: "0.00",
      },
    });
    // The second trade of the leader was open then.
    expect((before.evidence[1]!.rows as unknown[])[1]).toMatchObject({
      a: { closeTime: null, net: null },
      b: { closeTime: null, net: null },
    });
    await feed(hedger, { deals: tradeAt(12 * hour - 100, "buy", "GOLD") });
    expect(await compare(leader, hedger, early)).toEqual(before);
  });

  it("share what they have entered, whatever its spelling", async () => {
    const one = await judgedTrader(test, null);
    const other = await judgedTrader(test, null);
    const address = { country: "fr", city: "Orléans", street: "Rue de l'Église", houseNumber: "7" };
    const respelled = { ...address, city: "ORLEANS", street: "rue de l'eglise " };
    await one.trader.patch("/api/user/profile", { email: one.trader.email, ...address });
    await other.trader.patch("/api/user/profile", { email: other.trader.email, ...respelled });
    const name = (id: number, fullName: string) =>
      owner.patch(`/api/admin/user/${id}`, { fullName });
    await name(one.trader.id, "José Núñez");
    await name(other.trader.id, "NUNEZ  José");
    const ids = [one.trader.id, other.trader.id];
    expect((await compare(one, other)).facts).toMatchObject([
      { kind: "person", userIds: ids, sharedBy: 2, of: 5, firstAt: null, lastAt: null },
    ]);
    await name(other.trader.id, "Ana Núñez");
    expect((await compare(one, other)).facts).toMatchObject([{ kind: "household", userIds: ids }]);
    await owner.patch(SETTINGS, { facts: { household: "off" } });
    expect((await compare(one, other)).facts).toEqual([]);
  });

  it("are refused unless both exist and differ, and to others than owner and risk", async () => {
    const of = (a: number, b: number | string) =>
      owner.get(`/api/admin/links/compare?a=${a}&b=${b}`);
    const { id } = leader.trader;
    expect((await of(id, id)).statusCode).toBe(400);
    expect((await of(id, "x")).statusCode).toBe(400);
    expect((await of(id, 999_999)).statusCode).toBe(404);
    const url = `/api/admin/links/compare?a=${id}&b=${copier.trader.id}`;
    for (const role of ["payouts", "support"] as const)
      expect((await (await test.administrator(role)).get(url)).statusCode).toBe(403);
    expect((await (await test.token()).get(url)).statusCode).toBe(403);
    expect((await (await test.administrator("risk")).get(url)).statusCode).toBe(200);
  });

  it("are recorded as viewed, each of them", async () => {
    const viewed = async ({ trader }: JudgedTrader) =>
      (await owner.get(`/api/admin/audit?traderId=${trader.id}&action=link.viewed`)).json().length;
    const [before, other] = [await viewed(leader), await viewed(copier)];
    await compare(leader, copier);
    expect([await viewed(leader), await viewed(copier)]).toEqual([before + 1, other + 1]);
  });

  it("are among those that a preview would raise", async () => {
    const change = { copied: { oneIn: 1_000_000_000 }, to: "2026-03-11T00:00:00Z" };
    const preview = async (more: object) =>
      (await owner.post(`${SETTINGS}/preview`, { ...change, ...more })).json();
    const before = (await owner.get(SETTINGS)).json();
    const raised = await preview({ facts: { person: "off", household: "off" } });
    expect(raised).toMatchObject({
      from: "2026-02-09T00:00:00.000Z",
      to: "2026-03-11T00:00:00.000Z",
      accounts: 3,
      // Six, six and six of the hedger, for both detectors.
      entries: 36,
      pairs: { copied: 1, opposite: 0, payee: 0, person: 0, household: 0 },
      groups: [2],
    });
    expect(await preview({ opposite: { oneIn: 1 } })).toMatchObject({
      // The copier is opposed by the hedger, too.
      pairs: { copied: 1, opposite: 2 },
      groups: [3],
    });
    expect(await preview({ opposite: null, copied: null, facts: { person: "off" } })).toMatchObject(
      {
        accounts: 0,
        groups: [],
      },
    );
    expect((await owner.get(SETTINGS)).json()).toEqual(before);
  });

  it("are raised as one person if they are opposed for long enough, and not by copying", async () => {
    const preview = async (overlapSeconds: number) => {
      const change = { opposite: { overlapSeconds }, to: "2026-03-11T00:00:00Z" };
      return (await owner.post(`${SETTINGS}/preview`, change)).json().pairs;
    };
    expect(await preview(40)).toMatchObject({ copied: 1, opposite: 0 });
    const userIds = [leader, copier, hedger].map(({ trader }) => trader.id);
    const sent = { name: "Olivia", userIds, reason: "One device" };
    const { id } = (await owner.post("/api/admin/persons", sent)).json();
    // The leader is opposed by the hedger for 40 seconds at a time, the copier for 42.
    expect(await preview(40)).toMatchObject({ copied: 0, opposite: 2 });
    expect(await preview(41)).toMatchObject({ copied: 0, opposite: 1 });
    expect(await preview(43)).toMatchObject({ copied: 0, opposite: 0 });
    const url = `/api/admin/persons/${id}`;
    await owner.send({ method: "DELETE", url, payload: { reason: "The test is over" } });
  });

  it("leave a window that is too short", async () => {
    await owner.patch(SETTINGS, { days: 1 });
    const { evidence } = await compare(leader, copier, new Date(noon + DAY + 1).toISOString());
    expect(evidence[0]).toMatchObject({ entries: 5, matched: 5 });
  });
});
