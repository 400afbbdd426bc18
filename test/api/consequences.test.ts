import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Payout } from "../../src/business/money/payouts/payout.schema.ts";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time/durations.rule.ts";
import { actionsOf, answer, finishAll, poll, requestAction } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { startStage } from "../support/records.ts";
import {
  createRules,
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  tradeOf,
  verdictOf,
} from "../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
let other: Browser;
let bridge: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  other = await test.administrator("risk");
  bridge = await test.token(["actions:execute"]);
});
afterAll(() => test.close());

const automatic = {
  breachOpened: "automatic",
  breachConfirmed: "automatic",
  breachDismissed: "automatic",
  passConfirmed: "automatic",
  payoutPaid: "automatic",
};

beforeEach(async () => {
  test.clock.advance(MINUTE);
  await finishAll(bridge);
  await sent(owner.patch("/api/admin/settings/enforcement", automatic));
});

const payoutRules = {
  sharePercent: "80",
  firstAfterDays: 0,
  everyDays: 0,
  minimum: "0.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

/** @throws Error unless the call succeeded */
async function sent<Body = unknown>(call: ReturnType<Browser["post"]>): Promise<Body> {
  const response = await call;
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<Body>();
}

const at = "2026-03-02T10:00:00.000Z";
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
const profitOf = (amount: string) => ({
  deals: tradeOf(1, "2026-03-02T09:00:00Z", at, amount),
});

/** Returns kinds, amounts and statuses in order. */
async function listed({ trader }: JudgedTrader): Promise<string[]> {
  const actions = await actionsOf(owner, trader.id);
  return actions.map(({ kind, amount, status }) =>
    [kind, amount, status].filter(Boolean).join(" "),
  );
}

async function nextOf({ trader }: JudgedTrader) {
  const due = (await poll(bridge)).find(({ userId }) => userId === trader.id);
  if (!due) throw new Error("no action is due");
  return due;
}

async function execute(judged: JudgedTrader, status: "done" | "failed" = "done") {
  const { id } = await nextOf(judged);
  await sent(answer(bridge, id, status));
  test.clock.advance(SECOND);
  return id;
}

const reviewOf = async (judged: JudgedTrader) => (await reviewsOf(judged))[0]!.id;

const decide = (id: number, decision: "confirm" | "dismiss", fields: object = {}) =>
  sent(owner.post(`/api/admin/reviews/${id}`, { decision, reason: "Checked", ...fields }));

const retry = async (id: number) =>
  (await owner.post(`/api/admin/actions/${id}/retry`, {})).statusCode;

describe("a breach whose appeal is granted", () => {
  async function confirmed() {
    const judged = await judgedTrader(test);
    await feed(judged, breach);
    await execute(judged);
    const review = await reviewOf(judged);
    await decide(review, "confirm");
    return { judged, review };
  }

  async function grant({ trader }: JudgedTrader, review: number) {
    const text = "The quote was a spike that no other platform had.";
    const { id } = await sent<{ id: number }>(
      trader.post(`/api/user/reviews/${review}/appeal`, { text }),
    );
    await sent(other.post(`/api/admin/appeals/${id}`, { decision: "grant", reason: "A spike" }));
  }

  it("leaves nothing waiting, and enables trading", async () => {
    const { judged, review } = await confirmed();
    expect(await listed(judged)).toEqual(["disable_trading done", "close_positions pending"]);
    await grant(judged, review);
    expect(await listed(judged)).toEqual([
      "disable_trading done",
      "close_positions cancelled",
      "enable_trading pending",
    ]);
    await execute(judged);
    expect(await poll(bridge)).toEqual([]);
  });

  it("cancels under every setting", async () => {
    const { judged, review } = await confirmed();
    await sent(owner.patch("/api/admin/settings/enforcement", { breachDismissed: "none" }));
    await grant(judged, review);
    expect(await listed(judged)).toEqual(["disable_trading done", "close_positions cancelled"]);
  });

  it("lets nothing be requested again that has failed, or fails later", async () => {
    const early = await confirmed();
    const failed = await execute(early.judged, "failed");
    await grant(early.judged, early.review);
    expect(await retry(failed)).toBe(409);
    await finishAll(bridge);
    const late = await confirmed();
    const { id } = await nextOf(late.judged);
    await grant(late.judged, late.review);
    await sent(answer(bridge, id, "failed"));
    const refused = await owner.post(`/api/admin/actions/${id}/retry`, {});
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        message:
          "This action can no longer be requested again. An appeal against the breach was granted.",
        current: { id, status: "failed" },
      },
    ]);
    expect(await listed(late.judged)).toEqual([
      "disable_trading done",
      "close_positions failed",
      "enable_trading pending",
    ]);
  });

  it("enables the login that the breach has disabled, whatever the account has by then", async () => {
    const { judged, review } = await confirmed();
    const account = `/api/admin/user/${judged.trader.id}/account`;
    await sent(owner.patch(account, { login: `${judged.login}-new` }));
    await grant(judged, review);
    const actions = await actionsOf(owner, judged.trader.id);
    expect(new Set(actions.map(({ login }) => login))).toEqual(new Set([judged.login]));
  });
});

describe("a confirmed breach", () => {
  it("asks at once for what was only proposed before", async () => {
    await sent(owner.patch("/api/admin/settings/enforcement", { breachOpened: "propose" }));
    const judged = await judgedTrader(test);
    await feed(judged, breach);
    await decide(await reviewOf(judged), "confirm");
    expect(await listed(judged)).toEqual([
      "disable_trading cancelled",
      "close_positions pending",
      "disable_trading pending",
    ]);
  });

  it("disables trading again if a person has enabled it since the review was opened", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, breach);
    await execute(judged);
    await requestAction(owner, judged.trader.id, { kind: "enable_trading" });
    await execute(judged);
    await decide(await reviewOf(judged), "confirm");
    expect((await listed(judged)).slice(2)).toEqual([
      "close_positions pending",
      "disable_trading pending",
    ]);
  });
});

describe("a pass", () => {
  const nextStage = { phase: "Phase 2", initialBalance: "100000" };

  it("that is confirmed after another stage has started with a new login is about the old one", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, profitOf("10000.00"));
    const account = `/api/admin/user/${judged.trader.id}/account`;
    await startStage(owner, judged.trader.id, { startedAt: "2026-03-10T00:00:00Z" });
    await sent(owner.patch(account, { login: `${judged.login}-new` }));
    await decide(await reviewOf(judged), "confirm");
    expect(await actionsOf(owner, judged.trader.id)).toMatchObject(
      ["close_positions", "disable_trading"].map((kind) => ({
        kind,
        status: "pending",
        login: judged.login,
        stageId: judged.stageId,
      })),
    );
  });

  it("that keeps the login brings its balance to the initial one, up or down", async () => {
    for (const [initialBalance, money] of [
      ["100000", "withdraw 10000.00"],
      ["110000", undefined],
      ["150000", "deposit 40000.00"],
    ]) {
      const judged = await judgedTrader(test);
      await feed(judged, profitOf("10000.00"));
      await decide(await reviewOf(judged), "confirm", {
        nextStage: { ...nextStage, initialBalance },
      });
      expect(await listed(judged)).toEqual([
        "close_positions pending",
        "disable_trading pending",
        ...(money ? [`${money} pending`] : []),
        "enable_trading pending",
      ]);
    }
  });
});

interface Run {
  id: number;
  payments: { id: number; payoutId: number }[];
}

/** A trader of a stage with this profit, of which they receive 80%. */
async function earning(profit: string): Promise<JudgedTrader> {
  const rules = { ...simpleRules, objectives: [], payout: payoutRules };
  const judged = await judgedTrader(test, rules);
  await feed(judged, profitOf(profit));
  await allowPayouts(judged);
  return judged;
}

const allowPayouts = ({ trader }: JudgedTrader) =>
  sent(owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true }));

async function approvedRequest({ trader }: JudgedTrader, amount: string): Promise<number> {
  const asked = { amount, paymentMethod: "paypal", paymentDetails: trader.email };
  const { id } = await sent<Payout>(trader.post("/api/user/payouts", asked));
  await approve(id);
  return id;
}

const approve = (id: number) =>
  sent(owner.patch(`/api/admin/payouts/${id}`, { status: "approved" }));

const reject = (id: number) =>
  sent(owner.patch(`/api/admin/payouts/${id}`, { status: "rejected", adminNotes: "A mistake" }));

/** Pays requests in a new run. @returns what takes the money back */
async function pay(...payoutIds: number[]) {
  const run = await sent<Run>(owner.post("/api/admin/payments", { payoutIds }));
  const paymentIds = run.payments.map(({ id }) => id);
  const paid = { reference: `WT-${run.id}`, paymentIds };
  await sent(owner.post(`/api/admin/payments/${run.id}/pay`, paid));
  // The same call again asks for nothing more.
  await sent(owner.post(`/api/admin/payments/${run.id}/pay`, paid));
  return () =>
    sent(
      owner.post(`/api/admin/payments/${run.id}/reverse`, {
        paymentId: paymentIds[0],
        reason: "Returned",
      }),
    );
}

describe("a paid request", () => {
  it("withdraws its profit once, however often its payment comes back and is made again", async () => {
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "8000");
    const comeBack = await pay(request);
    expect(await listed(judged)).toEqual(["withdraw 10000.00 pending"]);
    await comeBack();
    await (
      await pay(request)
    )();
    await execute(judged);
    await pay(request);
    expect(await listed(judged)).toEqual(["withdraw 10000.00 done"]);
  });

  it("withdraws again if the first withdrawal failed, which is then not requested again", async () => {
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "8000");
    const comeBack = await pay(request);
    const failed = await execute(judged, "failed");
    await comeBack();
    await pay(request);
    expect(await listed(judged)).toEqual(["withdraw 10000.00 failed", "withdraw 10000.00 pending"]);
    expect(await retry(failed)).toBe(409);
  });

  it("withdraws again if the first withdrawal was cancelled", async () => {
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "8000");
    const comeBack = await pay(request);
    const [first] = await actionsOf(owner, judged.trader.id);
    await sent(owner.post(`/api/admin/actions/${first!.id}/cancel`, {}));
    await comeBack();
    await pay(request);
    expect(await listed(judged)).toEqual([
      "withdraw 10000.00 cancelled",
      "withdraw 10000.00 pending",
    ]);
  });

  it("that is rejected after its payment came back withdraws nothing more", async () => {
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "8000");
    await (
      await pay(request)
    )();
    await reject(request);
    expect(await listed(judged)).toEqual(["withdraw 10000.00 cancelled"]);
  });

  it("that is rejected after the withdrawal proposes a deposit, which a new approval cancels", async () => {
    await sent(owner.patch("/api/admin/settings/enforcement", { payoutPaid: "automatic" }));
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "8000");
    const comeBack = await pay(request);
    await execute(judged);
    await comeBack();
    await sent(owner.patch("/api/admin/settings/enforcement", { payoutPaid: "none" }));
    await reject(request);
    const [withdrawal, deposit] = await actionsOf(owner, judged.trader.id);
    expect(deposit).toMatchObject({
      kind: "deposit",
      amount: "10000.00",
      status: "proposed",
      login: judged.login,
      requestedBy: "Rules",
      cause: withdrawal!.cause,
    });
    await approve(request);
    await reject(request);
    expect(await listed(judged)).toEqual([
      "withdraw 10000.00 done",
      "deposit 10000.00 cancelled",
      "deposit 10000.00 proposed",
    ]);
    await sent(owner.patch("/api/admin/settings/enforcement", { payoutPaid: "automatic" }));
    await approve(request);
    await pay(request);
    expect((await listed(judged)).filter((each) => !each.endsWith("cancelled"))).toEqual([
      "withdraw 10000.00 done",
    ]);
  });

  it("deposits nothing if the withdrawal fails after all", async () => {
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "8000");
    const comeBack = await pay(request);
    const { id } = await nextOf(judged);
    await comeBack();
    await reject(request);
    expect(await listed(judged)).toEqual([
      "withdraw 10000.00 delivered",
      "deposit 10000.00 proposed",
    ]);
    await sent(answer(bridge, id, "failed"));
    expect(await listed(judged)).toEqual([
      "withdraw 10000.00 failed",
      "deposit 10000.00 cancelled",
    ]);
    expect(await retry(id)).toBe(409);
  });

  it("only proposes what would leave less than the initial balance, also within one call", async () => {
    const judged = await earning("1000.00");
    await pay(await approvedRequest(judged, "800"), await approvedRequest(judged, "800"));
    expect(await listed(judged)).toEqual(["withdraw 1000.00 pending", "withdraw 1000.00 proposed"]);
  });

  it("counts a withdrawal once that the platform has executed and fed", async () => {
    const judged = await earning("2000.00");
    await pay(await approvedRequest(judged, "800"));
    await execute(judged);
    await feed(judged, {
      operations: [
        { ticket: "w1", time: "2026-03-03T10:00:00Z", kind: "withdrawal", amount: "-1000.00" },
      ],
    });
    await pay(await approvedRequest(judged, "800"));
    expect(await listed(judged)).toEqual(["withdraw 1000.00 done", "withdraw 1000.00 pending"]);
    await pay(await approvedRequest(judged, "0.01"));
    expect((await listed(judged)).at(-1)).toBe("withdraw 0.01 proposed");
  });

  it("of an earlier stage is withdrawn from the login of that stage", async () => {
    const judged = await earning("10000.00");
    const request = await approvedRequest(judged, "800");
    const account = `/api/admin/user/${judged.trader.id}/account`;
    await sent(owner.patch(`/api/admin/stages/${judged.stageId}`, { reason: "Over" }));
    await sent(owner.patch(account, { login: `${judged.login}-new` }));
    await startStage(owner, judged.trader.id);
    await pay(request);
    expect(await actionsOf(owner, judged.trader.id)).toMatchObject([
      { amount: "1000.00", status: "pending", login: judged.login, stageId: judged.stageId },
    ]);
  });

  it("of a stage without a login asks for nothing", async () => {
    const judged = await earning("10000.00");
    const account = `/api/admin/user/${judged.trader.id}/account`;
    await sent(owner.patch(account, { login: null }));
    await pay(await approvedRequest(judged, "800"));
    expect(await listed(judged)).toEqual([]);
  });
});

it("follows a pass to its end: the same login, its feed, a payout, its return, and paid again", async () => {
  const judged = await judgedTrader(test);
  await feed(judged, profitOf("10000.00"));
  const rules = { ...simpleRules, objectives: [], payout: payoutRules };
  const nextStage = {
    phase: "Funded",
    initialBalance: "100000.00",
    rulesVersionId: await createRules(owner, rules),
  };
  await decide(await reviewOf(judged), "confirm", { nextStage });
  expect(await listed(judged)).toEqual([
    "close_positions pending",
    "disable_trading pending",
    "withdraw 10000.00 pending",
    "enable_trading pending",
  ]);
  for (let index = 0; index < 4; index += 1) await execute(judged);

  const started = Date.parse(
    (await judged.trader.get("/api/user/stages")).json<{ startedAt: string }[]>()[0]!.startedAt,
  );
  test.clock.advance(HOUR);
  const after = (minutes: number) => new Date(started + minutes * MINUTE).toISOString();
  const booked = (ticket: string, time: string, amount: string) => ({
    operations: [{ ticket, time, kind: "withdrawal", amount }],
  });
  await feed(judged, booked("w1", after(1), "-10000.00"));
  await feed(judged, {
    deals: tradeOf(2, after(10), after(20), "2000.00"),
    snapshots: [snapshotAt(after(20), "102000.00", "102000.00")],
  });
  await allowPayouts(judged);
  const withdrawable = async () =>
    (await judged.trader.get("/api/user/payouts/readiness")).json<{ withdrawable: string }>()
      .withdrawable;
  expect(await withdrawable()).toBe("1600.00");

  const request = await approvedRequest(judged, "1600");
  expect(await withdrawable()).toBe("0.00");
  const comeBack = await pay(request);
  const { kind, amount, login } = await nextOf(judged);
  expect({ kind, amount, login }).toEqual({
    kind: "withdraw",
    amount: "2000.00",
    login: judged.login,
  });
  test.clock.advance(MINUTE);
  await execute(judged);
  await feed(judged, booked("w2", after(30), "-2000.00"));
  await comeBack();
  await pay(request);
  expect(await poll(bridge)).toEqual([]);
  expect(await withdrawable()).toBe("0.00");
  await feed(judged, { snapshots: [snapshotAt(after(40), "100000.00")] });
  expect(await verdictOf(judged)).toMatchObject({
    outcome: "in_progress",
    findings: [],
    // A withdrawal is no loss: the profit of the day still widens its limit.
    rules: [{ room: "7000.00" }],
  });
  expect((await judged.trader.get("/api/user/account")).json()).toMatchObject({
    balance: "100000.00",
  });
});

describe("a bridge that answers late or never", () => {
  const fail = (id: number, reason?: string) =>
    owner.post(`/api/admin/actions/${id}/fail`, { ...(reason && { reason }) });

  it("holds up an account until a person marks the action as failed, after a minute", async () => {
    const judged = await judgedTrader(test);
    test.clock.stop();
    const { id } = await requestAction(owner, judged.trader.id);
    expect((await fail(id, "Too early")).statusCode).toBe(409);
    await requestAction(owner, judged.trader.id, { kind: "disable_trading" });
    await poll(bridge);
    test.clock.advance(MINUTE - 1);
    const early = await fail(id, "Nothing happened");
    expect([early.statusCode, early.json()]).toMatchObject([409, { current: { id } }]);
    test.clock.advance(1);
    // A bridge that asks again, and never answers, does not begin another minute.
    expect(await nextOf(judged)).toMatchObject({ id, attempts: 2 });
    expect((await fail(id)).statusCode).toBe(400);
    const failed = await fail(id, "Nothing happened");
    expect([failed.statusCode, failed.json()]).toMatchObject([200, { id, status: "failed" }]);
    expect(await nextOf(judged)).toMatchObject({ kind: "disable_trading" });
    expect((await answer(bridge, id, "done")).statusCode).toBe(409);
    expect((await answer(bridge, id, "failed")).statusCode).toBe(200);
    expect((await fail(id, "Again")).statusCode).toBe(409);
    const [, disabling] = await actionsOf(owner, judged.trader.id);
    await sent(answer(bridge, disabling!.id, "done"));
    // After it was requested again, the minute begins anew.
    expect(await retry(id)).toBe(200);
    await poll(bridge);
    expect((await fail(id, "Impatient")).statusCode).toBe(409);
  });
});

describe("money that a person or a tool asks for", () => {
  const approveAs = (browser: Browser, id: number) =>
    browser.post(`/api/admin/actions/${id}/approve`, {});
  const newAction = async (by: Browser, kind: string) => {
    const { trader } = await judgedTrader(test);
    return requestAction(by, trader.id, { kind, amount: "500000.00" });
  };

  it.each(["deposit", "withdraw"])("(%s) is approved by another person", async (kind) => {
    const { id, status } = await newAction(owner, kind);
    expect(status).toBe("proposed");
    const own = await approveAs(owner, id);
    expect([own.statusCode, own.json<{ message: string }>().message]).toEqual([
      403,
      "You, or an API token that you created, asked for this, so another administrator must approve it",
    ]);
    const token = await test.token(["records:write"]);
    expect((await approveAs(token, id)).statusCode).toBe(403);
    expect((await approveAs(other, id)).json()).toMatchObject({ status: "pending" });
    expect((await approveAs(other, id)).statusCode).toBe(409);
  });

  it("asked for by a token is proposed, and not approved by a token", async () => {
    const token = await test.token(["records:write"]);
    const { id, status } = await newAction(token, "deposit");
    expect(status).toBe("proposed");
    expect((await approveAs(await test.token(["records:write"]), id)).statusCode).toBe(403);
    // The owner has created the token.
    expect((await approveAs(owner, id)).statusCode).toBe(403);
    expect((await approveAs(other, id)).statusCode).toBe(200);
  });
});
