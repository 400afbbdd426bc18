import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Finding } from "../../src/business/decisions/conduct/finding.schema.ts";
import type { Payout } from "../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../src/business/money/payouts/readiness.rule.ts";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { MINUTE } from "../../src/platform/time/durations.rule.ts";
import { actionsOf, answer, finishAll, poll } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { conductRule, deducting } from "../support/conducted.ts";
import type { Browser } from "../support/http.ts";
import type { Wire } from "../support/records.ts";
import { rounds } from "../support/rounds.ts";
import { feed, type JudgedTrader, judgedTrader, tradeOf } from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { general } from "../unit/business/rulebook/statement/statement.fixtures.ts";

let test: TestApp;
let anna: Browser;
let bob: Browser;
let bridge: Browser;
beforeAll(async () => {
  test = await startApp();
  anna = await test.administrator();
  bob = test.visitor();
  const accessKey = await createAdministrator(test.context, "Bob Hill", "owner");
  await bob.post("/api/admin/login", { accessKey });
  bridge = await test.token(["actions:execute"]);
  await anna.patch("/api/admin/settings/enforcement", { payoutPaid: "automatic" });
  await anna.patch("/api/admin/settings/payouts", { secondApprovalAbove: "400.00" });
});
afterAll(() => test.close());

const rules = {
  ...noRules,
  conduct: [conductRule("min_hold", deducting("50"))],
  payout: { ...general, firstAfterDays: 0, everyDays: 0, minimum: "0.00" },
};

/** What is known of a request, computed from the steps alone. Amounts are cents. */
interface KnownRequest {
  amount: number;
  status: "pending" | "approved" | "cancelled";
  approvedBy: ("anna" | "bob")[];
  payment: "none" | "paid" | "returned";
}

/** An independent model of one trader's money, in cents. */
interface Model {
  trades: { net: number; isShort: boolean; isWaived: boolean }[];
  requests: KnownRequest[];
  withdrawals: { request: number; amount: number; status: string }[];
}

interface Real {
  judged: JudgedTrader;
  ids: number[];
  /** By request, how the last payment is taken back. */
  returns: Map<number, () => Promise<unknown>>;
}

type Step = fc.AsyncCommand<Model, Real>;

const LIMIT = 40_000;
const INITIAL = 10_000_000;
const money = (cents: number) => (cents / 100).toFixed(2);
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const profitOf = ({ trades }: Model) => sumOf(trades.map(({ net }) => net));
const isStanding = ({ status }: { status: string }) => status !== "failed";

/** 80% of what is left after deductions, less what was approved. */
function withdrawableOf(model: Model): number {
  const deducted = model.trades.filter(
    ({ net, isShort, isWaived }) => net > 0 && isShort && !isWaived,
  );
  const left = profitOf(model) - sumOf(deducted.map(({ net }) => Math.round(net / 2)));
  const approved = model.requests.filter(({ status }) => status === "approved");
  return Math.max(
    0,
    Math.floor((Math.max(0, left) * 80) / 100) - sumOf(approved.map(({ amount }) => amount)),
  );
}

async function check(model: Model, { judged }: Real): Promise<void> {
  const response = await judged.trader.get("/api/user/payouts/readiness");
  const { withdrawable, statement } = response.json<Readiness>();
  expect(withdrawable).toBe(money(withdrawableOf(model)));
  const lines = statement!.lines.map(({ amount }) => Math.round(Number(amount) * 100));
  expect(money(sumOf(lines))).toBe(withdrawable);
  const requests = (await judged.trader.get("/api/user/payouts")).json<Wire<Payout>[]>();
  expect(requests.map(({ amount, status, payment }) => [amount, status, payment !== null])).toEqual(
    model.requests
      .map(({ amount, status, payment }) => [money(amount), status, payment === "paid"])
      .toReversed(),
  );
  const actions = await actionsOf(anna, judged.trader.id);
  expect(actions.map(({ kind, amount, status }) => [kind, amount, status])).toEqual(
    model.withdrawals.map(({ amount, status }) => ["withdraw", money(amount), status]),
  );
}

function step(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  isPossible: (model: Model) => boolean = () => true,
): Step {
  return {
    check: isPossible,
    run: async (model, real) => {
      await run(model, real);
      await check(model, real);
    },
    toString: () => name,
  };
}

const trade = (net: number, isShort: boolean) =>
  step(`trade ${net}${isShort ? " held shortly" : ""}`, async (model, { judged }) => {
    const count = model.trades.length;
    const from = Date.parse("2026-03-02T09:00:00Z") + count * 60 * MINUTE;
    const to = from + (isShort ? 30_000 : 30 * MINUTE);
    const [opened, closed] = [from, to].map((time) => new Date(time).toISOString());
    await feed(judged, { deals: tradeOf(count + 1, opened!, closed!, money(net)) });
    model.trades.push({ net, isShort, isWaived: false });
  });

const waive = () =>
  step(
    "waive the newest finding",
    async (model, { judged }) => {
      const index = model.trades.findLastIndex(isDeducted);
      const findings = (await judged.trader.get("/api/user/conduct")).json<Wire<Finding>[]>();
      const { id } = findings.find(({ key }) => key === `min_hold/0/${index + 1}`)!;
      const waived = await anna.post(`/api/admin/conduct/${id}/waive`, { reason: "It lagged" });
      expect(waived.json()).toMatchObject({ status: "waived", deduction: "0.00" });
      model.trades[index]!.isWaived = true;
    },
    ({ trades }) => trades.some(isDeducted),
  );

const isDeducted = ({ net, isShort, isWaived }: Model["trades"][number]) =>
  net > 0 && isShort && !isWaived;

const request = (amount: number) =>
  step(`request ${amount}`, async (model, { judged, ids }) => {
    const response = await judged.trader.post("/api/user/payouts", {
      amount: money(amount),
      paymentMethod: "paypal",
      paymentDetails: "o@example.com",
    });
    expect(response.json()).toMatchObject({
      status: "pending",
      stageId: judged.stageId,
      statement: { withdrawable: money(withdrawableOf(model)) },
    });
    ids.push(response.json<{ id: number }>().id);
    model.requests.push({ amount, status: "pending", approvedBy: [], payment: "none" });
  });

/** A step about one of the requests, chosen by a number. */
const onRequest = (
  name: string,
  which: number,
  run: (found: KnownRequest, id: number, model: Model, real: Real, index: number) => Promise<void>,
) =>
  step(
    `${name} ${which}`,
    async (model, real) => {
      const index = which % model.requests.length;
      await run(model.requests[index]!, real.ids[index]!, model, real, index);
    },
    ({ requests }) => requests.length > 0,
  );

const cancel = (which: number) =>
  onRequest("cancel", which, async (found, id, _, { judged }) => {
    const response = await judged.trader.delete(`/api/user/payouts/${id}`);
    expect(response.statusCode).toBe(found.status === "pending" ? 200 : 409);
    if (found.status === "pending") found.status = "cancelled";
  });

/** Needs two people above the limit, and always if it has once waited for the second. */
const approve = (which: number, by: "anna" | "bob") =>
  onRequest(`${by} approves`, which, async (found, id, { requests }) => {
    const response = await { anna, bob }[by].patch(`/api/admin/payouts/${id}`, {
      status: "approved",
    });
    if (found.status !== "pending" || found.approvedBy.includes(by)) {
      return expect(response.statusCode).toBe(409);
    }
    const unpaid = requests.filter(
      ({ status, payment }) => status === "approved" && payment !== "paid",
    );
    const total = sumOf(unpaid.map(({ amount }) => amount)) + found.amount;
    const needsTwo = total > LIMIT || found.approvedBy.length > 0;
    found.approvedBy.push(by);
    if (!needsTwo || found.approvedBy.length === 2) found.status = "approved";
    expect(response.json()).toMatchObject({ status: found.status });
  });

/** Withdraws the profit once a request, unless the withdrawal has failed. */
const pay = (which: number) =>
  onRequest("pay", which, async (found, id, model, { returns }, index) => {
    const created = await anna.post("/api/admin/payments", { payoutIds: [id] });
    if (found.status !== "approved" || found.payment === "paid") {
      return expect(created.statusCode).toBe(409);
    }
    const run = created.json<{ id: number; payments: { id: number }[] }>();
    const [paymentId] = run.payments.map((payment) => payment.id);
    const reference = `WT-${run.id}`;
    const url = `/api/admin/payments/${run.id}`;
    expect((await anna.post(`${url}/pay`, { reference, paymentIds: [paymentId] })).statusCode).toBe(
      200,
    );
    returns.set(index, () => anna.post(`${url}/reverse`, { paymentId, reason: "Returned" }));
    found.payment = "paid";
    const standing = model.withdrawals.filter(isStanding);
    if (standing.some((withdrawal) => withdrawal.request === index)) return;
    const amount = Math.round((found.amount * 100) / 80);
    const left = INITIAL + profitOf(model) - sumOf(standing.map((each) => each.amount)) - amount;
    model.withdrawals.push({
      request: index,
      amount,
      status: left < INITIAL ? "proposed" : "pending",
    });
  });

const takeBack = (which: number) =>
  onRequest("take back", which, async (found, _, __, { returns }, index) => {
    if (found.payment !== "paid") return;
    await returns.get(index)!();
    found.payment = "returned";
  });

/** A proposed action holds nothing back, and waits for a person. */
const execute = (status: "done" | "failed") =>
  step(`the bridge answers ${status}`, async ({ withdrawals }, { judged }) => {
    const due = (await poll(bridge)).filter(({ userId }) => userId === judged.trader.id);
    const next = withdrawals.find((withdrawal) => withdrawal.status === "pending");
    expect(due.map(({ amount }) => amount)).toEqual(next ? [money(next.amount)] : []);
    for (const { id } of due) await answer(bridge, id, status);
    if (next) next.status = status;
  });

it("after any sequence of events, both sides see the money of an independent model", async () => {
  const which = fc.nat(4);
  const amount = fc.constantFrom(1, 8_000, 20_000, 40_000, 40_001, 80_000);
  const steps = fc.commands(
    [
      fc
        .tuple(fc.constantFrom(100_000, 33_333, 1, -20_000, 50_001), fc.boolean())
        .map(([net, isShort]) => trade(net, isShort)),
      fc.constant(null).map(waive),
      amount.map(request),
      amount.map(request),
      which.map(cancel),
      fc
        .tuple(which, fc.constantFrom("anna" as const, "bob" as const))
        .map(([one, by]) => approve(one, by)),
      fc
        .tuple(which, fc.constantFrom("anna" as const, "bob" as const))
        .map(([one, by]) => approve(one, by)),
      which.map(pay),
      which.map(pay),
      which.map(takeBack),
      fc.constantFrom("done" as const, "failed" as const).map(execute),
    ],
    { maxCommands: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      await finishAll(bridge);
      const judged = await judgedTrader(test, rules);
      await anna.patch(`/api/admin/user/${judged.trader.id}/account`, { payoutEnabled: true });
      await fc.asyncModelRun(
        () => ({
          model: { trades: [], requests: [], withdrawals: [] },
          real: { judged, ids: [], returns: new Map() },
        }),
        commands,
      );
    }),
    rounds(8),
  );
});
