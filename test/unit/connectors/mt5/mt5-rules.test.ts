import { describe, expect, it } from "vitest";
import { ClockSkew } from "../../../../src/connectors/clock-skew.rule.ts";
import { matchesMask } from "../../../../src/connectors/mt5/group-mask.rule.ts";
import { readDeal } from "../../../../src/connectors/mt5/mt5-records.rule.ts";
import { describeRetcode, readRetcode } from "../../../../src/connectors/mt5/retcodes.rule.ts";
import { serverClock } from "../../../../src/connectors/mt5/server-clock.rule.ts";
import { passwordHash, proofOf } from "../../../../src/connectors/mt5/sign-in-proof.ts";
import { HOUR } from "../../../../src/platform/time/durations.rule.ts";

const utc = (text: string) => Date.parse(`${text}Z`);

describe("the clock of a server", () => {
  it.each([
    ["new-york+7", "2026-01-15T10:00:00.123", "2026-01-15T08:00:00.123"],
    // New York changes three weeks before Europe, and one week after it.
    ["new-york+7", "2026-03-10T10:00:00", "2026-03-10T07:00:00"],
    ["Europe/Athens", "2026-03-10T10:00:00", "2026-03-10T08:00:00"],
    ["new-york+7", "2026-10-28T10:00:00", "2026-10-28T07:00:00"],
    ["Europe/Athens", "2026-10-28T10:00:00", "2026-10-28T08:00:00"],
    // The hour that occurs twice is the first one: 1 November, 01:30 in New York.
    ["new-york+7", "2026-11-01T08:30:00", "2026-11-01T05:30:00"],
    ["Etc/GMT-2", "2026-07-01T10:00:00", "2026-07-01T08:00:00"],
  ])("in %s shows %s at %s UTC", (zone, shown, instant) => {
    expect(new Date(serverClock(zone).toUtc(utc(shown))).toISOString()).toBe(
      new Date(utc(instant)).toISOString(),
    );
  });

  it("selects everything since an instant, also if it is set back soon after", () => {
    const clock = serverClock("new-york+7");
    // At 06:00 UTC on 1 November, 09:00 becomes 08:00.
    const from = utc("2026-11-01T05:45:00");
    expect(clock.earliestFrom(from)).toBe(utc("2026-11-01T07:45:00"));
    expect(clock.latestUntil(utc("2026-11-01T06:15:00"))).toBe(utc("2026-11-01T09:15:00"));
    expect(clock.earliestFrom(utc("2026-11-02T05:45:00"))).toBe(utc("2026-11-02T07:45:00"));
  });
});

describe("a sign-in", () => {
  it("proves the password as in the vendor's worked example", () => {
    const hash = passwordHash("Password1");
    expect(hash.toString("hex")).toBe("904ba8ecb16273d2f0ae9c3b8a023752");
    expect(proofOf(hash, "73007dc7184747ce0f7c98516ef1c851")).toBe(
      "77fe51827f7fa69dd80fbec9aa33f1bb",
    );
    expect(proofOf(hash, "4db98fec17aab4dc5a240bdc659e8395")).toBe(
      "1732021b1b332f51660b2b315eed3a35",
    );
  });
});

describe("a deal", () => {
  const clock = serverClock("Etc/GMT-2");
  const trade = {
    Deal: "91",
    Login: "5002001",
    Action: "1",
    Entry: "3",
    Symbol: "EURUSD",
    Price: "1.08345000",
    Volume: "5000",
    VolumeExt: "50000000",
    Profit: "-12.50",
    Commission: "-1.7500",
    Storage: "-0.30",
    Fee: "0.00",
    Time: "1772445600",
    TimeMsc: "1772445600123",
    PositionID: "44",
  };
  const read = (changes: object) => readDeal({ ...trade, ...changes }, clock);

  it("of a trade has the platform's tickets, and its swap from the storage", () => {
    expect(read({})).toEqual({
      login: "5002001",
      ticket: "91",
      time: utc("2026-03-02T08:00:00.123"),
      kind: "deals",
      amount: -1455n,
      item: {
        ticket: "91",
        position: "44",
        time: "2026-03-02T08:00:00.123Z",
        entry: "out",
        symbol: "EURUSD",
        side: "sell",
        volume: "0.50",
        price: "1.08345",
        profit: "-12.50",
        commission: "-1.75",
        swap: "-0.30",
        fee: "0.00",
      },
    });
  });

  it("of an older server has neither a fee nor an extended volume nor milliseconds", () => {
    const older = { VolumeExt: undefined, Fee: undefined, TimeMsc: undefined };
    expect(read(older)).toMatchObject({
      time: utc("2026-03-02T08:00:00"),
      item: { volume: "0.50", fee: "0.00" },
    });
  });

  it.each([
    ["2", "100.00", "deposit", 10_000n],
    ["2", "-100.00", "withdrawal", -10_000n],
    ["3", "50.00", "credit", 0n],
    ["6", "50.00", "credit", 0n],
    ["4", "-5.00", "fee", -500n],
    ["9", "-5.00", "fee", -500n],
    ["18", "-5.00", "fee", -500n],
    ["5", "1.00", "correction", 100n],
    ["12", "1.00", "correction", 100n],
    ["19", "1.00", "correction", 100n],
    ["20", "-50.00", "credit", 0n],
  ])("of the action %s with %s is a %s", (Action, Profit, kind, amount) => {
    expect(read({ Action, Profit })).toMatchObject({ kind: "operations", amount, item: { kind } });
  });

  it("that was cancelled is as if absent, and one that is not exact is not fed", () => {
    expect([read({ Action: "13" }), read({ Action: "14" })]).toEqual([null, null]);
    expect(read({ Profit: "0.005" })).toMatchObject({ kind: "inexact", amount: "0.005" });
    expect(read({ Action: "2", Profit: "1.999" })).toMatchObject({ kind: "inexact" });
  });
});

it("a mask selects groups, and excludes some", () => {
  const selected = ["prop\\usd", "prop\\test", "demo\\a"].filter((group) =>
    matchesMask(group, "prop\\*,!prop\\test"),
  );
  expect(selected).toEqual(["prop\\usd"]);
  expect(matchesMask("demo\\a", "*")).toBe(true);
});

it("a code is read and described in plain words", () => {
  expect(readRetcode("10018 Market closed")).toBe(10_018);
  expect(describeRetcode(10_018)).toBe("The market is closed (10018)");
  expect(describeRetcode(4711, "4711 Something else")).toBe("Something else (4711)");
});

describe("the difference of clocks", () => {
  it("is narrowed by samples of whole seconds, and starts anew if a clock was set", () => {
    const skew = new ClockSkew();
    const ahead = 2345;
    for (let at = 0; at < 20_000; at += 1130) {
      const shown = Math.floor((at + 10 + ahead) / 1000) * 1000;
      skew.add({ sentAt: at, receivedAt: at + 20, shown });
    }
    expect(Math.abs(skew.value! - ahead)).toBeLessThan(100);
    skew.add({ sentAt: 20_000, receivedAt: 20_020, shown: 20_000 + HOUR });
    expect(Math.abs(skew.value! - HOUR)).toBeLessThan(1000);
  });
});
