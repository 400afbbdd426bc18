import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  groupByInstant,
  Timeline,
} from "../../../../../src/business/rulebook/timeline/timeline.rule.ts";
import type { Waiver } from "../../../../../src/business/rulebook/engine/verdict.schema.ts";
import { Judge } from "../../../../../src/business/rulebook/engine/judge.rule.ts";
import { judgeRecords } from "../../../../../src/business/rulebook/engine/judge-records.rule.ts";
import {
  at,
  cents,
  dailyLoss,
  plainStage,
  profitTarget,
  rulesOf,
  stageOf100k,
} from "../../../../support/judged.ts";
import { waivedCases } from "../../../../support/waived-cases.ts";
import { type JudgedCase, judgedCases } from "../../../../support/judged-cases.ts";
import { rounds } from "../../../../support/rounds.ts";

const ASOF = at("14T12:00");

/** Stores and reloads the state after each of these instants, and reads the verdict in between. */
function judgeInBatches(
  { stage, rules, records, asOf }: JudgedCase,
  ends: number[],
  waivers: Waiver[] = [],
) {
  const initialBalance = cents(stage.initialBalance);
  const startedAt = Date.parse(stage.startedAt);
  const account = { ...stage, ...plainStage, waivers, initialBalance, startedAt };
  const groups = groupByInstant(records).filter(({ time }) => time <= asOf);
  let judge = new Judge(account, rules);
  const timeline = new Timeline(initialBalance);
  for (const [index, group] of groups.entries()) {
    judge.play(timeline.play(group));
    if (!ends.includes(index)) continue;
    const state = JSON.parse(JSON.stringify(judge.state)) as Judge["state"];
    const next = groups[index + 1]?.time ?? asOf;
    judge.conclude(Math.max(group.time, next - 1), stage.evidence);
    judge = new Judge(account, rules, state);
  }
  return judge.conclude(asOf, stage.evidence);
}

describe("a judgement in batches", () => {
  it("equals a judgement of the whole record for any split", () => {
    fc.assert(
      fc.property(judgedCases, fc.array(fc.nat({ max: 40 })), (judged, ends) => {
        const { stage, rules, records, asOf } = judged;
        const whole = judgeRecords(stage, rules, records, asOf);
        expect(judgeInBatches(judged, ends)).toEqual(whole);
      }),
      rounds(100),
    );
  });

  it("equals it with breaches that were set aside, too", () => {
    fc.assert(
      fc.property(
        waivedCases,
        fc.array(fc.nat({ max: 40 })),
        ({ stage, rules, records, asOf, waivers }, ends) => {
          const whole = judgeRecords(stage, rules, records, asOf, { waivers });
          const judged = { stage, rules, records, asOf };
          expect(judgeInBatches(judged, ends, waivers)).toEqual(whole);
        },
      ),
      rounds(100),
    );
  });

  it("is the same in any order of arrival", () => {
    fc.assert(
      fc.property(judgedCases, ({ stage, rules, records, asOf }) => {
        const reversed = {
          deals: records.deals.toReversed(),
          operations: records.operations.toReversed(),
          snapshots: records.snapshots.toReversed(),
        };
        expect(judgeRecords(stage, rules, reversed, asOf)).toEqual(
          judgeRecords(stage, rules, records, asOf),
        );
      }),
      rounds(100),
    );
  });
});

it("judges a stage that started in the year 1 without delay", () => {
  const rules = rulesOf({ limits: [dailyLoss()], objectives: [profitTarget()] });
  const startedAt = "0001-01-01T00:00:00.000Z";
  const before = process.threadCpuUsage();
  const none = { deals: [], operations: [], snapshots: [] };
  expect(judgeRecords({ ...stageOf100k, startedAt }, rules, none, ASOF).outcome).toBe(
    "in_progress",
  );
  // Microseconds of this thread, because other programs may use the processor.
  expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
});
