import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FigureFact } from "../../src/business/watch/figures/figures.schema.ts";
import { DAY, HOUR } from "../../src/platform/time/durations.rule.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import type { Wire } from "../support/records.ts";
import { readTrpcResponse, transports } from "../support/transports.ts";
import { createRules, feed, simpleRules, snapshotAt, tradeOf } from "../support/verdicts.ts";

type Row = Record<string, unknown> & { cells: Record<string, string | null> };
interface Answer extends Record<string, unknown> {
  rows: Row[];
  open?: Row[];
}
type Fact = Wire<FigureFact>;

let test: TestApp;
let administrator: Browser;
let versionId: number;
let programmeId: number;

beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  const phase1 = await createRules(administrator, simpleRules);
  const funded = await createRules(administrator, noRules);
  const created = await administrator.post("/api/admin/programmes", {
    name: "Ladder",
    currency: "EUR",
    initialBalances: ["100000.00"],
    steps: [
      { phase: "Phase 1", rulesVersionId: phase1, payoutEnabled: false },
      { phase: "Funded", rulesVersionId: funded, payoutEnabled: true },
    ],
  });
  const programme = created.json<{ id: number; versions: { id: number }[] }>();
  programmeId = programme.id;
  versionId = programme.versions[0]!.id;
  await performYear();
});
afterAll(() => test.close());

const at = "2026-03-02T10:00:00.000Z";
const won = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };
const lost = { snapshots: [snapshotAt(at, "94999.99")] };

let logins = 6_100_000;

async function climber(records?: object) {
  const trader = await test.trader();
  const bridge = await test.token(["feed:write"]);
  const login = String((logins += 1));
  await administrator.post(`/api/admin/user/${trader.id}/programme`, {
    programmeVersionId: versionId,
    initialBalance: "100000.00",
    startedAt: "2026-03-01T00:00:00Z",
    login,
  });
  const climbing = { trader, administrator, bridge, login, stageId: 0, rulesVersionId: null };
  if (records) await feed(climbing, records);
  const reviews = await administrator.get(`/api/admin/reviews?userId=${trader.id}`);
  return { ...climbing, reviewId: reviews.json<{ id: number }[]>()[0]?.id ?? 0 };
}

async function decide(reviewId: number, decision: object) {
  const response = await administrator.post(`/api/admin/reviews/${reviewId}`, {
    reason: "Checked",
    ...decision,
  });
  if (response.statusCode !== 200) throw new Error(response.body);
}

/** Sessions of administrators end meanwhile. */
async function advance(milliseconds: number) {
  test.clock.advance(milliseconds);
  administrator = await test.administrator();
}

/**
 * Five attempts: one is funded and paid, whose payment is returned and paid again; one is funded; one is breached; one was
 * breached, and dismissed; one only started. A sixth trader has a stage without a programme, and a seventh is deleted.
 */
async function performYear() {
  const paid = await climber(won);
  await advance(2 * HOUR);
  await decide(paid.reviewId, { decision: "confirm", nextStep: true });
  const funded = await climber(won);
  await decide(funded.reviewId, { decision: "confirm", nextStep: true });
  const breached = await climber(lost);
  await advance(2 * DAY);
  await decide(breached.reviewId, { decision: "confirm" });
  const dismissed = await climber(lost);
  await decide(dismissed.reviewId, { decision: "dismiss" });
  const started = await climber();
  const other = await test.trader();
  await administrator.post(`/api/admin/user/${other.id}/stages`, {
    phase: "Trial",
    initialBalance: "5000.00",
    startedAt: "2026-03-05T00:00:00Z",
  });
  const gone = await test.trader();
  await administrator.delete(`/api/admin/user/${gone.id}`);

  const request = { amount: "800.00", paymentMethod: "paypal", paymentDetails: "a@example.com" };
  const payoutId = await ask(paid.trader, request);
  const linkId = await openLink(breached.trader.id, dismissed.trader.id);
  await advance(3 * HOUR);
  await administrator.post(`/api/admin/links/${linkId}`, { decision: "watch", reason: "Checked" });
  await administrator.post(`/api/admin/links/${linkId}`, {
    decision: "dismiss",
    reason: "Checked",
  });
  await openLink(started.trader.id, other.id);
  const path = `/api/admin/payouts/${payoutId}`;
  await administrator.patch(path, { status: "approved" });
  await pay(payoutId, true);
  await pay(payoutId, false);
  const cancelledId = await ask(funded.trader, request);
  await funded.trader.delete(`/api/user/payouts/${cancelledId}`);
  await ask(funded.trader, { ...request, amount: "50.00" });
}

/** Signs in again, because sessions end while nothing happens. */
async function ask(trader: Browser & { email: string }, request: object): Promise<number> {
  await trader.post("/api/login", { email: trader.email, password: PASSWORD });
  const response = await trader.post("/api/user/payouts", request);
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<{ id: number }>().id;
}

async function openLink(...userIds: number[]): Promise<number> {
  const response = await administrator.post("/api/admin/links", { userIds, reason: "Reported" });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<{ id: number }>().id;
}

async function pay(payoutId: number, isReturned: boolean) {
  const run = await administrator.post("/api/admin/payments", { payoutIds: [payoutId] });
  const { id, payments } = run.json<{ id: number; payments: { id: number }[] }>();
  const path = `/api/admin/payments/${id}`;
  await administrator.get(`${path}/export.csv`);
  await administrator.post(`${path}/pay`, { reference: "A" });
  if (!isReturned) return;
  const reversal = { paymentId: payments[0]!.id, reason: "Returned" };
  await administrator.post(`${path}/reverse`, reversal);
}

const sum = (count: number, amount: string) => ({ count, amount });
const none = sum(0, "0.00");

/** The clock of the tests goes on between two calls. */
const about = (seconds: number) => expect.closeTo(seconds, -2) as number;

describe.each(transports)("the figures over $name", (transport) => {
  async function read(name: string, query: Record<string, unknown> = {}): Promise<Answer> {
    const procedure = `admin.figures.${name}` as "admin.figures.funnel";
    const response = await transport.call<Answer>(administrator, procedure, query);
    expect(response.status).toBe(200);
    return response.body;
  }
  async function behind(name: string, cell: string, query: object = {}): Promise<Fact[]> {
    const { status, body } = await callRows({ name, cell, ...query });
    expect([status, body]).toEqual([200, expect.any(Array)]);
    return body as Fact[];
  }
  async function callRows({ name, ...query }: { name: string; cell: string }) {
    if (transport.name === "tRPC") {
      return readTrpcResponse<unknown>(
        await administrator.query("admin.figures.rows", { name, ...query }),
      );
    }
    const search = new URLSearchParams(query);
    const response = await administrator.get(
      `/api/admin/figures/${name}/rows?${search.toString()}`,
    );
    return { status: response.statusCode, body: response.json<unknown>() };
  }

  it("show how stages stand that started in the period, by step", async () => {
    const { rows, ...answer } = await read("funnel", { from: "2026-03-01", to: "2027-03-01" });
    expect(answer).toMatchObject({
      from: "2026-03-01",
      to: "2027-03-01",
      timeZone: "UTC",
      by: "period",
      deletedTraders: 1,
    });
    const keys = { bucket: "2026-03-01", programmeId, programmeVersionId: versionId };
    expect(rows).toMatchObject([
      {
        ...keys,
        step: 1,
        phase: "Phase 1",
        started: 5,
        passed: 2,
        failed: 1,
        abandoned: 0,
        open: 2,
        passRate: "66.67",
        cells: { abandoned: null },
      },
      { ...keys, step: 2, phase: "Funded", started: 2, passed: 0, open: 2, passRate: null },
      {
        bucket: "2026-03-01",
        programmeId: null,
        programmeVersionId: null,
        step: null,
        phase: "Trial",
        started: 1,
        open: 1,
      },
    ]);
    expect(rows[0]!.medianSecondsToPass).toBeGreaterThan(0);
  });

  it("follow attempts through their steps to the payment, by month and by trader", async () => {
    for (const per of ["attempt", "trader"]) {
      const { rows } = await read("cohorts", { from: "2026-03-01", to: "2026-05-01", per });
      expect(rows).toMatchObject([
        { bucket: "2026-03-01", started: 5, reached: [5, 2], funded: 2, paid: 1, open: 4 },
        { bucket: "2026-04-01", started: 0, reached: [], funded: 0, paid: 0, open: 0 },
      ]);
    }
  });

  it("count breaches by what was decided about them", async () => {
    const { rows } = await read("breaches", { from: "2026-03-01", to: "2026-04-01" });
    expect(rows).toMatchObject([
      {
        bucket: "2026-03-01",
        kind: "daily_loss",
        breaches: 2,
        open: 0,
        confirmed: 1,
        dismissed: 1,
        overturned: 0,
        share: "100.00",
        medianSecondsFromStart: 34 * 3_600,
      },
    ]);
  });

  it("count money when it was asked for, decided, paid and returned", async () => {
    const { rows } = await read("money", { by: "period" });
    expect(rows).toMatchObject([
      {
        currency: "EUR",
        orders: none,
        refunded: none,
        chargedBack: none,
        requested: sum(3, "1650.00"),
        approved: sum(1, "800.00"),
        rejected: none,
        cancelled: sum(1, "800.00"),
        paid: sum(2, "1600.00"),
        reversed: sum(1, "800.00"),
        payoutRatio: null,
      },
    ]);
  });

  it("measure waits by their end, and what waits now", async () => {
    const { rows, open } = await read("waiting", { by: "period" });
    const ofQueue = (queue: string) => rows.find((row) => row.queue === queue);
    expect(ofQueue("payout")).toMatchObject({
      decided: 1,
      medianSeconds: about(3 * 3_600),
      p90Seconds: about(3 * 3_600),
      withinDay: 1,
      withinDayShare: "100.00",
    });
    expect(ofQueue("payment")).toMatchObject({ decided: 1, medianSeconds: about(3 * 3_600) });
    expect(ofQueue("review")).toMatchObject({
      decided: 4,
      medianSeconds: about(0),
      p90Seconds: about(2 * 86_400),
      withinDay: 3,
      withinDayShare: "75.00",
    });
    expect(ofQueue("link")).toMatchObject({ decided: 1, medianSeconds: about(3 * 3_600) });
    expect(open).toMatchObject([
      { queue: "link", open: 1 },
      { queue: "payout", open: 1 },
    ]);
    const waiting = open!.find(({ queue }) => queue === "payout")!;
    expect(await behind("waiting", String(waiting.cells["open"]))).toMatchObject([
      { kind: "request", seconds: expect.any(Number) as number },
    ]);
    const ofStages = await read("waiting", { by: "period", currency: "EUR" });
    expect(ofStages.rows.map(({ queue }) => queue)).not.toContain("link");
  });

  it.each(["funnel", "cohorts", "breaches", "money", "waiting"])(
    "of %s have as many rows behind them as they count, with their amounts",
    async (name) => {
      const query = { from: "2026-03-01", to: "2027-03-01", by: "period" };
      const { rows, open = [] } = await read(name, query);
      let cells = 0;
      for (const row of [...rows, ...open]) {
        for (const [field, named] of Object.entries(row.cells)) {
          for (const [index, cell] of [named].flat().entries()) {
            const found = row[field];
            const figure = Array.isArray(found) ? (found as number[])[index] : found;
            const count = typeof figure === "number" ? figure : (figure as { count: number }).count;
            if (cell === null) {
              expect(count).toBe(0);
              continue;
            }
            cells += 1;
            const facts = await behind(name, cell, query);
            expect([name, field, facts.length]).toEqual([name, field, count]);
            const paged = await behind(name, cell, { ...query, limit: 1 });
            // What waits now waits longer with each call.
            const identity = ({ seconds: _seconds, ...fact }: Fact) => fact;
            expect(paged.map(identity)).toEqual(facts.slice(0, 1).map(identity));
            if (typeof figure !== "object") continue;
            const cents = facts.map(({ amount }) => Math.round(Number(amount) * 100));
            const total = cents.reduce((one, other) => one + other, 0);
            expect((total / 100).toFixed(2)).toBe((figure as { amount: string }).amount);
          }
        }
      }
      expect(cells).toBeGreaterThan(2);
    },
  );

  it("pass a filter of stages and of currencies", async () => {
    const ofStep = await read("funnel", { step: 2 });
    expect(ofStep.rows).toMatchObject([{ step: 2, started: 2 }]);
    expect((await read("money", { currency: "usd" })).rows).toEqual([]);
    expect((await read("money", { step: 1, by: "period" })).rows).toEqual([]);
    const other = await transport.call(administrator, "admin.figures.funnel", {
      programmeId: 2_000_000,
    });
    expect(other.status).toBe(404);
  });

  it.each([
    ["from", { from: "2026-02-30" }],
    ["to", { from: "2026-03-01", to: "2026-03-01" }],
    ["from", { from: "2020-01-01", to: "2026-01-01" }],
    ["by", { from: "2026-01-01", to: "2026-12-01", by: "day" }],
    ["by", { by: "year" }],
  ])("refuse a query with a wrong %s: %j", async (field, query) => {
    const response = await transport.call(administrator, "admin.figures.funnel", query);
    expect(response.status).toBe(400);
    expect(response.body.issues).toMatchObject([{ path: [field] }]);
  });

  it("refuse unknown cells and figures", async () => {
    const cell = Buffer.from('["paid","2026-03-01"]').toString("base64url");
    expect((await callRows({ name: "money", cell: "x" })).status).toBe(400);
    expect((await callRows({ name: "money", cell })).status).toBe(400);
    expect((await callRows({ name: "weather", cell })).status).toBe(404);
  });
});

it("belong to the firm's days", async () => {
  await administrator.patch("/api/admin/settings/firm", { timeZone: "Europe/Prague" });
  const response = await administrator.get(
    `/api/admin/figures/funnel?from=2026-02-28&to=2026-03-02&by=day`,
  );
  await administrator.patch("/api/admin/settings/firm", { timeZone: "UTC" });
  const rows = response.json<Answer>().rows;
  expect(rows.map(({ bucket, started }) => [bucket, started])).toEqual([
    ["2026-02-28", 0],
    ["2026-03-01", 5],
  ]);
});

it("are files of rows, too", async () => {
  const url = "/api/admin/figures/cohorts?from=2026-03-01&to=2026-04-01&format=csv";
  const file = await administrator.get(url);
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(file.body.replace("\ufeff", "").split("\r\n")).toEqual([
    "bucket,started,reached.1,reached.2,funded,paid,open",
    "2026-03-01,5,5,2,2,1,4",
    "",
  ]);
});

it("are for owners and risk; money for payouts, too", async () => {
  const status = async (role: "payouts" | "risk" | "support", name: string) =>
    (await (await test.administrator(role)).get(`/api/admin/figures/${name}`)).statusCode;
  expect(await status("risk", "funnel")).toBe(200);
  expect(await status("payouts", "funnel")).toBe(403);
  expect(await status("payouts", "money")).toBe(200);
  expect(await status("support", "money")).toBe(403);
  const tool = await test.token(["figures:read"]);
  expect((await tool.get("/api/admin/figures/money")).statusCode).toBe(200);
  const other = await test.token(["users:read"]);
  expect((await other.get("/api/admin/figures/money")).statusCode).toBe(403);
});

it("show the requests that wait for their payment", async () => {
  const officer = await test.administrator();
  const pending = await officer.get("/api/admin/payouts?status=pending");
  const [{ id }] = pending.json<[{ id: number }]>();
  await officer.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  const { open } = (await officer.get("/api/admin/figures/waiting")).json<Answer>();
  const cell = open!.find(({ queue }) => queue === "payment")!.cells["open"];
  const behind = await officer.get(`/api/admin/figures/waiting/rows?cell=${String(cell)}`);
  expect(behind.json()).toMatchObject([{ kind: "request", id, amount: null }]);
});
