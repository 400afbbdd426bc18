import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaseFile } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import { checkAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import type { ConductRule } from "../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { RuleSet } from "../../src/business/rulebook/rules/rule-set.schema.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { conductRule, deducting, failing, striking } from "../support/conducted.ts";
import { accountIdOf, importLines, tradeLine, withdrawStatement } from "../support/records.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  statusOf,
  tradeOf,
  verdictOf,
  verdictsOf,
} from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const conducted = (...conduct: ConductRule[]) => judgedTrader(test, { ...noRules, conduct });

/** Feeds a trade that was held for so many seconds on a day of March. */
const hold = (judged: JudgedTrader, ticket: number, day: string, seconds: number, profit: string) =>
  feed(judged, {
    deals: tradeOf(ticket, `2026-03-${day}T10:00:00Z`, `2026-03-${day}T10:00:${seconds}Z`, profit),
  });

/** Requires that a rebuild changes nothing, and that the case is confirmed by anybody. */
async function expectSound(judged: JudgedTrader): Promise<CaseFile> {
  const accountId = await accountIdOf(test, judged.trader.id);
  expect(await checkAccount(test.context.database, accountId)).toEqual([]);
  const file = (await judged.trader.get("/api/user/case")).json<CaseFile>();
  expect((await verifyCase(file, null)).result).toBe("confirmed");
  return file;
}

describe("rules of conduct", () => {
  const refuse = async (rule: object) => {
    const administrator = await test.administrator();
    const rules = { ...noRules, conduct: [rule] };
    const response = await administrator.post("/api/admin/rules", { name: "Rules", rules });
    expect(response.statusCode).toBe(400);
    return response.body;
  };

  it.each([
    ["another field", "surprise", { surprise: 1 }],
    ["a deduction without a percent", "deductPercent", { consequence: "deduct" }],
    ["a deduction of nothing", "deductPercent", { consequence: "deduct", deductPercent: "0" }],
    ["a percent without a deduction", "deductPercent", { deductPercent: "5" }],
    ["strikes without a number", "strikes", { consequence: "strike" }],
    ["one strike", "strikes", { consequence: "strike", strikes: 1 }],
    ["a number without strikes", "strikes", { strikes: 3 }],
    ["a * within a symbol", "except", { except: ["U*D"] }],
  ])("are refused with %s", async (_, path, changes) => {
    expect(await refuse({ ...conductRule("hedging"), ...changes })).toContain(path);
  });

  it("may have empty lists, as all rules", async () => {
    const judged = await conducted(
      conductRule("news", { impacts: [], restricts: [], ...failing }),
      conductRule("holding", { days: [], ...failing }),
      conductRule("symbols", { forbidden: [], ...failing }),
    );
    await hold(judged, 1, "02", 30, "100.00");
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "in_progress",
      conduct: [{ status: "undetermined" }, { status: "kept" }, { status: "kept" }],
    });
    await expectSound(judged);
  });

  it("are described in words", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    const rules = { ...noRules, conduct: [conductRule("min_hold", deducting("50"))] };
    const preview = await judged.administrator.post("/api/admin/rules/preview", {
      rules,
      initialBalance: "100000.00",
    });
    expect(preview.json()).toMatchObject({
      rules: [
        {
          list: "conduct",
          index: 0,
          kind: "min_hold",
          words:
            "A trade that closes with a profit must have been open for at least 60 seconds. 50% of the profit of each such trade is deducted from the payable profit.",
          amount: null,
        },
      ],
    });
  });
});

describe("rules that are tried", () => {
  it("count what they would have found in running stages, and store nothing", async () => {
    const judged = await judgedTrader(test, noRules);
    const ago = (ticket: number, days: number) => {
      const opened = test.clock.now().getTime() - days * DAY;
      const [from, to] = [opened, opened + 30_000].map((time) => new Date(time).toISOString());
      return tradeOf(ticket, from!, to!, "100.00");
    };
    await feed(judged, { deals: [...ago(1, 100), ...ago(2, 20), ...ago(3, 10)] });
    const before = await verdictsOf(judged);
    const conduct = [conductRule("min_hold", striking(3)), conductRule("symbols")];
    const sets = (await judged.administrator.get("/api/admin/rules")).json<RuleSet[]>();
    const ruleSetId = sets.find(({ versions }) => versions[0]!.id === judged.rulesVersionId)!.id;
    const tried = await judged.administrator.post("/api/admin/rules/try", {
      rules: { ...noRules, conduct },
      ruleSetId,
    });
    expect(tried.json()).toEqual({
      days: 90,
      stages: 1,
      isSample: false,
      ended: 1,
      conduct: [
        { findings: 2, stages: 1 },
        { findings: 0, stages: 0 },
      ],
    });
    expect(await verdictsOf(judged)).toEqual(before);
    const unknown = await judged.administrator.post("/api/admin/rules/try", {
      rules: { ...noRules, conduct },
      ruleSetId: 999_999,
    });
    expect(unknown.json()).toMatchObject({ stages: 0, ended: 0 });
  });
});

describe("a finding", () => {
  it("is kept as a verdict when it comes, and deducts from what can be withdrawn", async () => {
    const payout = {
      sharePercent: "80",
      firstAfterDays: 0,
      everyDays: 0,
      minimum: "0.00",
      minimumWinningDays: 0,
      winningDayMinimum: null,
      bestDayAtMostPercent: null,
      bufferAmount: "0.00",
    };
    const conduct = [conductRule("min_hold", deducting("50"))];
    const judged = await judgedTrader(test, { ...noRules, conduct, payout });
    await hold(judged, 1, "02", 30, "100.00");
    await hold(judged, 2, "03", 30, "200.00");
    const verdict = await verdictOf(judged);
    expect(verdict).toMatchObject({
      engine: "3",
      outcome: "in_progress",
      deductions: "150.00",
      calendar: null,
      conduct: [{ status: "found", findings: [{ key: "min_hold/0/1" }, { key: "min_hold/0/2" }] }],
    });
    const kept = await verdictsOf(judged);
    expect(kept.map((each) => each.verdict.deductions)).toEqual(["150.00", "50.00", "0.00"]);
    expect(kept[0]!.cause).toMatchObject({ kind: "feed" });
    const readiness = (await judged.trader.get("/api/user/payouts/readiness")).json<object>();
    expect(readiness).toMatchObject({ profit: "300.00", withdrawable: "120.00" });
    await expectSound(judged);
  });

  it("ends the evaluation on the day of the last strike, and a dismissal waives it", async () => {
    const judged = await conducted(conductRule("min_hold", striking(2)));
    await hold(judged, 1, "02", 30, "1.00");
    expect(await reviewsOf(judged)).toEqual([]);
    await hold(judged, 2, "03", 30, "1.00");
    expect(await statusOf(judged)).toBe("under-review");
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "breached",
      endedAt: "2026-03-03T10:00:30.000Z",
      conduct: [{ status: "breached", strikes: { count: 2, of: 2 } }],
    });
    await expectSound(judged);

    const [review] = await reviewsOf(judged);
    const decision = { decision: "dismiss", reason: "The platform lagged" };
    const path = `/api/admin/reviews/${review!.id}`;
    expect((await judged.administrator.post(path, decision)).statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("active");
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "in_progress",
      endedAt: null,
      conduct: [
        {
          status: "found",
          strikes: { count: 1, of: 2 },
          findings: [{ strike: 1 }, { status: "waived", waiver: { reason: decision.reason } }],
        },
      ],
    });
    expect(await expectSound(judged)).toMatchObject({ waivers: [{ key: "min_hold/0/2" }] });

    await hold(judged, 3, "04", 30, "1.00");
    expect(await reviewsOf(judged)).toMatchObject([{ decision: null }, { id: review!.id }]);
    await expectSound(judged);
  });

  it("proves nothing while sources disagree about its deal", async () => {
    const judged = await conducted(conductRule("symbols", { forbidden: ["EURUSD"], ...failing }));
    await hold(judged, 1, "02", 30, "10.00");
    expect(await verdictOf(judged)).toMatchObject({ outcome: "breached" });
    const line = { ticket: 1, opened: "2026-03-02 10:00", closed: "2026-03-02 11:00" };
    const statement = await importLines(judged.administrator, judged.trader.id, [
      tradeLine({ ...line, profit: "12.00" }),
    ]);
    expect(statement.counts.conflicts).toBeGreaterThan(0);
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "in_progress",
      grade: "incomplete",
      conduct: [{ status: "kept", findings: [{ softened: "contested", consequence: "note" }] }],
    });
    await expectSound(judged);
    await withdrawStatement(judged.administrator, statement.id);
    expect(await verdictOf(judged)).toMatchObject({ outcome: "breached" });
    await expectSound(judged);
  });
});
