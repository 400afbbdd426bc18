import type {
  LimitVerdict,
  ObjectiveVerdict,
  Verdict,
} from "../../../../../src/business/rulebook/engine/verdict.schema.ts";

export function dailyLoss(changes: Partial<LimitVerdict> = {}): LimitVerdict {
  return {
    kind: "daily_loss",
    index: 0,
    status: "kept",
    floor: "97000.00",
    value: "101950.00",
    room: "4950.00",
    resetsAt: "2026-03-03T00:00:00.000Z",
    tightest: {
      room: "310.00",
      value: "97310.00",
      floor: "97000.00",
      at: "2026-03-02T10:00:00.000Z",
    },
    breach: null,
    reason: "Equity of $101,950.00 is $4,950.00 above the floor of $97,000.00.",
    ...changes,
  };
}

export function profitTarget(changes: Partial<ObjectiveVerdict> = {}): ObjectiveVerdict {
  return {
    kind: "profit_target",
    index: 0,
    status: "not_met",
    value: "1950.00",
    target: "10000.00",
    missing: "8050.00",
    reachedAt: null,
    reason: "The profit is $1,950.00 of $10,000.00; $8,050.00 is missing.",
    ...changes,
  };
}

export function verdictOf(changes: Partial<Verdict> = {}): Verdict {
  return {
    stageId: 3,
    asOf: "2026-03-02T20:48:00.000Z",
    outcome: "in_progress",
    endedAt: null,
    grade: "observed",
    coverage: { openSeconds: 51_600, observedSeconds: 51_600, longestGapSeconds: 61 },
    rules: [dailyLoss(), profitTarget()],
    findings: [],
    rulesVersionId: 12,
    rulesSha256: "0".repeat(64),
    recordsSha256: "1".repeat(64),
    engine: "2",
    zoneData: "2026a",
    ...changes,
  };
}
