import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentRunWithPayments } from "../../../src/business/money/payments/payments.schema.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { watchPlans } from "../../support/executed-plans.ts";
import { meetAtLock, queueAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { statuses } from "../../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

async function approved() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const sent = { amount: "25.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
  await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  return { id, traderId: trader.id };
}

const create = (id: number) => () => administrator.post("/api/admin/payments", { payoutIds: [id] });
const reject = (id: number) => () =>
  administrator.patch(`/api/admin/payouts/${id}`, { status: "rejected", adminNotes: "No" });
const pay = (id: number, reference: string) => () =>
  administrator.post(`/api/admin/payments/${id}/pay`, { reference });
const remove = (run: PaymentRunWithPayments) => () =>
  administrator.post(`/api/admin/payments/${run.id}/remove`, {
    paymentIds: run.payments.map(({ id }) => id),
  });
/** Creates a run of the request, and exports it. */
async function runOf(id: number): Promise<PaymentRunWithPayments> {
  const run = (await create(id)()).json<PaymentRunWithPayments>();
  await administrator.get(`/api/admin/payments/${run.id}/export.csv`);
  return run;
}

async function paidEvents(id: number) {
  const query = `payoutId=${id}&action=payment.paid`;
  return (await administrator.get(`/api/admin/audit?${query}`)).json<object[]>();
}

describe("two concurrent administrators", () => {
  it("create one run for a request", async () => {
    const { id, traderId } = await approved();
    const calls = Array.from({ length: 6 }, () => create(id));
    const responses = await meetAtLock(test, row("users", traderId), calls);
    expect(statuses(responses)).toEqual({ 201: 1, 409: 5 });
  });

  it("cannot store a request in two runs, which a database constraint ensures", async () => {
    const { id } = await approved();
    await runOf(id);
    const copy = `insert into payments (run_id, payout_id, amount, currency, payment_method, status)
      select run_id, payout_id, amount, currency, payment_method, 'open' from payments
      where payout_id = $1`;
    await expect(test.context.database.pool.query(copy, [id])).rejects.toThrow(
      /payments_live_payout_unique/,
    );
  });

  it("export a run without the request that is removed first", async () => {
    const run = await runOf((await approved()).id);
    const file = () => administrator.get(`/api/admin/payments/${run.id}/export.csv`);
    const calls = [remove(run), file];
    const [, exported] = await queueAtLock(test, row("payment_runs", run.id), calls);
    expect(exported!.body.trim().split("\r\n")).toHaveLength(1);
  });

  it("mark a request as paid once", async () => {
    const { id } = await approved();
    const { id: runId } = await runOf(id);
    const calls = ["A", "B", "C", "A", "B"].map((reference) => pay(runId, reference));
    const responses = await meetAtLock(test, row("payment_runs", runId), calls);
    // Calls with the reference of the first one succeed as its repetition.
    const { 200: done = 0, 409: refused = 0 } = statuses(responses);
    expect(done + refused).toBe(5);
    expect([1, 2]).toContain(done);
    expect(await paidEvents(id)).toHaveLength(1);
  });

  it("either remove a request from its run or pay it", async () => {
    const first = await approved();
    const one = await runOf(first.id);
    const paidFirst = [pay(one.id, "A"), remove(one)];
    const lost = await queueAtLock(test, row("payment_runs", one.id), paidFirst);
    expect(lost.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    const second = await approved();
    const other = await runOf(second.id);
    const removedFirst = [remove(other), pay(other.id, "A")];
    const kept = await queueAtLock(test, row("payment_runs", other.id), removedFirst);
    expect(kept.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    expect(await paidEvents(second.id)).toEqual([]);
  });
});

describe("a rejection concurrent with a payment", () => {
  it("fails if it is queued behind a new run, and excludes the request from a run queued behind it", async () => {
    const one = await approved();
    const behind = [create(one.id), reject(one.id)];
    const first = await queueAtLock(test, row("users", one.traderId), behind);
    expect(first.map(({ statusCode }) => statusCode)).toEqual([201, 409]);
    const other = await approved();
    const before = [reject(other.id), create(other.id)];
    const second = await queueAtLock(test, row("users", other.traderId), before);
    expect(second.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
  });

  it("fails while the request is being paid", async () => {
    const { id, traderId } = await approved();
    const run = await runOf(id);
    const calls = [pay(run.id, "A"), reject(id)];
    const responses = await queueAtLock(test, row("users", traderId), calls);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
  });
});

describe("a deletion concurrent with a payment", () => {
  const removeTrader = (traderId: number) => () =>
    administrator.send({
      method: "DELETE",
      url: `/api/admin/user/${traderId}`,
      payload: { expectedUnpaid: "25.00 USD" },
    });
  const outcomes = (responses: { statusCode: number }[]) =>
    responses.map(({ statusCode }) => statusCode);

  it("fails if a run is created between the confirmation and the deletion", async () => {
    const { id, traderId } = await approved();
    const calls = [create(id), removeTrader(traderId)];
    const responses = await queueAtLock(test, row("users", traderId), calls);
    expect(outcomes(responses)).toEqual([201, 409]);
    expect(responses[1]!.json()).toMatchObject({ reason: "open_payment" });
  });

  it("excludes the request from a run that is created behind it", async () => {
    const { id, traderId } = await approved();
    const calls = [removeTrader(traderId), create(id)];
    const responses = await queueAtLock(test, row("users", traderId), calls);
    expect(outcomes(responses)).toEqual([200, 404]);
  });

  it("fails if the request is rejected between the confirmation and the deletion", async () => {
    const { id, traderId } = await approved();
    const calls = [reject(id), removeTrader(traderId)];
    const responses = await queueAtLock(test, row("users", traderId), calls);
    expect(outcomes(responses)).toEqual([200, 409]);
    expect(responses[1]!.json()).toMatchObject({ reason: "unpaid_changed" });
  });

  it("fails or follows the payment, which is paid in any case", async () => {
    const { id, traderId } = await approved();
    const run = await runOf(id);
    const calls = [() => administrator.delete(`/api/admin/user/${traderId}`), pay(run.id, "A")];
    const responses = await queueAtLock(test, row("users", traderId), calls);
    expect(outcomes(responses)).toEqual([409, 200]);
  });
});

describe("marking a run as paid", () => {
  async function runOfMany(count: number) {
    const requests = [];
    for (let made = 0; made < count; made += 1) requests.push(await approved());
    const payoutIds = requests.map(({ id }) => id);
    const created = await administrator.post("/api/admin/payments", { payoutIds });
    const run = created.json<PaymentRunWithPayments>();
    await administrator.get(`/api/admin/payments/${run.id}/export.csv`);
    return { requests, run };
  }

  it("takes as many statements for five payments as for two", async () => {
    const [two, five] = [await runOfMany(2), await runOfMany(5)];
    const plans = watchPlans(test.context.database.pool);
    const writes = async (run: PaymentRunWithPayments) => {
      plans.take();
      const wanted = { reference: "A", notify: true };
      const paid = await administrator.post(`/api/admin/payments/${run.id}/pay`, wanted);
      expect(paid.json<PaymentRunWithPayments>().payments.map(({ status }) => status)).toEqual(
        run.payments.map(() => "paid"),
      );
      // Those of the app's own jobs run at any time.
      const texts = plans.take().map(({ text }) => text);
      return texts.filter(
        (text) => /payment|notices|pgboss|audit_events/.test(text) && !/webhook/.test(text),
      );
    };
    const ofTwo = await writes(two.run);
    expect(ofTwo.some((text) => text.includes("notices"))).toBe(true);
    expect(await writes(five.run)).toHaveLength(ofTwo.length);
    for (const { requests } of [two, five]) {
      for (const { id } of requests) expect(await paidEvents(id)).toHaveLength(1);
    }
  });

  it("records the events in the order of the audit log's chains", async () => {
    // Otherwise two runs could deadlock. The ids of at least two of 17 consecutive traders are in another order than their chains.
    const { requests, run } = await runOfMany(17);
    await pay(run.id, "A")();
    const { rows } = await test.context.database.pool.query<{ chain: number }>(
      "select chain from audit_events where action = 'payment.paid' and payout_id = any($1) order by id",
      [requests.map(({ id }) => id)],
    );
    const chains = rows.map(({ chain }) => chain);
    expect(chains).toHaveLength(17);
    expect(chains).toEqual(chains.toSorted((a, b) => a - b));
  });
});
