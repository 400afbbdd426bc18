import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let owner: Browser;
/** The approved request. */
let cleo: number;

const people = [
  {
    name: "Ada",
    status: "active",
    phase: "Phase 1",
    country: "de",
    tag: "vip",
    on: "2026-01-10",
    amount: "100",
    method: "bank",
  },
  {
    name: "Bea",
    status: "breached",
    phase: "Funded",
    country: "us",
    tag: "vip",
    on: "2026-02-10",
    amount: "250.50",
    method: "paypal",
  },
  {
    name: "Cleo",
    status: "pending",
    phase: "funded",
    country: null,
    tag: "new",
    on: "2026-03-10",
    amount: "1000",
    method: "crypto",
  },
];

beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  for (const { name, status, phase, country, tag, on, amount, method } of people) {
    const trader = await test.trader({ fullName: name });
    await owner.patch(`/api/admin/user/${trader.id}/account`, {
      status,
      phase,
      payoutEnabled: true,
    });
    await owner.patch(`/api/admin/user/${trader.id}/tags`, { add: [tag] });
    await trader.post("/api/user/payouts", { amount, paymentMethod: method });
    const { pool } = test.context.database;
    const changes = [trader.id, on, country, name === "Bea"];
    await pool.query(
      "update users set created_at = $2, country = $3, banned = $4 where id = $1",
      changes,
    );
    await pool.query("update payout_requests set created_at = $2 where user_id = $1", [
      trader.id,
      on,
    ]);
  }
  // Requests require it to be enabled.
  await owner.patch("/api/admin/user/1/account", { payoutEnabled: false });
  const [newest] = (await owner.get("/api/admin/payouts?limit=1")).json<{ id: number }[]>();
  cleo = newest!.id;
  await owner.patch(`/api/admin/payouts/${cleo}`, { status: "approved" });
});
afterAll(() => test.close());

interface Row {
  fullName?: string;
  user?: { fullName: string };
}

/** Queries the page, the stream and the grid, which must agree. @returns the names, oldest first */
async function found(list: "users" | "payouts", query: string) {
  const path = `/api/admin/${list}`;
  const page = await owner.get(`${path}?${query}&limit=10`);
  expect([page.statusCode, page.body]).toEqual([200, expect.any(String)]);
  const names = (rows: Row[]) => rows.map((row) => row.fullName ?? row.user!.fullName).toReversed();
  const rows = page.json<Row[]>();
  expect(names((await owner.get(`${path}?${query}`)).json<Row[]>())).toEqual(names(rows));
  const input = Object.fromEntries(new URLSearchParams(query));
  const grid = (await owner.query(`admin.${list}.page`, input)).json<{
    result: { data: { json: { rows: Row[]; total: number } } };
  }>().result.data.json;
  expect(names(grid.rows)).toEqual(names(rows));
  expect(grid.total).toBe(rows.length);
  expect(page.headers["x-total-count"]).toBe(String(rows.length));
  return names(rows);
}

describe("the filters of traders", () => {
  it.each([
    ["status=active", ["Ada"]],
    ["status=active,breached", ["Ada", "Bea"]],
    ["status=under%20review", []],
    ["tag=VIP", ["Ada", "Bea"]],
    ["tag=nobody", []],
    ["from=2026-02-10T00:00:00Z", ["Bea", "Cleo"]],
    ["to=2026-02-10T00:00:00Z", ["Ada"]],
    ["from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z&tag=vip&status=breached", ["Bea"]],
    ["tag=vip&search=ada", ["Ada"]],
    ["phase=Phase%201", ["Ada"]],
    ["phase=Funded", ["Bea"]],
    ["phase=Fund", []],
    ["payoutEnabled=true", ["Bea", "Cleo"]],
    ["payoutEnabled=false", ["Ada"]],
    ["country=de", ["Ada"]],
    ["banned=true", ["Bea"]],
    ["banned=false&payoutEnabled=true", ["Cleo"]],
    ["country=us&phase=Funded&search=bea&banned=true", ["Bea"]],
  ])("return the matching traders for %s", async (query, names) => {
    expect(await found("users", query)).toEqual(names);
  });
});

it("lists every phase once, for the filter", async () => {
  const { result } = (await owner.query("admin.users.phases", undefined)).json<{
    result: { data: { json: string[] } };
  }>();
  expect(result.data.json.toSorted()).toEqual(["Funded", "Phase 1", "funded"]);
});

describe("the filters of payout requests", () => {
  it.each([
    ["status=pending", ["Ada", "Bea"]],
    ["status=pending,approved", ["Ada", "Bea", "Cleo"]],
    ["minAmount=250.50", ["Bea", "Cleo"]],
    ["maxAmount=250.50", ["Ada", "Bea"]],
    ["minAmount=100.01&maxAmount=999.99", ["Bea"]],
    ["paymentMethod=bank,crypto", ["Ada", "Cleo"]],
    ["tag=new", ["Cleo"]],
    ["from=2026-01-11T00:00:00%2B01:00&to=2026-03-01T00:00:00Z", ["Bea"]],
    ["paymentMethod=paypal&status=approved", []],
  ])("return the matching requests for %s", async (query, names) => {
    expect(await found("payouts", query)).toEqual(names);
  });

  it("follow an approved request into a payment run and until it is paid", async () => {
    const expectStates = async (expected: Record<string, string[]>) => {
      for (const [state, names] of Object.entries(expected)) {
        expect([state, await found("payouts", `payment=${state}`)]).toEqual([state, names]);
      }
    };
    await expectStates({
      unpaid: ["Cleo"],
      "in-run": [],
      paid: [],
      "unpaid,in-run,paid": ["Cleo"],
    });
    const payoutIds = [cleo];
    const run = (await owner.post("/api/admin/payments", { payoutIds })).json<{ id: number }>();
    await expectStates({ unpaid: [], "in-run": ["Cleo"], paid: [], "unpaid,in-run": ["Cleo"] });
    await owner.get(`/api/admin/payments/${run.id}/export.csv`);
    await owner.post(`/api/admin/payments/${run.id}/pay`, { reference: "T-1" });
    await expectStates({ unpaid: [], "in-run": [], paid: ["Cleo"], "unpaid,paid": ["Cleo"] });
    expect(await found("payouts", "payment=paid&status=pending")).toEqual([]);
  });

  it("are preserved in the link to the next page", async () => {
    const { headers } = await owner.get("/api/admin/payouts?status=pending,approved&limit=1");
    const next = /<([^>]+)>/.exec(String(headers.link))![1]!;
    expect(new URL(next, "http://x").searchParams.get("status")).toBe("pending,approved");
    expect((await owner.get(next)).json<Row[]>()).toHaveLength(1);
  });
});

it.each([
  ["users?status=active,unknown", "Status must be pending, active, under-review or breached"],
  ["users?status=", "Status must be"],
  ["users?from=yesterday", "from must be a time"],
  ["users?tag=", "Please enter a tag"],
  ["users?phase=", "Please enter a phase"],
  ["users?banned=yes", "banned must be true or false"],
  ["payouts?status=decided", "Status must be pending, approved, rejected or cancelled"],
  ["payouts?paymentMethod=cash", "paymentMethod must be"],
  ["payouts?payment=owed", "payment must be"],
  ["payouts?minAmount=much", "minAmount must be an amount"],
])("%s is rejected", async (path, message) => {
  const response = await owner.get(`/api/admin/${path}`);
  expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(message)]);
});
