import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FastifyInstance } from "fastify";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { Browser } from "../support/http.ts";
import { loggedApp } from "../support/logged-app.ts";
import { addPasskey } from "../support/second-factor.ts";

interface Line {
  event?: string;
  call?: string;
  account?: string;
}

let test: TestApp;
let server: FastifyInstance;
const lines: Line[] = [];
beforeAll(async () => {
  test = await startApp();
  server = await loggedApp<Line>(test.context, (line) => lines.push(line));
});
afterAll(async () => {
  await server.close();
  await test.close();
});

/** Returns the security events that were logged during `work`. */
async function eventsDuring(work: () => Promise<unknown>): Promise<Line[]> {
  const before = lines.length;
  await work();
  return lines.slice(before).filter(({ event }) => event);
}

describe("the log of security events", () => {
  it("groups attempts to sign in by email, however it is written", async () => {
    const { email } = await test.trader();
    const attempt = (written: string) =>
      new Browser(server).post("/api/login", { email: written, password: "wrong" });
    const events = await eventsDuring(async () => {
      await attempt(email);
      await attempt(` ${email.toUpperCase()} `);
      await attempt(`other.${email}`);
    });
    expect(events.map(({ event }) => event)).toEqual(Array(3).fill("authn_login_fail"));
    const [account, sameAccount, other] = events.map((line) => line.account);
    expect(account).toMatch(/^[\w-]{12}$/);
    expect(sameAccount).toBe(account);
    expect(other).not.toBe(account);
  });

  it.each([
    ["trader", "/api/login", "auth.loginWithPasskey"],
    ["administrator", "/api/admin/login", "admin.loginWithPasskey"],
  ] as const)("has sign-ins of a %s with a passkey, also failed ones", async (kind, path, call) => {
    const person = kind === "trader" ? await test.trader() : await test.administrator();
    const password = kind === "trader" ? PASSWORD : test.adminKey;
    const { authenticator } = await addPasskey(test, person, { kind, password });
    const signIn = async (deviation: { challenge?: string }) => {
      const browser = new Browser(server);
      const { challenge, rpId } = (await browser.post(`${path}/passkey-options`)).json<{
        challenge: string;
        rpId: string;
      }>();
      const asked = { challenge: deviation.challenge ?? challenge, rpId };
      await browser.post(`${path}/passkey`, { credential: authenticator.get(asked) });
    };
    const events = await eventsDuring(async () => {
      await signIn({ challenge: "c29tZXRoaW5nIGVsc2U" });
      await signIn({});
    });
    expect(events.map((line) => [line.event, line.call])).toEqual([
      ["authn_login_fail", call],
      ["authn_login_success", call],
    ]);
  });

  it("has changes of a password, also those refused for a wrong one", async () => {
    const { email } = await test.trader();
    const browser = new Browser(server);
    await browser.post("/api/login", { email, password: PASSWORD });
    const newPassword = "battery staple";
    const change = (currentPassword: string) => {
      const fields = { currentPassword, newPassword, confirmPassword: newPassword };
      return browser.post("/api/user/change-password", fields);
    };
    const events = await eventsDuring(async () => {
      await change("wrong");
      await change(PASSWORD);
    });
    expect(events.map(({ event, call }) => [event, call])).toEqual([
      ["authn_password_change_fail", "trader.changePassword"],
      ["authn_password_change", "trader.changePassword"],
    ]);
  });

  it("has the refusal of a stream", async () => {
    const { email } = await test.trader();
    const browser = new Browser(server);
    await browser.post("/api/login", { email, password: PASSWORD });
    const input = encodeURIComponent(JSON.stringify({ json: { userId: 1 } }));
    const events = await eventsDuring(() => browser.get(`/api/trpc/admin.live?input=${input}`));
    expect(events.map(({ event, call }) => [event, call])).toEqual([["authz_fail", "admin.live"]]);
  });

  it("has every end of a session by its owner", async () => {
    const { email } = await test.trader();
    const browser = new Browser(server);
    const signIn = (from: Browser) => from.post("/api/login", { email, password: PASSWORD });
    await signIn(browser);
    const elsewhere = new Browser(server);
    await signIn(elsewhere);
    const [, other] = (await browser.get("/api/user/sessions")).json<{ id: number }[]>();
    const events = await eventsDuring(async () => {
      await browser.delete(`/api/user/sessions/${other!.id}`);
      await browser.post("/api/user/sessions/end-others");
      await browser.post("/api/logout");
    });
    expect(events.map(({ event, call }) => [event, call])).toEqual([
      ["session_expired", "trader.sessions.end"],
      ["session_expired", "trader.sessions.endOthers"],
      ["session_expired", "auth.logout"],
    ]);
  });
});
