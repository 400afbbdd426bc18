import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FigureFact } from "../../src/business/watch/figures/figures.schema.ts";
import { keepLiabilityOfDay } from "../../src/business/watch/figures/liability-days.ts";
import type { Readiness } from "../../src/business/money/payouts/readiness.rule.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestAdministrator, type TestApp } from "../support/app.ts";
import type { Wire } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  simpleRules,
  tradeOf,
} from "../support/verdicts.ts";

type Sum = { count: number; amount: string };
interface Row {
  currency: string;
  accounts: number;
  undetermined: number;
  approvedUnpaid: Sum;
  pending: Sum;
  withdrawable: Record<string, Sum>;
  largest: { userId: number; stageId: number; amount: string }[];
  topTenShare: string | null;
  cells: Record<string, string | null> & { withdrawable: Record<string, string | null> };
}
type Fact = Wire<FigureFact>;

let test: TestApp;
let administrator: TestAdministrator;
const judged: JudgedTrader[] = [];

const rules = {
  ...simpleRules,
  objectives: [],
  payout: {
    sharePercent: "80",
    firstAfterDays: 14,
    everyDays: 30,
    minimum: "50.00",
    minimumWinningDays: 0,
    winningDayMinimum: null,
    bestDayAtMostPercent: null,
    bufferAmount: "0.00",
  },
};
const request = { paymentMethod: "paypal", paymentDetails: "a@example.com" };

async function payable(
  fields: { rules?: typeof rules | null; currency?: string; startedAt?: string; profit?: string },
  records?: object,
) {
  const { startedAt = "2026-03-01T00:00:00Z", profit = "1000.00", currency = "USD" } = fields;
  const stage = await judgedTrader(test, fields.rules === undefined ? rules : fields.rules, {
    startedAt,
    currency,
  });
  await administrator.patch(`/api/admin/user/${stage.trader.id}/account`, { payoutEnabled: true });
  const opened = Date.parse(startedAt) + DAY / 2;
  const [from, to] = [opened, opened + 60_000].map((time) => new Date(time).toISOString());
  await feed(stage, records ?? { deals: tradeOf(1, from!, to!, profit) });
  judged.push(stage);
  return stage;
}

async function ask({ trader }: JudgedTrader, amount: string) {
  const made = await trader.post("/api/user/payouts", { ...request, amount });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json<{ id: number }>().id;
}

async function approve(id: number) {
  const response = await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  if (response.statusCode !== 200) throw new Error(response.body);
}

beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  const recently = new Date(test.clock.now().getTime() - 5 * DAY).toISOString();
  await payable({});
  await payable({ startedAt: recently });
  await payable({ rules: null });
  const pending = await payable({});
  await ask(pending, "100.00");
  const approved = await payable({ profit: "1500.00" });
  await approve(await ask(approved, "300.00"));
  const banned = await payable({});
  await administrator.patch(`/api/admin/user/${banned.trader.id}/ban`, {
    banned: true,
    banReason: "Cheated",
  });
  await payable({ profit: "-200.00" });
  await payable({ currency: "EUR", profit: "1234.56" });
  // Neither a closed stage nor an account without payouts counts.
  await judgedTrader(test, rules);
  const ended = await payable({});
  judged.pop();
  const closed = await administrator.patch(`/api/admin/stages/${ended.stageId}`, {
    outcome: "abandoned",
    reason: "Over",
  });
  if (closed.statusCode !== 200) throw new Error(closed.body);
});
afterAll(() => test.close());

/** Sums the readiness of each account, as a person would who opens them one after the other. */
async function addUp(currency: string) {
  const owed: Record<string, { count: number; cents: number }> = {};
  let accounts = 0;
  let undetermined = 0;
  for (const { trader } of judged) {
    const account = await administrator.get(`/api/admin/user/${trader.id}/stages`);
    if (account.json<{ currency: string }[]>()[0]!.currency !== currency) continue;
    accounts += 1;
    const answer = await administrator.get(`/api/admin/user/${trader.id}/payouts/readiness`);
    const { reasons, withdrawable } = answer.json<Readiness>();
    const others = reasons.filter(({ code }) => code !== "request_pending");
    if (others.some(({ code }) => code === "no_rules" || code === "evidence_incomplete")) {
      undetermined += 1;
      continue;
    }
    if (Number(withdrawable) <= 0) continue;
    const until = others.map(({ until: at }) => (at === null ? Infinity : Date.parse(at)));
    const days = (Math.max(...until) - test.clock.now().getTime()) / DAY;
    const limits: [string, number][] = [
      ["within7", 7],
      ["within14", 14],
      ["within30", 30],
      ["within90", 90],
      ["later", Number.MAX_VALUE],
      ["blocked", Infinity],
    ];
    const time = others.length === 0 ? "now" : limits.find(([, limit]) => days <= limit)![0];
    const sum = (owed[time] ??= { count: 0, cents: 0 });
    sum.count += 1;
    sum.cents += Math.round(Number(withdrawable) * 100);
  }
  const names = ["now", "within7", "within14", "within30", "within90", "later", "blocked"];
  const withdrawable = Object.fromEntries(
    names.map((name) => {
      const { count, cents } = owed[name] ?? { count: 0, cents: 0 };
      return [name, { count, amount: (cents / 100).toFixed(2) }];
    }),
  );
  return { currency, accounts, undetermined, withdrawable };
}

describe.each(transports)("the liability over $name", (transport) => {
  const read = async (query: Record<string, unknown> = {}) => {
    const { status, body } = await transport.call<{ computedAt: string; rows: Row[] }>(
      administrator,
      "admin.figures.liability",
      query,
    );
    expect(status).toBe(200);
    return body.rows;
  };

  it("is what the readiness of each account adds up to, and the requests that are not paid", async () => {
    const rows = await read();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      ...(await addUp("EUR")),
      approvedUnpaid: { count: 0, amount: "0.00" },
      largest: [{ amount: "987.64" }],
      topTenShare: "100.00",
    });
    expect(rows[1]).toMatchObject({
      ...(await addUp("USD")),
      undetermined: 1,
      approvedUnpaid: { count: 1, amount: "300.00" },
      pending: { count: 1, amount: "100.00" },
      withdrawable: {
        now: { count: 2, amount: "1600.00" },
        within14: { count: 1, amount: "800.00" },
        within30: { count: 1, amount: "900.00" },
        blocked: { count: 1, amount: "800.00" },
      },
    });
    const [first] = rows[1]!.largest;
    expect(first).toMatchObject({ userId: judged[4]!.trader.id, amount: "900.00" });
  });

  it("has the stages and requests behind each of its cells", async () => {
    const rows = await read();
    let cells = 0;
    for (const { cells: named, currency, ...figures } of rows) {
      const { withdrawable, ...others } = named;
      const pairs: [string | null, unknown][] = [
        ...Object.entries(others).map(([name, cell]): [string | null, unknown] => [
          cell,
          figures[name as "pending"],
        ]),
        ...Object.entries(withdrawable).map(([time, cell]): [string | null, unknown] => [
          cell,
          figures.withdrawable[time],
        ]),
      ];
      for (const [cell, figure] of pairs) {
        const count = typeof figure === "number" ? figure : (figure as Sum).count;
        expect(cell === null).toBe(count === 0);
        if (cell === null) continue;
        cells += 1;
        const url = `/api/admin/figures/liability/rows?cell=${cell}`;
        const facts = (await administrator.get(url)).json<Fact[]>();
        expect(facts).toHaveLength(count);
        expect(facts.map(({ at }) => at)).toEqual(
          facts.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)),
        );
        const paged: Fact[] = [];
        for (let next: string | undefined = `${url}&limit=1`; next;) {
          const page = await administrator.get(next);
          paged.push(...page.json<Fact[]>());
          next = /<(.*)>/.exec(String(page.headers.link ?? ""))?.[1];
        }
        expect(paged).toEqual(facts);
        if (typeof figure === "number") {
          expect(facts[0]).toMatchObject({ kind: "stage", amount: null, currency: null });
          continue;
        }
        const cents = facts.map(({ amount }) => Math.round(Number(amount) * 100));
        const total = cents.reduce((one, other) => one + other, 0);
        expect((total / 100).toFixed(2)).toBe((figure as Sum).amount);
        expect(facts[0]).toMatchObject({ currency, fullName: "Olivia Bennett" });
      }
    }
    expect(cells).toBeGreaterThan(8);
  });

  it("passes a filter, and refuses a period", async () => {
    expect(await read({ currency: "eur" })).toMatchObject([{ currency: "EUR", accounts: 1 }]);
    expect(await read({ initialBalance: "5000.00" })).toEqual([]);
    for (const query of [{ from: "2026-03-01" }, { by: "month" }]) {
      const refused = await transport.call(administrator, "admin.figures.liability", query);
      expect(refused.status).toBe(400);
    }
    const missing = await transport.call(administrator, "admin.figures.liability", {
      programmeId: 2_000_000,
    });
    expect(missing.status).toBe(404);
  });
});

it("refuses rows of a cell that is not in the answer, and a period", async () => {
  const cell = Buffer.from('["withdrawable.never",null,"USD"]').toString("base64url");
  const path = "/api/admin/figures/liability/rows";
  expect((await administrator.get(`${path}?cell=${cell}`)).statusCode).toBe(400);
  const { rows } = (await administrator.get("/api/admin/figures/liability")).json<{
    rows: Row[];
  }>();
  const known = rows[0]!.cells.accounts!;
  const refused = await administrator.get(`${path}?cell=${known}&from=2026-03-01`);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ issues: [{ path: ["from"] }] });
});

it("is a file, with a column for each sum", async () => {
  const file = await administrator.get("/api/admin/figures/liability?currency=EUR&format=csv");
  const [header, row] = file.body.replace("\ufeff", "").split("\r\n");
  expect(header).toBe(
    "currency,accounts,undetermined,approvedUnpaid.count,approvedUnpaid.amount,pending.count,pending.amount," +
      ["now", "within7", "within14", "within30", "within90", "later", "blocked"]
        .map((time) => `withdrawable.${time}.count,withdrawable.${time}.amount`)
        .join(",") +
      ",topTenShare",
  );
  expect(row).toBe(`EUR,1,0,0,0.00,0,0.00,1,987.64${",0,0.00".repeat(6)},100.00`);
});

it("is kept once as a day of the firm ends, and never later", async () => {
  await administrator.patch("/api/admin/settings/firm", { timeZone: "Asia/Kathmandu" });
  const moveTo = async (time: number) => {
    test.clock.advance(time - test.clock.now().getTime());
    await keepLiabilityOfDay(test.context);
  };
  // Midnight there is at 18:15 UTC.
  const midnight = Math.ceil(test.clock.now().getTime() / DAY) * DAY + 18.25 * 3_600_000;
  await moveTo(midnight - 1_000);
  await moveTo(midnight + 20 * 60_000);
  const read = async (search = "") => {
    const login = await test.administrator();
    return login.get(`/api/admin/figures/liability/history${search}`);
  };
  expect((await read()).json()).toEqual([]);
  await moveTo(midnight + DAY + 60_000);
  const kept = (await read()).json<(Row & { day: string; computedAt: string })[]>();
  const day = new Date(midnight + 12 * 3_600_000).toISOString().slice(0, 10);
  expect(kept).toMatchObject([
    { day, currency: "EUR", accounts: 1, withdrawable: { now: { count: 1, amount: "987.64" } } },
    { day, currency: "USD", approvedUnpaid: { count: 1, amount: "300.00" } },
  ]);
  expect(Object.keys(kept[0]!)).toEqual([
    "day",
    "currency",
    "computedAt",
    "accounts",
    "undetermined",
    "approvedUnpaid",
    "pending",
    "withdrawable",
  ]);
  await moveTo(midnight + DAY + 120_000);
  expect((await read()).json()).toEqual(kept);
  const file = await read("?format=csv");
  expect(file.body).toContain("withdrawable.now.amount");
  expect((await read(`?to=${day}`)).json()).toEqual([]);
});

it("is for owners, risk and payouts", async () => {
  for (const path of ["liability", "liability/history"]) {
    const status = async (role: "payouts" | "risk" | "support") =>
      (await (await test.administrator(role)).get(`/api/admin/figures/${path}`)).statusCode;
    expect(await status("payouts")).toBe(200);
    expect(await status("risk")).toBe(200);
    expect(await status("support")).toBe(403);
  }
});
