import fc from "fast-check";
import { expect, it } from "vitest";
import {
  ENGINE,
  type Engine,
  groupByInstant,
  Timeline,
} from "../../../../../src/business/rulebook/timeline/timeline.rule.ts";
import { Judge } from "../../../../../src/business/rulebook/engine/judge.rule.ts";
import { judgeRecords } from "../../../../../src/business/rulebook/engine/judge-records.rule.ts";
import type {
  Judgement,
  LimitVerdict,
  ObjectiveVerdict,
} from "../../../../../src/business/rulebook/engine/verdict.schema.ts";
import { cents, plainStage } from "../../../../support/judged.ts";
import { waivedCases } from "../../../../support/waived-cases.ts";
import { judgedCases } from "../../../../support/judged-cases.ts";
import { NaiveAccount } from "../../../../support/naive-account.ts";
import { judgeNaively } from "../../../../support/naive-verdict.ts";
import { rounds } from "../../../../support/rounds.ts";

const DAY = 86_400_000;

/** Mostly the present engine; cases of version 1 are still verified. */
const versions = fc.constantFrom<Engine>(ENGINE, ENGINE, ENGINE, "1");

/** Selects the parts that the naive implementation also computes: everything except sentences. */
function comparable({ outcome, endedAt, grade, coverage, rules, findings }: Judgement) {
  const wordless = <Item extends { reason: string }>({ reason: _, ...others }: Item) => others;
  return {
    outcome,
    endedAt,
    grade,
    coverage,
    limits: rules.filter((rule): rule is LimitVerdict => "breach" in rule).map(wordless),
    objectives: rules.filter((rule): rule is ObjectiveVerdict => "target" in rule).map(wordless),
    possibleBreaches: findings
      .filter(({ code }) => code === "possible_breach")
      .map(({ message: _, ...others }) => others),
  };
}

/** Selects the parts that only records and events change; coverage and evidence also change over time. */
function lasting({ outcome, endedAt, rules }: Judgement) {
  return { outcome, endedAt, rules };
}

it("equals the naive implementation of the contract after every record", () => {
  fc.assert(
    fc.property(judgedCases, versions, ({ stage, rules, records, asOf }, engine) => {
      expect(comparable(judgeRecords(stage, rules, records, asOf, { engine }))).toEqual(
        judgeNaively(stage, rules, records, asOf, engine),
      );
    }),
    rounds(150),
  );
});

it("equals it after breaches were set aside", () => {
  fc.assert(
    fc.property(waivedCases, ({ stage, rules, records, asOf, waivers }) => {
      const keys = waivers.map(({ key }) => key);
      expect(comparable(judgeRecords(stage, rules, records, asOf, { waivers }))).toEqual(
        judgeNaively(stage, rules, records, asOf, ENGINE, keys),
      );
    }),
    rounds(150),
  );
});

it("does not change over time before the next event that it reports", () => {
  fc.assert(
    fc.property(judgedCases, fc.double({ min: 0, max: 1, noNaN: true }), (judged, part) => {
      const { stage, rules, records, asOf } = judged;
      const initialBalance = cents(stage.initialBalance);
      const startedAt = Date.parse(stage.startedAt);
      const judge = new Judge({ ...stage, ...plainStage, initialBalance, startedAt }, rules);
      const timeline = new Timeline(initialBalance);
      const groups = groupByInstant(records).filter(({ time: at }) => at <= asOf);
      for (const group of groups) judge.play(timeline.play(group));
      const now = judge.conclude(asOf, stage.evidence);
      const next = Math.min(judge.nextEventAt, asOf + 10 * DAY) - 1;
      const later = Math.floor(asOf + (next - asOf) * part);
      const seen = new NaiveAccount(stage, rules, records, asOf).records;
      expect(lasting(judgeRecords(stage, rules, seen, later))).toEqual(lasting(now));
    }),
    rounds(150),
  );
});
