import { describe, expect, it } from "vitest";
import { daysOf } from "../../../../support/folded-days.ts";
import {
  at,
  cents,
  dailyLoss,
  deal,
  judge,
  maxLoss,
  operation,
  snapshot,
  trade,
} from "../../../../support/judged.ts";
import { utcDays } from "../../../../../src/business/rulebook/timeline/trading-day.rule.ts";

describe("observed equity", () => {
  const limits = [dailyLoss({ limit: { amount: "3.00" } })];
  const entry = deal(at("02T09:00"), "in", "-3.50");
  const daysWith = (record: Partial<Parameters<typeof daysOf>[0]>) =>
    daysOf({ deals: [], operations: [], snapshots: [], ...record }, cents("100000.00"), {
      dayStart: utcDays,
      maxGapSeconds: 300,
      asOf: at("03T00:00"),
    }).map(({ equityLow, equityHigh }) => [equityLow, equityHigh]);

  it("does not include the balance after an entry, because a position is open", () => {
    const { engine, outcome, findings, ...judgement } = judge(
      { limits },
      { deals: [entry] },
      at("02T10:00"),
    );
    expect([engine, outcome]).toEqual(["2", "in_progress"]);
    expect(judgement.limits[0]).toMatchObject({ status: "kept", value: null, tightest: null });
    expect(findings).toMatchObject([
      { code: "possible_breach", at: "2026-03-02T09:00:00.000Z", kind: "daily_loss", index: 0 },
    ]);
    expect(daysWith({ deals: [entry] })).toEqual([[null, null]]);
  });

  it("includes the balance once every position is closed, and after operations without positions", () => {
    const deals = [entry, deal(at("02T09:30"), "out", "3.00")];
    const operations = [operation(at("02T08:00"), "-1.00")];
    const { limits: judged } = judge({ limits }, { deals, operations }, at("02T10:00"));
    expect(judged[0]).toMatchObject({ value: "99998.50", tightest: { value: "99998.50" } });
    expect(daysWith({ deals, operations })).toEqual([[9_999_850n, 9_999_900n]]);
  });

  it("does not include the balance after an operation while a position is open", () => {
    const deals = [deal(at("02T09:00"), "in"), deal(at("02T11:00"), "out")];
    const operations = [operation(at("02T10:00"), "-500.00")];
    expect(daysWith({ deals, operations })).toEqual([[9_950_000n, 9_950_000n]]);
    const lost = judge(
      { limits: [maxLoss({ limit: { amount: "400.00" } })] },
      { deals, operations },
      at("02T10:30"),
    );
    expect([lost.outcome, lost.findings[0]?.code]).toEqual(["in_progress", "possible_breach"]);
  });

  it("of version 1 also included the balance after an entry", () => {
    const judged = judge({ limits }, { deals: [entry] }, at("02T10:00"), {}, { engine: "1" });
    expect([judged.engine, judged.outcome, judged.endedAt]).toEqual([
      "1",
      "breached",
      "2026-03-02T09:00:00.000Z",
    ]);
  });

  it("starts at an entry, as far as the coverage is concerned", () => {
    const { coverage } = judge({}, { deals: [entry] }, at("02T09:05"));
    expect(coverage).toEqual({ openSeconds: 300, observedSeconds: 300, longestGapSeconds: 300 });
  });
});

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
