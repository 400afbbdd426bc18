import { describe, expect, it } from "vitest";
import { at, judge, operation, snapshot, trade, dailyLoss } from "../../support/judged.ts";

describe("the coverage", () => {
  const deals = trade(at("02T09:00"), at("02T09:10"), "0.00");

  it("includes intervals between two observations within the maximum gap", () => {
    const snapshots = [
      snapshot(at("02T09:01"), "100000.00"),
      snapshot(at("02T09:06"), "100000.00"),
      snapshot(at("02T09:06:01"), "100000.00"),
    ];
    const { coverage, grade } = judge({}, { deals, snapshots }, at("02T10:00"));
    expect(coverage).toEqual({ openSeconds: 600, observedSeconds: 600, longestGapSeconds: 300 });
    expect(grade).toBe("observed");
  });

  it("excludes an interval that exceeds the maximum gap by a millisecond", () => {
    const snapshots = [snapshot(at("02T09:05") + 1, "100000.00")];
    const { coverage, grade } = judge({}, { deals, snapshots }, at("02T10:00"));
    expect(coverage).toEqual({ openSeconds: 599, observedSeconds: 299, longestGapSeconds: 300 });
    expect(grade).toBe("partly_observed");
  });

  it("ends the last interval at the as-of time", () => {
    const { coverage } = judge({}, { deals }, at("02T09:04"));
    expect(coverage).toEqual({ openSeconds: 240, observedSeconds: 240, longestGapSeconds: 240 });
  });
});

describe("the grade", () => {
  const deals = trade(at("02T09:00"), at("02T12:00"), "0.00");

  it("is stated without records", () => {
    expect(judge({}, {}, at("03T00:00")).grade).toBe("stated");
  });

  it("is observed if no position was ever open", () => {
    const operations = [operation(at("02T08:00"), "100000.00")];
    expect(judge({}, { operations }, at("03T00:00")).grade).toBe("observed");
  });

  it("is closed_results if no open time was observed", () => {
    expect(judge({}, { deals }, at("03T00:00")).grade).toBe("closed_results");
  });

  it("is incomplete if the balance of a snapshot contradicts the deals and operations", () => {
    const snapshots = [snapshot(at("02T13:00"), "100000.01", "100000.01")];
    const { grade, findings } = judge({}, { deals, snapshots }, at("03T00:00"));
    expect(grade).toBe("incomplete");
    expect(findings).toMatchObject([
      { code: "unexplained_balance", at: "2026-03-02T13:00:00.000Z" },
    ]);
  });

  it("is incomplete with a conflict or an inconsistent statement, from their time on", () => {
    const time = "2026-03-02T12:00:00.000Z";
    const conflict = {
      evidence: { conflicts: [{ ticket: "7", time }], inconsistentStatements: [] },
    };
    expect(judge({}, { deals }, at("02T11:59"), conflict).grade).toBe("closed_results");
    expect(judge({}, { deals }, at("02T12:00"), conflict).grade).toBe("incomplete");
    const statement = {
      evidence: { conflicts: [], inconsistentStatements: [{ id: 3, from: null }] },
    };
    expect(judge({}, { deals }, at("03T00:00"), statement)).toMatchObject({
      grade: "incomplete",
      findings: [{ code: "inconsistent_statement" }],
    });
  });

  it("is not lowered by a conflict after a failing breach", () => {
    const lost = trade(at("02T09:00"), at("02T10:00"), "-5000.01");
    const limits = [dailyLoss({ measured: "balance" })];
    const gradeWith = (time: string) =>
      judge({ limits }, { deals: lost }, at("03T00:00"), {
        evidence: { conflicts: [{ ticket: "7", time }], inconsistentStatements: [] },
      }).grade;
    expect(gradeWith("2026-03-02T10:00:00.000Z")).toBe("incomplete");
    expect(gradeWith("2026-03-02T10:00:00.001Z")).toBe("closed_results");
  });
});
