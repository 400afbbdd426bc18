import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActiveSession } from "../../../../src/identity/sessions/session.schema.ts";
import { PASSWORD, startApp, type TestApp } from "../../../support/app.ts";
import type { Browser } from "../../../support/http.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

async function signIn(email: string, userAgent: string): Promise<Browser> {
  const browser = test.visitor();
  const headers = { "user-agent": userAgent };
  const response = await browser.post("/api/login", { email, password: PASSWORD }, headers);
  expect(response.statusCode).toBe(200);
  return browser;
}

const sessionsOf = async (browser: Browser) =>
  (await browser.get("/api/user/sessions")).json<ActiveSession[]>();

describe("the list of a trader's sessions", () => {
  it("shows device and address, most recently used first", async () => {
    const { email } = await test.trader();
    test.clock.advance(60_000);
    await signIn(email, safari);
    test.clock.advance(60_000);
    const here = await signIn(email, firefox);
    const sessions = await sessionsOf(here);
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ["Firefox on Windows", true],
      ["Safari on iOS", false],
      ["lightMyRequest", false],
    ]);
    expect(sessions.every(({ address }) => address === "127.0.0.1")).toBe(true);
    expect(JSON.stringify(sessions)).not.toMatch(/token/i);
  });

  it("begins with the current session, followed by the others in order of last use", async () => {
    const { email } = await test.trader();
    const phone = await signIn(email, safari);
    await signIn(email, firefox);
    test.clock.advance(6 * 60_000);
    await phone.get("/api/user");
    const here = await signIn(email, "curl/8.5.0");
    const devices = async () => (await sessionsOf(here)).map(({ device }) => device);
    expect(await devices()).toEqual([
      "curl",
      "Safari on iOS",
      "Firefox on Windows",
      "lightMyRequest",
    ]);
    test.clock.advance(60_000);
    await signIn(email, firefox);
    expect((await devices()).slice(0, 3)).toEqual(["curl", "Firefox on Windows", "Safari on iOS"]);
  });

  it("updates the time of last use, but not with every call", async () => {
    const trader = await test.trader();
    const seen = async () => (await sessionsOf(trader))[0]!.lastSeenAt;
    const first = await seen();
    test.clock.advance(4 * 60_000);
    await trader.get("/api/user");
    expect(await seen()).toEqual(first);
    test.clock.advance(2 * 60_000);
    await trader.get("/api/user");
    expect(new Date(await seen()).getTime() - new Date(first).getTime()).toBeGreaterThan(300_000);
  });

  it("omits expired sessions", async () => {
    const { email } = await test.trader();
    test.clock.advance(13 * 3_600_000);
    const here = await signIn(email, firefox);
    expect((await sessionsOf(here)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    const response = await here.post("/api/user/sessions/end-others");
    expect(response.json()).toEqual({ message: "Signed out of 0 other sessions" });
  });

  it("ends one session, and only the trader's own", async () => {
    const trader = await test.trader();
    const here = await signIn(trader.email, firefox);
    const phone = await signIn(trader.email, safari);
    const { id } = (await sessionsOf(phone)).find(({ isCurrent }) => isCurrent)!;
    const other = await test.trader();
    expect((await other.delete(`/api/user/sessions/${id}`)).statusCode).toBe(404);
    expect((await phone.get("/api/user")).statusCode).toBe(200);
    expect((await here.delete(`/api/user/sessions/${id}`)).statusCode).toBe(200);
    expect((await phone.get("/api/user")).statusCode).toBe(401);
    expect((await here.delete(`/api/user/sessions/${id}`)).statusCode).toBe(404);
    expect((await here.get("/api/user")).statusCode).toBe(200);
    const administrator = await test.administrator();
    const query = `traderId=${trader.id}&action=session.ended`;
    const events = await administrator.get(`/api/admin/audit?${query}`);
    expect(events.json()).toMatchObject([
      { actor: "trader", changes: { sessions: { from: "Safari on iOS", to: null } } },
    ]);
  });

  it("ends all others, also over tRPC", async () => {
    const trader = await test.trader();
    const here = await signIn(trader.email, firefox);
    await signIn(trader.email, safari);
    const response = await here.mutate("trader.sessions.endOthers");
    expect(response.json()).toMatchObject({
      result: { data: { json: { message: "Signed out of 2 other sessions" } } },
    });
    expect((await trader.get("/api/user")).statusCode).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
    const administrator = await test.administrator();
    const events = await administrator.get(`/api/admin/audit?traderId=${trader.id}`);
    expect(events.json<object[]>()[0]).toMatchObject({
      action: "session.ended",
      changes: { sessions: { from: 3, to: 1 } },
    });
  });
});
