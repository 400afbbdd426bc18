import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  Payment,
  PaymentRunWithPayments,
  PaymentSummary,
} from "../../src/business/money/payments/payments.schema.ts";
import { nextTargetDay } from "../../src/business/money/payments/target-day.rule.ts";
import { startApp, type TestAdministrator, type TestApp, type TestTrader } from "../support/app.ts";
import { importDemo, startStage } from "../support/records.ts";

let test: TestApp;
let administrator: TestAdministrator;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const bank =
  "Bank Name: Commerzbank\nAccount Number: DE89 3704 0044 0532 0130 00\nSWIFT/BIC: COBADEFF";

/** The part of the OpenAPI document about an export. */
interface Documented {
  paths: Record<
    string,
    { get: { responses: { 200: { content: { "text/csv": { example: string } } } } } }
  >;
}

interface ApprovedRequest {
  trader: TestTrader;
  id: number;
}

/** Creates a trader with an approved request, which is in USD unless a stage has another currency. */
async function createApproved(
  sent: Partial<Parameters<TestTrader["payouts"]["request"]>[0]> = {},
  currency?: string,
): Promise<ApprovedRequest> {
  const trader = await test.trader();
  await administrator.accounts.update({ id: trader.id, payoutEnabled: true });
  if (currency !== undefined) await startFunded(trader, currency);
  const request = { amount: "100.10", paymentMethod: "bank", paymentDetails: bank } as const;
  const { id } = await trader.payouts.request({ ...request, ...sent });
  await administrator.payouts.decide({ id, status: "approved" });
  return { trader, id };
}

/** Starts a stage, whose currency is that of the trader's requests. */
async function startFunded(trader: { id: number }, currency: string) {
  const stage = { phase: "Funded", initialBalance: "10000", currency };
  await administrator.stages.start({ userId: trader.id, ...stage });
}

const send = (path: string, body?: object) =>
  administrator.post(`/api/admin/payments${path}`, body);
/** Exports the open payments, and marks those as paid. */
async function settle(runId: number, body: object) {
  await administrator.get(`/api/admin/payments/${runId}/export.csv`);
  return send(`/${runId}/pay`, body);
}
const runOf = (response: { json(): unknown }) => response.json() as PaymentRunWithPayments;

const run = (...requests: ApprovedRequest[]) =>
  administrator.payments.create({ payoutIds: requests.map(({ id }) => id) });

const setAccount = (name: string) =>
  administrator.patch("/api/admin/payments/account", {
    name,
    iban: "DE02 1203 0000 0000 2020 51",
    bic: null,
  });

const runIdOf = (changes: object) => (changes as { runId?: { to: number } }).runId?.to;

const decide = (id: number, status: string) =>
  administrator.patch(`/api/admin/payouts/${id}`, { status, adminNotes: "No" });

const payoutSeenBy = ({ trader, id }: ApprovedRequest) => trader.payouts.get({ id });

const paymentSeenBy = async (request: ApprovedRequest) => (await payoutSeenBy(request)).payment;

const events = async (query: string) =>
  (await administrator.get(`/api/admin/audit?${query}`)).json<
    { action: string; reason: string | null; changes: object; actorName: string | null }[]
  >();

describe("a payment run", () => {
  it("consists of approved requests, which are then no longer listed as unpaid", async () => {
    const one = await createApproved();
    const other = await createApproved({
      paymentMethod: "crypto",
      paymentDetails: "bc1q",
      amount: "7",
    });
    const unpaid = async () => (await administrator.payments.unpaid()).map(({ id }) => id);
    expect(await unpaid()).toEqual(expect.arrayContaining([one.id, other.id]));
    const created = await run(one, other);
    expect(created).toMatchObject({ open: 2, paid: 0, removed: 0, reversed: 0, closedAt: null });
    expect(created.totals).toEqual([
      { currency: "USD", paymentMethod: "bank", count: 1, amount: "100.10" },
      { currency: "USD", paymentMethod: "crypto", count: 1, amount: "7.00" },
    ]);
    const left = await unpaid();
    expect([left.includes(one.id), left.includes(other.id)]).toEqual([false, false]);
    const flagged = await createApproved({ paymentDetails: null });
    const page = await administrator.payments.unpaidPage({ limit: 100 });
    const ids = page.rows.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const unusual = {
      id: flagged.id,
      flags: [{ code: "above_balance" }, { code: "details_missing" }],
    };
    expect(page.rows.at(-1)).toMatchObject(unusual);
    expect((await run(flagged)).payments).toMatchObject([{ flags: unusual.flags }]);
    const [, newest] = await administrator.payments.list({ limit: 2 });
    expect(newest).toMatchObject({ id: created.id, open: 2 });
  });

  it("pays a request in the currency of the stage in which it was made", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await startStage(administrator, trader.id, { startedAt: "2026-01-05T00:00:00.000Z" });
    const body = { amount: "5", paymentMethod: "bank" } as const;
    const { id } = await trader.payouts.request(body);
    await startFunded(trader, "EUR");
    await decide(id, "approved");
    expect((await run({ trader, id })).totals).toMatchObject([{ currency: "USD" }]);
    expect(await trader.account()).toMatchObject({ currency: "EUR" });
    await trader.payouts.request(body);
    const listed = await trader.payouts.list();
    expect(listed.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
    const found = await administrator.payouts.get({ id });
    expect(found).toMatchObject({ currency: "USD", exceedsBalance: false });
    const desk = await administrator.payouts.desk({ id });
    expect(desk.flags?.map(({ code }) => code)).toContain("other_currency");
    expect(desk.sums).toMatchObject({ pending: "0.00", approved: "5.00", count: 2 });
  });

  it("is not created if a request is pending, in a run, paid or unknown", async () => {
    const { trader, id } = await createApproved();
    const { id: pending } = await trader.payouts.request({ amount: "5", paymentMethod: "bank" });
    const attempt = async (...payoutIds: number[]) => {
      const response = await send("", { payoutIds });
      return [response.statusCode, response.json<{ message: string }>().message];
    };
    expect(await attempt(id, pending)).toEqual([
      409,
      `Request #${pending} is pending, not approved`,
    ]);
    expect(await attempt(id, 2_000_000_000)).toEqual([404, "Payout request #2000000000 not found"]);
    expect((await send("", { payoutIds: [] })).statusCode).toBe(400);
    const created = await run({ trader, id });
    expect(await attempt(id)).toEqual([
      409,
      `Request #${id} is already in payment run #${created.id}`,
    ]);
    await settle(created.id, { reference: "WT-1" });
    expect(await attempt(id)).toEqual([
      409,
      `Request #${id} has been paid in payment run #${created.id}`,
    ]);
  });

  it("marks the request as paid for the trader, and sends a mail", async () => {
    const request = await createApproved();
    expect(await paymentSeenBy(request)).toBeNull();
    const { id } = await run(request);
    expect(await paymentSeenBy(request)).toBeNull();
    const paid = await settle(id, { reference: "WT-22015" });
    expect(runOf(paid)).toMatchObject({ open: 0, paid: 1 });
    expect(await paymentSeenBy(request)).toEqual({
      paidAt: expect.stringMatching(/Z$/) as string,
      reference: "WT-22015",
    });
    const [listed] = await request.trader.payouts.list();
    expect(listed).toMatchObject({ status: "approved", payment: { reference: "WT-22015" } });
    const mails = await test.mailsTo(request.trader.email, 2);
    const mail = mails.find(({ subject }) => subject === "Your payout was paid");
    expect(mail!.text).toContain(`#${request.id} for $100.10 was paid.`);
    expect(mail!.text).toContain("Reference: WT-22015");
    expect(mail!.text).not.toContain("DE89 3704");
    const { timeline } = await request.trader.payouts.get({ id: request.id });
    expect(timeline.at(-1)).toMatchObject({ event: "paid", status: "approved", note: "WT-22015" });
  });

  it("sends no mail if notify is false", async () => {
    const request = await createApproved();
    const { id } = await run(request);
    await settle(id, { reference: "Paid in 2019", notify: false });
    await test.visitor().post("/api/forgot-password", { email: request.trader.email });
    const subjects = (await test.mailsTo(request.trader.email, 2)).map(({ subject }) => subject);
    expect(subjects).not.toContain("Your payout was paid");
  });

  it("is marked as paid once: repeating the reference changes nothing, another one is rejected", async () => {
    const request = await createApproved();
    const { id, payments } = await run(request);
    const [{ id: paymentId }] = payments as [Payment];
    const first = runOf(await send(`/${id}/pay`, { reference: "A", paymentIds: [paymentId] }));
    const again = runOf(await send(`/${id}/pay`, { reference: "A", paymentIds: [paymentId] }));
    expect(again).toEqual(first);
    expect(runOf(await send(`/${id}/pay`, { reference: "A" }))).toEqual(first);
    const other = await send(`/${id}/pay`, { reference: "B", paymentIds: [paymentId] });
    expect([other.statusCode, other.json<{ message: string }>().message]).toEqual([
      409,
      `Request #${request.id} has already been paid, with the reference A`,
    ]);
    expect((await settle(id, { reference: "B" })).statusCode).toBe(409);
    expect(await events(`payoutId=${request.id}&action=payment.paid`)).toHaveLength(1);
  });

  it("can be paid in parts, releases a removed request, and closes only without open payments", async () => {
    const [one, other] = [await createApproved(), await createApproved()];
    const { id, payments } = await run(one, other);
    const [first, second] = payments as [Payment, Payment];
    await send(`/${id}/pay`, { reference: "A", paymentIds: [first.id] });
    const early = await send(`/${id}/close`);
    expect([early.statusCode, early.json<{ message: string }>().message]).toEqual([
      409,
      "1 payment is still open: mark it as paid or remove it from the run",
    ]);
    const refused = await send(`/${id}/remove`, { paymentIds: [first.id] });
    expect(refused.statusCode).toBe(409);
    const removed = runOf(await send(`/${id}/remove`, { paymentIds: [second.id] }));
    expect(removed).toMatchObject({ open: 0, paid: 1, removed: 1 });
    const repeated = await send(`/${id}/remove`, { paymentIds: [second.id] });
    expect([repeated.statusCode, runOf(repeated)]).toEqual([200, removed]);
    const paid = await send(`/${id}/pay`, { reference: "A", paymentIds: [second.id] });
    expect([paid.statusCode, paid.json<{ message: string }>().message]).toEqual([
      409,
      `Request #${other.id} was removed from the run`,
    ]);
    expect(runOf(await send(`/${id}/close`))).toMatchObject({
      closedAt: expect.any(String) as string,
    });
    expect((await send(`/${id}/close`)).statusCode).toBe(200);
    await run(other);
    expect((await send("/2000000000/close")).statusCode).toBe(404);
    const ofRun = async (action: string) =>
      (await events(`action=${action}`)).filter(({ changes }) => runIdOf(changes) === id);
    expect(await ofRun("payment-run.created")).toMatchObject([
      { changes: { payments: { to: 2 } } },
    ]);
    expect(await ofRun("payment-run.closed")).toMatchObject([{ changes: { paid: { to: 1 } } }]);
    expect(await ofRun("payment.removed")).toMatchObject([{ payoutId: other.id }]);
  });

  it("is not changed by a call about a payment of another run", async () => {
    const { id, payments } = await run(await createApproved());
    const [{ id: foreign }] = (await run(await createApproved())).payments as [Payment];
    const paymentIds = [payments[0]!.id, foreign];
    for (const [action, fields] of [
      ["pay", { reference: "A" }],
      ["remove", {}],
    ] as const) {
      const refused = await send(`/${id}/${action}`, { paymentIds, ...fields });
      expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
        404,
        `Payment run #${id} has no payment ${foreign}`,
      ]);
    }
    expect(runOf(await administrator.get(`/api/admin/payments/${id}`))).toMatchObject({
      open: 1,
      paid: 0,
      removed: 0,
    });
  });

  it("is listed as open until it is closed", async () => {
    const { id, payments } = await run(await createApproved());
    const listed = async (status: string) => {
      const found = (await administrator.get(`/api/admin/payments?status=${status}`)).json<
        { id: number }[]
      >();
      return found.some((each) => each.id === id);
    };
    const left = async () => {
      const summary = (
        await administrator.get("/api/admin/payments/summary")
      ).json<PaymentSummary>();
      const count = (totals: PaymentSummary["unpaid"]) =>
        totals.find((total) => total.currency === "USD" && total.paymentMethod === "bank")?.count ??
        0;
      const { openRuns, inOpenRuns, unpaid, oldestUnpaid, oldestOpenRun } = summary;
      expect([oldestUnpaid === null, oldestOpenRun === null]).toEqual([
        unpaid.length === 0,
        openRuns === 0,
      ]);
      return { openRuns, inOpenRuns: count(inOpenRuns), unpaid: count(unpaid) };
    };
    const before = await left();
    expect([await listed("open"), await listed("closed")]).toEqual([true, false]);
    await send(`/${id}/remove`, { paymentIds: payments.map((payment) => payment.id) });
    const settled = await left();
    await send(`/${id}/close`);
    expect([await listed("open"), await listed("closed")]).toEqual([false, true]);
    expect(await left()).toEqual(settled);
    expect(settled).toEqual({
      openRuns: before.openRuns - 1,
      inOpenRuns: before.inOpenRuns - 1,
      unpaid: before.unpaid + 1,
    });
  });

  it("shows the reversal of a payment to the trader until the request is paid again", async () => {
    const request = await createApproved();
    const first = await run(request);
    await settle(first.id, { reference: "A" });
    const reversal = { paymentId: first.payments[0]!.id, reason: "Returned" };
    await send(`/${first.id}/reverse`, reversal);
    const second = await run(request);
    expect((await payoutSeenBy(request)).reversal).toMatchObject({ reason: "Returned" });
    await settle(second.id, { reference: "B" });
    expect(await payoutSeenBy(request)).toMatchObject({
      payment: { reference: "B" },
      reversal: null,
    });
  });

  it("prevents the rejection of its requests until they are removed or their payment is reversed", async () => {
    const request = await createApproved();
    const { id, payments } = await run(request);
    const [{ id: paymentId }] = payments as [Payment];
    const inRun = await decide(request.id, "rejected");
    expect([inRun.statusCode, inRun.json<{ message: string }>().message]).toEqual([
      409,
      `This payout request is in payment run #${id}. Remove it from the run before rejecting it.`,
    ]);
    await settle(id, { reference: "A" });
    const paid = await decide(request.id, "rejected");
    expect(paid.json<{ message: string }>().message).toMatch(/Reverse the payment/);
    const blank = await send(`/${id}/reverse`, { paymentId, reason: " " });
    expect(blank.statusCode).toBe(400);
    await send(`/${id}/close`);
    const reversed = await send(`/${id}/reverse`, {
      paymentId,
      reason: "Returned by the bank",
    });
    expect(runOf(reversed)).toMatchObject({ paid: 0, reversed: 1, totals: [] });
    expect(await payoutSeenBy(request)).toMatchObject({
      payment: null,
      reversal: { reversedAt: expect.any(String) as string, reason: "Returned by the bank" },
    });
    const mails = await test.mailsTo(request.trader.email, 3);
    const subject = `The payment of your payout request #${request.id} was reversed`;
    const mail = mails.find((sent) => sent.subject === subject);
    expect(mail?.text).toContain("The reason is in your payout history.");
    const refused = await send(`/${id}/remove`, { paymentIds: [paymentId] });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringContaining("was paid and reversed, and stays in the run"),
    ]);
    expect((await send(`/${id}/reverse`, { paymentId, reason: "Twice" })).statusCode).toBe(409);
    expect((await decide(request.id, "rejected")).statusCode).toBe(200);
    expect((await payoutSeenBy(request)).reversal).toBeNull();
    const actions = await events(`payoutId=${request.id}`);
    expect(
      actions.map(({ action }) => action).filter((action) => action.startsWith("payment.")),
    ).toEqual(["payment.reversed", "payment.paid", "payment.added"]);
  });
});

describe("the currency of a request", () => {
  const seen = async ({ trader, id }: ApprovedRequest) => {
    const [own] = (await trader.get("/api/user/payouts")).json<{ currency: string }[]>();
    const found = await administrator.get(`/api/admin/payouts/${id}`);
    return [own!.currency, found.json<{ currency: string }>().currency];
  };
  const totals = async () => {
    const answer = await administrator.get("/api/admin/dashboard");
    return answer.json<{ payouts: object }>().payouts;
  };

  /** What was done with a request before its trader's first stage started. */
  const decisions: Record<string, (request: ApprovedRequest) => Promise<unknown>> = {
    approved: async () => {},
    rejected: ({ id }) => decide(id, "rejected"),
    "in a run": (request) => run(request),
    paid: async (request) => settle((await run(request)).id, { reference: "A" }),
    "paid, and the payment was reversed": async (request) => {
      const { id, payments } = await run(request);
      await settle(id, { reference: "A" });
      await send(`/${id}/reverse`, { paymentId: payments[0]!.id, reason: "Returned" });
    },
  };

  it.each(Object.keys(decisions))("is fixed once it is %s", async (decision) => {
    const request = await createApproved();
    await decisions[decision]!(request);
    const before = await totals();
    await startFunded(request.trader, "EUR");
    expect(await seen(request)).toEqual(["USD", "USD"]);
    expect(await totals()).toEqual(before);
    const account = await request.trader.get("/api/user/account");
    expect(account.json()).toMatchObject({ currency: "EUR" });
  });

  it("stays the same if a request is rejected, approved again and paid", async () => {
    const request = await createApproved();
    await startFunded(request.trader, "EUR");
    await decide(request.id, "rejected");
    await decide(request.id, "approved");
    expect((await run(request)).totals).toMatchObject([{ currency: "USD", amount: "100.10" }]);
    const path = `/api/admin/user/${request.trader.id}/certificates/sources`;
    const certifiable = (await administrator.get(path)).json<{ name: string }[]>();
    expect(certifiable).toMatchObject([{ name: "Payout of $100.10" }]);
  });

  it("is not changed by a stage that an imported statement starts", async () => {
    const request = await createApproved();
    await importDemo(administrator, request.trader.id, { currency: "EUR" });
    expect((await request.trader.get("/api/user/account")).json()).toMatchObject({
      currency: "EUR",
    });
    expect(await seen(request)).toEqual(["USD", "USD"]);
  });

  it("follows the first stage until the decision, which is refused if the administrator saw another one", async () => {
    const request = await createApproved();
    const body = { amount: "7", paymentMethod: "paypal" };
    const { id } = (await request.trader.post("/api/user/payouts", body)).json<{ id: number }>();
    await startFunded(request.trader, "EUR");
    const approve = (expectedCurrency: string) =>
      administrator.patch(`/api/admin/payouts/${id}`, { status: "approved", expectedCurrency });
    const refused = await approve("USD");
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        message: "This payout request is now for 7.00 EUR, because a stage in EUR was started",
        current: { status: "pending", currency: "EUR" },
      },
    ]);
    expect((await approve("EUR")).json()).toMatchObject({ status: "approved", currency: "EUR" });
  });
});

describe("the exports of a run", () => {
  it("consist of a CSV file with the details as they were given, and a SEPA file of the payments that it can contain", async () => {
    const request = await createApproved({ amount: "1250.50" }, "EUR");
    const crypto = await createApproved({
      paymentMethod: "crypto",
      paymentDetails: "=cmd|' /C calc'!A0",
    });
    const { id, exports, payments } = await run(request, crypto);
    expect(exports).toEqual([]);
    const refused = await administrator.get(`/api/admin/payments/${id}/export.xml`);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      "Set the firm's payment account before you export for SEPA",
    ]);
    const account = {
      name: "Propdesk GmbH",
      iban: "DE02 1203 0000 0000 2020 51",
      bic: "BYLADEM1001",
    };
    const set = await administrator.patch("/api/admin/payments/account", account);
    expect(set.json()).toMatchObject({ iban: "DE02120300000000202051" });
    const invalid = { ...account, iban: "DE02120300000000202052" };
    expect((await administrator.patch("/api/admin/payments/account", invalid)).statusCode).toBe(
      400,
    );
    const xml = await administrator.get(`/api/admin/payments/${id}/export.xml`);
    expect(xml.statusCode).toBe(200);
    expect(xml.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(xml.body).toContain("<NbOfTxs>1</NbOfTxs>");
    expect(xml.body).toContain("<IBAN>DE89370400440532013000</IBAN>");
    expect(xml.body).toContain("<CtrlSum>1250.50</CtrlSum>");
    const csv = await administrator.get(`/api/admin/payments/${id}/export.csv`);
    expect(csv.body).toContain("DE89 3704 0044 0532 0130 00");
    const { paths } = (await administrator.get("/api/openapi.json")).json<Documented>();
    const { content } = paths["/admin/payments/{id}/export.csv"]!.get.responses[200];
    const headingsOf = (text: string) => text.replace("\uFEFF", "").split("\r\n", 1);
    expect(headingsOf(content["text/csv"].example)).toEqual(headingsOf(csv.body));
    expect(csv.body).toContain(",=cmd|' /C calc'!A0\r\n");
    // The SEPA file contains one of these payments already.
    expect(csv.headers["content-disposition"]).toBe(
      `attachment; filename="payment-run-${id}-exported-again.csv"`,
    );
    const seen = runOf(await administrator.get(`/api/admin/payments/${id}`));
    expect(seen.payments.map(({ sepaExclusion }) => sepaExclusion)).toEqual([
      null,
      "Not a bank transfer",
    ]);
    expect(JSON.stringify(seen)).not.toContain("DE89");
    const [sendable, cash] = payments.map((payment) => payment.id);
    const exported = { at: expect.stringMatching(/Z$/) as string, by: "Test administrator" };
    expect(seen.exports).toEqual([
      { ...exported, kind: "csv", paymentIds: [sendable, cash] },
      { ...exported, kind: "sepa", paymentIds: [sendable] },
    ]);
    const other = await run(await createApproved());
    expect(other.exports).toEqual([]);
    const recorded = (await events("action=payment-run.exported")).filter(
      ({ changes }) => runIdOf(changes) === id,
    );
    expect(recorded.map(({ changes }) => changes)).toMatchObject([
      { format: { to: "csv" }, payments: { to: 2 } },
      { format: { to: "sepa" }, payments: { to: 1 } },
    ]);
    expect(JSON.stringify(recorded)).not.toContain("DE89");
  });

  it("settle what the last file contains; what it left out must be named", async () => {
    await setAccount("Propdesk GmbH");
    const bankTransfer = await createApproved({ amount: "11.11" }, "EUR");
    const crypto = await createApproved({ paymentMethod: "crypto", paymentDetails: "bc1q" });
    const { id, payments } = await run(bankTransfer, crypto);
    const [sent, left] = payments.map((payment) => payment.id) as [number, number];
    const pay = (body: object) => send(`/${id}/pay`, { reference: "WT-1", ...body });
    const refusal = async () => {
      const refused = await pay({});
      return [refused.statusCode, refused.json<object>()];
    };
    expect(await refusal()).toMatchObject([400, { exported: [], leftOut: [sent, left] }]);
    await administrator.get(`/api/admin/payments/${id}/export.csv`);
    await administrator.get(`/api/admin/payments/${id}/export.xml`);
    expect(await refusal()).toMatchObject([
      400,
      {
        message: "The last export left out 1 payment of this run, so name those that were made",
        exported: [sent],
        leftOut: [left],
      },
    ]);
    expect(await paymentSeenBy(crypto)).toBeNull();
    expect(runOf(await pay({ paymentIds: [sent] }))).toMatchObject({ open: 1, paid: 1 });
    expect(await refusal()).toMatchObject([400, { exported: [], leftOut: [left] }]);
    await administrator.get(`/api/admin/payments/${id}/export.csv`);
    expect(runOf(await pay({}))).toMatchObject({ open: 0, paid: 2 });
  });

  it("say in their name that a payment was exported before without having been paid since", async () => {
    const requests = [await createApproved(), await createApproved()] as const;
    const { id, payments } = await run(...requests);
    const nameOf = async (runId: number) => {
      const { headers } = await administrator.get(`/api/admin/payments/${runId}/export.csv`);
      return /filename="([^"]+)"/.exec(String(headers["content-disposition"]))![1];
    };
    expect(await nameOf(id)).toBe(`payment-run-${id}.csv`);
    expect(await nameOf(id)).toBe(`payment-run-${id}-exported-again.csv`);
    // A request that is removed and put into another run is still in the first file.
    await send(`/${id}/remove`, { paymentIds: [payments[1]!.id] });
    const next = await run(requests[1]);
    expect(next.payments[0]!.exportedAt).toBeTypeOf("string");
    expect(await nameOf(next.id)).toBe(`payment-run-${next.id}-exported-again.csv`);
    // What the bank has returned is paid again on purpose.
    test.clock.advance(1000);
    await send(`/${id}/pay`, { reference: "A" });
    await send(`/${id}/reverse`, { paymentId: payments[0]!.id, reason: "Returned" });
    const again = await run(requests[0]);
    expect(again.payments[0]!.exportedAt).toBeNull();
    expect(await nameOf(again.id)).toBe(`payment-run-${again.id}.csv`);
  });

  it("contain only open payments, so that a second export pays nothing twice", async () => {
    const account = { name: "Propdesk GmbH", iban: "DE02 1203 0000 0000 2020 51", bic: null };
    expect((await administrator.patch("/api/admin/payments/account", account)).statusCode).toBe(
      200,
    );
    const requests = [
      await createApproved({ amount: "11.11" }, "EUR"),
      await createApproved({ amount: "22.22" }, "EUR"),
    ];
    const others = [
      await createApproved({ amount: "33.33" }, "EUR"),
      await createApproved({ amount: "44.44" }, "EUR"),
    ];
    const { id, payments } = await run(...requests, ...others);
    const [first, second, third, fourth] = payments as [Payment, Payment, Payment, Payment];
    await send(`/${id}/pay`, { reference: "A", paymentIds: [first.id, fourth.id] });
    await send(`/${id}/remove`, { paymentIds: [third.id] });
    await send(`/${id}/reverse`, { paymentId: fourth.id, reason: "Returned" });
    const sepa = () => administrator.get(`/api/admin/payments/${id}/export.xml`);
    expect((await sepa()).body).toContain("<CtrlSum>22.22</CtrlSum>");
    const csv = await administrator.get(`/api/admin/payments/${id}/export.csv`);
    const rows = csv.body.trim().split("\r\n").slice(1);
    expect(rows.map((row) => Number(row.split(",")[0]))).toEqual([second.id]);
    await settle(id, { reference: "B" });
    expect((await sepa()).statusCode).toBe(409);
    const empty = await administrator.get(`/api/admin/payments/${id}/export.csv`);
    expect([empty.statusCode, empty.json<{ message: string }>().message]).toEqual([
      409,
      "This payment run has no open payments",
    ]);
  });

  it("have one message id for the same SEPA file, and another for any other content", async () => {
    const requests = [
      await createApproved({ amount: "11.11" }, "EUR"),
      await createApproved({ amount: "22.22" }, "EUR"),
    ];
    const { id, payments } = await run(...requests);
    const idOf = async (query = "") => {
      const { body } = await administrator.get(`/api/admin/payments/${id}/export.xml${query}`);
      return /<MsgId>(PR[0-9A-F]{32})<\/MsgId>/.exec(body)![1]!;
    };
    await setAccount("First GmbH");
    const first = await idOf();
    expect(await idOf()).toBe(first);
    await setAccount("Second GmbH");
    const second = await idOf();
    test.clock.advance(1000);
    await setAccount("First GmbH");
    expect(await idOf()).toBe(first);
    await setAccount("Second GmbH");
    const tomorrow = await idOf("?executionDate=9999-12-30");
    await send(`/${id}/remove`, { paymentIds: [payments[0]!.id] });
    const third = await idOf();
    expect(new Set([first, second, tomorrow, third]).size).toBe(4);
  });

  it("are to be executed on the chosen day, from today in the firm's zone on", async () => {
    const { id } = await run(await createApproved({ amount: "11.11" }, "EUR"));
    await setAccount("Propdesk GmbH");
    const day = async (query: string) => {
      const response = await administrator.get(`/api/admin/payments/${id}/export.xml${query}`);
      if (response.statusCode !== 200) return response.json<{ message: string }>().message;
      return /<Dt>(.*)<\/Dt>/.exec(response.body)![1];
    };
    // At any time, it is another day than in UTC in at least one of these zones.
    for (const timeZone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
      await administrator.patch("/api/admin/settings/firm", { timeZone });
      const today = () => new Intl.DateTimeFormat("en-CA", { timeZone }).format(test.clock.now());
      const before = today();
      const chosen = await day("");
      expect([before, today()].map(nextTargetDay)).toContain(chosen);
    }
    await administrator.patch("/api/admin/settings/firm", { timeZone: "UTC" });
    expect(await day("?executionDate=9999-12-30")).toBe("9999-12-30");
    expect(await day("?executionDate=2026-01-15")).toMatch(
      /^executionDate must be today \(\d{4}-\d\d-\d\d\) or a later day$/,
    );
    expect(await day("?executionDate=2098-12-25")).toBe(
      "Banks settle no SEPA transfers on 2098-12-25. The next possible day is 2098-12-29.",
    );
    expect(await day("?executionDate=soon")).toBe("executionDate must be a day such as 2026-03-02");
  });

  it("debit an account whose changes are in the audit log", async () => {
    const set = (name: string) => {
      const account = { name, iban: "DE02 1203 0000 0000 2020 51", bic: null };
      return administrator.patch("/api/admin/payments/account", account);
    };
    await set("First GmbH");
    await set("Second GmbH");
    await set("Second GmbH");
    const [newest, before] = await events("action=payment-account.changed&limit=2");
    expect(newest!.changes).toEqual({ name: { from: "First GmbH", to: "Second GmbH" } });
    expect(before!.changes).toMatchObject({ name: { to: "First GmbH" } });
  });

  it.each([
    ["Εταιρία Αθηνών", 200, undefined],
    ["株式会社 Trading", 200, undefined],
    ["株式会社", 400, "The account holder must contain Latin letters"],
    ["123", 400, "The account holder must contain Latin letters"],
  ])(
    "debit an account whose holder has letters that SEPA can spell: %s",
    async (name, statusCode, message) => {
      const account = { name, iban: "DE02 1203 0000 0000 2020 51", bic: null };
      const response = await administrator.patch("/api/admin/payments/account", account);
      expect(response.statusCode).toBe(statusCode);
      expect(response.json<{ message?: string }>().message).toBe(message);
    },
  );
});

describe("payment details", () => {
  it("are encrypted at rest, bound to their request, and readable by their owner", async () => {
    const { trader, id } = await createApproved();
    const { rows } = await test.context.database.pool.query<Record<string, unknown>>(
      "select * from payout_requests where id = $1",
      [id],
    );
    expect(rows[0]!.sealed_details).toMatch(/^v1\./);
    expect(JSON.stringify(rows)).not.toContain("DE89 3704");
    const [own] = (await trader.get("/api/user/payouts")).json<{ paymentDetails: string }[]>();
    expect(own!.paymentDetails).toBe(bank);
    const another = await createApproved();
    await test.context.database.pool.query(
      `update payout_requests set sealed_details = (select sealed_details from payout_requests where id = $1)
       where id = $2`,
      [id, another.id],
    );
    expect((await another.trader.get("/api/user/payouts")).statusCode).toBe(500);
    await test.context.database.pool.query(
      "update payout_requests set sealed_details = null where id = $1",
      [another.id],
    );
  });

  it("are in no list, and every view by an administrator is recorded", async () => {
    const { id } = await createApproved();
    const page = await administrator.query("admin.payouts.page", {});
    expect(page.body).not.toContain("DE89 3704");
    const viewed = () => events(`payoutId=${id}&action=payment-details.viewed`);
    expect(await viewed()).toHaveLength(0);
    const read = await administrator.get(`/api/admin/payouts/${id}`);
    expect(read.json()).toMatchObject({ paymentDetails: bank });
    expect(await viewed()).toHaveLength(1);
    expect((await decide(id, "approved")).statusCode).toBe(409);
    expect(await viewed()).toHaveLength(2);
    const before = (await events("action=payment-details.listed")).length;
    await administrator.get("/api/admin/payouts?limit=1");
    expect(await events("action=payment-details.listed")).toHaveLength(before + 1);
  });

  it("are hidden from roles that cannot decide, and views by API tokens are recorded under their label", async () => {
    const { id } = await createApproved();
    const supporter = await test.administrator("support");
    const seen = await supporter.get(`/api/admin/payouts/${id}`);
    expect(seen.json()).toMatchObject({ paymentDetails: null });
    expect((await supporter.get("/api/admin/payouts")).body).not.toContain("DE89 3704");
    for (const path of [`/api/admin/payments/1/export.csv`, `/api/admin/payments/1/export.xml`]) {
      expect((await supporter.get(path)).statusCode).toBe(403);
    }
    const decider = await test.token(["payouts:decide"]);
    const repeated = await decider.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    expect([repeated.statusCode, repeated.json()]).toMatchObject([
      409,
      { current: { paymentDetails: null } },
    ]);
    const tool = await test.token(["payouts:read"], { label: "Reader" });
    expect((await tool.get(`/api/admin/payouts/${id}`)).json()).toMatchObject({
      paymentDetails: bank,
    });
    const [viewed] = await events(`payoutId=${id}&action=payment-details.viewed`);
    expect(viewed).toMatchObject({ actorName: "Reader" });
  });
});

describe("the ledger", () => {
  it("keeps approved and paid amounts of a deleted trader without personal data", async () => {
    const amounts = async () =>
      (await administrator.query("admin.dashboard")).json<{
        result: { data: { json: { payouts: { amount: string; byStatus: { approved: object } } } } };
      }>().result.data.json.payouts;
    const [paid, unpaid] = [
      await createApproved({ amount: "50" }),
      await createApproved({ amount: "25" }),
    ];
    const { id } = await run(paid);
    await settle(id, { reference: "For Olivia" });
    await startFunded(unpaid.trader, "EUR");
    const before = await amounts();
    for (const { trader } of [paid, unpaid]) {
      expect((await administrator.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
    }
    const after = await amounts();
    expect(after.amount).toBe(before.amount);
    expect(after.byStatus.approved).toMatchObject({
      amount: (before.byStatus.approved as { amount: string }).amount,
    });
    const { rows } = await test.context.database.pool.query<object>(
      "select amount, currency, status, paid_on is not null as paid from payout_ledger order by id",
    );
    expect(rows).toEqual([
      { amount: "50.00", currency: "USD", status: "paid", paid: true },
      { amount: "25.00", currency: "USD", status: "approved", paid: false },
    ]);
    const seen = runOf(await administrator.get(`/api/admin/payments/${id}`));
    expect(seen.payments).toMatchObject([
      { amount: "50.00", status: "paid", payoutId: null, user: null, reference: null },
    ]);
  });

  it("is updated by a payment that is marked as paid after an earlier release deleted its trader", async () => {
    const request = await createApproved({ amount: "33" });
    const { id } = await run(request);
    await test.context.database.pool.query("delete from users where id = $1", [request.trader.id]);
    expect(runOf(await settle(id, { reference: "Z" }))).toMatchObject({ paid: 1 });
    const { rows } = await test.context.database.pool.query<object>(
      "select status from payout_ledger where amount = 33",
    );
    expect(rows).toEqual([{ status: "paid" }]);
  });

  it("lists a payment as approved again if it is reversed after its trader was deleted", async () => {
    const request = await createApproved({ amount: "44" });
    const { id, payments } = await run(request);
    await settle(id, { reference: "Z" });
    await administrator.delete(`/api/admin/user/${request.trader.id}`);
    const reversal = { paymentId: payments[0]!.id, reason: "Returned" };
    expect(runOf(await send(`/${id}/reverse`, reversal))).toMatchObject({ reversed: 1 });
    const { rows } = await test.context.database.pool.query<object>(
      "select status, paid_on from payout_ledger where amount = 44",
    );
    expect(rows).toEqual([{ status: "approved", paid_on: null }]);
  });
});

describe("the deletion of a trader", () => {
  const unpaidOf = async ({ trader }: ApprovedRequest) =>
    (await administrator.query("admin.users.unpaid", { id: trader.id })).json<{
      result: { data: { json: object } };
    }>().result.data.json;
  const remove = ({ trader }: ApprovedRequest, payload?: object) =>
    administrator.send({ method: "DELETE", url: `/api/admin/user/${trader.id}`, payload });

  it("is refused while a payment to them is open, until it is removed or marked as paid", async () => {
    const [removed, paid] = [await createApproved(), await createApproved({ amount: "20" })];
    const { id, payments } = await run(removed, paid);
    const current = {
      approved: [],
      openPayments: [{ runId: id, currency: "USD", amount: "100.10" }],
    };
    expect(await unpaidOf(removed)).toEqual(current);
    for (const body of [undefined, { expectedUnpaid: "" }]) {
      const refused = await remove(removed, body);
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        {
          message: `A payment to this user is open in payment run #${id}. Remove it from the run or mark it as paid first.`,
          reason: "open_payment",
          current,
        },
      ]);
    }
    await send(`/${id}/remove`, { paymentIds: [payments[0]!.id] });
    await settle(id, { reference: "A" });
    expect((await remove(removed)).statusCode).toBe(200);
    expect((await remove(paid)).statusCode).toBe(200);
    expect(runOf(await administrator.get(`/api/admin/payments/${id}`)).payments).toMatchObject([
      { status: "removed", user: null },
      { status: "paid", user: null },
    ]);
  });

  it("is refused if other sums are approved and unpaid than the administrator confirmed", async () => {
    const request = await createApproved({ amount: "4000.25" }, "USD");
    const { trader } = request;
    await startFunded(trader, "EUR");
    const sent = { amount: "651.03", paymentMethod: "bank", paymentDetails: bank };
    const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
    const [usd, eur] = [
      { currency: "USD", amount: "4000.25" },
      { currency: "EUR", amount: "651.03" },
    ];
    expect(await unpaidOf(request)).toEqual({ approved: [usd], openPayments: [] });
    await decide(id, "approved");
    const current = { approved: [eur, usd], openPayments: [] };
    for (const expectedUnpaid of ["4000.25 USD", "", "4000.25 USD, 651.00 EUR"]) {
      const refused = await remove(request, { expectedUnpaid });
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        {
          message: "This user has 651.03 EUR and $4,000.25 approved and not yet paid",
          reason: "unpaid_changed",
          current,
        },
      ]);
    }
    const deleted = await remove(request, { expectedUnpaid: "651.03 EUR, 4000.25 USD" });
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { message: "User deleted" }]);
    const [event] = await events(`traderId=${trader.id}&action=trader.deleted`);
    expect(event!.changes).toMatchObject({
      unpaid: { from: "4000.25 USD, 651.03 EUR", to: null },
    });
  });

  it("says if nothing is unpaid any more", async () => {
    const request = await createApproved();
    await decide(request.id, "rejected");
    const expectedUnpaid = "100.10 USD";
    expect((await remove(request, { expectedUnpaid })).json()).toMatchObject({
      message: "This user no longer has approved payouts that have not been paid",
      current: { approved: [], openPayments: [] },
    });
    expect((await remove(request, { expectedUnpaid: "$100.10" })).statusCode).toBe(400);
    expect((await remove(request, { expectedUnpaid: "" })).statusCode).toBe(200);
  });
});
