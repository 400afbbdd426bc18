import { describe, expect, it } from "vitest";
import {
  calendarOf,
  conductRule,
  event,
  foundBy,
  judgeConduct,
  text,
  traded,
} from "../../../../support/conducted.ts";
import { at } from "../../../../support/judged.ts";

const payrolls = event(7, "06T13:30");
const calendar = calendarOf(payrolls);
const entry = conductRule("news", { restricts: ["entry"] });
const exit = conductRule("news", { restricts: ["exit"] });
const hold = conductRule("news", { restricts: ["hold"] });

describe("the window of an event", () => {
  it.each([
    ["06T13:27:59.999", 0],
    ["06T13:28", 1],
    ["06T13:32", 1],
    ["06T13:32:00.001", 0],
  ])("contains both its ends: an entry at %s", (time, found) => {
    expect(foundBy([entry], { deals: traded("44", [time]) }, { calendar })).toHaveLength(found);
  });

  it("is named with the event and what would have been no offence", () => {
    const deals = traded("44", ["06T13:31", "06T15:00"], "10.00");
    expect(foundBy([entry], { deals }, { calendar })).toMatchObject([
      {
        key: "news/0/44",
        at: text("06T13:31"),
        deals: ["44a"],
        events: [
          {
            id: 7,
            at: text("06T13:30"),
            currency: "USD",
            impact: "high",
            title: "Non-Farm Payrolls",
            announcedAt: text("01T00:00").replace("2026-03-01", "2026-01-30"),
          },
        ],
        exonerating: { outside: [text("06T13:28"), text("06T13:32")], openedBy: null },
        value: null,
        limit: null,
      },
    ]);
  });

  it("restricts closing apart from opening, and a reversal as both", () => {
    const deals = traded("1", ["06T13:30", "06T15:00"]);
    expect(foundBy([exit], { deals }, { calendar })).toEqual([]);
    const closing = traded("1", ["06T13:00", "06T13:30"]);
    expect(foundBy([exit], { deals: closing }, { calendar })).toMatchObject([{ deals: ["1b"] }]);
    const [opening] = traded("1", ["06T13:00"]);
    const reversal = { ...opening!, ticket: "1r", time: at("06T13:30"), entry: "inout" as const };
    const reversed = { deals: [opening!, { ...reversal, volume: "2.00" }] };
    for (const rule of [entry, exit])
      expect(foundBy([rule], reversed, { calendar })).toHaveLength(1);
  });

  it("finds what is held from the start of the window, or from its opening", () => {
    const deals = [
      ...traded("1", ["06T10:00", "06T13:28"]),
      ...traded("2", ["06T10:00", "06T13:28:00.001"]),
      ...traded("3", ["06T13:32"]),
      ...traded("4", ["06T13:30", "06T13:30"]),
    ];
    const found = foundBy([hold], { deals }, { calendar });
    expect(found.map(({ key, at: time, deals: tickets }) => [key, time, tickets])).toEqual([
      ["news/0/2", text("06T13:28"), []],
      ["news/0/3", text("06T13:32"), []],
    ]);
    const before = foundBy([hold], { deals }, { calendar, asOf: "06T13:27:59" });
    expect(before).toEqual([]);
  });

  it("leaves alone what was opened long enough before the event", () => {
    const rule = conductRule("news", { restricts: ["exit"], exceptOpenedBefore: 60 });
    const deals = [
      ...traded("1", ["06T12:30", "06T13:30"]),
      ...traded("2", ["06T12:30:00.001", "06T13:30"]),
    ];
    expect(foundBy([rule], { deals }, { calendar })).toMatchObject([
      { key: "news/0/2", exonerating: { openedBy: text("06T12:30") } },
    ]);
  });

  it("collects every deal and event of a trade in one finding", () => {
    const second = event(3, "06T13:33", { currency: "EUR" });
    const rule = conductRule("news", { restricts: ["entry", "exit", "hold"] });
    const deals = traded("1", ["06T13:31", "06T13:34"]);
    const found = foundBy([rule], { deals }, { calendar: calendarOf(payrolls, second) });
    expect(found).toMatchObject([{ deals: ["1a", "1b"], events: [{ id: 7 }, { id: 3 }] }]);
  });
});

describe("what an event concerns", () => {
  const finds = (symbol: string, changes: object, of = {}) =>
    foundBy(
      [conductRule("news", { restricts: ["entry"], ...changes })],
      { deals: traded("1", ["06T13:30"], "0.00", { symbol }) },
      { calendar: calendarOf(event(1, "06T13:30", of)) },
    ).length === 1;

  it("follows from the letters of the symbol", () => {
    expect(finds("usdjpy.m", {})).toBe(true);
    expect(finds("XAUUSD", {})).toBe(true);
    expect(finds("EURGBP", {})).toBe(false);
    expect(finds("USD30", {})).toBe(false);
    expect(finds("AUSDX", {})).toBe(false);
  });

  it("or from the instruments, from ALL, or from everything", () => {
    expect(finds("US30.cash", { instruments: { "us30*": ["usd"] } })).toBe(true);
    expect(finds("US30.cash", { instruments: { "us30*": ["EUR"] } })).toBe(false);
    expect(finds("US30.cash", {}, { currency: "ALL" })).toBe(true);
    expect(finds("US30.cash", { concerns: "all" })).toBe(true);
    expect(finds("EURUSD", { except: ["eur*"] })).toBe(false);
  });

  it("depends on its impact and its time", () => {
    expect(finds("EURUSD", {}, { impact: "medium" })).toBe(false);
    expect(finds("EURUSD", { impacts: ["medium", "low"] }, { impact: "low" })).toBe(true);
    expect(finds("EURUSD", {}, { allDay: true })).toBe(false);
  });
});

describe("an event that was announced too late", () => {
  const late = event(8, "06T13:30", { announcedAt: at("06T13:30:00.001") });

  it("binds nothing that was done before", () => {
    const rule = conductRule("news", { restricts: ["entry"], consequence: "fail" });
    const deals = traded("1", ["06T13:30"]);
    const judged = judgeConduct([rule], { deals }, { calendar: calendarOf(late) });
    expect(judged).toMatchObject({ outcome: "in_progress", endedAt: null });
    expect(judged.conduct[0]).toMatchObject({
      status: "kept",
      findings: [{ consequence: "note", softened: "unannounced", status: "stands" }],
    });
    const later = traded("1", ["06T13:30:00.001"]);
    expect(judgeConduct([rule], { deals: later }, { calendar: calendarOf(late) })).toMatchObject({
      outcome: "breached",
      endedAt: text("06T13:30:00.001"),
    });
  });

  it("does not count beside one that was announced in time", () => {
    const deals = traded("1", ["06T13:30", "06T13:33"]);
    const timely = event(9, "06T13:34");
    const rule = conductRule("news", { restricts: ["entry", "exit"] });
    expect(foundBy([rule], { deals }, { calendar: calendarOf(late, timely) })).toMatchObject([
      { at: text("06T13:33"), softened: null, deals: ["1b"], events: [{ id: 9 }] },
    ]);
  });
});

describe("a rule about news without the events", () => {
  it("is undetermined once there was a deal of a time that was not imported", () => {
    const deals = traded("1", ["30T23:59", "31T00:00"]);
    const status = (asOf: string, except: string[] = []) =>
      judgeConduct([conductRule("news", { except })], { deals }, { calendar, asOf }).conduct[0]!
        .status;
    expect(status("30T23:59")).toBe("kept");
    expect(status("31T00:00")).toBe("undetermined");
    expect(status("31T00:00", ["EURUSD"])).toBe("kept");
  });

  it("does not stand in the way of a pass", () => {
    const deals = traded("1", ["02T10:00", "02T11:00"], "100.00");
    const objectives = [{ kind: "profit_target", target: { amount: "100.00" } } as const];
    const judged = judgeConduct([conductRule("news")], { deals }, { rules: { objectives } });
    expect(judged).toMatchObject({ outcome: "passed", conduct: [{ status: "undetermined" }] });
  });
});
