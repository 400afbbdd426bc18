import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trace } from "../../src/business/links/traces/trace.schema.ts";
import { compareChanged } from "../../src/business/links/runs/compare-accounts.ts";
import { runHousekeeping } from "../../src/business/office/housekeeping/housekeeping.ts";
import { DAY, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true, env: { TRUST_PROXY: "127.0.0.1" } });
  owner = await test.administrator();
});
afterAll(() => test.close());

const SETTINGS = "/api/admin/settings/links";
const COOKIE = "propdesk_device";

let named = 0;
/** Registers a trader by a browser, from an address. */
async function register(browser: Browser, address = "127.0.0.1"): Promise<number> {
  named += 1;
  const response = await browser.post(
    "/api/register",
    {
      fullName: `Trader ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[named]}`,
      email: `trace.${named}@example.com`,
      password: PASSWORD,
      country: "uk",
      city: "London",
      street: "Mill Street",
      houseNumber: String(named),
      privacyPolicyAgreed: true,
    },
    { "x-forwarded-for": address },
  );
  expect(response.statusCode).toBe(201);
  return response.json<{ id: number }>().id;
}

const signIn = (browser: Browser, address = "127.0.0.1") =>
  browser.post(
    "/api/login",
    { email: `trace.${named}@example.com`, password: PASSWORD },
    { "x-forwarded-for": address },
  );

async function tracesOf(id: number): Promise<Trace[]> {
  const response = await owner.get(`/api/admin/user/${id}/traces`);
  expect(response.statusCode).toBe(200);
  return response.json<Trace[]>();
}

async function factsOf(a: number, b: number): Promise<object[]> {
  return (await owner.get(`/api/admin/links/compare?a=${a}&b=${b}`)).json().facts;
}

describe("a browser", () => {
  it("is recognised after signing out, by a cookie that scripts cannot read", async () => {
    const browser = test.visitor();
    const one = await register(browser);
    const kept = browser.cookies.get(COOKIE);
    expect(kept).toMatch(/^[\w-]{43}$/);
    await browser.post("/api/logout");
    expect(browser.cookies.get(COOKIE)).toBe(kept);
    const response = await signIn(browser);
    expect(response.headers["set-cookie"]).toBeTypeOf("string");
    await browser.post("/api/logout");
    const other = await register(browser);
    expect(browser.cookies.get(COOKIE)).toBe(kept);
    expect(await tracesOf(one)).toEqual([
      {
        kind: "device",
        firstAt: expect.any(String),
        lastAt: expect.any(String),
        signIns: 2,
        sharedBy: 2,
      },
    ]);
    expect(await tracesOf(other)).toMatchObject([{ kind: "device", signIns: 1, sharedBy: 2 }]);
    expect(await factsOf(one, other)).toMatchObject([
      { kind: "device", userIds: [one, other], sharedBy: 2, firstAt: expect.any(String) },
    ]);
    const stranger = await register(test.visitor());
    expect(await tracesOf(stranger)).toMatchObject([{ sharedBy: 1 }]);
    expect(await factsOf(one, stranger)).toEqual([]);
  });

  it("is not named by a value that another site could have made up", async () => {
    const browser = test.visitor();
    browser.cookies.set(COOKIE, "short");
    await register(browser);
    expect(browser.cookies.get(COOKIE)).toMatch(/^[\w-]{43}$/);
  });
});

describe("a sign-in", () => {
  it("is compared with others within a minute, if it is the first from a browser", async () => {
    const { pool } = test.context.database;
    const marked = async (id: number) => {
      const { rowCount } = await pool.query(
        `select from changed_accounts join trading_accounts on trading_accounts.id = account_id
          where user_id = $1`,
        [id],
      );
      return rowCount === 1;
    };
    const [first, second] = [test.visitor(), test.visitor()];
    const one = await register(first);
    const other = await register(second);
    expect([await marked(one), await marked(other)]).toEqual([true, true]);
    await compareChanged(test.context);
    await second.post("/api/logout");
    // The same browser twice, then that of the first trader.
    await signIn(second);
    await signIn(second);
    await compareChanged(test.context);
    await signIn(second);
    expect(await marked(other)).toBe(false);
    const own = second.cookies.get(COOKIE)!;
    second.cookies.set(COOKIE, first.cookies.get(COOKIE)!);
    await signIn(second);
    expect(await marked(other)).toBe(true);
    await compareChanged(test.context);
    // The browser of the first trader was used once, and is not new any more.
    second.cookies.set(COOKIE, own);
    test.clock.advance(2 * MINUTE);
    await signIn(second);
    expect(await marked(other)).toBe(false);
    const cases = (await owner.get(`/api/admin/links?userId=${other}`)).json<object[]>();
    expect(cases).toMatchObject([{ kinds: ["device"], userIds: [one, other] }]);
  });
});

describe("a network", () => {
  it("is that of the address, of IPv6 its first half, and never a private one", async () => {
    const one = await register(test.visitor(), "2a02:810d:1:2::1");
    const other = await register(test.visitor(), "2a02:810d:1:2:ffff::9");
    const next = await register(test.visitor(), "2a02:810d:1:3::1");
    expect((await tracesOf(one)).map(({ kind, sharedBy }) => [kind, sharedBy])).toEqual([
      ["device", 1],
      ["network", 2],
    ]);
    expect(await factsOf(one, other)).toMatchObject([{ kind: "network", sharedBy: 2, of: 3 }]);
    expect(await factsOf(one, next)).toEqual([]);
    const [home, away] = [test.visitor(), test.visitor()];
    const [a, b] = [await register(home, "100.64.0.7"), await register(away, "100.64.0.7")];
    expect(await factsOf(a, b)).toEqual([]);
  });

  it("of a crowd links none of them", async () => {
    const ids: number[] = [];
    for (let place = 0; place < 4; place += 1)
      ids.push(await register(test.visitor(), "93.184.216.34"));
    expect(await factsOf(ids[0]!, ids[1]!)).toMatchObject([{ kind: "network", sharedBy: 4 }]);
    await owner.patch(SETTINGS, { crowd: 3 });
    expect(await factsOf(ids[0]!, ids[1]!)).toEqual([]);
    await owner.patch(SETTINGS, { crowd: 10 });
  });
});

describe("traces", () => {
  it("are kept as hashes only, each view of them is recorded, and only some roles see them", async () => {
    const browser = test.visitor();
    const id = await register(browser, "93.184.216.35");
    const { pool } = test.context.database;
    const { rows } = await pool.query("select * from trader_traces where trader_id = $1", [id]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain("93.184");
    expect(text).not.toContain(browser.cookies.get(COOKIE));
    const shown = JSON.stringify(await tracesOf(id));
    for (const { hash } of rows as { hash: string }[]) expect(shown).not.toContain(hash);
    const viewed = await owner.get(`/api/admin/audit?traderId=${id}&action=link.viewed`);
    expect(viewed.json()).toHaveLength(1);
    for (const role of ["payouts", "support"] as const) {
      const member = await test.administrator(role);
      expect((await member.get(`/api/admin/user/${id}/traces`)).statusCode).toBe(403);
    }
    expect((await owner.get("/api/admin/user/999999/traces")).statusCode).toBe(404);
  });

  it("end with the trader", async () => {
    const id = await register(test.visitor(), "93.184.216.36");
    await owner.delete(`/api/admin/user/${id}`);
    const { pool } = test.context.database;
    const { rows } = await pool.query("select from trader_traces where trader_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  it("end so many days after they were last seen, and at once if none are kept", async () => {
    const browser = test.visitor();
    const id = await register(browser, "93.184.216.37");
    await owner.patch(SETTINGS, { retentionDays: 2 });
    test.clock.advance(2 * DAY - 1000);
    await runHousekeeping(test.context);
    owner = await test.administrator();
    expect(await tracesOf(id)).toHaveLength(2);
    await signIn(browser, "127.0.0.1");
    test.clock.advance(2000);
    await runHousekeeping(test.context);
    expect(await tracesOf(id)).toMatchObject([{ kind: "device", signIns: 2 }]);
    await owner.patch(SETTINGS, { retentionDays: 0 });
    expect(await tracesOf(id)).toEqual([]);
    const other = test.visitor();
    expect(await tracesOf(await register(other, "93.184.216.38"))).toEqual([]);
    expect(other.cookies.has(COOKIE)).toBe(false);
  });
});
