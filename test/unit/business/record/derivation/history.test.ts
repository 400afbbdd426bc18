import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statisticsOf } from "../../../../../src/business/record/derivation/statistics.rule.ts";
import { tradesOf } from "../../../../../src/business/record/derivation/trades.rule.ts";
import type {
  RecordedDeal,
  RecordedOperation,
  RecordedSnapshot,
  TradingRecord,
} from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";
import { daysOf, foldRecord } from "../../../../support/folded-days.ts";
import { utcDays } from "../../../../../src/business/rulebook/timeline/trading-day.rule.ts";

const at = (text: string) => Date.parse(`2026-03-${text}:00Z`);

const deal = (
  ticket: string,
  time: string,
  entry: RecordedDeal["entry"],
  changes: Partial<RecordedDeal> = {},
): RecordedDeal => ({
  ticket,
  position: ticket.split("/")[0]!,
  time: at(time),
  entry,
  symbol: "EURUSD",
  side: entry === "out" ? "sell" : "buy",
  volume: "1.00",
  price: "1.10000",
  profit: 0n,
  commission: 0n,
  swap: 0n,
  fee: 0n,
  ...changes,
});

/** Creates the deals of a closed trade with its profit in cents. */
const trade = (position: string, from: string, to: string, profit: bigint, symbol = "EURUSD") => [
  deal(`${position}/in`, from, "in", { symbol }),
  deal(`${position}/out`, to, "out", { symbol, profit }),
];

const deposit = (time: string, amount: bigint): RecordedOperation => ({
  ticket: `d${time}`,
  time: at(time),
  kind: amount < 0n ? "withdrawal" : "deposit",
  amount,
});

const snapshot = (time: string, balance: bigint, equity: bigint): RecordedSnapshot => ({
  time: at(time),
  balance,
  equity,
});

const INITIAL = 10_000_000n;

const record = (changes: Partial<TradingRecord>): TradingRecord => ({
  deals: [],
  operations: [deposit("02T08:00", INITIAL)],
  snapshots: [],
  ...changes,
});

const settings = { dayStart: utcDays, maxGapSeconds: 300, asOf: at("31T00:00") };
const days = (changes: Partial<TradingRecord>, dayStart = utcDays) =>
  daysOf(record(changes), INITIAL, { ...settings, dayStart });
const statistics = (changes: Partial<TradingRecord>) => {
  const whole = record(changes);
  const { state } = foldRecord(whole, INITIAL, settings);
  const results = days(changes).filter(({ hasDeals }) => hasDeals);
  const { maxDrawdown } = state.result;
  return { ...statisticsOf(tradesOf(whole.deals), results), maxDrawdown };
};

describe("trades", () => {
  it("are open until all of their volume is closed", () => {
    const deals = [
      deal("1/in", "02T09:00", "in", { volume: "0.50" }),
      deal("1/out", "02T10:00", "out", { volume: "0.20", profit: 100n }),
    ];
    expect(tradesOf(deals)).toMatchObject([{ closeTime: null, net: 100n, volume: "0.50" }]);
    deals.push(deal("1/out2", "02T11:00", "out", { volume: "0.30", profit: 50n, position: "1" }));
    expect(tradesOf(deals)).toMatchObject([{ closeTime: at("02T11:00"), net: 150n }]);
  });

  it("have average prices weighted by volume, with the decimals of the platform", () => {
    const deals = [
      deal("1/in", "02T09:00", "in", { volume: "1.00", price: "1.10000" }),
      deal("1/in2", "02T09:30", "in", { volume: "2.00", price: "1.1003", position: "1" }),
      deal("1/out", "02T10:00", "out", { volume: "3.00", price: "1.20000" }),
    ];
    expect(tradesOf(deals)).toMatchObject([
      { volume: "3.00", openPrice: "1.10020", closePrice: "1.20000" },
    ]);
  });

  it("may have negative prices, whose averages are rounded half away from zero", () => {
    const prices = (opened: string[]) =>
      tradesOf(
        opened.map((price, index) =>
          deal(`1/${index}`, "02T09:00", "in", { price, volume: "0.01", position: "1" }),
        ),
      ).map(({ openPrice }) => openPrice);
    expect(prices(["-0.04", "-0.06"])).toEqual(["-0.05"]);
    expect(prices(["-37.62", "-37.63"])).toEqual(["-37.63"]);
    expect(prices(["-1", "-2", "0"])).toEqual(["-1"]);
    expect(prices(["0.01", "-0.01"])).toEqual(["0.00"]);
  });

  it("have the sums of all amounts of their deals, and the net of them", () => {
    const deals = [
      deal("1/in", "02T09:00", "in", { commission: -300n, fee: -20n }),
      deal("1/out", "02T10:00", "out", { profit: 5000n, commission: -300n, swap: -7n, fee: -5n }),
    ];
    expect(tradesOf(deals)).toMatchObject([
      { profit: 5000n, commission: -600n, swap: -7n, fee: -25n, net: 4368n },
    ]);
  });

  it("without an opening deal count with their result, on the side that was closed", () => {
    const deals = [deal("7/out", "02T10:00", "out", { profit: -500n })];
    expect(tradesOf(deals)).toMatchObject([
      { side: "buy", net: -500n, openTime: at("02T10:00"), closeTime: at("02T10:00") },
    ]);
  });
});

describe("days", () => {
  it("have the balance before and after, the result of their deals, and the trades closed on them", () => {
    const deals = [
      ...trade("1", "02T09:00", "02T10:00", 5000n),
      ...trade("2", "02T23:00", "03T01:00", -2000n),
    ];
    expect(days({ deals })).toMatchObject([
      {
        day: "2026-03-02",
        openingBalance: INITIAL,
        closingBalance: 10_005_000n,
        net: 5000n,
        trades: 1,
        wins: 1,
        losses: 0,
      },
      {
        day: "2026-03-03",
        openingBalance: 10_005_000n,
        closingBalance: 10_003_000n,
        net: -2000n,
        trades: 1,
        wins: 0,
        losses: 1,
      },
    ]);
  });

  it("include an operation in the balance, but not in the result", () => {
    const operations = [deposit("02T08:00", INITIAL), deposit("03T08:00", -100_000n)];
    expect(days({ operations })).toMatchObject([
      { closingBalance: INITIAL, net: 0n },
      { openingBalance: INITIAL, closingBalance: 9_900_000n, net: 0n, trades: 0 },
    ]);
  });

  it("do not count the funding twice, and count a second deposit of the same amount", () => {
    const operations = [deposit("02T08:00", INITIAL), deposit("02T09:00", INITIAL)];
    expect(days({ operations }).at(-1)).toMatchObject({ closingBalance: 2n * INITIAL });
  });

  it("exclude credits from the balance", () => {
    const credit = { ...deposit("03T08:00", 500n), kind: "credit" as const };
    const operations = [deposit("02T08:00", INITIAL), credit];
    expect(days({ operations }).at(-1)).toMatchObject({ closingBalance: INITIAL });
  });

  it("with only snapshots have a row", () => {
    const snapshots = [snapshot("05T12:00", INITIAL, 9_990_000n)];
    expect(days({ snapshots }).at(-1)).toMatchObject({
      day: "2026-03-05",
      net: 0n,
      equityLow: 9_990_000n,
      equityHigh: 9_990_000n,
      evidence: "observed",
    });
  });

  it("take equity from snapshots, and from the balance if the account is flat", () => {
    const deals = [
      deal("1/in", "02T09:00", "in", { commission: -300n }),
      // Another position is open: this balance is not equity.
      ...trade("2", "02T09:10", "02T09:20", 90_000n),
      deal("1/out", "02T10:00", "out", { profit: -1000n }),
    ];
    const snapshots = [snapshot("02T09:30", 10_089_700n, 9_500_000n)];
    expect(days({ deals, snapshots })[0]).toMatchObject({
      equityLow: 9_500_000n,
      equityHigh: 10_088_700n,
    });
  });

  it("start at the firm's time, are named by the date of their last millisecond, and may have 23 hours", () => {
    const newYork = { timeZone: "America/New_York", startsAt: "17:00" };
    const deals = trade("1", "02T09:00", "06T22:00", 100n);
    const more = trade("2", "08T20:59", "08T21:00", 7n);
    expect(days({ deals: [...deals, ...more] }, newYork).map(({ day, net }) => [day, net])).toEqual(
      [
        ["2026-03-02", 0n],
        // 22:00 UTC is 17:00 in New York: exactly the start belongs to the new day.
        ["2026-03-07", 100n],
        // Clocks went forward that morning, so the day ended at 21:00 UTC.
        ["2026-03-08", 0n],
        ["2026-03-09", 7n],
      ],
    );
  });
});

describe("the evidence of a day", () => {
  const deals = trade("1", "02T09:00", "02T09:10", 100n);

  it("is observed if no gap between observations is too long", () => {
    const snapshots = [snapshot("02T09:05", INITIAL, INITIAL)];
    expect(days({ deals, snapshots })[0]).toMatchObject({ evidence: "observed" });
  });

  it("is partly observed if some of the time was", () => {
    const snapshots = [snapshot("02T09:04", INITIAL, INITIAL)];
    expect(days({ deals, snapshots })[0]).toMatchObject({ evidence: "partly_observed" });
  });

  it("is the closed results if nothing else was observed", () => {
    expect(days({ deals })[0]).toMatchObject({ evidence: "closed_results" });
  });

  it("covers only its own part of a position that is held overnight", () => {
    const overnight = trade("1", "02T23:59", "03T12:00", 100n);
    const snapshots = [snapshot("03T00:02", INITIAL, INITIAL)];
    expect(days({ deals: overnight, snapshots }).map(({ evidence }) => evidence)).toEqual([
      "observed",
      "partly_observed",
    ]);
  });

  it("does not include the night before if its first observation is at midnight", () => {
    const overnight = trade("1", "02T20:00", "03T00:05", 100n);
    const snapshots = [snapshot("03T00:00", INITIAL, INITIAL)];
    expect(days({ deals: overnight, snapshots }).map(({ evidence }) => evidence)).toEqual([
      "closed_results",
      "observed",
    ]);
  });
});

describe("statistics", () => {
  it("of no trade have no ratios", () => {
    expect(statistics({})).toMatchObject({
      trades: 0,
      winRate: null,
      profitFactor: null,
      averageWin: null,
      expectancy: null,
      best: null,
      bestDay: null,
      averageHoldingSeconds: null,
      longestLosingStreak: 0,
      maxDrawdown: 0n,
      bySymbol: [],
    });
  });

  it("add up the closed trades", () => {
    const deals = [
      ...trade("1", "02T09:00", "02T10:00", 3000n),
      ...trade("2", "02T10:00", "02T10:30", -1000n, "XAUUSD"),
      ...trade("3", "03T10:00", "03T10:30", -501n),
      ...trade("4", "03T11:00", "03T11:10", 0n),
      ...trade("5", "03T12:00", "03T12:10", -200n),
      deal("6/in", "04T09:00", "in"),
    ];
    expect(statistics({ deals })).toEqual({
      trades: 5,
      wins: 1,
      losses: 3,
      winRate: "0.2000",
      profitFactor: "1.7637",
      averageWin: 3000n,
      averageLoss: -567n,
      expectancy: 260n,
      best: 3000n,
      worst: -1000n,
      bestDay: { day: "2026-03-02", net: 2000n },
      worstDay: { day: "2026-03-03", net: -701n },
      averageHoldingSeconds: 1680,
      longestLosingStreak: 2,
      maxDrawdown: 1701n,
      bySymbol: [
        { symbol: "EURUSD", trades: 4, wins: 1, losses: 2, net: 2299n, volume: "4.00" },
        { symbol: "XAUUSD", trades: 1, wins: 0, losses: 1, net: -1000n, volume: "1.00" },
      ],
    });
  });

  it("exclude operations from the drawdown", () => {
    const operations = [deposit("02T08:00", INITIAL), deposit("03T08:00", -5_000_000n)];
    const deals = trade("1", "04T09:00", "04T10:00", -700n);
    expect(statistics({ operations, deals })).toMatchObject({ maxDrawdown: 700n });
  });
});

it("any order of arrival results in the same trades, days and statistics", () => {
  const deals = [
    ...trade("1", "02T09:00", "02T10:00", 3000n),
    ...trade("2", "02T10:00", "03T10:30", -1000n, "XAUUSD"),
    ...trade("3", "03T10:30", "03T10:30", 500n),
  ];
  const snapshots = [
    snapshot("02T10:10", INITIAL, 10_000_001n),
    snapshot("03T10:30", INITIAL, 9_999_999n),
  ];
  const whole = record({ deals, snapshots });
  const expected = [tradesOf(deals), days(whole), statistics(whole)];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(deals, { minLength: deals.length }),
      fc.shuffledSubarray(snapshots, { minLength: snapshots.length }),
      (shuffledDeals, shuffledSnapshots) => {
        const shuffled = record({ deals: shuffledDeals, snapshots: shuffledSnapshots });
        expect([tradesOf(shuffledDeals), days(shuffled), statistics(shuffled)]).toEqual(expected);
      },
    ),
  );
});
