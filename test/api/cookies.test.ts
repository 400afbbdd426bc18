import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DAY, SECOND } from "../../src/platform/time/durations.rule.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

const THIRTY_DAYS = (30 * DAY) / SECOND;

/** Returns the attributes of the cookies that a response sets, in lower case. */
function attributesOf(response: { headers: Record<string, unknown> }): string[][] {
  return [response.headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => (cookie as string).toLowerCase().split("; ").slice(1).toSorted());
}

const nameOf = (browser: Browser) => [...browser.cookies.keys()];

describe("cookies on http", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  afterAll(() => test.close());

  it("expire with the browser, are HttpOnly, and are sent on same-site requests", async () => {
    const trader = await test.trader();
    const browser = test.visitor();
    const login = { email: trader.email, password: PASSWORD };
    const response = await browser.post("/api/login", login);
    expect(nameOf(browser)).toEqual(["propdesk_trader", "propdesk_device"]);
    const device = ["httponly", "max-age=34560000", "path=/", "samesite=lax"];
    expect(attributesOf(response)).toEqual([["httponly", "path=/", "samesite=lax"], device]);
  });

  it("last 30 days if the trader chose to be remembered", async () => {
    const { email } = await test.trader();
    const login = { email, password: PASSWORD, remember: true };
    const browser = test.visitor();
    // The browser already has the cookie that names it.
    await browser.post("/api/login", login);
    const response = await browser.post("/api/login", login);
    const attributes = ["httponly", `max-age=${THIRTY_DAYS}`, "path=/", "samesite=lax"];
    expect(attributesOf(response)).toEqual([attributes]);
  });

  it("stop being persistent at the next sign-in that is not remembered", async () => {
    const { email } = await test.trader();
    const browser = test.visitor();
    const login = { email, password: PASSWORD };
    await browser.post("/api/login", { ...login, remember: true });
    const response = await browser.post("/api/login", login);
    expect(attributesOf(response)).toEqual([["httponly", "path=/", "samesite=lax"]]);
  });

  it("of administrators are SameSite=Strict", async () => {
    const browser = test.visitor();
    const response = await browser.post("/api/admin/login", { accessKey: test.adminKey });
    expect(nameOf(browser)).toEqual(["propdesk_administrator"]);
    expect(attributesOf(response)).toEqual([["httponly", "path=/", "samesite=strict"]]);
  });

  it("are cleared on sign-out", async () => {
    const trader = await test.trader();
    const response = await trader.post("/api/logout");
    expect(trader.cookies.size).toBe(0);
    const [attributes] = attributesOf(response);
    expect(attributes).toEqual(expect.arrayContaining(["max-age=0", "path=/"]));
  });

  it("do not outlive a sign-out while the server's clock is ahead", async () => {
    const trader = await test.trader();
    const copy = test.visitor();
    for (const [name, value] of trader.cookies) copy.cookies.set(name, value);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * DAY });
    try {
      expect((await trader.post("/api/logout")).statusCode).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    expect((await copy.get("/api/user")).statusCode).toBe(401);
  });

  it("are not set again by every call", async () => {
    const trader = await test.trader();
    expect((await trader.get("/api/user")).headers["set-cookie"]).toBeUndefined();
  });

  it("do not authenticate if they are altered, truncated, swapped or forged", async () => {
    const good = (await test.trader()).cookies.get("propdesk_trader")!;
    const swapped = (await test.administrator()).cookies.get("propdesk_administrator")!;
    const flipped = `${good.slice(0, 10)}${good[10] === "A" ? "B" : "A"}${good.slice(11)}`;
    const garbage = [
      flipped,
      good.slice(0, -5),
      good.slice(0, good.length / 2),
      `${good}AAAA`,
      "",
      "null",
      "%00",
      "%E0%A4%A",
      "x".repeat(4000),
      '{"token":"x"}',
      "__proto__",
    ];
    const cookies = [
      `propdesk_trader=${swapped}`,
      `propdesk_administrator=${good}`,
      ...garbage.map((value) => `propdesk_trader=${value}; propdesk_administrator=${value}`),
      ";;;",
      "=;=",
      "\u00ff",
      "__proto__=1; constructor=2",
    ];
    for (const cookie of cookies) {
      for (const url of ["/api/user", "/api/admin/users"]) {
        const response = await test.visitor().get(url, { cookie });
        expect([url, cookie, response.statusCode]).toEqual([url, cookie, 401]);
        expect(response.json<{ message: string }>().message).toMatch(/^Please sign in/);
      }
    }
  });

  it("of traders and administrators are not interchangeable", async () => {
    const cookie = (await test.trader()).cookies.get("propdesk_trader")!;
    const opened = (kind: "trader" | "administrator") =>
      test.app.decodeSecureSession(decodeURIComponent(cookie), test.app.log, kind);
    expect(opened("trader")?.get("token")).toEqual(expect.any(String));
    expect(opened("administrator")).toBeNull();
  });

  it("are not valid under another instance's secret", async () => {
    const other = await startApp();
    const trader = await other.trader();
    const stranger = test.visitor();
    for (const [name, value] of trader.cookies) stranger.cookies.set(name, value);
    expect((await stranger.get("/api/user")).statusCode).toBe(401);
    await other.close();
  });
});

describe("cookies on https", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
  });
  afterAll(() => test.close());

  it("are Secure and have the __Host- prefix, even if the proxy connects over http", async () => {
    const trader = await test.trader();
    const login = { email: trader.email, password: PASSWORD };
    const browser = test.visitor();
    const asTrader = await browser.post("/api/login", login);
    const asAdministrator = await browser.post("/api/admin/login", { accessKey: test.adminKey });
    expect(nameOf(browser)).toEqual([
      "__Host-propdesk_trader",
      "__Host-propdesk_device",
      "__Host-propdesk_administrator",
    ]);
    expect(attributesOf(asTrader)).toEqual([
      ["httponly", "path=/", "samesite=lax", "secure"],
      ["httponly", "max-age=34560000", "path=/", "samesite=lax", "secure"],
    ]);
    expect(attributesOf(asAdministrator)).toEqual([
      ["httponly", "path=/", "samesite=strict", "secure"],
    ]);
    expect((await browser.get("/api/user")).statusCode).toBe(200);
    expect((await browser.get("/api/admin/users")).statusCode).toBe(200);
  });

  it("are cleared with Secure and the path, as browsers require", async () => {
    const trader = await test.trader();
    const [attributes] = attributesOf(await trader.post("/api/logout"));
    expect(attributes).toEqual(expect.arrayContaining(["max-age=0", "path=/", "secure"]));
  });

  it("are not read from the name used on http", async () => {
    const trader = await test.trader();
    const value = trader.cookies.get("__Host-propdesk_trader");
    const headers = { cookie: `propdesk_trader=${value}` };
    expect((await test.visitor().get("/api/user", headers)).statusCode).toBe(401);
  });
});
