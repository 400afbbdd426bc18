import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PayoutDesk } from "../../src/business/money/payouts/desk.schema.ts";
import { readPresentFacts } from "../../src/business/money/payouts/flags.queries.ts";
import type { AdminPayout } from "../../src/business/money/payouts/payout.schema.ts";
import type { PayoutRules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { queueAtLock, row } from "../support/barrier.ts";
import { countStatements } from "../support/count-statements.ts";
import type { Browser } from "../support/http.ts";
import { startStage } from "../support/records.ts";
import { statuses } from "../support/statuses.ts";
import { feed, judgedTrader, tradeOf } from "../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
let second: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  second = await test.administrator("payouts");
});
afterAll(() => test.close());

type Trader = Browser & { id: number };

async function traderWith(account: object = {}): Promise<Trader> {
  const trader = await test.trader();
  const fields = { payoutEnabled: true, balance: "105000", ...account };
  await owner.patch(`/api/admin/user/${trader.id}/account`, fields);
  return trader;
}

async function request(trader: Trader, fields: object = {}): Promise<number> {
  const paymentDetails = `${trader.id}@example.com`;
  const body = { amount: "1000", paymentMethod: "paypal", paymentDetails, ...fields };
  const created = await trader.post("/api/user/payouts", body);
  expect(created.statusCode).toBe(201);
  return created.json<{ id: number }>().id;
}

const decide = (who: Browser, id: number, status = "approved", more: object = {}) =>
  who.patch(`/api/admin/payouts/${id}`, { status, adminNotes: "Checked", ...more });
const payout = async (id: number) =>
  (await owner.get(`/api/admin/payouts/${id}`)).json<
    AdminPayout & {
      flags: { code: string; message: string }[];
      timeline: { event: string; status: string; flags: string[] }[];
    }
  >();
const codes = async (id: number) => (await payout(id)).flags.map(({ code }) => code);
const desk = async (id: number) =>
  (await owner.get(`/api/admin/payouts/${id}/desk`)).json<PayoutDesk>();
const actions = async (id: number) =>
  (
    await test.context.database.pool.query<{ action: string }>(
      "select action from audit_events where payout_id = $1 order by id",
      [id],
    )
  ).rows.map(({ action }) => action);

const payoutRules: PayoutRules = {
  sharePercent: "80",
  firstAfterDays: 0,
  everyDays: 0,
  minimum: "1.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

describe("the flags of a payout request", () => {
  it("compare the balance with the sum of pending and unpaid requests", async () => {
    const trader = await traderWith();
    const first = await request(trader, { amount: "100000" });
    expect(await codes(first)).toEqual([]);
    const others = [
      await request(trader, { amount: "100000" }),
      await request(trader, { amount: "100000" }),
    ];
    for (const id of [first, ...others]) expect(await codes(id)).toEqual(["above_balance"]);
    await decide(owner, others[0]!, "rejected");
    await decide(owner, others[1]!, "rejected");
    expect(await codes(first)).toEqual([]);
    // Approving a rejected request would add to the unpaid amount.
    expect((await payout(others[0]!)).flags).toEqual([
      {
        code: "above_balance",
        message:
          "2 pending and unpaid requests sum to $200,000.00, above the balance of $105,000.00.",
      },
    ]);
  });

  it("exclude paid requests", async () => {
    const trader = await traderWith();
    const paid = await request(trader, { amount: "100000" });
    await decide(owner, paid);
    const next = await request(trader, { amount: "50000" });
    expect(await codes(next)).toEqual(["above_balance"]);
    const run = (await owner.post("/api/admin/payments", { payoutIds: [paid] })).json<{
      id: number;
    }>();
    // The money has not left yet.
    expect(await codes(next)).toEqual(["above_balance"]);
    await owner.get(`/api/admin/payments/${run.id}/export.csv`);
    await owner.post(`/api/admin/payments/${run.id}/pay`, { reference: "WT-1" });
    expect(await codes(next)).toEqual([]);
  });

  it("include the status of the account and the trader", async () => {
    const trader = await traderWith();
    const id = await request(trader);
    await owner.patch(`/api/admin/user/${trader.id}/account`, { status: "under-review" });
    expect(await codes(id)).toEqual(["account_under_review"]);
    await owner.patch(`/api/admin/user/${trader.id}/account`, { status: "breached" });
    await owner.patch(`/api/admin/user/${trader.id}/ban`, { banned: true, banReason: "Fraud" });
    expect(await codes(id)).toEqual(["account_breached", "account_banned"]);
  });

  it("compare payment details ignoring case, spaces and invisible characters", async () => {
    const [one, other] = [await traderWith(), await traderWith()];
    const paymentDetails = "Shared@Example.com";
    const first = await request(one, { paymentDetails });
    await decide(owner, first);
    const same = await request(one, { paymentDetails: " shared@example.com" });
    expect(await codes(same)).toEqual([]);
    const changed = await request(one, { paymentDetails: "new@example.com" });
    expect(await codes(changed)).toEqual(["details_changed"]);
    const method = await request(one, { paymentDetails, paymentMethod: "skrill" });
    expect(await codes(method)).toEqual(["details_changed"]);
    await decide(owner, changed);
    expect(await codes(first)).toEqual([]);
    const back = await request(one, { paymentDetails });
    expect((await payout(back)).flags).toMatchObject([
      { code: "details_changed", message: expect.stringContaining(`#${changed}`) as string },
    ]);
    expect(await codes(await request(one, { paymentDetails: "new@example.com" }))).toEqual([]);
    const missing = await request(one, { paymentDetails: undefined });
    expect(await codes(missing)).toEqual(["details_missing"]);
    const invisible = await request(one, { paymentDetails: "\u200B" });
    expect(await codes(invisible)).toEqual(["details_missing"]);
    const theirs = await request(other, { paymentDetails: "SHARED @exam\u200Bple.com" });
    const { flags } = await payout(theirs);
    expect(flags).toEqual([
      {
        code: "details_shared",
        message: expect.stringContaining(`Trader #${one.id} uses the same payment details`),
      },
    ]);
    expect((await payout(same)).flags).toEqual([
      { code: "details_shared", message: expect.stringContaining(`#${theirs}`) as string },
    ]);
  });

  it("of many requests are those of each one, and take as many statements as one per trader", async () => {
    const ids: number[] = [];
    const traders: Trader[] = [];
    for (const [index, profit] of ["500.00", "9000000.00"].entries()) {
      const judged = await judgedTrader(test, { ...noRules, payout: payoutRules });
      const { trader } = judged;
      await feed(judged, {
        deals: tradeOf(index, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", profit),
      });
      await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
      traders.push(trader);
      for (let count = 0; count < 10; count += 1) {
        const id = await request(trader, {
          amount: String(count * 1000 + 1),
          paymentMethod: count % 4 === 0 ? "skrill" : "paypal",
          paymentDetails: [undefined, "both@example.com", `${index}@example.com`][count % 3],
        });
        if (count % 3 === 1) await decide(owner, id, count % 2 === 1 ? "approved" : "rejected");
        ids.push(id);
      }
    }
    const { database, statements } = countStatements(test.context.database);
    const read = async (payoutIds: number[]) => {
      const before = statements();
      return {
        facts: await readPresentFacts({ ...test.context, database }, payoutIds),
        sent: statements() - before,
      };
    };
    const all = await read(ids);
    expect(all.sent).toBe((await read([ids[1]!, ids[11]!])).sent);
    expect([...all.facts.keys()].toSorted((a, b) => a - b)).toEqual(ids);
    for (const id of ids) expect((await read([id])).facts.get(id)).toEqual(all.facts.get(id));
    const found = new Set(
      [...all.facts.values()].flatMap(({ flags }) => flags!.map(({ code }) => code)),
    );
    expect([...found].toSorted()).toEqual([
      "above_share",
      "details_changed",
      "details_missing",
      "details_shared",
    ]);
    expect(all.facts.get(ids[1]!)!.flags).toContainEqual({
      code: "details_shared",
      message: `Trader #${traders[1]!.id} uses the same payment details in request #${ids[11]}.`,
    });
  });

  it("compare it with the share of the stage in which it was made", async () => {
    const judged = await judgedTrader(test, { ...noRules, payout: payoutRules });
    const { trader } = judged;
    const [opened, closed] = ["2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z"];
    await feed(judged, { deals: tradeOf(1, opened, closed, "1000.00") });
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const within = await request(trader, { amount: "700" });
    await decide(owner, within);
    test.clock.advance(1000);
    await startStage(owner, trader.id, {
      startedAt: test.clock.now().toISOString(),
      rulesVersionId: judged.rulesVersionId!,
    });
    expect(await codes(within)).toEqual([]);
    const withoutProfit = await request(trader, { amount: "200" });
    expect((await payout(withoutProfit)).flags).toMatchObject([
      {
        code: "above_share",
        message:
          "The pending and approved requests of this stage sum to $200.00, above the trader's share of $0.00.",
      },
    ]);
    // An approval after the end of its stage still counts in that stage alone.
    await decide(owner, within, "rejected");
    await decide(owner, within);
    expect(await codes(within)).toEqual([]);
    expect((await payout(withoutProfit)).flags).toMatchObject([
      { message: expect.stringContaining("sum to $200.00") as string },
    ]);
    const { others, sums } = await desk(withoutProfit);
    expect([others, sums]).toMatchObject([[], { pending: "200.00", approved: "0.00", count: 1 }]);
  });

  it("leave out what was requested before the first stage", async () => {
    const trader = await traderWith();
    await decide(owner, await request(trader, { amount: "300" }));
    const pending = await request(trader, { amount: "100" });
    test.clock.advance(1000);
    const { rulesVersionId } = await judgedTrader(test, { ...noRules, payout: payoutRules });
    await startStage(owner, trader.id, {
      startedAt: test.clock.now().toISOString(),
      rulesVersionId: rulesVersionId!,
    });
    expect(await payout(pending)).toMatchObject({ stageId: null, flags: [] });
    const ofStage = await payout(await request(trader, { amount: "200" }));
    expect(ofStage.stageId).toBeTypeOf("number");
    expect(ofStage.flags).toMatchObject([
      { code: "above_share", message: expect.stringContaining("sum to $200.00") as string },
    ]);
  });

  it("are unread, and not absent, for the trader whose state cannot be read, and for no other", async () => {
    const [broken, intact] = [await judgedTrader(test, noRules), await traderWith()];
    await feed(broken, {
      deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", "500.00"),
    });
    await owner.patch(`/api/admin/user/${broken.trader.id}/account`, { payoutEnabled: true });
    const [id, other] = [await request(broken.trader), await request(intact)];
    await test.context.database.pool.query(
      `update stage_progress set state = '{}' where account_id =
         (select id from trading_accounts where user_id = $1)`,
      [broken.trader.id],
    );
    const read = await owner.query("admin.payouts.flags", { ids: [id, other] });
    expect(read.json()).toMatchObject({ result: { data: { json: [{ id: other, flags: [] }] } } });
    expect((await payout(id)).flags).toBeNull();
    const query = { page: 1, pageSize: 25, sort: "id", order: "asc", status: "pending" };
    const page = await owner.query("admin.payouts.page", { ...query, search: `#${id}` });
    const present = { flags: null, readiness: null };
    expect(page.json()).toMatchObject({ result: { data: { json: { rows: [{ present }] } } } });
    const decided = (await decide(owner, id)).json<AdminPayout>();
    expect([decided.status, decided.decisionFlags]).toEqual(["approved", null]);
    expect((await payout(id)).timeline.at(-1)).toMatchObject({ event: "approved", flags: null });
  });

  it("of a decision are read under its lock, so they contain what happened while it waited", async () => {
    const trader = await traderWith();
    const id = await request(trader);
    const ban = () =>
      owner.patch(`/api/admin/user/${trader.id}/ban`, { banned: true, banReason: "Copied trades" });
    const lock = row("users", trader.id);
    const [banned, decided] = await queueAtLock(test, lock, [ban, () => decide(owner, id)]);
    expect([banned!.statusCode, decided!.statusCode]).toEqual([200, 200]);
    expect(decided!.json<AdminPayout>().decisionFlags).toMatchObject([{ code: "account_banned" }]);
  });

  it("are stored with the decision, and do not change later", async () => {
    const trader = await traderWith({ balance: "10" });
    const id = await request(trader);
    const before = await payout(id);
    expect(before.decisionFlags).toBeNull();
    const decided = (await decide(owner, id)).json<AdminPayout>();
    expect(decided.decisionFlags).toEqual(before.flags);
    await owner.patch(`/api/admin/user/${trader.id}/account`, { balance: "5000" });
    const after = await payout(id);
    expect([after.flags, after.decisionFlags]).toEqual([[], before.flags]);
    expect(after.timeline.at(-1)).toMatchObject({ event: "approved", flags: ["above_balance"] });
    const own = (await trader.get(`/api/user/payouts/${id}`)).json<object>();
    expect(JSON.stringify(own)).not.toMatch(/flag/i);
  });
});

describe("the desk of a payout request", () => {
  it("shows the account, the other requests and the queue, and no payment details", async () => {
    const trader = await traderWith();
    const ids = [
      await request(trader, { amount: "10", paymentDetails: "hidden@example.com" }),
      await request(trader, { amount: "20" }),
      await request(trader, { amount: "30" }),
    ];
    await decide(owner, ids[0]!);
    const shown = await desk(ids[1]!);
    expect(shown).toMatchObject({
      hasPaymentDetails: true,
      needsSecondApproval: false,
      account: { balance: "105000.00", status: "pending", currency: "USD" },
      sums: { pending: "50.00", approved: "10.00", paid: "0.00", count: 3 },
      queue: { next: ids[2] },
    });
    expect(shown.others.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect((await desk(ids[2]!)).queue).toMatchObject({ previous: ids[1] });
    const last = await request(trader, { amount: "40" });
    expect((await desk(ids[1]!)).queue).toMatchObject({ next: ids[2] });
    expect((await desk(last)).queue).toMatchObject({ previous: ids[2], next: null });
    await decide(owner, last, "rejected");
    const run = await owner.post("/api/admin/payments", { payoutIds: [ids[0]] });
    const { id: runId } = run.json<{ id: number }>();
    await owner.get(`/api/admin/payments/${runId}/export.csv`);
    await owner.post(`/api/admin/payments/${runId}/pay`, { reference: "WT-2" });
    expect((await desk(ids[1]!)).sums).toMatchObject({ approved: "0.00", paid: "10.00" });
    expect(await actions(ids[1]!)).toEqual(["payout.requested"]);
    const response = await owner.get(`/api/admin/payouts/${ids[0]}/desk`);
    expect(response.body).not.toContain("hidden@example.com");
    expect((await owner.get("/api/admin/payouts/2147483647/desk")).statusCode).toBe(404);
  });

  it("sums the requests of the stage in which it was made, and pending ones of other stages", async () => {
    const trader = await traderWith();
    await startStage(owner, trader.id, { startedAt: "2026-03-01T00:00:00Z" });
    const first = await request(trader, { amount: "10" });
    await decide(owner, first);
    await request(trader, { amount: "20" });
    test.clock.advance(1000);
    await startStage(owner, trader.id, { startedAt: test.clock.now().toISOString() });
    const current = await request(trader, { amount: "40" });
    expect((await desk(current)).sums).toMatchObject({
      pending: "60.00",
      approved: "0.00",
      count: 2,
    });
    await decide(owner, current, "rejected");
    const { others, sums } = await desk(first);
    expect(sums).toMatchObject({ pending: "20.00", approved: "10.00", count: 2 });
    expect(others).toMatchObject([{ amount: "20.00" }]);
  });
});

describe("an approval above the amount that requires two administrators", () => {
  const setThreshold = (secondApprovalAbove: string | null) =>
    owner.patch("/api/admin/settings/payouts", { secondApprovalAbove });
  afterEach(() => setThreshold(null));

  it("is off until an owner sets the amount", async () => {
    expect((await owner.get("/api/admin/settings/payouts")).json()).toMatchObject({
      secondApprovalAbove: null,
    });
    const refused = await second.patch("/api/admin/settings/payouts", { secondApprovalAbove: "1" });
    expect(refused.statusCode).toBe(403);
    expect((await setThreshold("-1")).statusCode).toBe(400);
    expect((await setThreshold("500")).json()).toMatchObject({ secondApprovalAbove: "500.00" });
    await setThreshold("500.00");
    await setThreshold("900");
    const url = "/api/admin/audit?action=payout-settings.changed&limit=2";
    const events = (await owner.get(url)).json<{ changes: object }[]>();
    expect(events.map(({ changes }) => changes)).toEqual([
      { secondApprovalAbove: { from: "500.00", to: "900.00" } },
      { secondApprovalAbove: { from: null, to: "500.00" } },
    ]);
  });

  it("has a currency, which stays until another one is set", async () => {
    const set = async (fields: object) =>
      (await owner.patch("/api/admin/settings/payouts", fields)).json<object>();
    expect(await setThreshold("500").then((response) => response.json<object>())).toMatchObject({
      secondApprovalCurrency: "USD",
    });
    const inEuros = { secondApprovalAbove: "500.00", secondApprovalCurrency: "EUR" };
    expect(await set({ ...inEuros, secondApprovalCurrency: "eur" })).toMatchObject(inEuros);
    expect(await set({ secondApprovalAbove: "900" })).toMatchObject({
      secondApprovalAbove: "900.00",
      secondApprovalCurrency: "EUR",
    });
    const wrong = { secondApprovalAbove: "900", secondApprovalCurrency: "€" };
    expect(await set(wrong)).toMatchObject({ message: "Currency must be a code such as USD" });
    const url = "/api/admin/audit?action=payout-settings.changed&limit=2";
    const events = (await owner.get(url)).json<{ changes: object }[]>();
    expect(events.map(({ changes }) => changes)).toEqual([
      { secondApprovalAbove: { from: "500.00 EUR", to: "900.00 EUR" } },
      { secondApprovalAbove: { from: "500.00", to: "500.00 EUR" } },
    ]);
    const id = await request(await traderWith());
    expect((await owner.get(`/api/admin/payouts/${id}/desk`)).json()).toMatchObject({
      needsSecondApproval: true,
    });
    await set({ secondApprovalAbove: null, secondApprovalCurrency: "USD" });
  });

  it("stays pending for the trader until a second administrator approves", async () => {
    await setThreshold("500");
    const trader = await traderWith();
    const id = await request(trader);
    const first = await decide(owner, id, "approved", { adminNotes: "Fits the verdict" });
    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      { status: "pending", adminNotes: null, approvals: [{ note: "Fits the verdict" }] },
    ]);
    const own = (await trader.get(`/api/user/payouts/${id}`)).json<{ timeline: object[] }>();
    expect(own).toMatchObject({ status: "pending", adminNotes: null });
    expect(own.timeline).toHaveLength(1);
    expect(own).not.toHaveProperty("approvals");
    expect((await payout(id)).timeline.at(-1)).toMatchObject({
      event: "approved-first",
      status: "pending",
    });

    const repeated = await decide(owner, id);
    expect([repeated.statusCode, repeated.json()]).toMatchObject([
      409,
      {
        message:
          "You have already approved this payout request. It is waiting for a second administrator.",
        current: { status: "pending", approvals: [{}] },
      },
    ]);

    const response = await second.patch(`/api/admin/payouts/${id}`, {
      status: "approved",
      expectedStatus: "pending",
    });
    expect(response.json()).toMatchObject({ status: "approved", adminNotes: "Fits the verdict" });
    expect(response.json<AdminPayout>().approvals).toHaveLength(2);
    expect(await actions(id)).toEqual([
      "payout.requested",
      "payout.approved-first",
      "payment-details.viewed",
      "payment-details.viewed",
      "payout.approved",
    ]);
  });

  it("is also needed for any amount in another currency, which cannot be compared", async () => {
    const trader = await test.trader();
    await owner.post(`/api/admin/user/${trader.id}/stages`, {
      phase: "Evaluation",
      initialBalance: "1",
      currency: "BTC",
    });
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const id = await request(trader, { amount: "0.5" });
    expect((await desk(id)).needsSecondApproval).toBe(false);
    await setThreshold("500");
    expect((await desk(id)).needsSecondApproval).toBe(true);
    expect((await decide(owner, id)).json()).toMatchObject({ status: "pending", approvals: [{}] });
    expect((await decide(second, id)).json()).toMatchObject({ status: "approved" });
  });

  it("can be rejected by one administrator, which discards the first approval", async () => {
    await setThreshold("500");
    const id = await request(await traderWith());
    await decide(owner, id);
    expect((await decide(owner, id, "rejected")).json()).toMatchObject({
      status: "rejected",
      approvals: [],
    });
    // A reversal also requires two approvals; until then the request stays rejected.
    expect((await decide(owner, id)).json()).toMatchObject({ status: "rejected" });
    expect((await decide(second, id)).json()).toMatchObject({ status: "approved" });
    expect((await payout(id)).timeline.map(({ event }) => event)).toEqual([
      "requested",
      "approved-first",
      "rejected",
      "approved-first",
      "reversed",
    ]);
  });

  it("uses the amount that is configured at the time of each first approval", async () => {
    await setThreshold("500");
    const [raised, lowered] = [
      await request(await traderWith()),
      await request(await traderWith(), { amount: "400" }),
    ];
    await setThreshold("5000");
    expect((await decide(owner, raised)).json()).toMatchObject({ status: "approved" });
    await setThreshold("100");
    expect((await decide(owner, lowered)).json()).toMatchObject({ status: "pending" });
  });

  it("cannot be given by an API token", async () => {
    await setThreshold("500");
    const token = await test.token(["payouts:decide"]);
    const id = await request(await traderWith());
    expect((await decide(token, id)).statusCode).toBe(403);
    await decide(owner, id);
    expect((await decide(token, id)).statusCode).toBe(403);
    expect((await payout(id)).status).toBe("pending");
    expect((await decide(token, id, "rejected")).statusCode).toBe(200);
  });

  it("reports how many administrators may approve", async () => {
    const readDeciders = async () =>
      (await owner.get("/api/admin/settings/payouts")).json<{ deciders: number }>().deciders;
    const before = await readDeciders();
    await test.administrator("support");
    expect(await readDeciders()).toBe(before);
    await test.administrator("payouts");
    expect(await readDeciders()).toBe(before + 1);
  });

  it.each([
    ["revoked", (id: number) => owner.delete(`/api/admin/team/${id}`)],
    ["given another role", (id: number) => owner.patch(`/api/admin/team/${id}`, { role: "risk" })],
  ])("does not count once its administrator is %s", async (_what, remove) => {
    await setThreshold("500");
    const id = await request(await traderWith());
    const added = await owner.post("/api/admin/team", { name: "Former", role: "payouts" });
    const { id: formerId, key } = added.json<{ id: number; key: string }>();
    const former = test.visitor();
    await former.post("/api/admin/login", { accessKey: key });
    await decide(former, id);
    await remove(formerId);
    expect((await decide(owner, id)).json()).toMatchObject({
      status: "pending",
      approvals: [{ name: (await payout(id)).approvals[0]!.name }],
    });
    expect((await decide(second, id)).json()).toMatchObject({ status: "approved" });
  });

  it("counts once for concurrent calls of one administrator, and twice for two administrators", async () => {
    await setThreshold("500");
    const id = await request(await traderWith());
    const same = await Promise.all([1, 2, 3, 4].map(() => decide(owner, id)));
    expect(statuses(same)).toEqual({ 200: 1, 409: 3 });
    expect((await payout(id)).status).toBe("pending");

    const other = await request(await traderWith());
    const both = await Promise.all([decide(owner, other), decide(second, other)]);
    expect(statuses(both)).toEqual({ 200: 2 });
    expect(await payout(other)).toMatchObject({ status: "approved", approvals: [{}, {}] });
  });
});

describe("a status change that expects the status it replaces", () => {
  const patch = (who: Browser, id: number, body: object) =>
    who.patch(`/api/admin/user/${id}/account`, body);

  it("does not overwrite a change by another administrator", async () => {
    const { id } = await traderWith({ status: "active" });
    const change = { status: "under-review", expectedStatus: "active" };
    expect((await patch(owner, id, change)).statusCode).toBe(200);
    await patch(owner, id, { status: "breached", reason: "Trades against the news" });
    const undo = await patch(owner, id, { status: "active", expectedStatus: "under-review" });
    expect([undo.statusCode, undo.json()]).toMatchObject([
      409,
      {
        message: "The status has been changed to breached in the meantime",
        current: { status: "breached" },
      },
    ]);
    expect(undo.body).not.toContain("masterPassword");
  });
});
