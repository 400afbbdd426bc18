import { describe, expect, it } from "vitest";
import type { RuleOf } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { at, deal, judge, maxLoss, snapshot, trade } from "../../../../support/judged.ts";

const inactivity = (changes: Partial<RuleOf<"inactivity">> = {}) => ({
  limits: [
    { kind: "inactivity", days: 2, counts: "deals", consequence: "fail", ...changes } as const,
  ],
});

const flatBy = (timeZone = "America/Chicago") => ({
  day: { timeZone, startsAt: "17:00" },
  limits: [{ kind: "flat_by", time: "15:10", consequence: "fail" } as const],
});

describe("the open loss", () => {
  it("compares equity less the balance with minus the limit", () => {
    const rules = {
      limits: [
        {
          kind: "open_loss",
          limit: { percent: "2", of: "initial" },
          breachedWhen: "at_or_below",
          consequence: "pause",
        } as const,
      ],
    };
    const deals = trade(at("02T09:00"), at("02T12:00"), "-5000.00");
    const snapshots = [snapshot(at("02T10:00"), "98500.00")];
    const judged = judge(rules, { deals, snapshots }, at("02T13:00"));
    // The account is flat after the closing deal, so equity equals the balance, regardless of the loss.
    expect(judged.limits[0]).toMatchObject({
      status: "kept",
      floor: "-2000.00",
      value: "0.00",
      tightest: { value: "-1500.00", room: "500.00" },
    });
    const lower = [...snapshots, snapshot(at("02T11:00"), "98000.00")];
    expect(judge(rules, { deals, snapshots: lower }, at("02T13:00")).limits[0]!.breach).toEqual({
      at: "2026-03-02T11:00:00.000Z",
      value: "-2000.00",
      floor: "-2000.00",
      by: ["2026-03-02T11:00:00.000Z"],
    });
  });
});

describe("the largest position", () => {
  const rules = { limits: [{ kind: "max_position", volume: "5", consequence: "fail" } as const] };

  it("sums the open volumes, and is breached only above the limit", () => {
    const deals = [
      deal(at("02T09:00"), "in", "0.00", { position: "a", volume: "3.00" }),
      deal(at("02T10:00"), "in", "0.00", { position: "b", volume: "2.00" }),
    ];
    expect(judge(rules, { deals }, at("02T11:00")).limits[0]).toMatchObject({
      status: "kept",
      floor: null,
      value: null,
      room: null,
      tightest: null,
    });
    const more = deal(at("02T10:30"), "in", "0.00", { position: "c", volume: "0.01", ticket: "x" });
    expect(judge(rules, { deals: [...deals, more] }, at("02T11:00")).limits[0]!.breach).toEqual({
      at: "2026-03-02T10:30:00.000Z",
      value: "5.01",
      floor: null,
      by: ["x"],
    });
  });

  it("counts a reversal as its legs", () => {
    const deals = [
      deal(at("02T09:00"), "in", "0.00", { volume: "4.00" }),
      deal(at("02T10:00"), "inout", "0.00", { volume: "9.00" }),
    ];
    expect(judge(rules, { deals }, at("02T11:00")).limits[0]).toMatchObject({ status: "kept" });
  });
});

describe("flat by a time", () => {
  it("is breached by a position that is open at that local time of a day", () => {
    const deals = trade(at("02T15:00"), at("02T21:10:01"), "100.00");
    const judged = judge(flatBy(), { deals }, at("03T00:00"));
    expect(judged.endedAt).toBe("2026-03-02T21:10:00.000Z");
    expect(judged.limits[0]!.breach).toEqual({
      at: "2026-03-02T21:10:00.000Z",
      value: null,
      floor: null,
      by: [],
    });
  });

  it("is not breached by a position that closes at that instant, but by one that opens then", () => {
    const closes = trade(at("02T15:00"), at("02T21:10"), "100.00");
    expect(judge(flatBy(), { deals: closes }, at("03T00:00")).outcome).toBe("in_progress");
    const opens = trade(at("02T21:10"), at("02T21:11"), "100.00");
    expect(judge(flatBy(), { deals: opens }, at("03T00:00")).outcome).toBe("breached");
  });

  it("is checked at the as-of time itself", () => {
    const deals = [deal(at("02T15:00"), "in")];
    expect(judge(flatBy(), { deals }, at("02T21:09:59")).outcome).toBe("in_progress");
    expect(judge(flatBy(), { deals }, at("02T21:10")).outcome).toBe("breached");
  });

  it("follows the zone over a clock change", () => {
    // Chicago is on daylight saving time from 8 March 2026 on.
    const deals = trade(at("09T15:00"), at("09T20:10:01"), "100.00");
    expect(judge(flatBy(), { deals }, at("10T00:00")).endedAt).toBe("2026-03-09T20:10:00.000Z");
  });
});

describe("inactivity", () => {
  it("is breached the given number of 24-hour periods after the start or the last deal", () => {
    expect(judge(inactivity(), {}, at("03T23:59:59")).outcome).toBe("in_progress");
    expect(judge(inactivity(), {}, at("04T00:00")).limits[0]!.breach).toEqual({
      at: "2026-03-04T00:00:00.000Z",
      value: null,
      floor: null,
      by: [],
    });
    const deals = trade(at("03T09:00"), at("03T10:00"), "1.00");
    expect(judge(inactivity(), { deals }, at("09T00:00")).endedAt).toBe("2026-03-05T10:00:00.000Z");
  });

  it("that is breached at the as-of time ends the evaluation there", () => {
    const { outcome, endedAt } = judge(inactivity(), {}, at("04T00:00"));
    expect([outcome, endedAt]).toEqual(["breached", "2026-03-04T00:00:00.000Z"]);
  });

  it("is prevented by a deal at exactly that instant, but not by one a millisecond later", () => {
    const deals = [deal(at("04T00:00"), "in")];
    expect(judge(inactivity(), { deals }, at("05T00:00")).outcome).toBe("in_progress");
    const late = [deal(at("04T00:00") + 1, "in")];
    expect(judge(inactivity(), { deals: late }, at("05T00:00")).endedAt).toBe(
      "2026-03-04T00:00:00.000Z",
    );
  });

  it("counted by entries is not prevented by closing a position, but by a reversal", () => {
    const opened = inactivity({ counts: "opened" });
    const deals = [deal(at("02T09:00"), "in"), deal(at("03T09:00"), "out")];
    expect(judge(opened, { deals }, at("05T00:00")).endedAt).toBe("2026-03-04T09:00:00.000Z");
    const reversed = [deals[0]!, deal(at("03T09:00"), "inout", "0.00", { volume: "2.00" })];
    expect(judge(opened, { deals: reversed }, at("05T00:00")).outcome).toBe("in_progress");
  });

  it("is breached together with another limit that is breached at the same instant", () => {
    const rules = { limits: [...inactivity().limits, maxLoss()] };
    const snapshots = [snapshot(at("04T00:00"), "80000.00")];
    const { limits } = judge(rules, { snapshots }, at("05T00:00"));
    expect(limits.map(({ status }) => status)).toEqual(["breached", "breached"]);
  });
});
