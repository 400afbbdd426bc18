import { describe, expect, it } from "vitest";
import {
  conductRule,
  deducting,
  failing,
  judgeConduct,
  striking,
  text,
  traded,
} from "../../../../support/conducted.ts";
import { at, maxLoss, snapshot } from "../../../../support/judged.ts";

const gold = { symbol: "XAUUSD" };
const bought = (position: string, from: string, to?: string, net = "0.00") =>
  traded(position, to === undefined ? [from] : [from, to], net, gold);

const waive = (...keys: string[]) => ({
  waivers: keys.map((key) => ({ key, reason: "A fault of ours", at: text("20T12:00") })),
});

describe("a deduction", () => {
  const half = conductRule("symbols", deducting("50"));

  it("takes a part of each closed profit, rounded half away from zero, and of no loss", () => {
    const deals = [
      ...bought("1", "02T10:00", "02T11:00", "10.01"),
      ...bought("2", "02T10:00", "02T11:00", "-99.00"),
      ...bought("3", "02T10:00"),
    ];
    const judged = judgeConduct([half], { deals });
    expect(judged.deductions).toBe("5.01");
    expect(judged.conduct[0]).toMatchObject({ status: "found", strikes: null });
    expect(judged.conduct[0]!.findings.map(({ deduction }) => deduction)).toEqual([
      "5.01",
      "0.00",
      "0.00",
    ]);
  });

  it("takes a trade once, by the greatest percent", () => {
    const all = conductRule("min_hold", { seconds: 86_400, ...deducting("80") });
    const deals = bought("1", "02T10:00", "02T11:00", "100.00");
    const judged = judgeConduct([half, all], { deals });
    expect(judged.deductions).toBe("80.00");
    expect(judged.conduct.map(({ findings }) => findings[0]!.deduction)).toEqual([
      "50.00",
      "80.00",
    ]);
  });

  it("takes nothing after it was waived", () => {
    const deals = bought("1", "02T10:00", "02T11:00", "100.00");
    const judged = judgeConduct([half], { deals }, waive("symbols/0/1"));
    expect(judged).toMatchObject({
      deductions: "0.00",
      conduct: [
        {
          status: "kept",
          findings: [
            {
              status: "waived",
              consequence: "deduct",
              deduction: "0.00",
              waiver: { reason: "A fault of ours", at: text("20T12:00") },
            },
          ],
        },
      ],
    });
  });
});

describe("strikes", () => {
  const rule = conductRule("symbols", striking(3));
  const onDays = (...days: string[]) => ({
    deals: days.map((time, index) => bought(`p${index}`, time)).flat(),
  });

  it("count days, however many findings they have", () => {
    const judged = judgeConduct([rule], onDays("02T10:00", "02T11:00", "03T10:00"));
    expect(judged).toMatchObject({ outcome: "in_progress", endedAt: null });
    expect(judged.conduct[0]).toMatchObject({ status: "found", strikes: { count: 2, of: 3 } });
    expect(judged.conduct[0]!.findings.map(({ strike }) => strike)).toEqual([1, 1, 2]);
  });

  it("end the evaluation with the first finding of the last day", () => {
    const judged = judgeConduct([rule], onDays("02T10:00", "03T10:00", "05T09:00", "05T10:00"));
    expect(judged).toMatchObject({ outcome: "breached", endedAt: text("05T09:00") });
    expect(judged.conduct[0]).toMatchObject({ status: "breached", strikes: { count: 3, of: 3 } });
    expect(judged.conduct[0]!.findings).toHaveLength(3);
  });

  it("follow the trading day of the rules", () => {
    const day = { timeZone: "America/New_York", startsAt: "17:00" };
    const rules = { day };
    const judged = judgeConduct([rule], onDays("02T21:59", "02T22:00", "03T21:59"), { rules });
    expect(judged.conduct[0]!.findings.map(({ strike }) => strike)).toEqual([1, 2, 2]);
  });

  it("come with a deduction, too", () => {
    const twice = conductRule("symbols", deducting("100", 2));
    const judged = judgeConduct([twice], onDays("02T10:00", "03T10:00"));
    expect(judged).toMatchObject({ outcome: "breached", endedAt: text("03T10:00") });
  });

  it("do not count a waived day, and judge on", () => {
    const record = onDays("02T10:00", "03T10:00", "05T09:00", "05T10:00");
    const judged = judgeConduct([rule], record, waive("symbols/0/p2"));
    expect(judged).toMatchObject({ outcome: "breached", endedAt: text("05T10:00") });
    const all = judgeConduct([rule], record, waive("symbols/0/p2", "symbols/0/p3"));
    expect(all).toMatchObject({ outcome: "in_progress", endedAt: null });
    expect(all.conduct[0]!.findings.map(({ strike }) => strike)).toEqual([1, 2, null, null]);
  });

  it("do not count an idea that a trade joins about which sources disagree", () => {
    const losses = conductRule("idea_loss", { limit: { amount: "50.00" }, ...striking(2) });
    const deals = [
      ...traded("1", ["02T10:00", "04T10:00"], "-60.00"),
      ...traded("2", ["02T11:00", "02T12:00"], "-60.00"),
      ...traded("3", ["02T13:00", "02T14:00"]),
      ...traded("4", ["05T10:00", "05T11:00"], "-60.00"),
    ];
    const conflicts = [{ ticket: "3a", time: text("02T13:00") }];
    const stage = { evidence: { conflicts, inconsistentStatements: [] } };
    const judged = judgeConduct([losses], { deals }, { stage });
    expect(judged).toMatchObject({ outcome: "in_progress", endedAt: null });
    expect(judged.conduct[0]!.findings).toMatchObject([
      { key: "idea_loss/0/1", softened: "contested", strike: null },
      { key: "idea_loss/0/4", softened: null, strike: 1 },
    ]);
    expect(judgeConduct([losses], { deals }).endedAt).toBe(text("05T11:00"));
  });
});

describe("a failing rule of conduct", () => {
  const rule = conductRule("symbols", failing);

  it("ends the evaluation at its first finding, and figures are as of then", () => {
    const deals = [...bought("1", "02T10:00"), ...bought("2", "02T12:00")];
    const snapshots = [snapshot(at("02T11:00"), "50000.00")];
    const judged = judgeConduct([rule], { deals, snapshots }, { rules: { limits: [maxLoss()] } });
    expect(judged).toMatchObject({ outcome: "breached", endedAt: text("02T10:00") });
    expect(judged.limits[0]!.status).toBe("kept");
    expect(judged.conduct[0]!.findings).toHaveLength(1);
  });

  it("is broken together with a limit at the same instant", () => {
    const deals = bought("1", "02T10:00");
    const snapshots = [snapshot(at("02T10:00"), "50000.00")];
    const judged = judgeConduct([rule], { deals, snapshots }, { rules: { limits: [maxLoss()] } });
    expect(judged.limits[0]!.status).toBe("breached");
    expect(judged.conduct[0]!.status).toBe("breached");
  });

  it("judges on after a waiver, and finds anew", () => {
    const deals = [...bought("1", "02T10:00"), ...bought("2", "02T12:00")];
    const judged = judgeConduct([rule], { deals }, waive("symbols/0/1"));
    expect(judged).toMatchObject({ outcome: "breached", endedAt: text("02T12:00") });
  });

  it("fails as time passes, without a record", () => {
    const holding = conductRule("holding", { time: "21:00", days: ["mon"], ...failing });
    const judged = judgeConduct([holding], { deals: bought("1", "02T10:00") });
    expect(judged).toMatchObject({ outcome: "breached", endedAt: text("02T21:00") });
  });

  it("proves nothing by a deal that sources disagree about", () => {
    const deals = bought("1", "02T10:00");
    const conflicts = [{ ticket: "1a", time: text("02T10:00") }];
    const stage = { evidence: { conflicts, inconsistentStatements: [] } };
    const judged = judgeConduct([rule], { deals }, { stage });
    expect(judged).toMatchObject({ outcome: "in_progress", conduct: [{ status: "kept" }] });
    expect(judged.conduct[0]!.findings).toMatchObject([
      { grade: "contested", softened: "contested", consequence: "note" },
    ]);
  });
});

it("notes without a consequence", () => {
  const rule = conductRule("symbols", { consequence: "note" });
  const judged = judgeConduct([rule], { deals: bought("1", "02T10:00") });
  expect(judged.conduct[0]).toMatchObject({ status: "kept", findings: [{ consequence: "note" }] });
});
