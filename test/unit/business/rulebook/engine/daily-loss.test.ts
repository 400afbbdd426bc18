import { describe, expect, it } from "vitest";
import { at, dailyLoss, judge, operation, snapshot, trade } from "../../../../support/judged.ts";

const open = { deals: trade(at("02T09:00"), at("02T17:00"), "0.00") };

describe("the daily loss", () => {
  it("is not breached at the floor, but a cent below", () => {
    const kept = judge(
      { limits: [dailyLoss()] },
      { ...open, snapshots: [snapshot(at("02T10:00"), "95000.00")] },
      at("02T11:00"),
    );
    expect(kept.outcome).toBe("in_progress");
    expect(kept.limits[0]).toMatchObject({
      status: "kept",
      floor: "95000.00",
      tightest: { room: "0.00", value: "95000.00", at: "2026-03-02T10:00:00.000Z" },
    });
    const breached = judge(
      { limits: [dailyLoss()] },
      { ...open, snapshots: [snapshot(at("02T10:00"), "94999.99")] },
      at("02T11:00"),
    );
    expect(breached).toMatchObject({ outcome: "breached", endedAt: "2026-03-02T10:00:00.000Z" });
    expect(breached.limits[0]).toMatchObject({
      status: "breached",
      breach: {
        at: "2026-03-02T10:00:00.000Z",
        value: "94999.99",
        floor: "95000.00",
        by: ["2026-03-02T10:00:00.000Z"],
      },
    });
  });

  it("is breached at the floor if the rules say at_or_below", () => {
    const { limits } = judge(
      { limits: [dailyLoss({ breachedWhen: "at_or_below" })] },
      { ...open, snapshots: [snapshot(at("02T10:00"), "95000.00")] },
      at("02T11:00"),
    );
    expect(limits[0]).toMatchObject({ status: "breached", room: "0.00" });
  });

  it("counts from the balance just before the day starts; a record at the reset belongs to the new day", () => {
    const deals = [
      ...trade(at("02T09:00"), at("02T10:00"), "2000.00"),
      ...trade(at("02T23:00"), at("03T00:00"), "-500.00"),
    ];
    const { limits } = judge({ limits: [dailyLoss()] }, { deals }, at("03T01:00"));
    expect(limits[0]).toMatchObject({
      floor: "97000.00",
      value: "101500.00",
      room: "4500.00",
      resetsAt: "2026-03-04T00:00:00.000Z",
    });
  });

  it("moves its reference by every operation of the day, but not by the funding", () => {
    const operations = [
      operation(at("02T08:00"), "100000.00"),
      operation(at("02T12:00"), "1000.00"),
      operation(at("02T13:00"), "-3000.00"),
    ];
    const { limits } = judge({ limits: [dailyLoss()] }, { operations }, at("02T14:00"));
    expect(limits[0]).toMatchObject({ floor: "93000.00", value: "98000.00" });
  });

  describe("from equity", () => {
    const limits = [dailyLoss({ from: "equity" })];
    const overnight = { deals: trade(at("02T09:00"), at("03T17:00"), "0.00") };

    it("takes the latest snapshot up to and including the start", () => {
      const snapshots = [
        snapshot(at("02T23:58"), "101000.00"),
        snapshot(at("03T00:00"), "102000.00"),
        snapshot(at("03T00:01"), "103000.00"),
      ];
      const judged = judge({ limits }, { ...overnight, snapshots }, at("03T01:00"));
      expect(judged.limits[0]).toMatchObject({ floor: "97000.00", value: "103000.00" });
    });

    it("is undetermined without a recent snapshot, if there was something to compare", () => {
      const early = [snapshot(at("02T23:50"), "101000.00")];
      const quiet = judge({ limits }, { ...overnight, snapshots: early }, at("03T01:00"));
      expect(quiet.limits[0]).toMatchObject({ status: "kept", floor: null, room: null });
      const snapshots = [...early, snapshot(at("03T00:10"), "90000.00")];
      const judged = judge({ limits }, { ...overnight, snapshots }, at("03T01:00"));
      expect(judged.limits[0]).toMatchObject({ status: "undetermined", floor: null });
      expect(judged.limits[0]!.reason).toContain("2026-03-03 is not known");
    });

    it("is the balance if the account is flat", () => {
      const {
        limits: [limit],
      } = judge({ limits }, open, at("03T01:00"));
      expect(limit).toMatchObject({ floor: "95000.00" });
    });
  });

  it("trails the day's highest equity", () => {
    const snapshots = [snapshot(at("02T10:00"), "104000.00"), snapshot(at("02T11:00"), "98999.99")];
    const { limits } = judge(
      { limits: [dailyLoss({ from: "day_high_equity" })] },
      { ...open, snapshots },
      at("02T12:00"),
    );
    expect(limits[0]).toMatchObject({ breach: { floor: "99000.00", value: "98999.99" } });
  });

  it("takes a percent of the moved reference, rounded half away from zero", () => {
    const deals = trade(at("02T09:00"), at("02T10:00"), "0.10");
    const { limits } = judge(
      { limits: [dailyLoss({ limit: { percent: "5", of: "reference" } })] },
      { deals },
      at("03T01:00"),
    );
    // 5% of 100,000.10 is 5,000.005.
    expect(limits[0]).toMatchObject({ floor: "95000.09" });
  });

  it("measured at the day's end compares the closing balance before that instant's records", () => {
    const deals = [
      ...trade(at("02T09:00"), at("02T10:00"), "-5000.01"),
      ...trade(at("03T00:00"), at("03T00:00"), "9000.00", "x"),
    ];
    const { limits, endedAt } = judge(
      { limits: [dailyLoss({ measured: "day_end_balance" })] },
      { deals },
      at("04T00:00"),
    );
    expect(endedAt).toBe("2026-03-03T00:00:00.000Z");
    expect(limits[0]!.breach).toEqual({
      at: "2026-03-03T00:00:00.000Z",
      value: "94999.99",
      floor: "95000.00",
      by: [],
    });
  });
});
