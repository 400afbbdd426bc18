import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WaitingFor } from "../../src/business/traders/waiting/waiting.schema.ts";
import { settleByTime } from "../../src/business/watch/waiting/settle-everyone.ts";
import { DAY, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { answer, finishAll, poll } from "../support/actions.ts";
import { appealText } from "../support/appeals.ts";
import { startApp, type TestAdministrator, type TestApp, type TestTrader } from "../support/app.ts";
import { accept, addAgreement, addIdentity, closeGates, openGates } from "../support/gates.ts";
import type { Wire } from "../support/records.ts";
import {
  addSource,
  allAre,
  offerProgramme,
  orderWhen,
  paid as paidOrder,
  sendSigned,
} from "../support/shops.ts";
import { transports } from "../support/transports.ts";
import {
  createRules,
  feed,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
} from "../support/verdicts.ts";

let test: TestApp;
let owner: TestAdministrator;
let bridge: Awaited<ReturnType<TestApp["token"]>>;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  bridge = await test.token(["actions:execute"]);
});
afterAll(() => test.close());

type Wait = Wire<WaitingFor>;

/** As its trader reads it, after comparing it with what administrators read. */
async function waitOf(trader: TestTrader): Promise<Wait> {
  const { waitingFor } = await trader.account();
  const { account, tradingAccount } = await owner.users.get({ id: trader.id });
  expect(account.waitingFor).toEqual(waitingFor);
  expect(tradingAccount.waitingFor).toEqual(account.waitingFor);
  return waitingFor;
}

const nothing = { kind: "nothing", since: null, actor: "nobody", about: null };

const paid = { paymentMethod: "paypal", paymentDetails: "o@example.com" } as const;

async function traderWithBalance(): Promise<TestTrader> {
  const trader = await test.trader();
  await owner.accounts.update({ id: trader.id, balance: "5000.00", payoutEnabled: true });
  return trader;
}

describe("what an account waits for", () => {
  it("is nothing at first, and the login of a stage that has none", async () => {
    const trader = await test.trader();
    expect(await waitOf(trader)).toMatchObject(nothing);
    const stage = { userId: trader.id, phase: "Phase 1", initialBalance: "5000.00" };
    const { id, startedAt } = await owner.stages.start(stage);
    expect(await waitOf(trader)).toMatchObject({
      kind: "platform",
      actor: "firm",
      since: startedAt,
      about: { kind: "stage", id },
    });
    const saved = await owner.accounts.update({ id: trader.id, login: `wait-${trader.id}` });
    expect(saved.waitingFor).toMatchObject(nothing);
  });

  it("is an action at the platform until it is done", async () => {
    const trader = await test.trader();
    await owner.accounts.update({ id: trader.id, login: `action-${trader.id}` });
    const { id, requestedAt } = await owner.actions.request({
      userId: trader.id,
      kind: "close_positions",
      reason: "Agreed",
    });
    const about = { kind: "action", id };
    expect(await waitOf(trader)).toMatchObject({
      kind: "platform",
      actor: "platform",
      since: requestedAt,
      about,
    });
    await finishAll(bridge);
    expect(await waitOf(trader)).toMatchObject(nothing);
  });

  it("is an action that has failed until it is cancelled", async () => {
    const trader = await test.trader();
    await owner.accounts.update({ id: trader.id, login: `failed-${trader.id}` });
    const { id } = await owner.actions.request({
      userId: trader.id,
      kind: "close_positions",
      reason: "Agreed",
    });
    await poll(bridge);
    await answer(bridge, id, "failed");
    const about = { kind: "action", id };
    expect(await waitOf(trader)).toMatchObject({ kind: "platform", actor: "platform", about });
    await owner.actions.cancel({ id });
    expect(await waitOf(trader)).toMatchObject(nothing);
  });

  it("is the decision on a payout request, then its payment", async () => {
    const trader = await traderWithBalance();
    const { id, createdAt } = await trader.payouts.request({ amount: "100.00", ...paid });
    const about = { kind: "payout", id };
    const since = createdAt;
    expect(await waitOf(trader)).toMatchObject({ kind: "review", actor: "firm", since, about });
    await owner.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    expect(await waitOf(trader)).toMatchObject({ kind: "payment", actor: "firm", about });
  });

  it("is a review before anything else but a dispute", async () => {
    const judged = await judgedTrader(test);
    const trader = judged.trader as TestTrader;
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
    const [review] = await reviewsOf(judged);
    const about = { kind: "review", id: review!.id };
    expect(await waitOf(trader)).toMatchObject({ kind: "review", actor: "firm", about });
    await owner.reviews.decide({ id: review!.id, decision: "dismiss", reason: "Checked" });
    expect(await waitOf(trader)).toMatchObject(nothing);
  });

  it("is a dispute, then a review or an appeal, then an order that is held", async () => {
    const shop = await addSource(owner, "json");
    const judged = await judgedTrader(test);
    const trader = judged.trader as TestTrader;
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
    const [review] = await reviewsOf(judged);
    const message = paidOrder({ email: trader.email, items: [{ product: "unknown" }] });
    const reference = message.order.id;
    const news = (type: string) => sendSigned(test, shop, { type, order: { id: reference } });
    await sendSigned(test, shop, message);
    const order = await orderWhen(owner, shop, reference, allAre("held"));
    expect(await waitOf(trader)).toMatchObject({ about: { kind: "review", id: review!.id } });

    await news("dispute.opened");
    await orderWhen(owner, shop, reference, ({ frozen }) => frozen);
    const aboutOrder = { kind: "order", id: order.id };
    expect(await waitOf(trader)).toMatchObject({
      kind: "payment",
      actor: "firm",
      about: aboutOrder,
    });
    await news("dispute.won");
    await orderWhen(owner, shop, reference, ({ frozen }) => !frozen);
    expect(await waitOf(trader)).toMatchObject({ kind: "review", about: { kind: "review" } });

    const other = await test.administrator();
    await other.reviews.decide({ id: review!.id, decision: "confirm", reason: "Checked" });
    const held = { kind: "review", actor: "firm", since: order.receivedAt, about: aboutOrder };
    expect(await waitOf(trader)).toMatchObject(held);
    const appeal = await trader.post(`/api/user/reviews/${review!.id}/appeal`, {
      text: appealText,
    });
    const { id: appealId } = appeal.json<{ id: number }>();
    expect(await waitOf(trader)).toMatchObject({
      kind: "review",
      actor: "firm",
      about: { kind: "appeal", id: appealId },
    });
    await owner.post(`/api/admin/appeals/${appealId}`, { decision: "deny", reason: "Checked" });
    expect(await waitOf(trader)).toMatchObject(held);
    await owner.post(`/api/admin/orders/${order.id}/dismiss`, { reason: "A test" });
    expect((await waitOf(trader)).about).not.toEqual(aboutOrder);
  });

  it("is no gate while a start waits for the time to appeal against a breach", async () => {
    const shop = await addSource(owner, "json");
    const rulesVersionId = await createRules(owner, simpleRules);
    const steps = [{ phase: "Funded", rulesVersionId, payoutEnabled: true }];
    await owner.post(`/api/admin/sources/${shop.id}/products`, {
      product: "funded",
      kind: "start",
      programmeVersionId: await offerProgramme(owner, { steps }),
      initialBalance: "100000.00",
    });
    const judged = await judgedTrader(test);
    const trader = judged.trader as TestTrader;
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
    const [review] = await reviewsOf(judged);
    await owner.reviews.decide({ id: review!.id, decision: "confirm", reason: "Checked" });
    await closeGates(owner, ["fundedStep"], { identity: true });
    const message = paidOrder({ email: trader.email, items: [{ product: "funded" }] });
    await sendSigned(test, shop, message);
    await orderWhen(owner, shop, message.order.id, allAre("queued"));
    expect((await waitOf(trader)).kind).not.toBe("identity");
    // Nothing can be appealed against without days for it, which holds with the answer to the change.
    await owner.settings.appeals.set({ days: 0 });
    expect((await waitOf(trader)).kind).toBe("identity");
    await owner.settings.appeals.set({ days: 14 });
    expect((await waitOf(trader)).kind).not.toBe("identity");

    test.clock.advance(15 * DAY);
    await settleByTime(test.context);
    const { rows } = await sql<{ kind: string }>`
      select kind from account_waits join trading_accounts on trading_accounts.id = account_id
      where user_id = ${trader.id}`.execute(test.context.database.kysely);
    expect(rows).toEqual([{ kind: "identity" }]);
    owner = await test.administrator();
    await openGates(owner);
    await orderWhen(owner, shop, message.order.id, allAre("started"));
  });

  it("is the identity, then the agreement that hold back a request, then its decision", async () => {
    const trader = await traderWithBalance();
    const agreement = await addAgreement(owner);
    await closeGates(owner, ["payoutApproval"], { identity: true, agreements: [agreement] });
    await trader.payouts.request({ amount: "100.00", ...paid });
    expect(await waitOf(trader)).toMatchObject({ kind: "identity", actor: "trader", about: null });
    await addIdentity(test, trader, { status: "submitted" });
    expect(await waitOf(trader)).toMatchObject({ kind: "identity", actor: "firm" });
    await addIdentity(test, trader, { status: "approved", expiresIn: 10 * MINUTE });
    const about = { kind: "agreement", id: agreement };
    expect(await waitOf(trader)).toMatchObject({ kind: "agreement", actor: "trader", about });
    await accept(trader, agreement);
    expect(await waitOf(trader)).toMatchObject({ kind: "review", actor: "firm" });
    const expiry = new Date(test.clock.now().getTime() + 10 * MINUTE).toISOString();
    test.clock.advance(11 * MINUTE);
    await settleByTime(test.context);
    const expired = await waitOf(trader);
    expect(expired).toMatchObject({ kind: "identity", actor: "trader" });
    expect(Math.abs(Date.parse(expired.since!) - Date.parse(expiry))).toBeLessThan(MINUTE);
    await openGates(owner);
    expect(await waitOf(trader)).toMatchObject({ kind: "review", actor: "firm" });
    await closeGates(owner, ["payoutApproval"], { agreements: [agreement] });
    expect((await waitOf(trader)).kind).toBe("review");
    await addAgreement(owner, agreement);
    expect(await waitOf(trader)).toMatchObject({ kind: "agreement", about });
    await owner.patch(`/api/admin/agreements/${agreement}`, { archived: true });
    expect((await waitOf(trader)).kind).toBe("review");
    await openGates(owner);
  });

  it("informs the trader once of what they have to do", async () => {
    const trader = await traderWithBalance();
    await closeGates(owner, ["payoutApproval"], { identity: true });
    const notices = async () =>
      (await trader.notices.list()).filter(({ kind }) => kind === "account-waiting");
    await trader.payouts.request({ amount: "100.00", ...paid });
    await trader.payouts.request({ amount: "50.00", ...paid });
    expect(await notices()).toHaveLength(1);
    await openGates(owner);
  });
});

describe.each(transports)("the list of what accounts wait for over $name", (transport) => {
  it("is in the order of their times, without those that wait for nothing", async () => {
    const first = await traderWithBalance();
    const second = await traderWithBalance();
    const idle = await test.trader();
    await first.payouts.request({ amount: "100.00", ...paid });
    test.clock.advance(1000);
    await second.payouts.request({ amount: "100.00", ...paid });
    const list = async (input: Record<string, unknown>) => {
      const { status, body } = await transport.call<{ userId: number; waitingFor: Wait }[]>(
        owner,
        "admin.waiting",
        input,
      );
      expect([status, body]).toEqual([200, expect.any(Array)]);
      return body;
    };
    const ids = (await list({ kind: "review", actor: "firm" })).map(({ userId }) => userId);
    expect(ids.slice(-2)).toEqual([first.id, second.id]);
    const all = await list({});
    expect(all.map(({ userId }) => userId)).not.toContain(idle.id);
    expect(all.map(({ waitingFor: { since } }) => since)).toEqual(
      all.map(({ waitingFor: { since } }) => since).toSorted(),
    );
    const found = all.find(({ userId }) => userId === first.id);
    expect(found).toEqual({
      userId: first.id,
      fullName: "Olivia Bennett",
      email: first.email,
      waitingFor: (await owner.users.get({ id: first.id })).account.waitingFor,
    });
  });

  it("filters the list of traders, and is counted for the dashboard", async () => {
    const trader = await test.trader();
    const stage = { userId: trader.id, phase: "Phase 1", initialBalance: "5000.00" };
    const { startedAt } = await owner.stages.start(stage);
    const found = await owner.users.list({ waitingFor: "platform", limit: 5 });
    expect(found[0]).toMatchObject({
      id: trader.id,
      tradingAccount: { waitingFor: { kind: "platform", since: startedAt } },
    });
    const { orders, identities } = await owner.overview.waiting();
    const none = { total: 0, exceedsTotal: false, oldest: null };
    // A job may still settle what other tests have changed.
    const differing = async () => {
      const { accounts } = await owner.overview.waiting();
      const { rows } = await sql<{ kind: "platform" | "identity" | "agreement"; count: number }>`
        select kind, (count(account_id))::int as count
        from unnest(array['platform', 'identity', 'agreement']) as kind
        left join account_waits using (kind) group by kind`.execute(test.context.database.kysely);
      return rows.filter(({ kind, count }) => accounts[kind].total !== count);
    };
    await expect.poll(differing).toEqual([]);
    expect((await owner.overview.waiting()).accounts.platform.total).toBeGreaterThan(0);
    expect(orders).toEqual(none);
    expect(identities.total).toBe(await countSubmitted());
  });
});

async function countSubmitted() {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identities where status = 'submitted'`.execute(
    test.context.database.kysely,
  );
  return rows[0]!.count;
}
