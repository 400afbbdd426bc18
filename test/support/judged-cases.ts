import fc from "fast-check";
import type { LimitRule, ObjectiveRule } from "../../src/business/rulebook/kinds/kinds.rule.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type {
  RecordedDeal,
  RecordedOperation,
  RecordedSnapshot,
  TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import type {
  JudgedStage,
  StageEvidence,
} from "../../src/business/rulebook/engine/verdict.schema.ts";
import { cents, rulesOf, stageOf100k } from "./judged.ts";
import { NaiveAccount } from "./naive-account.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Zones whose clock changes within the record: at midnight in Santiago and Cairo, by half an hour on Lord Howe Island,
 * by two hours at Troll, and by a whole day in Apia.
 */
const places = fc.constantFrom(
  { from: "2026-03-02", timeZone: "UTC" },
  { from: "2026-03-06", timeZone: "America/Chicago" },
  { from: "2026-03-27", timeZone: "Europe/Prague" },
  { from: "2026-10-23", timeZone: "Europe/Prague" },
  { from: "2026-10-30", timeZone: "America/Chicago" },
  { from: "2026-09-04", timeZone: "America/Santiago" },
  { from: "2026-04-03", timeZone: "Australia/Lord_Howe" },
  { from: "2026-10-28", timeZone: "Africa/Cairo" },
  { from: "2026-03-27", timeZone: "Antarctica/Troll" },
  { from: "2011-12-28", timeZone: "Pacific/Apia" },
);

/** Times since the first midnight that often coincide with each other, with a day's start and with `flat_by`. */
const time = fc
  .tuple(
    fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 11),
    fc.constantFrom(0, 0.5, 1, 1.5, 2.5, 4, 5, 6, 7, 8, 8.5, 9, 15, 15.5, 17, 21, 22, 22.5, 23),
    fc.constantFrom(0, 0, 0, 0, 60_000, 300_000, -60_000, -300_000, -1, 1, 300_001),
  )
  .map(([day, hour, offset]) => day * DAY + hour * HOUR + offset);

const rarely = fc.oneof(
  { weight: 20, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: time },
);

const amount = fc.oneof(
  fc.constantFrom("0.00", "500.00", "-500.00", "-499.99", "-500.01", "1000.00", "-1000.00", "0.01"),
  fc.integer({ min: -90_000, max: 90_000 }).map((value) => (value / 100).toFixed(2)),
);
const volume = fc.constantFrom("1.00", "1.00", "2.00", "0.50", "0.00000001");
/** One of them looks like an amount in a stored state. */
const position = fc.constantFrom("1", "2", "3", "12n", "__proto__");

type Deal = Pick<RecordedDeal, "time" | "entry" | "position" | "volume" | "profit">;

const looseDeal: fc.Arbitrary<Deal[]> = fc
  .record({
    time,
    entry: fc.constantFrom("in", "out", "inout"),
    position,
    volume,
    profit: amount.map(cents),
  })
  .map((deal) => [deal]);
const wholeTrade: fc.Arbitrary<Deal[]> = fc
  .record({ times: fc.tuple(time, time), net: amount, fee: fc.boolean(), name: fc.nat(), volume })
  .map(({ times, net, fee, name, volume: size }) => [
    {
      time: Math.min(...times),
      entry: "in",
      position: `t${name}`,
      volume: size,
      profit: fee ? -350n : 0n,
    },
    {
      time: Math.max(...times),
      entry: "out",
      position: `t${name}`,
      volume: size,
      profit: cents(net),
    },
  ]);

const operationOfAnyKind = fc.oneof(
  fc.record({ time, kind: fc.constant("correction" as const), amount: amount.map(cents) }),
  fc.record({ time, kind: fc.constant("withdrawal" as const), amount: fc.constant(-50_000n) }),
  fc.record({
    time,
    kind: fc.constant("deposit" as const),
    amount: fc.constantFrom(50_000n, 1_000_000n),
  }),
  // The amount of a funding, but a different kind of operation.
  fc.record({ time, kind: fc.constant("correction" as const), amount: fc.constant(1_000_000n) }),
  fc.record({ time, kind: fc.constant("credit" as const), amount: fc.constant(10_000n) }),
);

/** Often several operations at one instant. */
const operationGroup = fc.oneof(
  operationOfAnyKind.map((one) => [one]),
  fc
    .tuple(time, fc.array(operationOfAnyKind, { minLength: 2, maxLength: 3 }))
    .map(([at, list]) => list.map((one) => ({ ...one, time: at }))),
);

const snapshot = fc.record({
  time,
  change: amount.map(cents),
  fromBalance: fc.boolean(),
  isExplained: fc.integer({ min: 0, max: 60 }).map((value) => value > 0),
});

/** Mostly "pause", because nothing is judged after a failing breach. */
const consequence = fc.constantFrom("pause", "pause", "pause", "pause", "fail");
const compared = {
  measured: fc.constantFrom("equity", "balance", "day_end_balance"),
  breachedWhen: fc.constantFrom("below", "at_or_below"),
  consequence,
} as const;
const limitFrom = <Of extends string>(base: Of) =>
  fc.oneof(
    fc.record({ amount: fc.constantFrom("0.00", "500.00", "1000.00") }),
    fc.record({
      percent: fc.constantFrom("0", "0.01", "5", "10", "3.33", "100"),
      of: fc.constantFrom("initial" as const, base),
    }),
  );

const dailyLoss: fc.Arbitrary<LimitRule> = fc.record({
  kind: fc.constant("daily_loss" as const),
  limit: limitFrom("reference"),
  from: fc.constantFrom("balance", "equity", "higher", "day_high_equity"),
  ...compared,
});
const maxLoss: fc.Arbitrary<LimitRule> = fc.record({
  kind: fc.constant("max_loss" as const),
  limit: limitFrom("peak"),
  mode: fc.constantFrom("static", "trailing_day_end", "trailing_closed", "trailing_equity"),
  locksAt: fc.constantFrom(null, { amount: "0.00" }, { amount: "100.00" }, { amount: "500.00" }),
  onWithdrawal: fc.constantFrom("follow", "stay", null),
  ...compared,
});

const limit: fc.Arbitrary<LimitRule> = fc.oneof(
  dailyLoss,
  dailyLoss,
  dailyLoss,
  maxLoss,
  maxLoss,
  maxLoss,
  fc.record({
    kind: fc.constant("open_loss" as const),
    limit: fc.constantFrom({ amount: "500.00" }, { percent: "2.5", of: "initial" as const }),
    breachedWhen: compared.breachedWhen,
    consequence,
  }),
  fc.record({
    kind: fc.constant("flat_by" as const),
    time: fc.constantFrom("15:00", "02:30", "00:00", "17:00"),
    consequence,
  }),
  fc.record({
    kind: fc.constant("max_position" as const),
    volume: fc.constantFrom("1", "2.5", "3.00"),
    consequence,
  }),
  fc.record({
    kind: fc.constant("inactivity" as const),
    days: fc.constantFrom(0, 1, 2),
    counts: fc.constantFrom("deals", "opened"),
    consequence,
  }),
);

const target = fc.constantFrom(
  { amount: "0.00" },
  { amount: "500.00" },
  { percent: "10", of: "initial" as const },
);
const objective: fc.Arbitrary<ObjectiveRule> = fc.oneof(
  fc.record({ kind: fc.constant("profit_target" as const), target }),
  fc.record({
    kind: fc.constant("min_trading_days" as const),
    days: fc.constantFrom(0, 1, 2, 3),
    counts: fc.constantFrom("opened", "closed", "traded", "opened_and_closed", "profitable"),
    minimumProfit: fc.option(target),
  }),
  fc.record({
    kind: fc.constant("consistency" as const),
    bestDayAtMostPercent: fc.constantFrom("40", "50.00", "100", "33.34"),
  }),
);

/** A stage of 10,000 with its rules, its records and the time at which it is judged. */
export interface JudgedCase {
  stage: JudgedStage;
  rules: Rules;
  records: TradingRecord;
  asOf: number;
}

/** Cases whose records often coincide with each other, with a day's start and with a clock change. */
export const judgedCases: fc.Arbitrary<JudgedCase> = fc
  .record({
    place: places,
    startsAt: fc.constantFrom("00:00", "17:00", "02:30"),
    maxGapSeconds: fc.constantFrom(0, 60, 300, 3600, 30_000),
    limits: fc.array(limit, { minLength: 3, maxLength: 8 }),
    objectives: fc.array(objective, { maxLength: 2 }),
    deals: fc.array(fc.oneof(looseDeal, wholeTrade, wholeTrade), { maxLength: 9 }),
    operations: fc.array(operationGroup, { maxLength: 3 }),
    conflict: rarely,
    statement: rarely,
    isFunded: fc.boolean(),
    snapshots: fc.uniqueArray(snapshot, { maxLength: 16, selector: (item) => item.time }),
    startedAt: fc.constantFrom(-20 * DAY, -2 * DAY, 0, 0, 0, 22 * HOUR, 30 * HOUR),
    asOf: fc.oneof(time, fc.constantFrom(6 * DAY, 12 * DAY, 25 * DAY)),
  })
  .map(({ place, deals, operations, snapshots, isFunded, ...others }) => {
    const zero = Date.parse(place.from);
    const stage = {
      ...stageOf100k,
      initialBalance: "10000.00",
      startedAt: new Date(zero + others.startedAt).toISOString(),
      evidence: evidenceOf(others, zero),
    };
    const { limits, objectives, startsAt, maxGapSeconds } = others;
    const rules = rulesOf({
      limits,
      objectives,
      day: { timeZone: place.timeZone, startsAt },
      observation: { maxGapSeconds },
    });
    const allDeals = deals.flat().map((item, index) => dealOf(item, index, zero));
    const first = Math.min(...allDeals.map((item) => item.time), zero);
    const allOperations: RecordedOperation[] = operations.flat().map((item, index) => ({
      ...item,
      ticket: `o${index}`,
      time: item.time + zero,
    }));
    if (isFunded) {
      allOperations.push({ ticket: "f", time: first, kind: "deposit", amount: 1_000_000n });
    }
    const booked = { deals: allDeals, operations: allOperations, snapshots: [] };
    const account = new NaiveAccount(stage, rules, booked, zero + 25 * DAY);
    const seen: RecordedSnapshot[] = snapshots.map((item) => {
      const balance = account.balanceAt(item.time + zero);
      return {
        time: item.time + zero,
        balance: item.isExplained ? balance : balance + 1n,
        equity: item.change + (item.fromBalance ? balance : account.initial),
      };
    });
    const records = { ...booked, snapshots: seen };
    return { stage, rules, records, asOf: zero + others.asOf };
  })
  .filter(({ stage, records: { deals, operations, snapshots }, asOf }) =>
    [
      Date.parse(stage.startedAt),
      ...[...deals, ...operations, ...snapshots].map((r) => r.time),
    ].some((begin) => begin <= asOf),
  );

function evidenceOf(
  { conflict, statement }: { conflict: number | null; statement: number | null },
  zero: number,
): StageEvidence {
  const at = (offset: number) => new Date(zero + offset).toISOString();
  return {
    conflicts: conflict === null ? [] : [{ ticket: "8", time: at(conflict) }],
    inconsistentStatements: statement === null ? [] : [{ id: 1, from: at(statement) }],
  };
}

function dealOf(item: Deal, index: number, zero: number): RecordedDeal {
  return {
    ...item,
    ticket: String(index + 8),
    time: item.time + zero,
    symbol: "EURUSD",
    side: "buy",
    price: "1.1",
    commission: 0n,
    swap: 0n,
    fee: 0n,
  };
}
