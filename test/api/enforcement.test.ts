import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { settledProfit } from "../../src/business/rulebook/statement/settled-profit.rule.ts";
import { formatDecimal, storedCents } from "../../src/platform/money/money.ts";
import { rebuildAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import { actionsOf, answer, poll, requestAction } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { accountIdOf, startStage } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  tradeOf,
} from "../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
let bridge: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  bridge = await test.token(["actions:execute"]);
});
afterAll(() => test.close());

const none = {
  breachOpened: "none",
  breachConfirmed: "none",
  breachDismissed: "none",
  passConfirmed: "none",
  payoutPaid: "none",
};

const set = async (settings: object) => {
  const response = await owner.patch("/api/admin/settings/enforcement", { ...none, ...settings });
  expect(response.statusCode).toBe(200);
};

const at = "2026-03-02T10:00:00.000Z";
const pass = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
/** A breach while a position is open that no snapshot observed for an hour. */
const unobserved = {
  deals: tradeOf(1, "2026-03-02T08:00:00Z", at, "-6000.00"),
};

async function reviewed(records: object, rules: Rules = simpleRules) {
  const judged = await judgedTrader(test, rules);
  await feed(judged, records);
  return { judged, id: (await reviewsOf(judged))[0]!.id };
}

async function decide(id: number, decision: string, fields: object = {}) {
  const body = { decision, reason: "Checked", ...fields };
  const response = await owner.post(`/api/admin/reviews/${id}`, body);
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
}

/** Returns kinds and statuses in order. */
async function listed({ trader }: JudgedTrader) {
  return (await actionsOf(owner, trader.id)).map(({ kind, status }) => `${kind} ${status}`);
}

/** Executes the action of a trader that is due. */
async function execute({ trader }: JudgedTrader, status: "done" | "failed" = "done") {
  const due = (await poll(bridge)).find(({ userId }) => userId === trader.id)!;
  expect((await answer(bridge, due.id, status)).statusCode).toBe(200);
}

describe.each(transports)("the settings over $name", (transport) => {
  it("are none until an owner changes some of them", async () => {
    await set({});
    const get = () => transport.call(owner, "admin.settings.enforcement.get");
    expect((await get()).body).toEqual(none);
    const changed = { ...none, breachOpened: "automatic", payoutPaid: "propose" };
    const input = { breachOpened: "automatic", payoutPaid: "propose" };
    const answered = await transport.call(owner, "admin.settings.enforcement.set", input);
    expect([answered.body, (await get()).body]).toEqual([changed, changed]);
    const risk = await test.administrator("risk");
    expect((await transport.call(risk, "admin.settings.enforcement.set", input)).status).toBe(403);
    const wrong = { breachOpened: "perhaps" };
    expect((await transport.call(owner, "admin.settings.enforcement.set", wrong)).status).toBe(400);
    const [event] = (await owner.get("/api/admin/audit?action=enforcement-settings.changed")).json<
      object[]
    >();
    expect(event).toMatchObject({
      changes: { breachOpened: { from: "none", to: "automatic" } },
    });
  });
});

it("what the events would be about today is counted", async () => {
  const outlook = async () => {
    const response = await owner.query("admin.overview.enforcement");
    return response.json<{ result: { data: { json: Record<string, number> } } }>().result.data.json;
  };
  await set({ breachOpened: "automatic" });
  const before = await outlook();
  const more = async () => {
    const after = await outlook();
    const names = Object.keys(after).filter((name) => after[name] !== before[name]);
    return Object.fromEntries(names.map((name) => [name, after[name]! - before[name]!]));
  };
  const { judged } = await reviewed(breach);
  expect(await more()).toMatchObject({ breaches: 1, breachesCancellable: 1 });
  await execute(judged);
  await reviewed(pass);
  expect(await more()).toMatchObject({ breaches: 1, breachesDisabled: 1, passes: 1 });
});

describe("a breach that opens a review", () => {
  it.each([
    ["none", []],
    ["propose", ["disable_trading proposed"]],
    ["automatic", ["disable_trading pending"]],
  ])("with %s asks for %j", async (breachOpened, expected) => {
    await set({ breachOpened });
    const { judged, id } = await reviewed(breach);
    expect(await listed(judged)).toEqual(expected);
    const [action] = await actionsOf(owner, judged.trader.id);
    if (!action) return;
    expect(action).toMatchObject({
      cause: { kind: "review", id },
      requestedBy: "Rules",
      login: judged.login,
      stageId: judged.stageId,
    });
  });

  it("only proposes what the verdict did not observe, even with automatic", async () => {
    await set({ breachOpened: "automatic" });
    const { judged } = await reviewed(unobserved);
    const [review] = await reviewsOf(judged);
    expect(review!.verdict.grade).not.toBe("observed");
    expect(await listed(judged)).toEqual(["disable_trading proposed"]);
  });

  it("only proposes what a record contradicts, even if the breach was observed", async () => {
    await set({ breachOpened: "automatic" });
    const { judged } = await reviewed({
      snapshots: [snapshotAt("2026-03-02T09:00:00Z", "99000.00", "99000.00"), ...breach.snapshots],
    });
    const [review] = await reviewsOf(judged);
    expect(review!.verdict).toMatchObject({ findings: [{ code: "unexplained_balance" }] });
    expect(await listed(judged)).toEqual(["disable_trading proposed"]);
  });

  it("asks once, however often the verdict is computed", async () => {
    await set({ breachOpened: "automatic" });
    const { judged } = await reviewed(breach);
    await feed(judged, breach);
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] });
    await rebuildAccount(test.context, await accountIdOf(test, judged.trader.id));
    expect(await listed(judged)).toEqual(["disable_trading pending"]);
  });
});

describe("a confirmed breach", () => {
  it.each([
    ["none", []],
    ["propose", ["close_positions proposed", "disable_trading proposed"]],
    ["automatic", ["close_positions pending", "disable_trading pending"]],
  ])("with %s asks for %j", async (breachConfirmed, expected) => {
    await set({ breachConfirmed });
    const { judged, id } = await reviewed(breach);
    await decide(id, "confirm");
    expect(await listed(judged)).toEqual(expected);
  });
});

describe("a dismissed breach", () => {
  it.each(["propose", "automatic"])(
    "cancels what it has asked for with %s and no bridge has received, and enables nothing",
    async (breachOpened) => {
      await set({ breachOpened, breachDismissed: "automatic" });
      const { judged, id } = await reviewed(breach);
      await decide(id, "dismiss");
      expect(await listed(judged)).toEqual(["disable_trading cancelled"]);
    },
  );

  it("cancels even if the settings ask for nothing", async () => {
    await set({ breachOpened: "automatic" });
    const { judged, id } = await reviewed(breach);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual(["disable_trading cancelled"]);
  });

  it.each([
    ["propose", ["disable_trading done", "enable_trading proposed"]],
    ["automatic", ["disable_trading done", "enable_trading pending"]],
    ["none", ["disable_trading done"]],
  ])("with %s, after trading was disabled, leads to %j", async (breachDismissed, expected) => {
    await set({ breachOpened: "automatic", breachDismissed });
    const { judged, id } = await reviewed(breach);
    await execute(judged);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual(expected);
  });

  it("enables trading after a delivered action, which may yet be done", async () => {
    await set({ breachOpened: "automatic", breachDismissed: "automatic" });
    const { judged, id } = await reviewed(breach);
    await poll(bridge);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual(["disable_trading delivered", "enable_trading pending"]);
  });

  it("does not enable what is enabled, or was never disabled", async () => {
    await set({ breachOpened: "automatic", breachDismissed: "automatic" });
    const { judged, id } = await reviewed(breach);
    await execute(judged);
    await requestAction(owner, judged.trader.id, { kind: "enable_trading" });
    await execute(judged);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual(["disable_trading done", "enable_trading done"]);
    const failed = await reviewed(breach);
    await execute(failed.judged, "failed");
    await decide(failed.id, "dismiss");
    expect(await listed(failed.judged)).toEqual(["disable_trading failed"]);
  });

  it("knows what was done last, also if a late answer came after a retry", async () => {
    await set({ breachOpened: "automatic", breachDismissed: "automatic" });
    const { judged, id } = await reviewed(breach);
    await execute(judged, "failed");
    const [disabling] = await actionsOf(owner, judged.trader.id);
    await owner.post(`/api/admin/actions/${disabling!.id}/retry`, {});
    expect((await answer(bridge, disabling!.id, "done")).statusCode).toBe(200);
    test.clock.advance(1000);
    await requestAction(owner, judged.trader.id, { kind: "enable_trading" });
    await execute(judged);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual(["disable_trading done", "enable_trading done"]);
  });
});

describe("a confirmed pass", () => {
  const nextStage = { phase: "Phase 2", initialBalance: "100000" };

  it.each([
    ["no next stage", {}, []],
    [
      "a next stage with the same login",
      { nextStage },
      ["withdraw pending", "enable_trading pending"],
    ],
    ["a next stage with another login", { nextStage: { ...nextStage, login: "new-1" } }, []],
  ])(
    "with %s closes and disables the login; if it stays, its profit is withdrawn, and it is enabled",
    async (_case, fields, more) => {
      await set({ passConfirmed: "automatic" });
      const { judged, id } = await reviewed(pass);
      await decide(id, "confirm", fields);
      expect(await listed(judged)).toEqual([
        "close_positions pending",
        "disable_trading pending",
        ...more,
      ]);
      const actions = await actionsOf(owner, judged.trader.id);
      expect(new Set(actions.map(({ login }) => login))).toEqual(new Set([judged.login]));
      expect(actions.slice(0, 2).map(({ stageId }) => stageId)).toEqual(
        Array(2).fill(judged.stageId),
      );
    },
  );

  it("that is dismissed asks for nothing", async () => {
    await set({ passConfirmed: "automatic", breachDismissed: "automatic" });
    const { judged, id } = await reviewed(pass);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual([]);
  });
});

describe("a review of an earlier stage", () => {
  const automatic = {
    breachOpened: "automatic",
    breachConfirmed: "automatic",
    breachDismissed: "automatic",
    passConfirmed: "automatic",
  };

  /** Another stage has started when the records of the first one arrive. */
  async function reviewedLate(records: object) {
    await set(automatic);
    const judged = await judgedTrader(test);
    await startStage(owner, judged.trader.id, { startedAt: "2026-03-10T00:00:00Z" });
    await feed(judged, records);
    return { judged, id: (await reviewsOf(judged))[0]!.id };
  }

  const approve = async ({ trader }: JudgedTrader) => {
    const proposed = (await actionsOf(owner, trader.id)).at(-1)!;
    await owner.post(`/api/admin/actions/${proposed.id}/approve`, {});
  };

  it("only proposes what a breach asks for, even with automatic", async () => {
    const { judged, id } = await reviewedLate(breach);
    expect(await listed(judged)).toEqual(["disable_trading proposed"]);
    await decide(id, "confirm");
    // One of a kind is enough for a review.
    expect(await listed(judged)).toEqual(["disable_trading proposed", "close_positions proposed"]);
  });

  it("only proposes to enable trading after a dismissal", async () => {
    const { judged, id } = await reviewedLate(breach);
    await approve(judged);
    await execute(judged);
    await decide(id, "dismiss");
    expect(await listed(judged)).toEqual(["disable_trading done", "enable_trading proposed"]);
  });

  it("only proposes what a pass asks for", async () => {
    const { judged, id } = await reviewedLate(pass);
    await decide(id, "confirm");
    expect(await listed(judged)).toEqual(["close_positions proposed", "disable_trading proposed"]);
  });
});

describe("a payout that is marked as paid", () => {
  async function paid() {
    const judged = await judgedTrader(test, { ...simpleRules, payout: payoutRules });
    const { trader } = judged;
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await feed(judged, { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "142.86") });
    const sent = { amount: "100", paymentMethod: "paypal", paymentDetails: trader.email };
    const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
    await owner.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const run = (await owner.post("/api/admin/payments", { payoutIds: [id] })).json<{
      id: number;
      payments: { id: number }[];
    }>();
    await owner.get(`/api/admin/payments/${run.id}/export.csv`);
    const pay = () => owner.post(`/api/admin/payments/${run.id}/pay`, { reference: "WT-1" });
    expect([(await pay()).statusCode, (await pay()).statusCode]).toEqual([200, 200]);
    return { judged, run, paymentId: run.payments[0]!.id };
  }

  const payoutRules = {
    sharePercent: "70",
    firstAfterDays: 0,
    everyDays: 0,
    minimum: "0.00",
    minimumWinningDays: 0,
    winningDayMinimum: null,
    bestDayAtMostPercent: null,
    bufferAmount: "0.00",
  };

  it("withdraws the profit that it settles, once, and nothing when it is reversed", async () => {
    await set({ payoutPaid: "automatic" });
    const { judged, run, paymentId } = await paid();
    const wanted = {
      kind: "withdraw",
      amount: "142.86",
      status: "pending",
      cause: { kind: "payment", id: paymentId },
      requestedBy: "Rules",
    };
    expect(await actionsOf(owner, judged.trader.id)).toMatchObject([wanted]);
    await owner.post(`/api/admin/payments/${run.id}/reverse`, { paymentId, reason: "Returned" });
    expect(await actionsOf(owner, judged.trader.id)).toHaveLength(1);
  });

  it("withdraws nothing if the settings ask for nothing", async () => {
    await set({});
    expect(await listed((await paid()).judged)).toEqual([]);
  });

  it.each([
    ["100.00", "80", "125.00"],
    ["100.00", "70", "142.86"],
    ["0.01", "87.5", "0.01"],
    ["1.00", "66.67", "1.50"],
    ["100.00", "0", "100.00"],
    ["100.00", null, "100.00"],
  ])("of %s with a share of %s percent settles a profit of %s", (amount, share, profit) => {
    expect(formatDecimal(settledProfit(storedCents(amount), share))).toBe(profit);
  });
});

it("an event and its actions are stored together or not at all", async () => {
  await set({ breachConfirmed: "automatic" });
  const { judged, id } = await reviewed(breach);
  const { pool } = test.context.database;
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await pool.query("create trigger refused before insert on actions execute function refuse()");
  const failed = await owner.post(`/api/admin/reviews/${id}`, { decision: "confirm", reason: "x" });
  await pool.query("drop trigger refused on actions");
  expect(failed.statusCode).toBe(500);
  expect((await reviewsOf(judged))[0]).toMatchObject({ decision: null });
  expect(await listed(judged)).toEqual([]);
});
