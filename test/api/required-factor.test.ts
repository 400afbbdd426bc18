import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { procedures } from "../../src/http/app-router.ts";
import { inputShape } from "../../src/http/rest-input.ts";
import { fastifyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes.ts";
import { roleNames } from "../../src/identity/roles/roles.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  addPasskey,
  administratorWithKey,
  codeOf,
  factorPath,
  setUpApp,
} from "../support/second-factor.ts";

let test: TestApp;
/** Has an authenticator app. */
let owner: Browser;
let ownerKey: string;
let ownerSecret: string;
beforeAll(async () => {
  test = await startApp();
  ({ browser: owner, accessKey: ownerKey } = await administratorWithKey(test));
});
afterAll(() => test.close());

const kind = "administrator";
const settings = "/api/admin/settings/team";
const idOf = async (browser: Browser) =>
  (await browser.get("/api/admin/me")).json<{ id: number }>().id;

describe("an owner", () => {
  it("cannot require a second factor before having one", async () => {
    expect((await owner.get(settings)).json()).toMatchObject({
      secondFactorRequired: false,
      membersWithSecondFactor: 0,
      updatedAt: null,
    });
    const refused = await owner.patch(settings, { secondFactorRequired: true });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { message: "Set up a second factor of your own first, so that you are not locked out." },
    ]);
    ({ secret: ownerSecret } = await setUpApp(test, owner, { kind, password: ownerKey }));
    const set = await owner.patch(settings, { secondFactorRequired: true });
    expect([set.statusCode, set.json()]).toMatchObject([
      200,
      { secondFactorRequired: true, membersWithSecondFactor: 1 },
    ]);
  });

  it("is the only role that may require it", async () => {
    const others = roleNames.filter((role) => role !== "owner");
    for (const role of others) {
      const { browser, accessKey } = await administratorWithKey(test, role);
      await setUpApp(test, browser, { kind, password: accessKey });
      const response = await browser.patch(settings, { secondFactorRequired: false });
      expect([role, response.statusCode]).toEqual([role, 403]);
    }
  });
});

describe("an administrator without a required second factor", () => {
  const calls = procedures
    .filter(({ meta }) => meta.permission === "administrator")
    .map(({ name, procedure, meta }) => {
      const input = inputShape(procedure) && { ...meta.example, id: 1, userId: 1 };
      const isWrite = procedure._def.type === "mutation";
      const send = (at: Browser) => (isWrite ? at.mutate(name, input) : at.query(name, input));
      return { name, ability: meta.ability!, send };
    });
  const restCalls = routes
    .filter(({ permission }) => permission === "administrator" || permission === "owner")
    .map(({ name, rest, ability }) => {
      const { method, url } = fastifyRoute(rest);
      const path = `/api${url.replace(/:\w+/g, "1")}`;
      return { name, ability: ability!, send: (at: Browser) => at.send({ method, url: path }) };
    });

  it.each(roleNames)("can only make calls about their own account as %s", async (role) => {
    const { browser } = await administratorWithKey(test, role);
    const names = { open: [] as string[], closed: 0 };
    for (const { name, ability, send } of [...calls, ...restCalls]) {
      if (ability === "self.manage") {
        names.open.push(name);
        continue;
      }
      const response = await send(browser);
      expect([name, response.statusCode]).toEqual([name, 403]);
      // If the role is insufficient, the response names the required role.
      expect(response.body).toMatch(/second_factor_setup_required|This requires the role/);
      names.closed += 1;
    }
    expect(names.closed).toBeGreaterThan(80);
    expect(names.open).toContain("admin.me.get");
    expect(names.open.every((name) => name.startsWith("admin.me."))).toBe(true);
    const me = (await browser.get("/api/admin/me")).json();
    expect(me).toMatchObject({ role, mustSetUpSecondFactor: true });
  });

  it("shows as required to an administrator and as optional to a trader", async () => {
    const { browser } = await administratorWithKey(test, "support");
    const trader = await test.trader();
    expect((await browser.get(factorPath.administrator)).json()).toMatchObject({
      isRequired: true,
    });
    expect((await trader.get(factorPath.trader)).json()).toMatchObject({ isRequired: false });
  });

  it("receives 403 with a distinct code", async () => {
    const { browser } = await administratorWithKey(test, "support");
    expect((await browser.get("/api/admin/users")).json()).toEqual({
      message: "The team requires a second factor. Set one up under “Your Profile” first.",
      reason: "second_factor_setup_required",
    });
    expect((await browser.get("/api/admin/auth")).json()).toEqual({ isAdmin: true });
  });

  it.each(["app", "passkey"])("can make all calls once it is set up (%s)", async (factor) => {
    const { browser, accessKey: password } = await administratorWithKey(test, "support");
    if (factor === "app") await setUpApp(test, browser, { kind, password });
    else await addPasskey(test, browser, { kind, password });
    expect((await browser.get("/api/admin/users")).statusCode).toBe(200);
  });

  it("cannot make other calls before a code confirms the app", async () => {
    const { browser, accessKey: password } = await administratorWithKey(test, "support");
    expect((await browser.post(`${factorPath[kind]}/totp`, { password })).statusCode).toBe(201);
    expect((await browser.get("/api/admin/users")).statusCode).toBe(403);
  });

  it("cannot remove the last one after setting it up", async () => {
    const { browser, accessKey: password } = await administratorWithKey(test, "support");
    await setUpApp(test, browser, { kind, password });
    const refused = await browser.post(`${factorPath[kind]}/totp/turn-off`, { password });
    expect(refused.statusCode).toBe(409);
    const { id } = await addPasskey(test, browser, { kind, password });
    const off = await browser.post(`${factorPath[kind]}/totp/turn-off`, { password });
    expect(off.statusCode).toBe(200);
    const last = await browser.post(`${factorPath[kind]}/passkeys/${id}/remove`, { password });
    expect([last.statusCode, last.json<{ message: string }>().message]).toEqual([
      409,
      "The team requires a second factor. Add another one before you remove this one.",
    ]);
  });

  it("does not affect API tokens and traders", async () => {
    const { token } = (
      await owner.post("/api/admin/tokens", { label: "Tool", scopes: ["users:read"] })
    ).json<{ token: string }>();
    const tool = test.visitor();
    tool.headers.authorization = `Bearer ${token}`;
    expect((await tool.get("/api/admin/users")).statusCode).toBe(200);
    const trader = await test.trader();
    expect((await trader.get("/api/user/account")).statusCode).toBe(200);
  });
});

describe("the second factor of a colleague", () => {
  it("is listed in the team, and can be removed with all sessions by an owner if it is lost", async () => {
    const { browser, accessKey } = await administratorWithKey(test, "support");
    await setUpApp(test, browser, { kind, password: accessKey });
    await addPasskey(test, browser, { kind, password: accessKey });
    const id = await idOf(browser);
    const team = (await owner.get("/api/admin/team")).json<{ id: number }[]>();
    expect(team.find((member) => member.id === id)).toMatchObject({
      secondFactors: ["totp", "passkey"],
    });
    const removed = await owner.post(`/api/admin/team/${id}/remove-second-factor`);
    expect([removed.statusCode, removed.json()]).toMatchObject([200, { secondFactors: [] }]);
    expect((await browser.get("/api/admin/me")).statusCode).toBe(401);
    const again = await test.visitor().post("/api/admin/login", { accessKey });
    expect(again.statusCode).toBe(200);
    const repeated = await owner.post(`/api/admin/team/${id}/remove-second-factor`);
    expect(repeated.statusCode).toBe(409);
    const events = await owner.get("/api/admin/audit?action=second-factor.removed&limit=1");
    expect(events.json()).toMatchObject([
      { changes: { secondFactor: { from: "totp, passkey, recovery-code", to: null } } },
    ]);
  });

  it("can be removed only by another administrator who is an owner", async () => {
    const { browser, accessKey } = await administratorWithKey(test, "risk");
    await setUpApp(test, browser, { kind, password: accessKey });
    const id = await idOf(owner);
    const path = `/api/admin/team/${id}/remove-second-factor`;
    expect((await browser.post(path)).statusCode).toBe(403);
    expect((await owner.post(path)).statusCode).toBe(409);
  });

  it("is optional again once an owner stops requiring it", async () => {
    const code = codeOf(test, ownerSecret);
    expect(
      (await test.visitor().post("/api/admin/login", { accessKey: ownerKey, code })).statusCode,
    ).toBe(200);
    const set = await owner.patch(settings, { secondFactorRequired: false });
    expect(set.json()).toMatchObject({ secondFactorRequired: false });
    const { browser } = await administratorWithKey(test, "support");
    expect((await browser.get("/api/admin/users")).statusCode).toBe(200);
  });

  it("is in the audit log, required and optional, without an event for a refused or repeated change", async () => {
    await owner.patch(settings, { secondFactorRequired: false });
    const response = await owner.get("/api/admin/audit?action=team-settings.changed");
    const events = response.json<{ changes: object }[]>();
    expect(events.map(({ changes }) => changes)).toEqual([
      { secondFactorRequired: { from: true, to: false } },
      { secondFactorRequired: { from: false, to: true } },
    ]);
  });
});
