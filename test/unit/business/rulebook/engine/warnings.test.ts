import { describe, expect, it } from "vitest";
import { Judge } from "../../../../../src/business/rulebook/engine/judge.rule.ts";
import type { LimitRule } from "../../../../../src/business/rulebook/kinds/kinds.rule.ts";
import {
  dueWarnings,
  scopeOf,
  warningSentence,
} from "../../../../../src/business/record/warnings/warning.rule.ts";
import {
  groupByInstant,
  Timeline,
} from "../../../../../src/business/rulebook/timeline/timeline.rule.ts";
import type { TradingRecord } from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";
import { at, cents, plainStage, trade } from "../../../../support/judged.ts";
import { dailyLoss, maxLoss, noRules } from "../rules/rules.fixtures.ts";

const percents = [50, 80, 95];
const daily = dailyLoss({ limit: { amount: "5000.00" } });
const max = maxLoss({ limit: { amount: "10000.00" } });

const snapshot = (time: string, equity: string, balance = "100000.00") => ({
  time: at(time),
  balance: cents(balance),
  equity: cents(equity),
});

interface Played {
  limits: LimitRule[];
  records: Partial<TradingRecord>;
  asOf?: string;
  sent?: Map<string, number>;
}

/** Judges a stage of 100,000 that starts on 2026-03-02, as the server does. */
function usesOf({ limits, records, asOf = "02T23:00" }: Omit<Played, "sent">) {
  const stage = {
    ...plainStage,
    id: 1,
    currency: "USD",
    initialBalance: cents("100000.00"),
    startedAt: at("02T00:00"),
    rulesVersionId: 1,
  };
  const judge = new Judge(stage, { ...noRules, limits });
  const timeline = new Timeline(stage.initialBalance);
  const record = { deals: [], operations: [], snapshots: [], ...records };
  for (const group of groupByInstant(record)) judge.play(timeline.play(group));
  judge.conclude(at(asOf), { conflicts: [], inconsistentStatements: [] });
  return judge.uses;
}

function warned({ sent = new Map(), ...played }: Played) {
  return dueWarnings(usesOf(played), percents, sent).map(
    ({ percent, use }) =>
      `${percent}% of ${use.kind} at ${new Date(use.at).toISOString().slice(8, 16)}`,
  );
}

const snapshots = (...list: [time: string, equity: string][]) => ({
  snapshots: list.map(([time, equity]) => snapshot(time, equity)),
});

describe("a warning", () => {
  it.each([
    ["97500.01", []],
    ["97500.00", ["50% of daily_loss at 02T10:00"]],
    ["95000.00", ["95% of daily_loss at 02T10:00"]],
  ])("is due at equity %s if at least the percent is used", (equity, expected) => {
    expect(warned({ limits: [daily], records: snapshots(["02T10:00", equity]) })).toEqual(expected);
  });

  it("is due for each percent in the order of the instants", () => {
    const records = snapshots(["02T10:00", "97500.00"], ["02T11:00", "96000.00"]);
    expect(warned({ limits: [daily], records })).toEqual([
      "50% of daily_loss at 02T10:00",
      "80% of daily_loss at 02T11:00",
    ]);
  });

  it("is due once, and not for lower percents that were skipped", () => {
    const records = snapshots(
      ["02T10:00", "96000.00"],
      ["02T11:00", "99000.00"],
      ["02T12:00", "97500.00"],
      ["02T13:00", "95900.00"],
    );
    expect(warned({ limits: [daily], records })).toEqual(["80% of daily_loss at 02T10:00"]);
  });

  it("is not due again, nor for lower percents, if it was sent before", () => {
    const records = snapshots(["02T10:00", "97500.00"], ["02T11:00", "96000.00"]);
    const scope = scopeOf({ kind: "daily_loss", index: 0, day: "2026-03-02" });
    expect(warned({ limits: [daily], records, sent: new Map([[scope, 80]]) })).toEqual([]);
  });

  it("is only due for the highest percent of one instant", () => {
    const booked = trade(at("02T09:00"), at("02T10:00"), "-2500.00");
    const records = { deals: booked, snapshots: [snapshot("02T10:00", "95500.00", "97500.00")] };
    expect(warned({ limits: [daily], records })).toEqual(["80% of daily_loss at 02T10:00"]);
  });

  it("is due again on another trading day for a daily loss, but not for a maximum loss", () => {
    const records = snapshots(["02T10:00", "95000.00"], ["03T10:00", "95000.00"]);
    expect(warned({ limits: [daily, max], records, asOf: "03T12:00" })).toEqual([
      "95% of daily_loss at 02T10:00",
      "50% of max_loss at 02T10:00",
      "95% of daily_loss at 03T10:00",
    ]);
  });

  it("is not due at or after a breach of its limit, failing or pausing", () => {
    const pausing = dailyLoss({ limit: { amount: "5000.00" }, consequence: "pause" });
    for (const limit of [daily, pausing]) {
      const records = snapshots(["02T10:00", "94000.00"], ["02T11:00", "96000.00"]);
      expect(warned({ limits: [limit], records })).toEqual([]);
    }
    const booked = trade(at("02T09:00"), at("02T10:00"), "-4000.00");
    const both = { deals: booked, snapshots: [snapshot("02T10:00", "94000.00", "96000.00")] };
    expect(warned({ limits: [daily], records: both })).toEqual([]);
  });

  it("is due at the instant at which another limit ended the evaluation, but not later", () => {
    const records = snapshots(["02T10:00", "94999.00"], ["02T11:00", "91000.00"]);
    expect(warned({ limits: [daily, max], records })).toEqual(["50% of max_loss at 02T10:00"]);
  });

  it("compares the balance if the limit is measured by it", () => {
    const limit = dailyLoss({ limit: { amount: "5000.00" }, measured: "balance" });
    const records = {
      ...snapshots(["02T09:30", "95500.00"]),
      deals: trade(at("02T09:00"), at("02T10:00"), "-2500.00"),
    };
    expect(warned({ limits: [limit], records })).toEqual(["50% of daily_loss at 02T10:00"]);
  });

  it("compares the closing balance of a day at the day's end, as time passes", () => {
    const limit = dailyLoss({ limit: { amount: "5000.00" }, measured: "day_end_balance" });
    const records = { deals: trade(at("02T09:00"), at("02T10:00"), "-4100.00") };
    expect(warned({ limits: [limit], records })).toEqual([]);
    expect(warned({ limits: [limit], records, asOf: "03T00:00" })).toEqual([
      "80% of daily_loss at 03T00:00",
    ]);
    const [use] = usesOf({ limits: [limit], records, asOf: "03T00:00" });
    expect(use).toMatchObject({ day: { name: "2026-03-02" }, percent: 82 });
  });

  it("compares with a floor that has locked", () => {
    const locked = maxLoss({
      limit: { amount: "10000.00" },
      mode: "trailing_equity",
      locksAt: { amount: "100.00" },
    });
    const records = snapshots(["02T10:00", "115000.00"], ["02T11:00", "105000.00"]);
    expect(warned({ limits: [locked], records })).toEqual(["50% of max_loss at 02T11:00"]);
    expect(usesOf({ limits: [locked], records })).toMatchObject([
      { floor: cents("100100.00"), room: cents("4900.00"), percent: 51 },
    ]);
  });

  it("is never due for another kind of limit", () => {
    const openLoss: LimitRule = {
      kind: "open_loss",
      limit: { amount: "5000.00" },
      breachedWhen: "at_or_below",
      consequence: "pause",
    };
    const records = snapshots(["02T10:00", "96000.00"]);
    expect(warned({ limits: [openLoss], records })).toEqual([]);
  });
});

describe("the sentence of a warning", () => {
  const dayStart = { timeZone: "Europe/Prague", startsAt: "00:00" };
  const use = {
    kind: "daily_loss" as const,
    index: 0,
    percent: 82,
    value: cents("98790.00"),
    floor: cents("97000.00"),
    room: cents("1790.00"),
    at: at("02T10:00"),
    day: { name: "2026-03-02", from: at("01T23:00"), to: at("02T23:00") },
  };
  const words = (changes: object, now: string) =>
    warningSentence({ ...use, ...changes }, { currency: "USD", dayStart }, at(now));

  it.each([
    [
      {},
      "02T10:00",
      "You have used 82% of today's loss limit: $1,790.00 is left above the floor of $97,000.00 until 00:00 (Europe/Prague).",
    ],
    [
      {},
      "02T23:00",
      "You used 82% of the loss limit of 2026-03-02: $1,790.00 was left above the floor of $97,000.00.",
    ],
    [
      { kind: "max_loss", day: null },
      "02T10:00",
      "You have used 82% of the maximum loss limit: $1,790.00 is left above the floor of $97,000.00.",
    ],
  ])("with %j as of %s has the figures", (changes, now, sentence) => {
    expect(words(changes, now)).toBe(sentence);
  });

  it("rounds the percent down", () => {
    const [rounded] = usesOf({ limits: [daily], records: snapshots(["02T10:00", "96000.01"]) });
    expect(rounded!.percent).toBe(79);
  });
});
