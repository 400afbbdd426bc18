import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;
const ids: Record<string, number> = {};

const people = [
  { name: "Ada", account: { status: "active", login: "5003", balance: "300.00" } },
  { name: "Bea", account: { status: "breached", login: "5001", balance: "2000.00" } },
  { name: "Cleo", account: { status: "active", phase: "Phase 1" } },
];

beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  for (const { name, account } of people) {
    const email = `${name.toLowerCase()}@example.com`;
    const trader = await test.trader({ fullName: name, email });
    ids[name] = trader.id;
    const filled = { payoutEnabled: true, ...account };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, filled);
    for (const amount of ["100.00", "250.50"]) {
      const paymentMethod = name === "Ada" ? "paypal" : "crypto";
      await trader.post("/api/user/payouts", { amount, paymentMethod });
    }
  }
});
afterAll(() => test.close());

interface Page<Row> {
  rows: Row[];
  total: number;
}

async function ask<Row>(procedure: string, input?: object): Promise<Page<Row>> {
  const response = await administrator.query(procedure, input ?? {});
  expect(response.statusCode).toBe(200);
  return response.json<{ result: { data: { json: Page<Row> } } }>().result.data.json;
}

async function names(input?: object) {
  const { rows, total } = await ask<{ fullName: string }>("admin.users.page", input);
  return { names: rows.map(({ fullName }) => fullName), total };
}

describe("a page of traders", () => {
  it("defaults to the first 25, newest first", async () => {
    expect(await names()).toEqual({ names: ["Cleo", "Bea", "Ada"], total: 3 });
  });

  it("is selected by number and includes the total of all pages", async () => {
    expect(await names({ page: 2, pageSize: 2 })).toEqual({ names: ["Ada"], total: 3 });
    expect(await names({ page: 9, pageSize: 2 })).toEqual({ names: [], total: 3 });
  });

  it("is sorted as requested, with missing values last", async () => {
    const sorted = async (sort: string, order: string) => (await names({ sort, order })).names;
    expect(await sorted("fullName", "asc")).toEqual(["Ada", "Bea", "Cleo"]);
    expect(await sorted("login", "asc")).toEqual(["Bea", "Ada", "Cleo"]);
    expect(await sorted("login", "desc")).toEqual(["Ada", "Bea", "Cleo"]);
    expect(await sorted("balance", "desc")).toEqual(["Bea", "Ada", "Cleo"]);
    expect(await sorted("status", "asc")).toEqual(["Ada", "Cleo", "Bea"]);
  });

  it("contains the traders that match the search and the status", async () => {
    expect(await names({ search: "BEA@" })).toEqual({ names: ["Bea"], total: 1 });
    expect(await names({ search: "5003" })).toEqual({ names: ["Ada"], total: 1 });
    expect((await names({ status: "active" })).names).toEqual(["Cleo", "Ada"]);
    expect(await names({ search: "Bea", status: "active" })).toEqual({ names: [], total: 0 });
  });

  it("does not match the broker login if the search is for a person", async () => {
    expect(await names({ search: "5003", searchIn: "person" })).toEqual({ names: [], total: 0 });
    expect((await names({ search: "bea@", searchIn: "person" })).names).toEqual(["Bea"]);
    expect((await names({ search: "CLEO", searchIn: "person" })).names).toEqual(["Cleo"]);
  });

  it("contains no master password", async () => {
    const { rows } = await ask<{ tradingAccount: object }>("admin.users.page");
    expect(rows[0]!.tradingAccount).not.toHaveProperty("masterPassword");
  });

  it.each([{ page: 0 }, { page: 1.5 }, { pageSize: 101 }, { sort: "password" }, { order: "up" }])(
    "returns 400 for %o",
    async (input) => {
      expect((await administrator.query("admin.users.page", input)).statusCode).toBe(400);
    },
  );
});

interface PayoutRow {
  id: number;
  userId: number;
  amount: string;
  status: string;
  exceedsBalance: boolean;
}

describe("a page of payout requests", () => {
  it("sorts amounts as numbers and flags those above the balance", async () => {
    const { rows, total } = await ask<PayoutRow>("admin.payouts.page", {
      sort: "amount",
      order: "asc",
    });
    expect(total).toBe(6);
    expect(rows.map(({ amount }) => Number(amount))).toEqual([100, 100, 100, 250.5, 250.5, 250.5]);
    const exceeding = rows.filter((row) => row.exceedsBalance);
    expect(exceeding.map(({ userId }) => userId)).toEqual([ids.Cleo, ids.Cleo]);
  });

  it("is filtered by one status, or by all decided requests", async () => {
    const { rows: pending } = await ask<PayoutRow>("admin.payouts.page", { search: "ada@" });
    const [approved, rejected] = pending;
    await administrator.patch(`/api/admin/payouts/${approved!.id}`, { status: "approved" });
    await administrator.patch(`/api/admin/payouts/${rejected!.id}`, {
      status: "rejected",
      adminNotes: "Wrong account",
    });
    const decided = await ask<PayoutRow>("admin.payouts.page", {
      status: "decided",
      sort: "status",
    });
    expect(decided.rows.map(({ status }) => status)).toEqual(["rejected", "approved"]);
    expect((await ask("admin.payouts.page", { status: "pending" })).total).toBe(4);
    const byId = await ask<PayoutRow>("admin.payouts.page", { search: `#${approved!.id}` });
    expect(byId.rows.some(({ id }) => id === approved!.id)).toBe(true);
    const only = await ask<PayoutRow>("admin.payouts.page", { id: approved!.id });
    expect(only).toMatchObject({ rows: [{ id: approved!.id }], total: 1 });
  });
});

describe("the page of one trader", () => {
  it("shows the trader without the master password, and records no view of it", async () => {
    const { id } = await test.trader({ fullName: "Dana" });
    await administrator.patch(`/api/admin/user/${id}/account`, { masterPassword: "k7#Tpx2v" });
    const response = await administrator.query("admin.users.summary", { id });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain("Dana");
    expect(response.body).not.toContain("k7#Tpx2v");
    const views = `/api/admin/audit?traderId=${id}&action=master-password.viewed`;
    expect((await administrator.get(views)).json()).toEqual([]);
    await administrator.delete(`/api/admin/user/${id}`);
    expect((await administrator.query("admin.users.summary", { id })).statusCode).toBe(404);
  });

  it("lists the trader's own payout requests, with their number", async () => {
    const { rows, total } = await ask<PayoutRow>("admin.payouts.page", { userId: ids.Bea });
    expect(rows.map(({ userId }) => userId)).toEqual([ids.Bea, ids.Bea]);
    expect(total).toBe(2);
    const approved = await ask("admin.payouts.page", { userId: ids.Bea, status: "approved" });
    expect(approved.total).toBe(0);
  });

  it("lists the trader's own certificates, newest first", async () => {
    await uploadCertificate(administrator, ids.Ada!, { name: "Phase 1 completed" });
    await uploadCertificate(administrator, ids.Ada!, { name: "Phase 2 completed" });
    await uploadCertificate(administrator, ids.Bea!);
    const response = await administrator.query("admin.certificates.list", { userId: ids.Ada });
    const { json } = response.json<{ result: { data: { json: { name: string }[] } } }>().result
      .data;
    expect(json.map(({ name }) => name)).toEqual(["Phase 2 completed", "Phase 1 completed"]);
  });
});

describe("GET /api/admin/dashboard", () => {
  it("counts traders and payout requests by status, and shows the newest traders", async () => {
    const response = await administrator.get("/api/admin/dashboard");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      users: {
        total: 3,
        byStatus: { pending: 0, active: 2, "under-review": 0, breached: 1 },
      },
      payouts: {
        total: 6,
        amount: "1051.50",
        byStatus: {
          pending: { count: 4, amount: "701.00" },
          approved: { count: 1, amount: "250.50" },
          rejected: { count: 1, amount: "100.00" },
        },
      },
      recentUsers: [{ fullName: "Cleo" }, { fullName: "Bea" }, { fullName: "Ada" }],
    });
  });

  it("returns zeros if there are no traders", async () => {
    const empty = await startApp();
    const response = await (await empty.administrator()).get("/api/admin/dashboard");
    expect(response.json()).toMatchObject({
      users: { total: 0 },
      payouts: { total: 0, amount: "0.00", byStatus: { approved: { count: 0, amount: "0.00" } } },
      recentUsers: [],
    });
    await empty.close();
  });

  it("requires an administrator, as the pages do", async () => {
    const trader = await test.trader();
    expect((await trader.get("/api/admin/dashboard")).statusCode).toBe(403);
    expect((await trader.query("admin.users.page", {})).statusCode).toBe(403);
    expect((await test.visitor().query("admin.payouts.page", {})).statusCode).toBe(401);
  });
});

it("names the other traders with the same login, also on their pages", async () => {
  async function traderWith(login: string, fullName: string) {
    const { id, email } = await test.trader({ fullName });
    await administrator.patch(`/api/admin/user/${id}/account`, { login });
    return { id, fullName, email };
  }
  const jane = await traderWith("5002001", "Jane Roe");
  const bob = await traderWith("5002001", "Bob Other");
  const carl = await traderWith("5002001", "Carl Third");
  const dan = await traderWith("50020012", "Dan Apart");

  async function sameLogin(id: number) {
    const response = await administrator.query("admin.users.summary", { id });
    const { result } = response.json<{ result: { data: { json: { sameLogin: object[] } } } }>();
    return result.data.json.sameLogin;
  }
  expect(await sameLogin(jane.id)).toEqual([bob, carl]);
  expect(await sameLogin(carl.id)).toEqual([jane, bob]);
  expect(await sameLogin(dan.id)).toEqual([]);
  // Two accounts without a login share none.
  await test.trader();
  expect(await sameLogin(ids.Cleo!)).toEqual([]);
});
