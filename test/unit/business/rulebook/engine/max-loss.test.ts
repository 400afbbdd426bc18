import { describe, expect, it } from "vitest";
import type { RuleOf } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import {
  at,
  cents,
  deal,
  judge,
  maxLoss,
  operation,
  snapshot,
  trade,
} from "../../../../support/judged.ts";

const trailing = (mode: RuleOf<"max_loss">["mode"], changes: Partial<RuleOf<"max_loss">> = {}) => ({
  limits: [maxLoss({ mode, ...changes })],
});

describe("the maximum loss", () => {
  const won = trade(at("02T09:00"), at("02T10:00"), "3000.00");
  const held = trade(at("02T11:00"), at("03T12:00"), "-1000.00");
  const peak = snapshot(at("02T12:00"), "105000.00", "103000.00");
  const record = { deals: [...won, ...held], snapshots: [peak] };

  it.each([
    ["static", "90000.00"],
    ["trailing_day_end", "93000.00"],
    ["trailing_closed", "93000.00"],
    ["trailing_equity", "95000.00"],
  ] as const)("in the mode %s has the corresponding floor", (mode, floor) => {
    const { limits } = judge(trailing(mode), record, at("03T13:00"));
    expect(limits[0]).toMatchObject({ floor, value: "102000.00" });
  });

  it("trailing at the day's end does not follow a balance within the day", () => {
    const { limits } = judge(trailing("trailing_day_end"), { deals: won }, at("02T23:59"));
    expect(limits[0]).toMatchObject({ floor: "90000.00" });
    const next = judge(trailing("trailing_day_end"), { deals: won }, at("03T00:00"));
    expect(next.limits[0]).toMatchObject({ floor: "93000.00" });
  });

  it("takes a percent of the peak", () => {
    const limit = { percent: "10", of: "peak" } as const;
    const { limits } = judge(trailing("trailing_closed", { limit }), record, at("03T13:00"));
    expect(limits[0]).toMatchObject({ floor: "92700.00" });
  });

  it("locks at an amount above the initial balance, and stays there", () => {
    const rules = trailing("trailing_equity", {
      limit: { amount: "3000.00" },
      locksAt: { amount: "100.00" },
    });
    const operations = [operation(at("04T10:00"), "-1500.00")];
    const locked = judge(rules, { ...record, operations }, at("04T11:00"));
    expect(locked.limits[0]).toMatchObject({ floor: "100100.00", room: "400.00" });
  });

  it("is locked by a floor at exactly the lock, which a withdrawal cannot lower", () => {
    const rules = trailing("trailing_closed", {
      limit: { amount: "3000.00" },
      locksAt: { amount: "0.00" },
    });
    const operations = [operation(at("02T11:00"), "-1500.00")];
    const { limits } = judge(rules, { deals: won, operations }, at("02T12:00"));
    expect(limits[0]).toMatchObject({ floor: "100000.00" });
  });

  it("is lowered by a withdrawal only if the rules say so, and not below the initial balance", () => {
    const operations = [
      operation(at("03T14:00"), "-1000.00"),
      operation(at("03T15:00"), "-9000.00"),
    ];
    const first = judge(trailing("trailing_closed"), { ...record, operations }, at("03T14:30"));
    expect(first.limits[0]).toMatchObject({ floor: "92000.00" });
    const both = judge(trailing("trailing_closed"), { ...record, operations }, at("03T16:00"));
    expect(both.limits[0]).toMatchObject({ floor: "90000.00" });
    const stay = trailing("trailing_closed", { onWithdrawal: "stay" });
    expect(judge(stay, { ...record, operations }, at("03T16:00")).limits[0]).toMatchObject({
      floor: "93000.00",
    });
  });

  it("counts the operations of one instant together, regardless of their tickets", () => {
    const amounts = ["-5000.00", "5000.00", "-3000.00", "4000.00"];
    const list = amounts.map((amount) => operation(at("02T08:30"), amount));
    const tickets = ["a", "b", "c", "d"];
    for (const operations of [
      list.map((item, index) => ({ ...item, ticket: tickets[index]! })),
      list.map((item, index) => ({ ...item, ticket: tickets.at(-1 - index)! })),
    ]) {
      const { limits } = judge(trailing("trailing_closed"), { operations }, at("03T00:00"));
      expect(limits[0]).toMatchObject({ floor: "91000.00", value: "101000.00" });
    }
  });

  it("rises with every deposit after the funding, regardless of the rules on withdrawals", () => {
    const operations = [
      operation(at("02T08:00"), "100000.00"),
      operation(at("02T08:30"), "5000.00"),
    ];
    const rules = trailing("trailing_closed", { onWithdrawal: "stay" });
    expect(judge(rules, { operations }, at("03T00:00")).limits[0]).toMatchObject({
      floor: "95000.00",
    });
    expect(judge(trailing("static"), { operations }, at("03T00:00")).limits[0]).toMatchObject({
      floor: "90000.00",
    });
  });

  it("is never breached by a balance while a position is open, which is reported as a finding", () => {
    const deals = [
      deal(at("02T09:00"), "in", "0.00", { position: "a" }),
      ...trade(at("02T09:30"), at("02T10:00"), "-10000.00", "b"),
    ];
    const judged = judge(trailing("static"), { deals }, at("02T11:00"));
    expect(judged).toMatchObject({ outcome: "in_progress", grade: "closed_results" });
    expect(judged.findings).toMatchObject([
      { code: "possible_breach", kind: "max_loss", index: 0, at: "2026-03-02T10:00:00.000Z" },
    ]);
    const seen = [snapshot(at("02T10:00"), "99000.00", "90000.00")];
    expect(judge(trailing("static"), { deals, snapshots: seen }, at("02T11:00")).findings).toEqual(
      [],
    );
    const byBalance = trailing("static", { measured: "balance", breachedWhen: "at_or_below" });
    expect(judge(byBalance, { deals }, at("02T11:00")).limits[0]!.breach).toMatchObject({
      value: "90000.00",
      by: [deals[2]!.ticket],
    });
  });

  it("names the tickets of an instant in the order of their text", () => {
    const tickets = ["9", "10", "b", "B"];
    const deals = tickets.map((ticket) =>
      deal(at("02T10:00"), "out", "-3000.00", { ticket, position: ticket }),
    );
    const { limits } = judge(trailing("static"), { deals }, at("02T11:00"));
    expect(limits[0]!.breach).toMatchObject({ value: "88000.00", by: ["10", "9", "B", "b"] });
  });

  it("measured at the day's end compares after the peak was raised", () => {
    const rules = trailing("trailing_day_end", {
      measured: "day_end_balance",
      limit: { amount: "2000.00" },
    });
    const deals = [...won, ...trade(at("03T09:00"), at("03T10:00"), "-2000.01", "second")];
    const { limits, endedAt } = judge(rules, { deals }, at("05T00:00"));
    expect(endedAt).toBe("2026-03-04T00:00:00.000Z");
    expect(limits[0]).toMatchObject({
      value: "100999.99",
      tightest: { room: "-0.01", at: "2026-03-04T00:00:00.000Z" },
      breach: { value: "100999.99", floor: "101000.00", by: [] },
    });
  });

  it("judges nothing after a failing breach", () => {
    const deals = trade(at("02T09:00"), at("02T12:00"), "20000.00");
    const snapshots = [snapshot(at("02T10:00"), "89000.00"), snapshot(at("02T11:00"), "120000.00")];
    const judged = judge(trailing("trailing_equity"), { deals, snapshots }, at("09T00:00"));
    expect(judged.limits[0]).toMatchObject({ floor: "90000.00", value: "89000.00" });
    expect(judged.coverage).toEqual({
      openSeconds: 3600,
      observedSeconds: 0,
      longestGapSeconds: 3600,
    });
    expect(cents(judged.limits[0]!.room!)).toBe(cents("-1000.00"));
  });

  it("that pauses keeps its first breach, and the evaluation continues", () => {
    const rules = trailing("static", { consequence: "pause" });
    const deals = trade(at("02T09:00"), at("02T12:00"), "5000.00");
    const snapshots = [snapshot(at("02T10:00"), "89000.00"), snapshot(at("02T11:00"), "80000.00")];
    const judged = judge(rules, { deals, snapshots }, at("03T00:00"));
    expect(judged).toMatchObject({ outcome: "in_progress", endedAt: null });
    expect(judged.limits[0]).toMatchObject({
      status: "breached",
      breach: { value: "89000.00" },
      value: "105000.00",
      tightest: { value: "80000.00" },
    });
  });
});
