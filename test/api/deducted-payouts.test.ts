import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "../../src/business/decisions/conduct/finding.schema.ts";
import type { PayoutDesk } from "../../src/business/money/payouts/desk.schema.ts";
import type { Payout } from "../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../src/business/money/payouts/readiness.rule.ts";
import type { CaseFile } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import { checkAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { conductRule, deducting } from "../support/conducted.ts";
import type { Browser } from "../support/http.ts";
import { accountIdOf, type Wire } from "../support/records.ts";
import { type Transport, transports } from "../support/transports.ts";
import { feed, type JudgedTrader, judgedTrader, tradeOf } from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { general, terms } from "../unit/business/rulebook/statement/statement.fixtures.ts";

/** Findings that come, are waived or are appealed against between the request of a payout and its approval. */

let test: TestApp;
let other: Browser;
beforeAll(async () => {
  test = await startApp();
  other = await test.administrator("owner");
});
afterAll(() => test.close());

const payout = { ...general, firstAfterDays: 0, everyDays: 0, minimum: "0.00" };
const refusing = { ...payout, terms: { ...terms, refuseAbove: true } };

const details = { paymentMethod: "paypal", paymentDetails: "o@example.com" };

/** A trade of ten minutes that won 1,000.00, and one of half a minute that won 100.01. */
const trades = [
  ...tradeOf(1, "2026-03-02T10:00:00Z", "2026-03-02T10:10:00Z", "1000.00"),
  ...tradeOf(2, "2026-03-03T10:00:00Z", "2026-03-03T10:00:30Z", "100.01"),
];

async function payable(rules: Partial<Rules>): Promise<JudgedTrader> {
  const judged = await judgedTrader(test, { ...noRules, ...rules });
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}/account`, {
    payoutEnabled: true,
  });
  await feed(judged, { deals: trades });
  return judged;
}

const linesOf = ({ statement }: Pick<Readiness, "statement">) =>
  statement!.lines.map(({ code, amount }) => `${code} ${amount}`);

const caseOf = async ({ trader }: JudgedTrader) =>
  (await trader.get("/api/user/case")).json<CaseFile>();

/** Requires that the case is confirmed by anybody, and that what is derived agrees with the records. */
async function expectSound(judged: JudgedTrader, lines: string[]): Promise<void> {
  const file = await caseOf(judged);
  expect(linesOf(file as Pick<Readiness, "statement">)).toEqual(lines);
  expect((await verifyCase(file, null)).result).toBe("confirmed");
  const accountId = await accountIdOf(test, judged.trader.id);
  expect(await checkAccount(test.context.database, accountId)).toEqual([]);
}

/** Replaces what the calendar has of the day of the second trade, as announced before it. */
async function importEvents(events: object[]): Promise<void> {
  const imported = await other.post("/api/admin/calendar/versions", {
    from: "2026-03-03T00:00:00Z",
    to: "2026-03-04T00:00:00Z",
    note: "What was left out",
    events: events.map((event) => ({ ...event, announcedAt: "2026-03-01T00:00:00Z" })),
  });
  if (imported.statusCode >= 300) throw new Error(imported.body);
}

/** Half of 100.01 is rounded away from zero. */
const deducted = ["profit 1100.01", "deduction -50.01", "share -210.00"];
const whole = ["profit 1100.01", "share -220.01"];

/** The calls about a trader's payouts over a transport. */
function callsOver(transport: Transport, { trader, administrator }: JudgedTrader) {
  const desk = async (id: number) =>
    (await administrator.get(`/api/admin/payouts/${id}/desk`)).json<Wire<PayoutDesk>>();
  return {
    desk,
    readiness: async () =>
      (await transport.call<Readiness>(trader, "trader.payouts.readiness")).body,
    request: (amount: string) =>
      transport.call<Wire<Payout>>(trader, "trader.payouts.request", { amount, ...details }),
    /** Approves what was seen. */
    approve: (id: number, expectedReadiness: string) =>
      transport.call<{ status: string; readiness?: { withdrawable: string } }>(
        administrator,
        "admin.payouts.decide",
        { id, status: "approved", adminNotes: "Checked", expectedReadiness },
      ),
    flags: async (id: number) =>
      (await desk(id)).flags!.flatMap(({ code, message }) =>
        code === "above_share" ? message : [],
      ),
    finding: async () => {
      const list = await transport.call<Wire<Finding>[]>(trader, "trader.conduct.list");
      return list.body[0]!;
    },
    waive: (id: number) =>
      transport.call(administrator, "admin.conduct.waive", { id, reason: "The platform lagged" }),
    /** Appeals against a finding, which is granted. */
    grant: async (id: number) => {
      const appeal = await transport.call<{ id: number }>(trader, "trader.conduct.appeal", {
        id,
        text: "The platform was late.",
      });
      return transport.call(other, "admin.appeals.decide", {
        id: appeal.body.id,
        decision: "grant",
        reason: "Confirmed",
      });
    },
  };
}

describe.each(transports)("a payout over $name", (transport) => {
  const conduct = [conductRule("min_hold", deducting("50"))];

  it.each(["waive", "grant"] as const)(
    "is requested with a deduction, which an administrator then takes back (%s)",
    async (takeBack) => {
      const judged = await payable({ conduct, payout: refusing });
      const calls = callsOver(transport, judged);
      expect(await calls.readiness()).toMatchObject({ ready: true, withdrawable: "840.00" });
      const tooMuch = await calls.request("840.01");
      expect(tooMuch).toMatchObject({ status: 400, body: { issues: [{ path: ["amount"] }] } });
      expect(tooMuch.response.body).toContain("$840.00");
      const { body: requested } = await calls.request("840.00");
      expect(linesOf(requested)).toEqual(deducted);
      const { id } = requested;
      const seen = (await calls.desk(id)).payout.present!;
      expect(seen.readiness).toMatchObject({ withdrawable: "840.00" });

      const finding = await calls.finding();
      expect(finding).toMatchObject({ key: "min_hold/0/2", deduction: "50.01" });
      expect((await calls[takeBack](finding.id)).status).toBe(200);
      const stale = await calls.approve(id, seen.readinessSha256!);
      expect(stale).toMatchObject({
        status: 409,
        body: { readiness: { withdrawable: "880.00" } },
      });
      const present = (await calls.desk(id)).payout.present!;
      expect(linesOf(present.readiness!)).toEqual(whole);
      expect(await calls.flags(id)).toEqual([]);
      await expectSound(judged, whole);
      // 840 are pending, and 40 are left.
      const more = await calls.request("40.01");
      expect(more).toMatchObject({ status: 400, body: { issues: [{ path: ["amount"] }] } });
      const { body: further } = await calls.request("40.00");

      expect(await calls.approve(id, present.readinessSha256!)).toMatchObject({ status: 200 });
      // 840 at 80% settled 1,050; 80% of the other 50.01 is 40.00.
      const settled = ["profit 1100.01", "settled -1050.00", "share -10.01"];
      expect(linesOf((await calls.desk(further.id)).payout.present!.readiness!)).toEqual(settled);
      await expectSound(judged, settled);
      for (const response of [
        await judged.trader.get(`/api/user/payouts/${id}`),
        await judged.administrator.get(`/api/admin/payouts/${id}`),
      ])
        expect(linesOf(response.json<Wire<Payout>>())).toEqual(deducted);

      const last = (await calls.desk(further.id)).payout.present!;
      await calls.approve(further.id, last.readinessSha256!);
      expect(await calls.readiness()).toMatchObject({ withdrawable: "0.00" });
      await expectSound(judged, [
        "profit 1100.01",
        "settled -1050.00",
        "settled -50.00",
        "share -0.01",
      ]);
    },
  );

  it.each([
    [
      "under terms",
      refusing,
      "The pending requests of this stage sum to $880.00, above the $840.00",
    ],
    [
      "without terms",
      payout,
      "The pending and approved requests of this stage sum to $880.00, above the trader's share of $840.00",
    ],
  ])("is doubted if a deduction comes after its request, %s", async (_, terms_, doubt) => {
    await importEvents([]);
    const news = conductRule("news", { ...deducting("50"), restricts: ["exit"] });
    const judged = await payable({ conduct: [news], payout: terms_ });
    const calls = callsOver(transport, judged);
    const { body: requested } = await calls.request("880.00");
    expect(linesOf(requested)).toEqual(whole);
    const { id } = requested;
    const seen = (await calls.desk(id)).payout.present!;
    expect(await calls.flags(id)).toEqual([]);

    await importEvents([
      { at: "2026-03-03T10:00:00Z", currency: "USD", impact: "high", title: "Speech" },
    ]);
    expect(await calls.finding()).toMatchObject({ key: "news/0/2", deduction: "50.01" });
    expect(await calls.approve(id, seen.readinessSha256!)).toMatchObject({
      status: 409,
      body: { readiness: { withdrawable: "840.00" } },
    });
    const present = (await calls.desk(id)).payout.present!;
    expect(linesOf(present.readiness!)).toEqual(deducted);
    expect(await calls.flags(id)).toEqual([expect.stringContaining(doubt) as string]);
    await expectSound(judged, deducted);

    // The flag doubts and never blocks.
    expect(await calls.approve(id, present.readinessSha256!)).toMatchObject({ status: 200 });
    expect(await calls.readiness()).toMatchObject({ withdrawable: "0.00" });
    const after =
      terms_ === payout
        ? [...deducted, "paid -880.00", "shortfall 40.00"]
        : ["profit 1100.01", "deduction -50.01", "settled -1100.00", "shortfall 50.00"];
    await expectSound(judged, after);
    expect(linesOf((await calls.desk(id)).payout)).toEqual(whole);
  });
});

describe("the print of a statement", () => {
  it("has the lines with which the payout was requested, and is for both sides", async () => {
    const judged = await payable({
      conduct: [conductRule("min_hold", deducting("50"))],
      payout: refusing,
    });
    const { trader, administrator } = judged;
    const calls = callsOver(transports[0]!, judged);
    const { id } = (await calls.request("840.00")).body;
    await calls.waive((await calls.finding()).id);
    const path = `/api/payouts/${id}/statement`;
    const { statusCode, headers, body } = await trader.get(path);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const text = body
      .slice(body.indexOf("<main>"))
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "Profit of this stage $1,100.01 $1,100.01 " +
        "Trade 2: 50% of its profit deducted finding min_hold/0/2 -$50.01 $1,050.00 " +
        "The firm's share, 20% -$210.00 $840.00 Can be withdrawn $840.00",
    );
    expect(body).toContain(`<dt>Account</dt><dd>${judged.login}</dd>`);
    expect((await administrator.get(path)).body).toBe(body);
    expect((await (await test.trader()).get(path)).statusCode).toBe(404);
    expect((await test.visitor().get(path)).statusCode).toBe(401);
  });

  it("does not exist for a request without rules for payouts", async () => {
    const judged = await payable({});
    const { id } = (await callsOver(transports[0]!, judged).request("1.00")).body;
    expect((await judged.trader.get(`/api/payouts/${id}/statement`)).statusCode).toBe(404);
  });
});
