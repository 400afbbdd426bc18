import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LimitRule, Rules } from "../../../src/business/rules/rules.schema.ts";
import { groupByInstant, Timeline } from "../../../src/business/timeline/timeline.rule.ts";
import type { TradingRecord } from "../../../src/business/timeline/trading-record.rule.ts";
import { Judge } from "../../../src/business/verdict-engine/judge.rule.ts";
import { judgeRecords } from "../../../src/business/verdict-engine/judge-records.rule.ts";
import {
  at,
  cents,
  dailyLoss,
  deal,
  maxLoss,
  operation,
  profitTarget,
  rulesOf,
  snapshot,
  stageOf100k,
} from "../../support/judged.ts";

const HOUR = 3_600_000;
const ASOF = at("14T12:00");

/** Times on quarter hours, so that many coincide with a day's start or with `flat_by`. */
const time = fc
  .integer({ min: 0, max: 10 * 24 * 4 })
  .map((quarter) => at("02T00:00") + (quarter * HOUR) / 4);
const amount = fc.integer({ min: -400_000, max: 400_000 }).map((value) => (value / 100).toFixed(2));
const position = fc.constantFrom("1", "2", "12n", "__proto__");

const deals = fc.array(
  fc
    .tuple(time, fc.constantFrom("in", "in", "out", "out", "inout"), amount, position)
    .map(([when, entry, net, of]) =>
      deal(when, entry, entry === "in" ? "0.00" : net, { position: of }),
    ),
  { maxLength: 40 },
);
const operations = fc
  .uniqueArray(fc.tuple(time, amount), { maxLength: 4, selector: ([when]) => when })
  .map((list) => list.map(([when, sum]) => operation(when, sum)));
const snapshots = fc
  .uniqueArray(fc.tuple(time, amount), { maxLength: 60, selector: ([when]) => when })
  .map((list) =>
    list.map(([when, change]) => ({
      ...snapshot(when, "100000.00"),
      equity: cents("100000.00") + cents(change),
    })),
  );
const records: fc.Arbitrary<TradingRecord> = fc.record({ deals, operations, snapshots });

const consequence = fc.constantFrom("fail", "pause");
const measured = fc.constantFrom("equity", "balance", "day_end_balance");
const breachedWhen = fc.constantFrom("below", "at_or_below");
const percent = fc.constantFrom("1", "3", "10", "50");

const limit: fc.Arbitrary<LimitRule> = fc.oneof(
  fc
    .record({
      from: fc.constantFrom("balance", "equity", "higher", "day_high_equity"),
      of: fc.constantFrom("initial", "reference"),
      percent,
      measured,
      breachedWhen,
      consequence,
    })
    .map(({ percent: part, of, ...others }) =>
      dailyLoss({ ...others, limit: { percent: part, of } }),
    ),
  fc
    .record({
      mode: fc.constantFrom("static", "trailing_day_end", "trailing_closed", "trailing_equity"),
      onWithdrawal: fc.constantFrom("follow", "stay"),
      locksAt: fc.constantFrom(null, { amount: "0.00" }, { amount: "500.00" }),
      of: fc.constantFrom("initial", "peak"),
      percent,
      measured,
      breachedWhen,
      consequence,
    })
    .map(({ percent: part, of, ...others }) =>
      maxLoss({ ...others, limit: { percent: part, of } }),
    ),
  consequence.map((effect) => ({ kind: "flat_by" as const, time: "15:15", consequence: effect })),
  consequence.map((effect) => ({
    kind: "max_position" as const,
    volume: "3",
    consequence: effect,
  })),
  fc.tuple(fc.constantFrom("deals", "opened"), consequence).map(([counts, effect]) => ({
    kind: "inactivity" as const,
    days: 2,
    counts,
    consequence: effect,
  })),
);

const ruleSets: fc.Arbitrary<Rules> = fc
  .record({
    limits: fc.array(limit, { maxLength: 4 }),
    timeZone: fc.constantFrom("UTC", "America/Chicago", "Europe/Prague"),
    startsAt: fc.constantFrom("00:00", "17:00"),
    maxGapSeconds: fc.constantFrom(300, 3600),
  })
  .map(({ limits, timeZone, startsAt, maxGapSeconds }) =>
    rulesOf({
      limits,
      day: { timeZone, startsAt },
      observation: { maxGapSeconds },
      objectives: [
        profitTarget("2"),
        { kind: "min_trading_days", days: 3, counts: "opened_and_closed", minimumProfit: null },
        { kind: "consistency", bestDayAtMostPercent: "40" },
      ],
    }),
  );

const initialBalance = cents("100000.00");
const stage = { ...stageOf100k, initialBalance, startedAt: Date.parse(stageOf100k.startedAt) };

/** Stores and reloads the state after each of these instants, and reads the verdict in between. */
function judgeInBatches(rules: Rules, record: TradingRecord, ends: number[]) {
  let judge = new Judge(stage, rules);
  const timeline = new Timeline(initialBalance);
  for (const [index, group] of groupByInstant(record).entries()) {
    judge.play(timeline.play(group));
    if (!ends.includes(index)) continue;
    const state = JSON.parse(JSON.stringify(judge.state)) as Judge["state"];
    judge.conclude(group.time, stageOf100k.evidence);
    judge = new Judge(stage, rules, state);
  }
  return judge.conclude(ASOF, stageOf100k.evidence);
}

describe("a judgement in batches", () => {
  it("equals a judgement of the whole record for any split", () => {
    fc.assert(
      fc.property(ruleSets, records, fc.array(fc.nat({ max: 100 })), (rules, record, ends) => {
        const whole = judgeRecords(stageOf100k, rules, record, ASOF);
        expect(judgeInBatches(rules, record, ends)).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  it("is the same in any order of arrival", () => {
    fc.assert(
      fc.property(ruleSets, records, (rules, record) => {
        const reversed = {
          deals: record.deals.toReversed(),
          operations: record.operations.toReversed(),
          snapshots: record.snapshots.toReversed(),
        };
        expect(judgeRecords(stageOf100k, rules, reversed, ASOF)).toEqual(
          judgeRecords(stageOf100k, rules, record, ASOF),
        );
      }),
      { numRuns: 200 },
    );
  });
});

it("judges a stage that started in the year 1 without delay", () => {
  const rules = rulesOf({ limits: [dailyLoss()], objectives: [profitTarget()] });
  const startedAt = "0001-01-01T00:00:00.000Z";
  const started = performance.now();
  const none = { deals: [], operations: [], snapshots: [] };
  expect(judgeRecords({ ...stageOf100k, startedAt }, rules, none, ASOF).outcome).toBe(
    "in_progress",
  );
  expect(performance.now() - started).toBeLessThan(200);
});
