import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payoutTable } from "../../src/business/money/payouts/payout.table.ts";
import { traderTable } from "../../src/business/traders/trader.table.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

interface Row {
  id: number;
  fullName?: string;
  user?: { fullName: string };
  email?: string;
  tradingAccount?: Record<string, unknown>;
}

const statuses = ["pending", "active", "under-review", "breached"] as const;

let test: TestApp;
let administrator: Browser;
/** Twelve traders, three of each status; the last three have a payout of each status. */
const traderIds: number[] = [];
const payoutIds: number[] = [];

beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  for (let index = 0; index < 12; index += 1) {
    const trader = await test.trader({
      fullName: index === 0 ? "Per_cent 100% \\ O'Neil" : `Trader Number${index}`,
      email: `trader.${index}@example.com`,
    });
    traderIds.push(trader.id);
    await administrator.patch(`/api/admin/user/${trader.id}/account`, {
      status: statuses[index % 4],
      login: `50020${String(index).padStart(2, "0")}`,
      masterPassword: "k7#Tpx2v",
      ...(index % 3 > 0 && { phase: `Phase ${index % 3}`, balance: `${1000 - index * 90}` }),
      payoutEnabled: index >= 9,
    });
    if (index < 9) continue;
    for (const status of [undefined, "approved", "rejected"]) {
      const sent = { amount: `${index}`, paymentMethod: "bank" };
      const { id } = (await trader.post("/api/user/payouts", sent)).json<Row>();
      payoutIds.push(id);
      const decision = { status, adminNotes: "Notes" };
      if (status) await administrator.patch(`/api/admin/payouts/${id}`, decision);
    }
  }
});
afterAll(() => test.close());

const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
const newestFirst = (ids: number[]) => ids.toSorted((a, b) => b - a);
const list = async (url: string) => (await administrator.get(url)).json<Row[]>();

/** Follows the `Link` headers from a first page to the last. */
async function readPages(url: string) {
  const pages: Row[][] = [];
  const totals: unknown[] = [];
  const addresses: string[] = [];
  for (let next: string | undefined = url; next;) {
    addresses.push(next);
    const response = await administrator.get(next);
    expect(response.statusCode).toBe(200);
    pages.push(response.json<Row[]>());
    totals.push(response.headers["x-total-count"]);
    next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ""))?.[1];
  }
  return { pages, totals, addresses };
}

describe.each([
  ["/api/admin/users", traderIds],
  ["/api/admin/payouts", payoutIds],
])("%s", (path, ids) => {
  it("is a plain array of all rows, newest first, without page headers if no limit is given", async () => {
    const response = await administrator.get(path);
    expect(idsOf(response.json<Row[]>())).toEqual(newestFirst(ids));
    expect(response.headers.link).toBeUndefined();
    expect(response.headers["x-total-count"]).toBeUndefined();
  });

  it("is paged without gaps or overlaps, with the total on each page", async () => {
    const { pages, totals } = await readPages(`${path}?limit=5`);
    const lengths = ids.length === 9 ? [5, 4] : [5, 5, 2];
    expect(pages.map(({ length }) => length)).toEqual(lengths);
    expect(idsOf(pages.flat())).toEqual(newestFirst(ids));
    expect(totals).toEqual(pages.map(() => String(ids.length)));
  });

  it("has no next page if the last one is exactly full", async () => {
    const { pages } = await readPages(`${path}?limit=${ids.length}`);
    expect(pages.map(({ length }) => length)).toEqual([ids.length]);
  });

  it("continues from a cursor without a limit", async () => {
    const first = await administrator.get(`${path}?limit=4`);
    const [, cursor] = /cursor=([^&>]+)/.exec(String(first.headers.link))!;
    expect(idsOf(await list(`${path}?cursor=${cursor}`))).toEqual(newestFirst(ids).slice(4));
  });

  it.each([1, 1000])("accepts the limit %i", async (limit) => {
    const rows = await list(`${path}?limit=${limit}`);
    expect(rows).toHaveLength(Math.min(limit, ids.length));
  });

  it.each([
    "0",
    "-1",
    "1001",
    "1.5",
    "abc",
    "",
    "1e2",
    "0x10",
    " 5",
    "NaN",
    "99999999999999999999",
  ])("returns 400 for the limit %j", async (limit) => {
    const response = await administrator.get(`${path}?limit=${encodeURIComponent(limit)}`);
    expect(response.statusCode).toBe(400);
    const message = "limit must be a whole number from 1 to 1000";
    expect(response.json()).toEqual({ message, issues: [{ path: ["limit"], message }] });
  });

  it.each(["x", "", "0", "MA", "OTk5OTk5OTk5OTk5", "5", "../", "%00"])(
    "returns 400 for an invalid cursor (%j), with and without a limit",
    async (cursor) => {
      for (const limit of ["", "&limit=5"]) {
        const response = await administrator.get(`${path}?cursor=${cursor}${limit}`);
        expect([cursor, response.statusCode]).toEqual([cursor, 400]);
      }
    },
  );

  it.each([
    "limit=5&limit=6",
    "search=a&search=b",
    "status=pending&status=pending",
    "page=2",
    "__proto__=1",
    "constructor=1",
    "limit[]=5",
  ])("returns 400 for the query %s", async (query) => {
    const response = await administrator.get(`${path}?${query}`);
    expect([query, response.statusCode]).toEqual([query, 400]);
    expect(response.json<{ message: string }>().message).toMatch(/^[\w ,:[\]/-]+$/);
  });

  it("is empty if nothing matches the search", async () => {
    const response = await administrator.get(`${path}?search=zzz&limit=5`);
    expect([response.json(), response.headers["x-total-count"]]).toEqual([[], "0"]);
    expect(response.headers.link).toBeUndefined();
    expect(await list(`${path}?search=zzz`)).toEqual([]);
  });

  it.each([
    "%25%25",
    "_____________",
    "%5C%5C",
    "'; drop table users --",
    "%27 or 1=1",
    "%F0%9F%90%8E",
  ])("treats the search %s literally", async (search) => {
    expect(await list(`${path}?search=${search}`)).toEqual([]);
  });
});

describe("the list of traders", () => {
  it.each([
    ["name", "number10", [10]],
    ["name in other letters", "NUMBER7", [7]],
    ["email", "trader.3@", [3]],
    ["broker login", "5002011", [11]],
    ["part of a word", "umber1", [11, 10, 1]],
    ["text with surrounding space", "%20number2%20", [2]],
    ["per cent sign", "100%25", [0]],
    ["underscore", "per_cent", [0]],
    ["backslash", "%5C", [0]],
    ["quote", "o'neil", [0]],
  ])("is searched by %s", async (_what, search, found) => {
    const rows = await list(`/api/admin/users?search=${search}`);
    expect(idsOf(rows)).toEqual(found.map((index) => traderIds[index]));
    const page = await list(`/api/admin/users?search=${search}&limit=100`);
    expect(page).toEqual(rows);
  });

  it.each(statuses)("is filtered by the account status %s", async (status) => {
    const expected = traderIds.filter((_id, index) => statuses[index % 4] === status);
    expect(idsOf(await list(`/api/admin/users?status=${status}`))).toEqual(newestFirst(expected));
    const { pages, totals } = await readPages(`/api/admin/users?status=${status}&limit=2`);
    expect(idsOf(pages.flat())).toEqual(newestFirst(expected));
    expect(totals).toEqual(["3", "3"]);
  });

  it("accepts the status `under review` for `under-review`", async () => {
    const [dash, space] = [
      await list("/api/admin/users?status=under-review"),
      await list("/api/admin/users?status=under%20review"),
    ];
    expect(space).toEqual(dash);
    const { pages } = await readPages("/api/admin/users?status=under%20review&limit=2");
    expect(pages.flat()).toEqual(dash);
  });

  it("combines search and status", async () => {
    const rows = await list("/api/admin/users?search=number1&status=breached");
    expect(idsOf(rows)).toEqual([traderIds[11]]);
  });

  it("returns 400 for the status approved", async () => {
    expect((await administrator.get("/api/admin/users?status=approved")).statusCode).toBe(400);
  });

  it("returns each trader like the call for one trader, without the master password and repeated fields", async () => {
    const [newest] = await list("/api/admin/users");
    const single = (await administrator.get(`/api/admin/user/${newest!.id}`)).json<
      Row & { account: unknown; recovery: unknown; tradingAccount: { masterPassword?: string } }
    >();
    const { account: _, recovery: __, tradingAccount, ...trader } = single;
    const { masterPassword, ...listed } = tradingAccount;
    expect(masterPassword).toBe("k7#Tpx2v");
    expect(newest).toEqual({ ...trader, tradingAccount: listed });
  });
});

describe("the list of payout requests", () => {
  it.each([
    ["name", "number9", [2, 1, 0]],
    ["email", "trader.10@", [5, 4, 3]],
  ])("is searched by %s", async (_what, search, found) => {
    const rows = await list(`/api/admin/payouts?search=${search}`);
    expect(idsOf(rows)).toEqual(found.map((index) => payoutIds[index]));
  });

  it("is searched by id, with and without #", async () => {
    for (const search of [String(payoutIds[8]), `%23${payoutIds[8]}`]) {
      expect(idsOf(await list(`/api/admin/payouts?search=${search}`))).toContain(payoutIds[8]);
    }
    expect(await list("/api/admin/payouts?search=2147483648")).toEqual([]);
  });

  it.each(["pending", "approved", "rejected"])("is filtered by the status %s", async (status) => {
    const expected = payoutIds.filter(
      (_id, index) => ["pending", "approved", "rejected"][index % 3] === status,
    );
    expect(idsOf(await list(`/api/admin/payouts?status=${status}`))).toEqual(newestFirst(expected));
  });

  it("returns 400 for the status active", async () => {
    expect((await administrator.get("/api/admin/payouts?status=active")).statusCode).toBe(400);
  });

  it("includes the trader's name and email", async () => {
    const [newest] = await list("/api/admin/payouts?limit=1");
    expect(newest).toMatchObject({
      user: { fullName: "Trader Number11", email: "trader.11@example.com" },
    });
  });
});

describe.each([
  ["/api/admin/users", "admin.users.page", traderTable.sorts],
  ["/api/admin/payouts", "admin.payouts.page", payoutTable.sorts],
] as const)("%s in another order", (path, pageProcedure, sorts) => {
  const orders = sorts.flatMap((sort) => [
    [sort, "asc"],
    [sort, "desc"],
  ]);

  it.each(orders)("by %s %s has the order of the grids across pages", async (sort, order) => {
    const query = { sort, order, pageSize: 100 };
    const grid = (await administrator.query(pageProcedure, query)).json<{
      result: { data: { json: { rows: Row[] } } };
    }>();
    const { pages } = await readPages(`${path}?sort=${sort}&order=${order}&limit=2`);
    expect(idsOf(pages.flat())).toEqual(idsOf(grid.result.data.json.rows));
  });

  it("is ascending by default, also with search and status", async () => {
    const { pages } = await readPages(`${path}?sort=id&limit=2&search=number&status=pending`);
    const found = idsOf(pages.flat());
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it("keeps its position if the last row of the page is deleted", async () => {
    const trader = await test.trader({ fullName: "Aaron Aardvark" });
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await trader.post("/api/user/payouts", { amount: "0.01", paymentMethod: "bank" });
    const whole = await list(`${path}?sort=fullName&limit=1000`);
    const first = await administrator.get(`${path}?sort=fullName&limit=1`);
    expect(idsOf(first.json<Row[]>())).toEqual(idsOf(whole.slice(0, 1)));
    await administrator.delete(`/api/admin/user/${trader.id}`);
    const { pages } = await readPages(/^<([^>]+)>/.exec(String(first.headers.link))![1]!);
    expect(idsOf(pages.flat())).toEqual(idsOf(whole.slice(1)));
  });

  it("has cursors that fit into a URL for names of any length", async () => {
    const long = "🦊".repeat(1900);
    const traders: { id: number }[] = [];
    for (const fullName of [`${long} b`, `${long} a`, "🦊🦊"]) {
      const trader = await test.trader({ fullName });
      await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
      await trader.post("/api/user/payouts", { amount: "0.01", paymentMethod: "bank" });
      traders.push(trader);
    }
    for (const order of ["asc", "desc"]) {
      const url = `${path}?sort=fullName&order=${order}&search=🦊&limit=1`;
      const { pages, addresses } = await readPages(encodeURI(url));
      const names = pages.flat().map((row) => row.fullName ?? row.user?.fullName);
      // Names with the same prefix are sorted by id.
      const ascending = ["🦊🦊", `${long} b`, `${long} a`];
      expect(names).toEqual(order === "asc" ? ascending : ascending.toReversed());
      for (const address of addresses) expect(address.length).toBeLessThan(2000);
    }
    for (const { id } of traders) await administrator.delete(`/api/admin/user/${id}`);
  });

  it.each([
    ["sort=id", "A sorted list needs a limit"],
    ["order=asc", "A sorted list needs a limit"],
    ["sort=password&limit=5", `sort must be one of ${sorts.join(", ")}`],
    ["sort=id&order=up&limit=5", "order must be asc or desc"],
  ])("returns 400 for %s", async (query, message) => {
    const response = await administrator.get(`${path}?${query}`);
    expect([response.statusCode, response.json()]).toMatchObject([400, { message }]);
  });

  it("returns 400 for a cursor of another order", async () => {
    const first = await administrator.get(`${path}?sort=fullName&limit=2`);
    const [, cursor] = /cursor=([^&>]+)/.exec(String(first.headers.link))!;
    expect(Buffer.from(cursor!.split(".").at(-1)!, "base64url").toString()).not.toContain("Trader");
    for (const query of ["sort=fullName&order=desc&limit=2", "sort=id&limit=2", "limit=2"]) {
      const response = await administrator.get(`${path}?${query}&cursor=${cursor}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
    }
    const changed = `${cursor!.slice(0, -2)}AA`;
    const response = await administrator.get(`${path}?sort=fullName&limit=2&cursor=${changed}`);
    expect(response.statusCode).toBe(400);
  });
});

describe("traders sorted by email", () => {
  it("keep their position after an email of any length", async () => {
    const { rows } = await test.context.database.pool.query<{ id: number }>(`
      with alike as (
        insert into users (email, created_at)
        select 'alike.' || repeat('x', 200) || '@example.com' || n, now()
        from generate_series(1, 3) n returning id),
      accounts as (
        insert into trading_accounts (user_id, created_at) select id, now() from alike)
      select id from alike order by id`);
    const first = await administrator.get("/api/admin/users?sort=email&search=alike.&limit=1");
    const [, next] = /^<([^>]+)>/.exec(String(first.headers.link))!;
    const found = [...first.json<Row[]>(), ...(await list(next!))];
    expect(idsOf(found)).toEqual(idsOf(rows as Row[]).slice(0, 2));
    for (const { id } of rows) await administrator.delete(`/api/admin/user/${id}`);
  });
});

describe("a long list", () => {
  it("keeps its position if newer rows are added and the last row of the page is deleted", async () => {
    const named = (name: string) => test.trader({ fullName: `Place ${name}` });
    const traders = [await named("one"), await named("two"), await named("three")];
    const first = await administrator.get("/api/admin/users?search=place&limit=2");
    expect(idsOf(first.json<Row[]>())).toEqual([traders[2]!.id, traders[1]!.id]);
    await named("four");
    await administrator.delete(`/api/admin/user/${traders[1]!.id}`);
    const [, next] = /^<([^>]+)>/.exec(String(first.headers.link))!;
    expect(idsOf(await list(next!))).toEqual([traders[0]!.id]);
  });

  it("is streamed row by row", async () => {
    await test.context.database.pool.query(`
      with many as (
        insert into users (email, created_at)
        select 'many.' || n || '@example.com', now() from generate_series(1, 2500) n returning id)
      insert into trading_accounts (user_id, created_at) select id, now() from many`);
    const response = await administrator.get("/api/admin/users?search=many.");
    const ids = idsOf(response.json<Row[]>());
    expect(ids).toHaveLength(2500);
    expect(ids).toEqual(newestFirst(ids));
    expect(response.headers["content-length"]).toBeUndefined();
    expect((await administrator.query("admin.users.list", { search: "many." })).body).toContain(
      "many.2500@example.com",
    );
  });
});

describe("a list with a row that violates the contract", () => {
  it.each(["/api/admin/users", "/api/admin/payouts"])("returns 500, not 400: %s", async (path) => {
    const broken = await startApp();
    const { pool } = broken.context.database;
    // One after the other, because a job of the start may read both tables.
    for (const table of ["trading_accounts", "payout_requests"])
      await pool.query(`alter table ${table} drop constraint ${table}_status_check`);
    await pool.query(`
        with trader as (
          insert into users (email, created_at) values ('x@example.com', now()) returning id),
        account as (
          insert into trading_accounts (user_id, status, created_at)
          select id, 'unheard-of', now() from trader)
        insert into payout_requests (user_id, amount, payment_method, status, created_at)
        select id, 1, 'bank', 'unheard-of', now() from trader`);
    const asked = await broken.administrator();
    for (const limit of ["", "?limit=5"]) {
      const response = await asked.get(`${path}${limit}`);
      expect([limit, response.statusCode]).toEqual([limit, 500]);
      expect(response.body).not.toContain("unheard-of");
    }
    await broken.close();
  });
});
