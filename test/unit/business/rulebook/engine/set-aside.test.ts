import { describe, expect, it } from "vitest";
import type { LimitRule } from "../../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { TradingRecord } from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";
import {
  at,
  dailyLoss,
  deal,
  judge,
  maxLoss,
  operation,
  profitTarget,
  snapshot,
  trade,
} from "../../../../support/judged.ts";

const daily = dailyLoss({ limit: { amount: "5000.00" } });
const max = maxLoss({ limit: { amount: "10000.00" } });

const time = (text: string) => new Date(at(text)).toISOString();

/** Judges with the breaches of these limits at these times set aside: `daily_loss/0 02T10:00`. */
function judgeWith(
  limits: LimitRule[],
  records: Partial<TradingRecord>,
  { asOf, waived }: { asOf: string; waived: string[] },
) {
  const waivers = waived.map((each) => {
    const [rule, text] = each.split(" ") as [string, string];
    return { key: `${rule}/${time(text)}`, reason: "A wrong price", at: time("05T12:00") };
  });
  const objectives = [profitTarget()];
  return judge({ limits, objectives }, records, at(asOf), {}, { waivers });
}

const equities = (...list: [time: string, equity: string][]) => ({
  snapshots: list.map(([text, equity]) => snapshot(at(text), equity)),
});

describe("a breach that was set aside", () => {
  const records = equities(["02T10:00", "94999.00"], ["02T11:00", "94000.00"]);

  it("stays in its row, and neither it nor what it covers counts", () => {
    const judged = judgeWith([daily], records, {
      asOf: "02T12:00",
      waived: ["daily_loss/0 02T10:00"],
    });
    expect(judged).toMatchObject({
      outcome: "in_progress",
      endedAt: null,
      engine: "3",
      deductions: "0.00",
      calendar: null,
      conduct: [],
    });
    expect(judged.limits[0]).toMatchObject({
      status: "kept",
      value: "94000.00",
      room: "-1000.00",
      tightest: null,
      breach: { at: time("02T10:00"), value: "94999.00", floor: "95000.00", waived: true },
      reason: expect.stringContaining("The breach at 2026-03-02 10:00:00 UTC was set aside."),
    });
  });

  it("covers nothing after a comparison that is no breach", () => {
    const later = equities(
      ["02T10:00", "94999.00"],
      ["02T11:00", "96000.00"],
      ["02T12:00", "94998.00"],
    );
    const judged = judgeWith([daily], later, {
      asOf: "02T13:00",
      waived: ["daily_loss/0 02T10:00"],
    });
    expect(judged).toMatchObject({ outcome: "breached", endedAt: time("02T12:00") });
    expect(judged.limits[0]!.breach).toEqual({
      at: time("02T12:00"),
      value: "94998.00",
      floor: "95000.00",
      by: [time("02T12:00")],
    });
  });

  it("covers nothing on the next trading day, not even at its start", () => {
    const over = equities(["02T23:59", "89000.00"], ["03T00:00", "89000.00"]);
    const judged = judgeWith([max], over, { asOf: "03T01:00", waived: ["max_loss/0 02T23:59"] });
    expect(judged).toMatchObject({ outcome: "breached", endedAt: time("03T00:00") });
  });

  it("does not keep another limit from being breached", () => {
    const deeper = equities(["02T10:00", "94999.00"], ["02T11:00", "89999.00"]);
    const judged = judgeWith([daily, max], deeper, {
      asOf: "02T12:00",
      waived: ["daily_loss/0 02T10:00"],
    });
    expect(judged).toMatchObject({ outcome: "breached", endedAt: time("02T11:00") });
    expect(judged.limits.map(({ status }) => status)).toEqual(["kept", "breached"]);
  });

  it("leaves the stage able to pass", () => {
    const recovered = { deals: trade(at("03T09:00"), at("03T10:00"), "12000.00"), ...records };
    const judged = judgeWith([daily], recovered, {
      asOf: "03T11:00",
      waived: ["daily_loss/0 02T10:00"],
    });
    expect(judged).toMatchObject({ outcome: "passed", endedAt: null });
  });

  it("has no effect if the records do not show it, or if the limit is another one", () => {
    const waived = ["daily_loss/0 02T09:00", "max_loss/0 02T10:00", "daily_loss/1 02T10:00"];
    const judged = judgeWith([daily], records, { asOf: "02T12:00", waived });
    expect(judged).toMatchObject({ outcome: "breached", endedAt: time("02T10:00"), engine: "3" });
  });

  it("covers what breaches the limit at the end of no other day", () => {
    const atEnd = dailyLoss({ limit: { amount: "500.00" }, measured: "day_end_balance" });
    const deals = [
      ...trade(at("02T09:00"), at("02T10:00"), "-600.00"),
      ...trade(at("03T09:00"), at("03T10:00"), "-600.00"),
    ];
    const waived = ["daily_loss/0 03T00:00"];
    expect(judgeWith([atEnd], { deals }, { asOf: "03T23:00", waived }).outcome).toBe("in_progress");
    expect(judgeWith([atEnd], { deals }, { asOf: "04T01:00", waived })).toMatchObject({
      outcome: "breached",
      endedAt: time("04T00:00"),
    });
  });

  it("is compared at the end of each day, however long nothing happens", () => {
    const atEnd = maxLoss({ limit: { amount: "500.00" }, measured: "day_end_balance" });
    const deals = trade(at("02T09:00"), at("02T10:00"), "-600.00");
    const days = ["03", "04", "05", "06", "07"].map((day) => `max_loss/0 ${day}T00:00`);
    expect(judgeWith([atEnd], { deals }, { asOf: "20T00:00", waived: days }).endedAt).toBe(
      time("08T00:00"),
    );
  });

  it("of the largest position covers until the next deal that leaves a smaller one", () => {
    const limit: LimitRule = { kind: "max_position", volume: "1.50", consequence: "fail" };
    const open = (text: string, position: string) => deal(at(text), "in", "0.00", { position });
    const close = (text: string, position: string) => deal(at(text), "out", "0.00", { position });
    const deals = [open("02T09:00", "1"), open("02T10:00", "2"), open("02T11:00", "3")];
    const waived = ["max_position/0 02T10:00"];
    expect(judgeWith([limit], { deals }, { asOf: "02T12:00", waived }).limits[0]).toMatchObject({
      status: "kept",
      breach: { at: time("02T10:00"), value: "2.00", waived: true },
    });
    const again = [...deals, close("02T12:00", "2"), close("02T13:00", "3"), open("02T14:00", "4")];
    expect(judgeWith([limit], { deals: again }, { asOf: "02T15:00", waived }).endedAt).toBe(
      time("02T14:00"),
    );
  });

  it("of a position that was open too late is breached again on the next day", () => {
    const limit: LimitRule = { kind: "flat_by", time: "15:10", consequence: "fail" };
    const deals = [deal(at("02T09:00"), "in")];
    const waived = ["flat_by/0 02T15:10"];
    const judged = judgeWith([limit], { deals }, { asOf: "05T00:00", waived });
    expect(judged.endedAt).toBe(time("03T15:10"));
  });

  it("for want of deals is followed by the next period", () => {
    const limit: LimitRule = { kind: "inactivity", days: 2, counts: "deals", consequence: "fail" };
    const waived = ["inactivity/0 04T00:00"];
    const judged = judgeWith([limit], {}, { asOf: "10T00:00", waived });
    expect(judged.endedAt).toBe(time("06T00:00"));
    expect(judgeWith([limit], {}, { asOf: "05T00:00", waived }).limits[0]!.reason).toContain(
      "due by 2026-03-06",
    );
  });
});

describe("what closes positions after the end of a stage", () => {
  const stage = { endedAt: time("02T12:00") };
  const opened = [
    ...trade(at("02T08:00"), at("02T08:30"), "10000.00", "1"),
    deal(at("02T11:00"), "in", "0.00", { position: "2" }),
  ];
  const closing = deal(at("02T12:05"), "out", "-7000.00", { position: "2" });
  const flat: LimitRule = { kind: "flat_by", time: "12:02", consequence: "fail" };
  const rules = {
    limits: [daily, flat],
    objectives: [
      { kind: "min_trading_days", days: 1, counts: "opened", minimumProfit: null } as const,
    ],
  };

  it("changes nothing that was judged", () => {
    const { asOf: _end, ...before } = judge(rules, { deals: opened }, at("02T12:00"), stage);
    const { asOf, ...after } = judge(rules, { deals: [...opened, closing] }, at("02T12:05"), stage);
    expect(before.outcome).toBe("passed");
    expect(after).toEqual(before);
    expect(asOf).toBe(time("02T12:05"));
  });

  it("is judged if the stage goes on", () => {
    const judged = judge(rules, { deals: [...opened, closing] }, at("02T12:05"));
    expect(judged).toMatchObject({ outcome: "breached", endedAt: time("02T12:02") });
  });
});

describe("the funding of a stage that keeps its login", () => {
  const funded = (carriedBalance: string, records: Partial<TradingRecord>) =>
    judge({ limits: [daily] }, records, at("02T20:00"), { carriedBalance });
  const seen = (balance: string) => [snapshot(at("02T12:00"), balance, balance)];
  const isExplained = ({ findings }: ReturnType<typeof funded>) => findings.length === 0;

  it("is the withdrawal of what the account has too much", () => {
    const operations = [operation(at("02T08:00"), "-10000.00")];
    const judged = funded("110000.00", { operations, snapshots: seen("100000.00") });
    expect(judged).toMatchObject({ engine: "3", grade: "observed" });
    expect(isExplained(judged)).toBe(true);
    expect(judged.limits[0]).toMatchObject({ floor: "95000.00", value: "100000.00" });
  });

  it("may be several operations, up to the one that completes it", () => {
    const operations = [
      operation(at("02T08:00"), "-4000.00"),
      operation(at("02T09:00"), "-6000.00"),
      operation(at("02T10:00"), "-500.00"),
    ];
    const judged = funded("110000.00", { operations, snapshots: seen("99500.00") });
    expect(isExplained(judged)).toBe(true);
    // The last one is an operation, which moves the reference of its day.
    expect(judged.limits[0]).toMatchObject({ floor: "94500.00" });
  });

  it("is nothing if the sum is never met, or only after the first deal", () => {
    const partly = [operation(at("02T08:00"), "-4000.00")];
    expect(funded("110000.00", { operations: partly, snapshots: seen("106000.00") })).toMatchObject(
      {
        grade: "incomplete",
        findings: [{ code: "unexplained_balance" }],
      },
    );
    const late = [...partly, operation(at("02T11:00"), "-6000.00")];
    const deals = trade(at("02T09:00"), at("02T10:00"), "0.00");
    const judged = funded("110000.00", { deals, operations: late, snapshots: seen("100000.00") });
    expect(judged.findings).toMatchObject([{ code: "unexplained_balance" }]);
  });

  it("is nothing if the account has the initial balance, whatever is deposited", () => {
    const operations = [operation(at("02T08:00"), "100000.00")];
    const judged = funded("100000.00", { operations, snapshots: seen("200000.00") });
    expect(isExplained(judged)).toBe(true);
    expect(judged.limits[0]).toMatchObject({ floor: "195000.00" });
  });
});
