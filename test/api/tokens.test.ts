import Fastify from "fastify";
import superjson from "superjson";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { registerErrorHandling } from "../../src/http/error-handling.ts";
import { rejectCrossOriginWrites } from "../../src/http/hardening/origin.ts";
import { defineRoute, registerRoute } from "../../src/http/route.ts";
import { scopeNames } from "../../src/identity/tokens/scopes.rule.ts";
import { DAY, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { hashToken } from "../../src/platform/vault/tokens.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { uploadCertificate } from "../support/certificates.ts";
import { Browser } from "../support/http.ts";
import { loggedApp } from "../support/logged-app.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  administrator = await test.administrator();
});
afterAll(() => test.close());

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const input = { label: "MT5 bridge", scopes: ["feed:write", "users:read"] };

async function readEvents(query: string) {
  const response = await administrator.get(`/api/admin/audit?${query}`);
  return response.json<Record<string, unknown>[]>();
}

describe("creating an API token", () => {
  it("returns 201 with the token, which is stored as a hash and not returned again", async () => {
    const response = await administrator.post("/api/admin/tokens", input);
    expect(response.statusCode).toBe(201);
    const { token, ...created } = response.json<{ id: number; token: string }>();
    expect(token).toMatch(/^pdk_[\w-]{43}$/);
    expect(created).toEqual({
      id: expect.any(Number) as number,
      ...input,
      createdAt: expect.stringMatching(isoTime) as string,
      createdBy: { id: expect.any(Number) as number, name: "Test administrator" },
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    const list = await administrator.get("/api/admin/tokens");
    expect(list.json<object[]>()[0]).toEqual(created);
    expect(list.body).not.toContain(token.slice(4));
    expect(list.body).not.toContain(hashToken(token));
    const { rows } = await test.context.database.pool.query<{ row: string }>(
      "select api_tokens::text || (select string_agg(audit_events::text, '') from audit_events) as row from api_tokens where id = $1",
      [created.id],
    );
    expect(rows[0]!.row).toContain(hashToken(token));
    expect(rows[0]!.row).not.toContain(token);
  });

  it("works over tRPC, and lists the newest first", async () => {
    const first = await administrator.mutate("admin.tokens.create", input);
    const response = await administrator.mutate("admin.tokens.create", {
      ...input,
      label: "Newer",
    });
    type Envelope = { result: { data: Parameters<typeof superjson.deserialize>[0] } };
    const idOf = ({ body }: { body: string }) =>
      superjson.deserialize<{ id: number; token: string; createdAt: Date }>(
        (JSON.parse(body) as Envelope).result.data,
      );
    expect(idOf(response).token).toMatch(/^pdk_/);
    expect(idOf(response).createdAt).toBeInstanceOf(Date);
    const list = (await administrator.get("/api/admin/tokens")).json<{ id: number }[]>();
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual([idOf(response).id, idOf(first).id]);
  });

  it("removes duplicate scopes", async () => {
    const scopes = ["users:read", "feed:write", "users:read"];
    const response = await administrator.post("/api/admin/tokens", { ...input, scopes });
    expect(response.json()).toMatchObject({ scopes: ["feed:write", "users:read"] });
  });

  const known = scopeNames.join(", ");
  const expiry = "expiresAt must be a time such as 2026-03-14T09:26:53Z";
  it.each([
    [{ scopes: input.scopes }, "Label is required"],
    [{ ...input, label: "  " }, "Label is required"],
    [{ ...input, label: 5 }, "Label is required"],
    [{ label: "x" }, "Select at least one scope"],
    [{ ...input, scopes: [] }, "Select at least one scope"],
    [{ ...input, scopes: "users:read" }, "Select at least one scope"],
    [{ ...input, scopes: ["users:all"] }, `Unknown scope. The scopes are ${known}`],
    [{ ...input, scopes: ["users:read", null] }, `Unknown scope. The scopes are ${known}`],
    [{ ...input, expiresAt: "tomorrow" }, expiry],
    [{ ...input, expiresAt: "2026-01-01" }, expiry],
    [{ ...input, expiresAt: "0000-01-01T00:00:00Z" }, expiry],
    [{ ...input, expiresAt: "2001-01-01T00:00:00.000Z" }, "expiresAt must be in the future"],
    [{ ...input, expiresAt: 4_102_444_800 }, expiry],
  ])("rejects %j with 400 and a message", async (body, message) => {
    const response = await administrator.post("/api/admin/tokens", body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message });
  });

  it("accepts an expiry with any offset, and returns it in UTC", async () => {
    const expiresAt = "2100-01-01T02:00:00+02:00";
    const response = await administrator.post("/api/admin/tokens", { ...input, expiresAt });
    expect(response.json()).toMatchObject({ expiresAt: "2100-01-01T00:00:00.000Z" });
    const endless = await administrator.post("/api/admin/tokens", { ...input, expiresAt: null });
    expect(endless.json()).toMatchObject({ expiresAt: null });
  });

  it("is recorded in the audit log without the token", async () => {
    const { id, token } = await test.token(["payouts:read", "records:read"], {
      label: "Payout report",
    });
    const [event] = await readEvents("action=token.created&limit=1");
    expect(event).toMatchObject({
      actor: "administrator",
      actorName: "Test administrator",
      changes: {
        tokenId: { from: null, to: id },
        label: { from: null, to: "Payout report" },
        scopes: { from: null, to: "payouts:read, records:read" },
      },
    });
    expect(JSON.stringify(event)).not.toContain(token);
  });
});

describe("revoking an API token", () => {
  it("takes effect with the next call, keeps the token listed and is recorded once", async () => {
    const tool = await test.token(["users:read"], { label: "Old bridge" });
    expect((await tool.get("/api/admin/users")).statusCode).toBe(200);
    const revoke = () => administrator.delete(`/api/admin/tokens/${tool.id}`);
    const responses = await meetAtLock(test, row("api_tokens", tool.id), [revoke, revoke]);
    for (const response of [...responses, await revoke()]) {
      expect([response.statusCode, response.json()]).toEqual([200, { message: "Token revoked" }]);
    }
    expect((await tool.get("/api/admin/users")).statusCode).toBe(401);
    const list = (await administrator.get("/api/admin/tokens")).json<{ id: number }[]>();
    expect(list.find(({ id }) => id === tool.id)).toMatchObject({
      revokedAt: expect.stringMatching(isoTime) as string,
    });
    const events = (await readEvents("action=token.revoked")).filter(
      ({ changes }) => (changes as { tokenId: { from: number } }).tokenId.from === tool.id,
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ changes: { label: { from: "Old bridge", to: null } } });
  });

  it("takes effect on every instance", async () => {
    const other = await test.secondInstance();
    try {
      const tool = await test.token(["users:read"]);
      const { headers } = tool;
      const url = "/api/admin/users";
      expect((await other.visitor().get(url, headers)).statusCode).toBe(200);
      await administrator.delete(`/api/admin/tokens/${tool.id}`);
      expect((await other.visitor().get(url, headers)).statusCode).toBe(401);
    } finally {
      await other.close();
    }
  });

  it.each(["999999", "0", "abc", "99999999999"])("returns 404 for the id %s", async (id) => {
    expect((await administrator.delete(`/api/admin/tokens/${id}`)).statusCode).toBe(404);
  });
});

describe.each(transports)("a call with a token over $name", (transport) => {
  it("succeeds with the scope, and is otherwise rejected with its name", async () => {
    const reader = await test.token(["users:read"]);
    expect((await transport.call(reader, "admin.users.list", {})).status).toBe(200);
    const refused = await transport.call(reader, "admin.payouts.list", {});
    expect(refused).toMatchObject({
      status: 403,
      message: "This call requires an API token with the scope payouts:read",
    });
  });

  it("ignores all cookies", async () => {
    const { id, ...trader } = await test.trader();
    const reader = await test.token(["payouts:read"]);
    for (const [name, value] of [...administrator.cookies, ...trader.cookies]) {
      reader.cookies.set(name, value);
    }
    expect((await transport.call(reader, "admin.users.list", {})).status).toBe(403);
    expect((await transport.call(reader, "admin.users.get", { id })).status).toBe(403);
    for (const call of ["auth.me", "trader.account", "admin.session"] as const) {
      const refused = await transport.call(reader, call);
      expect(refused).toMatchObject({
        status: 403,
        message: "API tokens cannot make this call",
      });
    }
    reader.headers.authorization = "Bearer pdk_wrong";
    for (const call of ["auth.me", "trader.account", "admin.users.list", "admin.session"] as const)
      expect((await transport.call(reader, call)).status).toBe(401);
  });

  it("works from any origin", async () => {
    const { id } = await test.trader();
    const writer = await test.token(["users:write"]);
    Object.assign(writer.headers, {
      origin: "https://elsewhere.example",
      "sec-fetch-site": "cross-site",
    });
    const update = { id, fullName: "Noah Clarke" };
    expect((await transport.call(writer, "admin.users.update", update)).status).toBe(200);
    writer.headers.authorization = "Basic cGRrOg==";
    expect((await transport.call(writer, "admin.users.update", update)).status).toBe(403);
  });

  it("reads a trader without the master password, and records no view", async () => {
    const { id } = await test.trader();
    await administrator.patch(`/api/admin/user/${id}/account`, { masterPassword: "k7#Tpx2v" });
    const reader = await test.token();
    const { status, body, response } = await transport.call(reader, "admin.users.get", { id });
    expect([status, body.id]).toEqual([200, id]);
    expect(body.account).toMatchObject({ userId: id });
    expect(response.body).not.toContain("masterPassword");
    expect(response.body).not.toContain("k7#Tpx2v");
    expect(await readEvents(`action=master-password.viewed&traderId=${id}`)).toEqual([]);
  });

  it("cannot set a master password", async () => {
    const { id } = await test.trader();
    const writer = await test.token();
    const message = "API tokens cannot set the master password";
    for (const masterPassword of ["k7#Tpx2v", "", null]) {
      const fields = { id, login: "5002001", masterPassword };
      for (const call of ["admin.accounts.create", "admin.accounts.update"] as const) {
        expect(await transport.call(writer, call, fields)).toMatchObject({ status: 403, message });
      }
    }
    const { body } = await transport.call(writer, "admin.users.get", { id });
    expect(body.account).toMatchObject({ login: null });
  });

  it("is recorded under the label of the token", async () => {
    const { id } = await test.trader();
    const writer = await test.token(["users:write"], { label: "CRM sync" });
    const ban = { id, banned: true, banReason: "Copied trades" };
    expect((await transport.call(writer, "admin.users.ban", ban)).status).toBe(200);
    const [event] = await readEvents(`actor=token&traderId=${id}`);
    expect(event).toMatchObject({
      action: "trader.banned",
      actor: "token",
      actorId: writer.id,
      actorName: "CRM sync",
      reason: "Copied trades",
    });
  });
});

describe("programmes, actions, warnings, reviews and appeals", () => {
  const unknown = 2_000_000_000;

  it("are read with records:read", async () => {
    const { id } = await test.trader();
    const [reader, other] = [await test.token(["records:read"]), await test.token(["users:read"])];
    for (const path of [
      "/api/admin/programmes",
      "/api/admin/actions",
      "/api/admin/bridges",
      "/api/admin/bridges/findings",
      `/api/admin/user/${id}/warnings`,
      "/api/admin/reviews",
      "/api/admin/appeals",
    ]) {
      const statuses = [(await reader.get(path)).statusCode, (await other.get(path)).statusCode];
      expect([path, ...statuses]).toEqual([path, 200, 403]);
    }
  });

  it.each([
    ["POST", `/api/admin/programmes/${unknown}/versions`],
    ["PATCH", `/api/admin/programmes/${unknown}`],
    ["POST", "/api/admin/programmes/from-preset"],
    ["POST", `/api/admin/user/${unknown}/programme`],
    ["POST", `/api/admin/user/${unknown}/actions`],
    ["POST", `/api/admin/actions/${unknown}/approve`],
    ["POST", `/api/admin/actions/${unknown}/cancel`],
    ["POST", `/api/admin/actions/${unknown}/retry`],
    ["POST", `/api/admin/bridges/findings/${unknown}`],
    ["POST", `/api/admin/reviews/${unknown}`],
  ] as const)("are changed with records:write: %s %s", async (method, url) => {
    const statusFor = async (scope: "records:read" | "records:write") => {
      const token = await test.token([scope]);
      return (await token.send({ method, url, payload: {} })).statusCode;
    };
    expect(await statusFor("records:read")).toBe(403);
    // The token may make the call, which fails because of what it says.
    expect([400, 404]).toContain(await statusFor("records:write"));
  });

  it.each([
    ["POST", `/api/admin/appeals/${unknown}`],
    ["GET", "/api/admin/settings/enforcement"],
    ["PATCH", "/api/admin/settings/enforcement"],
    ["GET", "/api/admin/settings/warnings"],
    ["PATCH", "/api/admin/settings/warnings"],
    ["GET", "/api/admin/settings/appeals"],
    ["PATCH", "/api/admin/settings/appeals"],
    ["GET", "/api/admin/identities"],
    ["GET", `/api/admin/identities/${unknown}`],
    ["POST", `/api/admin/identities/${unknown}`],
    ["GET", `/api/admin/identity-files/${unknown}/file`],
    ["POST", `/api/admin/user/${unknown}/identity/recheck`],
    ["GET", "/api/admin/settings/identity"],
    ["GET", "/api/admin/agreements"],
    ["GET", "/api/admin/sources"],
    ["POST", "/api/admin/sources"],
    ["POST", "/api/admin/agreements"],
    ["GET", `/api/admin/user/${unknown}/acceptances`],
    ["GET", "/api/admin/payments/account"],
    ["GET", `/api/admin/user/${unknown}/export`],
    ["GET", "/api/admin/users/export.csv"],
    ["GET", "/api/admin/payouts/export.xlsx"],
    ["GET", "/api/admin/statements/export.csv"],
    ["GET", "/api/admin/audit/export"],
  ] as const)("are decided, set and exported by people alone: %s %s", async (method, url) => {
    const token = await test.token();
    const response = await token.send({ method, url, ...(method !== "GET" && { payload: {} }) });
    expect(response.statusCode).toBe(403);
  });
});

describe("a token", () => {
  it("cannot set a master password together with a trader", async () => {
    const writer = await test.token(["users:write"]);
    const email = "with.account@example.com";
    const trader = { email, masterPassword: "k7#Tpx2v" };
    const created = await writer.mutate("admin.users.createWithAccount", trader);
    expect(created.statusCode).toBe(403);
    const found = await administrator.get(`/api/admin/users?search=${email}`);
    expect(found.json()).toEqual([]);
    const { id } = await test.trader();
    const update = { id, fullName: "Noah Clarke", masterPassword: "k7#Tpx2v" };
    const updated = await writer.mutate("admin.users.updateWithAccount", update);
    expect(updated.statusCode).toBe(403);
  });

  it("can decide a payout, and is named in the timeline", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const sent = { amount: "10", paymentMethod: "crypto", paymentDetails: "bc1qxy2kg" };
    const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
    const tool = await test.token(["payouts:decide", "payouts:read"], { label: "Payout bot" });
    const decided = await tool.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    expect(decided.statusCode).toBe(200);
    const { timeline } = (await tool.get(`/api/admin/payouts/${id}`)).json<{
      timeline: object[];
    }>();
    expect(timeline[1]).toMatchObject({
      event: "approved",
      actor: "token",
      actorName: "Payout bot",
    });
  });

  it("can issue a certificate and read the audit log", async () => {
    const { id } = await test.trader();
    const tool = await test.token(["users:write", "audit:read"]);
    expect((await uploadCertificate(tool, id)).statusCode).toBe(201);
    const events = await tool.get(`/api/admin/audit?traderId=${id}`);
    expect(events.statusCode).toBe(200);
    expect(events.body).toContain('"token"');
  });

  it("expires at the given time", async () => {
    test.clock.stop();
    const expiresAt = new Date(test.clock.now().getTime() + DAY).toISOString();
    const reader = await test.token(["users:read"], { expiresAt });
    test.clock.advance(DAY - 1);
    expect((await reader.get("/api/admin/users")).statusCode).toBe(200);
    test.clock.advance(1);
    const refused = await reader.get("/api/admin/users");
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual({ message: "The API token is invalid, expired or revoked" });
    expect(refused.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
  });

  it("shows its last use, accurate to a minute", async () => {
    const reader = await test.token(["users:read"]);
    const lastUse = async () => {
      const list = (await administrator.get("/api/admin/tokens")).json<
        { id: number; lastUsedAt: string | null }[]
      >();
      return list.find(({ id }) => id === reader.id)!.lastUsedAt;
    };
    expect(await lastUse()).toBeNull();
    test.clock.stop();
    await reader.get("/api/admin/users");
    const first = test.clock.now().toISOString();
    expect(await lastUse()).toBe(first);
    test.clock.advance(MINUTE - 1);
    await reader.get("/api/admin/users");
    expect(await lastUse()).toBe(first);
    test.clock.advance(1);
    await reader.get("/api/admin/users");
    expect(await lastUse()).toBe(test.clock.now().toISOString());
  });

  it.each([
    ["Bearer", 401],
    ["Bearer ", 401],
    ["bearer nonsense", 401],
    ["Bearer pdk_", 401],
    [`Bearer pdk_${"A".repeat(43)}`, 401],
    [`Bearer ${"A".repeat(4000)}`, 401],
    // Other schemes are ignored, so the cookie authenticates.
    ["Basic dXNlcjpwYXNzd29yZA==", 200],
    ["Bearers pdk_x", 200],
    ["", 200],
  ])("in the header %j with a valid cookie returns %i", async (authorization, status) => {
    const response = await administrator.get("/api/admin/users", { authorization });
    expect(response.statusCode).toBe(status);
  });

  it("is accepted with the scheme in any case", async () => {
    const { token } = await test.token(["users:read"]);
    const headers = { authorization: `bEARER   ${token}` };
    expect((await test.visitor().get("/api/admin/users", headers)).statusCode).toBe(200);
  });

  it("can neither sign in nor out, and sets no cookie", async () => {
    const tool = await test.token();
    const signIn = await tool.post("/api/admin/login", { accessKey: test.adminKey });
    expect(signIn.statusCode).toBe(403);
    expect(signIn.headers["set-cookie"]).toBeUndefined();
    for (const [name, value] of administrator.cookies) tool.cookies.set(name, value);
    expect((await tool.post("/api/admin/logout")).statusCode).toBe(403);
    expect((await administrator.get("/api/admin/users")).statusCode).toBe(200);
  });
});

describe("the application log", () => {
  it("contains security events about tokens, but no token", async () => {
    const lines: { event?: string; call?: string; actor?: string }[] = [];
    const server = await loggedApp<(typeof lines)[number]>(test.context, (line) =>
      lines.push(line),
    );
    const office = new Browser(server);
    await office.post("/api/admin/login", { accessKey: test.adminKey });
    const { id, token } = (
      await office.post("/api/admin/tokens", { label: "CRM sync", scopes: ["users:write"] })
    ).json<{ id: number; token: string }>();
    const tool = new Browser(server);
    tool.headers.authorization = `Bearer ${token}`;
    const trader = await test.trader();
    await tool.patch(`/api/admin/user/${trader.id}`, { fullName: "Noah Clarke" });
    await tool.get("/api/admin/audit");
    await office.delete(`/api/admin/tokens/${id}`);
    await tool.get("/api/admin/users");
    await server.close();
    const events = lines
      .filter(({ event }) => event)
      .map(({ event, call, actor }) => [event, call, actor]);
    expect(events.slice(1)).toEqual([
      ["authn_token_created", "admin.tokens.create", "administrator 1"],
      ["user_updated", "admin.users.update", `token ${id}`],
      ["authz_fail", "admin.audit.list", undefined],
      ["authn_token_revoked", "admin.tokens.revoke", "administrator 1"],
      ["authn_login_fail", "admin.users.list", undefined],
    ]);
    expect(JSON.stringify(lines)).not.toContain(token.slice(4));
  });
});

describe("a call that only tokens can make", () => {
  const feed = defineRoute({
    name: "feed.test",
    rest: "POST /feed",
    permission: "token",
    scope: "feed:write",
    handle: ({ actor }) => ({ by: actor.label }),
  });

  async function send(headers: Record<string, string>) {
    const server = Fastify();
    registerErrorHandling(server);
    rejectCrossOriginWrites(server, test.context.config);
    // Requests have no cookies.
    for (const kind of ["trader", "administrator"] as const) {
      server.decorateRequest(kind, {
        getter: () => ({ get: () => undefined }) as never,
      });
    }
    registerRoute(server, test.context, feed);
    const response = await server.inject({ method: "POST", url: "/feed", headers });
    await server.close();
    return response;
  }

  it("requires a token with its scope", async () => {
    const { headers } = await test.token(["feed:write"], { label: "Bridge" });
    const response = await send(headers);
    expect([response.statusCode, response.json()]).toEqual([200, { by: "Bridge" }]);
    const other = await test.token(["users:write"]);
    expect((await send(other.headers)).statusCode).toBe(403);
    const without = await send({});
    expect(without.statusCode).toBe(401);
    expect(without.json<{ message: string }>().message).toContain("Authorization: Bearer");
  });

  it("is accepted from any origin", async () => {
    const { headers } = await test.token(["feed:write"]);
    const origin = { origin: "https://elsewhere.example" };
    expect((await send({ ...headers, ...origin })).statusCode).toBe(200);
    expect((await send(origin)).statusCode).toBe(403);
  });
});
