import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Payout } from "../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../src/business/money/payouts/readiness.rule.ts";
import type { CaseFile } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { DAY, HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import type { Wire } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import { feed, type JudgedTrader, judgedTrader, tradeOf, verdictOf } from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { general, rows, terms } from "../unit/business/rulebook/statement/statement.fixtures.ts";

let test: TestApp;
let anna: Browser;
let bob: Browser;
let accessKey: string;
beforeAll(async () => {
  test = await startApp();
  accessKey = await createAdministrator(test.context, "Bob Hill", "owner");
});

/** Sessions end within the days that tests advance. */
async function signIn() {
  anna = await test.administrator();
  bob = test.visitor();
  await bob.post("/api/admin/login", { accessKey });
}
beforeEach(signIn);
afterAll(() => test.close());

const payout = { ...general, firstAfterDays: 0, everyDays: 0, minimum: "0.00" };

/** 80% of the first payout; 90% of further ones, which need a week and a profit of 300. */
const laddered: Rules = {
  ...noRules,
  payout: {
    ...payout,
    terms: {
      ...terms,
      refuseAbove: true,
      payouts: rows({}, { sharePercent: "90", afterDays: 7, minimumProfit: { amount: "300.00" } }),
    },
  },
};

async function payable(rules: Rules, profit: string): Promise<JudgedTrader> {
  const judged = await judgedTrader(test, rules);
  await anna.patch(`/api/admin/user/${judged.trader.id}/account`, { payoutEnabled: true });
  await feed(judged, { deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", profit) });
  return judged;
}

const details = { paymentMethod: "paypal", paymentDetails: "o@example.com" };

const linesOf = ({ statement }: Pick<Readiness, "statement">) =>
  statement!.lines.map(({ code, amount }) => `${code} ${amount}`);

const codesOf = ({ reasons }: Pick<Readiness, "reasons">) => reasons.map(({ code }) => code);

describe("terms of payouts", () => {
  it.each([
    ["another field", "payout.terms", { surprise: 1 }],
    ["no row", "payout.terms.payouts", { payouts: [] }],
    [
      "thirteen rows",
      "payout.terms.payouts",
      { payouts: rows(...Array.from({ length: 13 }, () => ({}))) },
    ],
    [
      "an unknown formula",
      "payout.terms.consistency.formula",
      { consistency: { formula: "best", best: "day" } },
    ],
    [
      "a percent above 100",
      "payout.terms.payouts.1.sharePercent",
      { payouts: rows({}, { sharePercent: "100.01" }) },
    ],
    [
      "a percent of the peak",
      "payout.terms.payouts.0.cap",
      { payouts: rows({ cap: { percent: "5", of: "peak" } as never }) },
    ],
    ["no sizes", "payout.terms.payouts.0.cap", { payouts: rows({ cap: { sizes: [] } }) }],
    [
      "a range that ends before it begins",
      "payout.terms.lotRange.highestPercent",
      { lotRange: { lowestPercent: "50", highestPercent: "49.99" } },
    ],
    ["no word about short trades", "payout.terms.shortTrades", { shortTrades: undefined }],
  ])("are refused with %s", async (_, path, changes) => {
    const rules = { ...noRules, payout: { ...payout, terms: { ...terms, ...changes } } };
    const response = await anna.post("/api/admin/rules", { name: "Rules", rules });
    expect(response.statusCode).toBe(400);
    const { issues } = response.json<{ issues: { path: string[] }[] }>();
    expect(issues.map(({ path: at }) => at.join("."))).toContainEqual(
      expect.stringMatching(new RegExp(`^rules\\.${path.replaceAll(".", "\\.")}`)),
    );
  });

  it("are judged by version 3, and need a profit target for a formula that compares with it", async () => {
    const judged = await payable(laddered, "100.00");
    expect(await verdictOf(judged)).toMatchObject({ engine: "3", conduct: [], calendar: null });
    const objectives = [{ kind: "consistency", bestDayAtMostPercent: "40", formula: "excess" }];
    const response = await anna.post("/api/admin/rules", {
      name: "Rules",
      rules: { ...noRules, objectives },
    });
    expect([response.statusCode, response.body]).toEqual([
      400,
      expect.stringContaining("formula") as string,
    ]);
  });
});

describe.each(transports)("a payout under terms over $name", (transport) => {
  const readinessOf = async ({ trader }: JudgedTrader) =>
    (await transport.call<Readiness>(trader, "trader.payouts.readiness")).body;

  const request = ({ trader }: JudgedTrader, amount: string) =>
    transport.call<Wire<Payout>>(trader, "trader.payouts.request", { amount, ...details });

  const decide = (by: Browser, id: number, status: string) =>
    transport.call(by, "admin.payouts.decide", { id, status, adminNotes: "Checked" });

  async function approveByTwo(id: number) {
    expect((await decide(anna, id, "approved")).body).toMatchObject({ status: "pending" });
    expect((await decide(bob, id, "approved")).body).toMatchObject({ status: "approved" });
  }

  /** Pays a request, and returns how to record that the bank returned it. */
  async function pay(payoutId: number) {
    const run = (await anna.post("/api/admin/payments", { payoutIds: [payoutId] })).json<{
      id: number;
      payments: { id: number }[];
    }>();
    await anna.get(`/api/admin/payments/${run.id}/export.csv`);
    const paid = await anna.post(`/api/admin/payments/${run.id}/pay`, { reference: "WT" });
    expect(paid.statusCode).toBe(200);
    const paymentId = run.payments[0]!.id;
    return () =>
      anna.post(`/api/admin/payments/${run.id}/reverse`, { paymentId, reason: "Closed" });
  }

  it("is stated from the first request to the last payment, whatever comes back in between", async () => {
    await anna.patch("/api/admin/settings/payouts", { secondApprovalAbove: "100" });
    const judged = await payable(laddered, "1000.00");
    const { trader } = judged;

    const tooMuch = await request(judged, "800.01");
    expect([tooMuch.status, tooMuch.body]).toMatchObject([400, { issues: [{ path: ["amount"] }] }]);
    expect(tooMuch.response.body).toContain("$800.00");

    const first = await request(judged, "500.00");
    expect([first.status, first.body.statement]).toMatchObject([
      transport.name === "REST" ? 201 : 200,
      { stageId: judged.stageId, number: 1, withdrawable: "800.00" },
    ]);
    const { id } = first.body;
    // 500 pending and 300 left.
    const more = await request(judged, "300.01");
    expect([more.status, more.response.body]).toEqual([
      400,
      expect.stringContaining("$500.00 are pending") as string,
    ]);
    await approveByTwo(id);

    // 500 at 80% settled 625; 90% of the other 375 is 337.50.
    const second = await readinessOf(judged);
    const settled = ["profit 1000.00", "settled -625.00", "share -37.50"];
    expect(second).toMatchObject({ share: "90", withdrawable: "337.50", statement: { number: 2 } });
    expect(linesOf(second)).toEqual(settled);
    expect(codesOf(second)).toEqual(["next_payout_too_early", "below_minimum_profit"]);

    const returned = await pay(id);
    await returned();
    expect(linesOf(await readinessOf(judged))).toEqual(settled);
    await pay(id);
    expect(linesOf(await readinessOf(judged))).toEqual(settled);

    test.clock.advance(8 * DAY);
    await signIn();
    await trader.post("/api/login", { email: trader.email, password: PASSWORD });
    const now = test.clock.now().getTime();
    const [opened, closed] = [now - 2 * HOUR, now - HOUR].map((time) =>
      new Date(time).toISOString(),
    );
    await feed(judged, { deals: tradeOf(2, opened!, closed!, "400.00") });
    // 90% of 1,400 - 625.
    expect(await readinessOf(judged)).toMatchObject({ ready: true, withdrawable: "697.50" });
    const next = await request(judged, "697.50");
    await approveByTwo(next.body.id);
    expect(linesOf(await readinessOf(judged))).toEqual([
      "profit 1400.00",
      "settled -625.00",
      "settled -775.00",
    ]);
    await (
      await pay(next.body.id)
    )();
    await decide(anna, next.body.id, "rejected");
    expect(await readinessOf(judged)).toMatchObject({
      withdrawable: "697.50",
      statement: { number: 2 },
    });
    const again = await request(judged, "697.50");
    await approveByTwo(again.body.id);
    await pay(again.body.id);
    expect(await readinessOf(judged)).toMatchObject({
      withdrawable: "0.00",
      statement: { number: 3 },
    });

    const seen = [
      await trader.get(`/api/user/payouts/${id}`),
      await anna.get(`/api/admin/payouts/${id}`),
    ];
    for (const response of seen) {
      const body = response.json<Wire<Payout>>();
      expect(body.statement).toEqual(first.body.statement);
      expect(linesOf(body)).toEqual(["profit 1000.00", "share -200.00"]);
    }
    await anna.patch("/api/admin/settings/payouts", { secondApprovalAbove: null });
  });

  it("is requested by one of two requests that together ask for too much at the same moment", async () => {
    const judged = await payable(laddered, "1000.00");
    const both = await Promise.all([request(judged, "500.00"), request(judged, "500.00")]);
    expect(both.map(({ status }) => (status < 300 ? "made" : status)).toSorted()).toEqual([
      400,
      "made",
    ]);
  });

  it("is only doubted if the terms do not refuse it, or if there are none", async () => {
    const doubting = { ...laddered.payout!, terms: { ...terms, refuseAbove: false } };
    for (const given of [doubting, payout]) {
      const judged = await payable({ ...noRules, payout: given }, "1000.00");
      const { status, body } = await request(judged, "5000.00");
      expect(status).toBeLessThan(300);
      expect(body.statement).toMatchObject({ withdrawable: "800.00" });
      const desk = await anna.get(`/api/admin/payouts/${body.id}/desk`);
      expect(desk.json<{ flags: { code: string }[] }>().flags).toContainEqual(
        expect.objectContaining({ code: "above_share" }),
      );
    }
  });

  it("waits for short trades to bring less of what was won, and deducts trades out of proportion", async () => {
    const judged = await payable(
      {
        ...noRules,
        payout: {
          ...payout,
          terms: {
            ...terms,
            shortTrades: { seconds: 120, atMostPercent: "50" },
            lotRange: { lowestPercent: "50", highestPercent: "150" },
            consistency: { formula: "total", best: "trade" },
            payouts: rows({ bestAtMostPercent: "60" }),
          },
        },
      },
      "400.00",
    );
    const short = tradeOf(2, "2026-03-03T09:00:00Z", "2026-03-03T09:01:59Z", "600.00");
    // With 1.00 and 1.00 lots, the average is 1.10.
    const small = tradeOf(3, "2026-03-04T09:00:00Z", "2026-03-04T12:00:00Z", "-50.00").map(
      (deal) => ({ ...deal, volume: "1.30" }),
    );
    await feed(judged, { deals: [...short, ...small] });
    const waiting = await readinessOf(judged);
    expect(codesOf(waiting)).toEqual(["best_day_too_large", "short_trades_too_large"]);
    expect(linesOf(waiting)).toEqual(["profit 950.00", "share -190.00"]);
    const tiny = tradeOf(4, "2026-03-05T09:00:00Z", "2026-03-05T12:00:00Z", "300.00").map(
      (deal) => ({ ...deal, volume: "0.50" }),
    );
    await feed(judged, { deals: tiny });
    const ready = await readinessOf(judged);
    expect(codesOf(ready)).toEqual([]);
    // The average of 1.00, 1.00, 1.30 and 0.50 is 0.95, of which 0.50 is more than half.
    expect(linesOf(ready)).toEqual(["profit 1250.00", "share -250.00"]);
    const tinier = tradeOf(5, "2026-03-06T09:00:00Z", "2026-03-06T12:00:00Z", "10.00").map(
      (deal) => ({ ...deal, volume: "0.10" }),
    );
    await feed(judged, { deals: tinier });
    expect((await readinessOf(judged)).statement!.lines[1]).toMatchObject({
      amount: "-10.00",
      position: "5",
      percent: "100",
      causes: ["lot_range"],
    });
  });
});

describe("a case under terms", () => {
  const differenceOf = async (file: CaseFile) => {
    const verified = await verifyCase(file, null);
    return verified.result === "changed" ? verified.difference.part : verified.result;
  };

  it("has the approvals and the statement, and names a change in each", async () => {
    const judged = await payable(
      {
        ...laddered,
        payout: {
          ...laddered.payout!,
          terms: {
            ...laddered.payout!.terms!,
            lotRange: { lowestPercent: "50", highestPercent: "200" },
          },
        },
      },
      "1000.00",
    );
    await feed(judged, {
      deals: tradeOf(2, "2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z", "10.00").map((deal) => ({
        ...deal,
        volume: "0.20",
      })),
    });
    const { id } = (
      await judged.trader.post("/api/user/payouts", { amount: "400.00", ...details })
    ).json<{ id: number }>();
    await anna.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    test.clock.advance(MINUTE);
    const file = (await judged.trader.get("/api/user/case")).json<CaseFile>();
    const { statement } = (
      await judged.trader.get("/api/user/payouts/readiness")
    ).json<Readiness>();
    expect(file).toMatchObject({
      format: "propdesk-case/3",
      approvals: [{ payoutId: id, amount: "400.00", share: "80" }],
      statement,
    });
    expect(linesOf(file as Pick<Readiness, "statement">)).toEqual([
      "profit 1010.00",
      "deduction -10.00",
      "settled -500.00",
      "share -50.00",
    ]);
    expect(await differenceOf(file)).toBe("confirmed");

    const change = (mutate: (copy: CaseFile) => void) => {
      const copy = structuredClone(file);
      mutate(copy);
      return differenceOf(copy);
    };
    expect(await change(({ approvals }) => (approvals![0]!.amount = "200.00"))).toBe("approvals");
    expect(await change(({ approvals }) => (approvals![0]!.share = "90"))).toBe("approvals");
    expect(await change(({ approvals }) => approvals!.pop())).toBe("approvals");
    expect(await change((copy) => delete copy.approvals)).toBe("approvals");
    expect(await change((copy) => (copy.statement!.withdrawable = "451.00"))).toBe("statement");
    expect(await change((copy) => (copy.statement!.lines[1]!.causes = []))).toBe("statement");
    expect(await change((copy) => (copy.statement = null))).toBe("statement");
    expect(await change((copy) => delete copy.statement)).toBe("statement");
  });

  it("that was made before there were statements is still confirmed", async () => {
    const judged = await payable(laddered, "1000.00");
    const {
      approvals: _none,
      statement: _no,
      ...file
    } = (await judged.trader.get("/api/user/case")).json<CaseFile>();
    expect(await differenceOf(file)).toBe("confirmed");
  });
});
