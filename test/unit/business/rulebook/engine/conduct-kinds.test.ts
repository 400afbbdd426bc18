import { describe, expect, it } from "vitest";
import { conductRule, foundBy, judgeConduct, text, traded } from "../../../../support/conducted.ts";
import { at, deal, snapshot } from "../../../../support/judged.ts";

const keys = (findings: ReturnType<typeof foundBy>) => findings.map(({ key }) => key);
const sell = { side: "sell" } as const;

describe("a minimum holding time", () => {
  const rule = conductRule("min_hold", { seconds: 60 });

  it("finds a profit that was taken sooner, with the seconds rounded down", () => {
    const deals = traded("7", ["02T10:00:00", "02T10:00:59.999"], "0.01");
    expect(foundBy([rule], { deals })).toEqual([
      {
        key: "min_hold/0/7",
        at: text("02T10:00:59.999"),
        status: "stands",
        consequence: "warn",
        softened: null,
        strike: null,
        grade: "recorded",
        trades: [
          {
            position: "7",
            symbol: "EURUSD",
            side: "buy",
            openTime: text("02T10:00:00"),
            closeTime: text("02T10:00:59.999"),
            net: "0.01",
          },
        ],
        deals: ["7a", "7b"],
        events: [],
        value: 59,
        limit: 60,
        deduction: null,
        exonerating: { closedFrom: text("02T10:01:00") },
        waiver: null,
        reason:
          "Trade 7 (EURUSD) was closed at 2026-03-02 10:00:59.999 UTC with a profit of $0.01 after 59 seconds; at least 60 are required.",
      },
    ]);
  });

  it("leaves alone what was held exactly so long, earned nothing, or is excepted", () => {
    const deals = [
      ...traded("1", ["02T10:00:00", "02T10:01:00"], "5.00"),
      ...traded("2", ["02T10:00:00", "02T10:00:01"], "0.00"),
      ...traded("3", ["02T10:00:00", "02T10:00:01"], "-5.00"),
      ...traded("4", ["02T10:00:00", "02T10:00:01"], "5.00", { symbol: "us30.cash" }),
      ...traded("5", ["02T10:00:00"]),
    ];
    const excepting = conductRule("min_hold", { except: ["US30*"] });
    expect(foundBy([excepting], { deals })).toEqual([]);
  });

  it("counts only trades that the stage saw opened, with the net of all their deals", () => {
    const [entry, exit] = traded("1", ["02T10:00:00", "02T10:00:30"], "5.00");
    const unseen = deal(at("02T10:00:10"), "out", "9.00", { position: "unseen" });
    const costly = [{ ...entry!, commission: -500n }, exit!];
    expect(foundBy([rule], { deals: [unseen, ...costly] })).toEqual([]);
  });
});

describe("forbidden symbols", () => {
  it("are found at their opening, without case", () => {
    const deals = [
      ...traded("1", ["02T10:00", "02T11:00"], "1.00", { symbol: "xauusd" }),
      ...traded("2", ["02T10:00"], "0.00", { symbol: "XA" }),
      ...traded("3", ["02T12:00"], "0.00", { symbol: "XAUEUR" }),
    ];
    const rule = conductRule("symbols", { forbidden: ["XAU*"], except: ["xaueur"] });
    const found = foundBy([rule], { deals });
    expect(keys(found)).toEqual(["symbols/0/1"]);
    expect(found[0]).toMatchObject({ at: text("02T10:00"), deals: ["1a"], exonerating: null });
  });
});

describe("the number of open trades", () => {
  it("finds those above it that were opened last, by first ticket", () => {
    const deals = ["1", "2", "3", "4"].flatMap((position) => traded(position, ["02T10:00"]));
    const found = foundBy([conductRule("open_trades", { max: 2 })], { deals: deals.toReversed() });
    expect(keys(found)).toEqual(["open_trades/0/3", "open_trades/0/4"]);
    expect(found[0]).toMatchObject({
      at: text("02T10:00"),
      deals: ["3a"],
      value: 4,
      limit: 2,
      exonerating: { openAtMost: 2 },
    });
  });

  it("counts after all records of the instant, and never more than were opened then", () => {
    const deals = [
      ...traded("1", ["02T10:00", "02T12:00"]),
      ...traded("2", ["02T10:00"]),
      ...traded("3", ["02T12:00"]),
      ...traded("4", ["02T13:00", "02T13:00"]),
      ...traded("5", ["02T14:00"]),
      ...traded("6", ["02T15:00"]),
    ];
    const found = foundBy([conductRule("open_trades", { max: 2 })], { deals });
    expect(found.map(({ key, value }) => [key, value])).toEqual([
      ["open_trades/0/5", 3],
      ["open_trades/0/6", 4],
    ]);
  });

  it("may be counted by symbol, and leaves excepted ones out", () => {
    const deals = [
      ...traded("1", ["02T10:00"]),
      ...traded("2", ["02T10:00"], "0.00", { symbol: "GBPUSD" }),
      ...traded("3", ["02T11:00"], "0.00", { symbol: "eurusd" }),
      ...traded("4", ["02T12:00"], "0.00", { symbol: "DE40" }),
      ...traded("5", ["02T12:00"], "0.00", { symbol: "DE40" }),
    ];
    const rule = conductRule("open_trades", { max: 1, per: "symbol", except: ["DE*"] });
    expect(keys(foundBy([rule], { deals }))).toEqual(["open_trades/0/3"]);
  });
});

describe("hedging", () => {
  const rule = conductRule("hedging");

  it("finds the later trade, and says when the last one of the other side was closed", () => {
    const deals = [
      ...traded("1", ["02T10:00", "02T11:30"]),
      ...traded("2", ["02T10:30", "02T12:00"]),
      ...traded("3", ["02T11:00", "02T13:00"], "0.00", sell),
      ...traded("4", ["02T11:00"], "0.00", { symbol: "GBPUSD", ...sell }),
    ];
    const found = foundBy([rule], { deals });
    expect(found).toMatchObject([
      { key: "hedging/0/3", at: text("02T11:00"), exonerating: { openedFrom: text("02T12:00") } },
    ]);
    const meanwhile = foundBy([rule], { deals }, { asOf: "02T11:45" });
    expect(meanwhile[0]!.exonerating).toEqual({ openedFrom: null });
  });

  it("compares trades of one instant by ticket, after all its records", () => {
    const deals = [
      ...traded("1", ["02T10:00"]),
      ...traded("2", ["02T10:00"], "0.00", sell),
      ...traded("3", ["03T10:00", "03T11:00"], "0.00", { symbol: "A" }),
      ...traded("4", ["03T11:00"], "0.00", { symbol: "A", ...sell }),
    ];
    expect(keys(foundBy([rule], { deals }))).toEqual(["hedging/0/2"]);
  });
});

describe("holding over a time", () => {
  const rule = conductRule("holding", { time: "21:00", days: ["fri"] });

  it("finds what is open at that time of such a day, in the zone of the trading day", () => {
    const deals = [
      ...traded("1", ["02T10:00", "06T20:00"]),
      ...traded("2", ["06T20:00", "06T20:01"]),
      ...traded("3", ["06T19:00"]),
      ...traded("4", ["06T20:00:00.001"]),
    ];
    const day = { timeZone: "Europe/Prague", startsAt: "00:00" };
    const found = foundBy([rule], { deals }, { rules: { day }, asOf: "12T00:00" });
    expect(keys(found)).toEqual(["holding/0/2", "holding/0/3"]);
    expect(found[0]).toMatchObject({
      at: text("06T20:00"),
      deals: [],
      exonerating: { closedBy: text("06T20:00") },
    });
  });

  it("finds a trade once, at the moment as of which it is judged", () => {
    const deals = traded("1", ["02T10:00"]);
    expect(foundBy([rule], { deals }, { asOf: "06T20:59:59.999" })).toEqual([]);
    expect(foundBy([rule], { deals }, { asOf: "06T21:00" })).toHaveLength(1);
    expect(foundBy([rule], { deals }, { asOf: "20T21:00" })).toHaveLength(1);
  });

  it("takes the first instant after a gap of the clock", () => {
    const day = { timeZone: "Europe/Prague", startsAt: "00:00" };
    const sunday = conductRule("holding", { time: "02:30", days: ["sun"] });
    const deals = traded("1", ["28T10:00"]);
    const [found] = foundBy([sunday], { deals }, { rules: { day } });
    expect(found!.at).toBe(text("29T01:00"));
  });
});

describe("the loss of an idea", () => {
  const rule = conductRule("idea_loss", { limit: { amount: "1000.00" } });

  it("is compared at closing deals, with the net of all its trades so far", () => {
    const deals = [
      ...traded("1", ["02T10:00", "02T11:00"], "-600.00"),
      ...traded("2", ["02T10:30", "02T12:00"], "-400.01"),
    ];
    expect(foundBy([rule], { deals })).toMatchObject([
      {
        key: "idea_loss/0/1",
        at: text("02T12:00"),
        grade: "recorded",
        deals: ["1a", "1b", "2a", "2b"],
        value: "-1000.01",
        limit: "-1000.00",
        exonerating: { lossAtMost: "1000.00" },
        trades: [{ position: "1" }, { position: "2", net: "-400.01" }],
      },
    ]);
  });

  it("is lost below the limit, or at it", () => {
    const deals = traded("1", ["02T10:00", "02T11:00"], "-1000.00");
    expect(foundBy([rule], { deals })).toEqual([]);
    const strict = conductRule("idea_loss", { breachedWhen: "at_or_below" });
    expect(foundBy([strict], { deals })).toHaveLength(1);
    const percent = conductRule("idea_loss", { limit: { percent: "0.99", of: "initial" } });
    expect(foundBy([percent], { deals })).toMatchObject([{ limit: "-990.00" }]);
  });

  it.each([
    ["02T11:00", "at the instant of the close", 0, 1],
    ["02T11:09:59.999", "less than the gap after", 10, 1],
    ["02T11:10", "the gap after", 10, 0],
    ["02T11:00:00.001", "just after, without a gap", 0, 0],
  ])("joins a trade opened at %s: %s", (opening, _, gapMinutes, found) => {
    const deals = [
      ...traded("1", ["02T10:00", "02T11:00"], "-600.00"),
      ...traded("2", [opening, "02T12:00"], "-600.00"),
    ];
    const gap = conductRule("idea_loss", { gapMinutes });
    expect(foundBy([gap], { deals })).toHaveLength(found);
  });

  it("keeps sides apart unless they belong together", () => {
    const deals = [
      ...traded("1", ["02T10:00", "02T11:00"], "-600.00"),
      ...traded("2", ["02T10:00", "02T11:00"], "-600.00", sell),
    ];
    expect(foundBy([rule], { deals })).toEqual([]);
    const any = conductRule("idea_loss", { sides: "any" });
    expect(foundBy([any], { deals })).toHaveLength(1);
  });

  it("is observed by a snapshot while only its trades are open", () => {
    const deals = traded("1", ["02T10:00"]);
    const snapshots = [snapshot(at("02T10:30"), "98999.99")];
    expect(foundBy([rule], { deals, snapshots })).toMatchObject([
      { at: text("02T10:30"), grade: "observed", value: "-1000.01", deals: ["1a"] },
    ]);
    const others = [...deals, ...traded("2", ["02T10:00"], "0.00", { symbol: "DE40" })];
    expect(foundBy([rule], { deals: others, snapshots })).toEqual([]);
  });

  it("is found once, and contains the trades that join it later", () => {
    const deals = [
      ...traded("1", ["02T10:00", "02T11:00"], "-2000.00"),
      ...traded("2", ["02T10:30", "02T12:00"], "-2000.00"),
      ...traded("3", ["02T11:59", "02T13:00"], "50.00"),
    ];
    const [found, ...others] = foundBy([rule], { deals });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ at: text("02T11:00"), deals: ["1a", "1b", "2a"] });
    expect(found!.trades.map(({ position }) => position)).toEqual(["1", "2", "3"]);
  });
});

it("judges rules of conduct by engine 3, even if there are none", () => {
  expect(judgeConduct([], {})).toMatchObject({ engine: "3", conduct: [], deductions: "0.00" });
});
