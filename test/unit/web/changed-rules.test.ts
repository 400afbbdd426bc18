import { describe, expect, it } from "vitest";
import { changedRules } from "../../../web/features/admin/trader/trader-overview.tsx";
import {
  dailyLoss,
  judge,
  profitTarget,
  rulesOf,
  at,
  snapshot,
  deal,
} from "../../support/judged.ts";

const rules = rulesOf({ limits: [dailyLoss()], objectives: [profitTarget()] });
const verdictOf = (record: Parameters<typeof judge>[1], asOf: string) => ({
  ...judge(rules, record, at(asOf)),
  calendar: null,
  rulesSha256: null,
  recordsSha256: "",
  zoneData: "2026a",
});

const calm = verdictOf({}, "02T01:00");
const broken = verdictOf({ snapshots: [snapshot(at("02T10:00"), "94000.00")] }, "02T11:00");
const gain = [deal(at("02T09:00"), "in"), deal(at("02T10:00"), "out", "10000.00")];
const passed = verdictOf({ deals: gain }, "02T11:00");

describe("the rules that changed between two verdicts", () => {
  it("are those whose status differs", () => {
    expect(changedRules(calm, broken)).toEqual([
      { kind: "daily_loss", index: 0, words: "kept, then breached" },
    ]);
    expect(changedRules(calm, passed)).toEqual([
      { kind: "profit_target", index: 0, words: "not met, then met" },
    ]);
    expect(changedRules(passed, passed)).toEqual([]);
  });

  it("are those that differ from their initial status if there is no previous verdict", () => {
    expect(changedRules(undefined, calm)).toEqual([]);
    expect(changedRules(undefined, broken)).toEqual([
      { kind: "daily_loss", index: 0, words: "breached" },
    ]);
  });
});
