import { describe, expect, it } from "vitest";
import type { RecordedDeal } from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";
import { dailyLoss, deal, judge, trade } from "../../../../support/judged.ts";

const utc = (text: string) => Date.parse(`2026-${text}Z`);

/** Creates losses of 3,000 each: one is within the daily loss limit of 5,000, two on one day exceed it. */
const losses = (...times: string[]): RecordedDeal[] =>
  times.flatMap((time) => trade(utc(time), utc(time), "-3000.00"));

function judgeIn(
  [timeZone, startsAt]: readonly [string, string],
  deals: RecordedDeal[],
  asOf: string,
) {
  const limits = [dailyLoss({ measured: "balance" })];
  return judge({ limits, day: { timeZone, startsAt } }, { deals }, utc(asOf));
}

describe("a day on which clocks change", () => {
  it.each([
    ["23 hours", ["Europe/Prague", "00:00"], "03-28T23:00:00.000", "03-29T22:00:00.000"],
    ["25 hours", ["Europe/Prague", "00:00"], "10-24T22:00:00.000", "10-25T23:00:00.000"],
    ["23 hours", ["America/Chicago", "17:00"], "03-07T23:00:00.000", "03-08T22:00:00.000"],
    ["25 hours", ["America/Chicago", "17:00"], "10-31T22:00:00.000", "11-01T23:00:00.000"],
  ] as const)("of %s in %s begins and ends according to the zone's rules", (_, day, from, to) => {
    const justBefore = (time: string) =>
      new Date(utc(time) - 1).toISOString().slice("2026-".length, -1);
    const sameDay = judgeIn(day, losses(from, justBefore(to)), to);
    expect(sameDay).toMatchObject({
      outcome: "breached",
      endedAt: new Date(utc(to) - 1).toISOString(),
    });
    // A record at exactly the reset belongs to the new day.
    const atItsEnd = judgeIn(day, losses(from, to), to);
    expect(atItsEnd.limits[0]).toMatchObject({ status: "kept", floor: "92000.00" });
    const beforeItsStart = judgeIn(day, losses(justBefore(from), justBefore(to)), justBefore(to));
    expect(beforeItsStart.limits[0]).toMatchObject({
      status: "kept",
      resetsAt: new Date(utc(to)).toISOString(),
    });
  });

  it("allows a loss equal to the limit over all of its 25 hours", () => {
    const day = ["Europe/Prague", "00:00"] as const;
    const lost = (net: string) => [
      ...losses("10-24T22:00:00.000"),
      ...trade(utc("10-25T22:00:00.000"), utc("10-25T22:59:59.999"), net),
    ];
    expect(judgeIn(day, lost("-2000.00"), "10-25T23:00:00.000").limits[0]).toMatchObject({
      status: "kept",
      tightest: { room: "0.00", at: "2026-10-25T22:59:59.999Z" },
    });
    expect(judgeIn(day, lost("-2000.01"), "10-25T23:00:00.000").outcome).toBe("breached");
  });

  it("begins at the first instant after the gap if its start is skipped", () => {
    // In Chicago the clock goes from 02:00 to 03:00 on 8 March, which is 08:00 UTC.
    const day = ["America/Chicago", "02:30"] as const;
    const { limits } = judgeIn(day, [], "03-08T07:59:59.999");
    expect(limits[0]).toMatchObject({ resetsAt: "2026-03-08T08:00:00.000Z" });
  });

  it("begins at the first of two instants if its start occurs twice", () => {
    // In Chicago 01:30 occurs at 06:30 and at 07:30 UTC on 1 November.
    const day = ["America/Chicago", "01:30"] as const;
    expect(judgeIn(day, [], "11-01T06:29:59.999").limits[0]).toMatchObject({
      resetsAt: "2026-11-01T06:30:00.000Z",
    });
    expect(judgeIn(day, [], "11-01T06:30:00.000").limits[0]).toMatchObject({
      resetsAt: "2026-11-02T07:30:00.000Z",
    });
  });

  it("remains a day of its own if its end is skipped at midnight", () => {
    // In Cairo the clock goes from 00:00 to 01:00 on 24 April, which is 22:00 UTC on 23 April.
    const { objectives } = judge(
      {
        objectives: [
          { kind: "min_trading_days", days: 1, counts: "opened_and_closed", minimumProfit: null },
        ],
        day: { timeZone: "Africa/Cairo", startsAt: "00:30" },
      },
      { deals: trade(utc("04-22T10:00:00.000"), utc("04-23T10:00:00.000"), "0.00") },
      utc("04-23T12:00:00.000"),
    );
    expect(objectives[0]).toMatchObject({ status: "not_met", value: 0 });
  });

  it("does not extend the period of inactivity, and is covered for its actual length", () => {
    const deals = [deal(utc("10-24T22:00:00.000"), "in", "0.00")];
    const { limits, coverage } = judge(
      {
        limits: [{ kind: "inactivity", days: 1, counts: "deals", consequence: "pause" }],
        day: { timeZone: "Europe/Prague", startsAt: "00:00" },
      },
      { deals },
      utc("10-25T23:00:00.000"),
      { startedAt: "2026-10-24T22:00:00.000Z" },
    );
    expect(limits[0]!.breach).toMatchObject({ at: "2026-10-25T22:00:00.000Z" });
    expect(coverage.openSeconds).toBe(25 * 3600);
  });
});
