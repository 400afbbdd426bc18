import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { holdLock, queueAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { addPasskey, administratorWithKey, codeOf, setUpApp } from "../support/second-factor.ts";

let test: TestApp;
let owner: Browser;
let ownerId: number;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  ownerId = await idOf(owner);
});
afterAll(() => test.close());

async function idOf(browser: Browser): Promise<number> {
  return (await browser.get("/api/admin/me")).json<{ id: number }>().id;
}

interface Tool {
  id: number;
  browser: Browser;
}

/** Creates a token as an administrator does. */
async function tokenOf(maker: Browser, label: string, scopes = ["users:write"]): Promise<Tool> {
  const created = await maker.post("/api/admin/tokens", { label, scopes });
  const { id, token } = created.json<{ id: number; token: string }>();
  const browser = test.visitor();
  browser.headers.authorization = `Bearer ${token}`;
  return { id, browser };
}

async function anotherOwner() {
  const { browser, accessKey } = await administratorWithKey(test);
  return { browser, accessKey, id: await idOf(browser) };
}

const writes = (tool: Tool, traderId: number) =>
  tool.browser.patch(`/api/admin/user/${traderId}`, { fullName: "Noah Clarke" });

async function makersOf(ids: number[]) {
  const tokens = (await owner.get("/api/admin/tokens")).json<{ id: number; createdBy: object }[]>();
  return ids.map((id) => tokens.find((token) => token.id === id)!.createdBy);
}

describe("the API tokens of an owner who leaves", () => {
  it("are revoked with the owner, and listed in the answer", async () => {
    const { id: traderId } = await test.trader();
    const ada = await anotherOwner();
    const [bridge, old] = [await tokenOf(ada.browser, "Bridge"), await tokenOf(ada.browser, "Old")];
    await owner.delete(`/api/admin/tokens/${old.id}`);
    expect(await makersOf([bridge.id])).toEqual([{ id: ada.id, name: "Test owner" }]);
    expect((await writes(bridge, traderId)).statusCode).toBe(200);
    const revoked = await owner.delete(`/api/admin/team/${ada.id}`);
    expect(revoked.json()).toEqual({
      message: "Administrator revoked",
      tokens: [{ id: bridge.id, label: "Bridge" }],
    });
    expect((await writes(bridge, traderId)).statusCode).toBe(401);
    const [event] = (await owner.get("/api/admin/audit?action=token.revoked&limit=1")).json<
      object[]
    >();
    expect(event).toMatchObject({ actorId: ownerId, changes: { label: { from: "Bridge" } } });
  });

  it("are revoked with a role that may not create them, and kept with one that may", async () => {
    const { id: traderId } = await test.trader();
    const ada = await anotherOwner();
    const bridge = await tokenOf(ada.browser, "Bridge");
    const path = `/api/admin/team/${ada.id}`;
    expect((await owner.patch(path, { name: "Ada Byrne" })).json()).toMatchObject({ tokens: [] });
    expect(await makersOf([bridge.id])).toEqual([{ id: ada.id, name: "Ada Byrne" }]);
    expect((await owner.patch(path, { role: "risk" })).json()).toMatchObject({
      role: "risk",
      tokens: [{ id: bridge.id, label: "Bridge" }],
    });
    expect((await writes(bridge, traderId)).statusCode).toBe(401);
  });

  it.each([
    ["revoked", (id: number) => owner.delete(`/api/admin/team/${id}?keepTokens=true`)],
    [
      "given another role",
      (id: number) => owner.patch(`/api/admin/team/${id}`, { role: "support", keepTokens: true }),
    ],
  ])("become the caller's with keepTokens if the owner is %s", async (_, leave) => {
    const { id: traderId } = await test.trader();
    const ada = await anotherOwner();
    const bridge = await tokenOf(ada.browser, "Bridge");
    const left = await leave(ada.id);
    expect(left.json()).toMatchObject({ tokens: [{ id: bridge.id, label: "Bridge" }] });
    expect(await makersOf([bridge.id])).toEqual([{ id: ownerId, name: "Test administrator" }]);
    expect((await writes(bridge, traderId)).statusCode).toBe(200);
    const [event] = (await owner.get("/api/admin/audit?action=token.taken-over&limit=1")).json<
      object[]
    >();
    expect(event).toMatchObject({
      changes: { createdBy: { from: "Test owner", to: "Test administrator" } },
    });
  });

  it("cannot be kept by themselves, and keepTokens must be true or false", async () => {
    const path = `/api/admin/team/${ownerId}`;
    const message = "keepTokens must be true or false";
    expect((await owner.delete(`${path}?keepTokens=maybe`)).json()).toMatchObject({ message });
    await anotherOwner();
    const kept = await owner.delete(`${path}?keepTokens=true`);
    expect([kept.statusCode, kept.json()]).toMatchObject([
      400,
      { message: "Your own tokens must be kept by another owner" },
    ]);
  });
});

describe("the passkeys of an administrator whose key is rotated", () => {
  it("are removed and named, and the recovery codes with them", async () => {
    const ada = await administratorWithKey(test, "risk");
    const proof = { kind: "administrator", password: ada.accessKey } as const;
    const { id } = await addPasskey(test, ada.browser, proof);
    const adaId = await idOf(ada.browser);
    const rotated = await owner.post(`/api/admin/team/${adaId}/rotate-key`);
    expect(rotated.json()).toMatchObject({
      secondFactors: [],
      openSessions: 0,
      removedPasskeys: [{ id, label: expect.any(String) as string }],
    });
    const { key } = rotated.json<{ key: string }>();
    const back = await test.visitor().post("/api/admin/login", { accessKey: key });
    expect(back.statusCode).toBe(200);
  });

  it("stay if it is the own key and the session was opened with a second factor", async () => {
    const ada = await anotherOwner();
    const proof = { kind: "administrator", password: ada.accessKey } as const;
    const { secret } = await setUpApp(test, ada.browser, proof);
    await addPasskey(test, ada.browser, proof);
    const other = test.visitor();
    const code = codeOf(test, secret);
    await other.post("/api/admin/login", { accessKey: ada.accessKey, code });
    const path = `/api/admin/team/${ada.id}/rotate-key`;
    expect((await other.post(path)).json()).toMatchObject({
      removedPasskeys: [],
      secondFactors: ["totp", "passkey"],
    });
    const { browser, accessKey, id } = await anotherOwner();
    await addPasskey(test, browser, { kind: "administrator", password: accessKey });
    expect((await browser.post(`/api/admin/team/${id}/rotate-key`)).json()).toMatchObject({
      removedPasskeys: [{ label: expect.any(String) as string }],
    });
  });
});

describe("a command of an administrator who is revoked while it waits", () => {
  /**
   * Makes calls that wait for the row of a trader, and lets them go on once `leave` has succeeded, which must not wait
   * for them.
   */
  async function whileBlocked(
    traderId: number,
    calls: (() => Promise<{ statusCode: number }>)[],
    leave: () => Promise<{ statusCode: number }>,
  ): Promise<number[]> {
    const held = await holdLock(test, row("users", traderId));
    const responses = calls.map((call) => call());
    try {
      await held.blocked(calls.length);
      expect((await leave()).statusCode).toBe(200);
    } finally {
      await held.release();
    }
    return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
  }

  /** What the caller has recorded, but for the sign-in and the set-up. */
  const eventsOf = async (kind: "administrator" | "token", id: number, traderId: number) =>
    test.context.database.kysely
      .selectFrom("audit_events")
      .select("action")
      .where("actor_kind", "=", kind)
      .where("actor_id", "=", id)
      .where("trader_id", "=", traderId)
      .execute();

  it("changes nothing, whether by session or by token", async () => {
    const trader = await test.trader();
    const path = `/api/admin/user/${trader.id}`;
    await owner.patch(`${path}/account`, { payoutEnabled: true });
    const asked = { amount: "10", paymentMethod: "paypal", paymentDetails: "o@example.com" };
    const payout = (await trader.post("/api/user/payouts", asked)).json<{ id: number }>();
    const ada = await anotherOwner();
    const tool = await tokenOf(ada.browser, "Bridge", ["users:write", "payouts:decide"]);
    const commands = [
      () => ada.browser.patch(path, { fullName: "Eve" }),
      () => ada.browser.patch(`${path}/ban`, { banned: true, banReason: "Revenge" }),
      () => ada.browser.post(`${path}/notes`, { body: "Revenge" }),
      () => ada.browser.patch(`/api/admin/payouts/${payout.id}`, { status: "approved" }),
      () => ada.browser.delete(path),
      () => tool.browser.patch(path, { fullName: "Eve" }),
      () => tool.browser.patch(`/api/admin/payouts/${payout.id}`, { status: "approved" }),
    ];
    const statuses = await whileBlocked(trader.id, commands, () =>
      owner.delete(`/api/admin/team/${ada.id}`),
    );
    expect(statuses).toEqual(commands.map(() => 401));
    expect(await eventsOf("administrator", ada.id, trader.id)).toEqual([]);
    expect(await eventsOf("token", tool.id, trader.id)).toEqual([]);
    const unchanged = { fullName: "Olivia Bennett", banned: false };
    expect((await owner.get(path)).json()).toMatchObject(unchanged);
    const after = await owner.get(`/api/admin/payouts/${payout.id}`);
    expect(after.json()).toMatchObject({ status: "pending" });
  });

  it("is refused with 403 if only the role has changed", async () => {
    const trader = await test.trader();
    const { browser } = await administratorWithKey(test, "risk");
    const id = await idOf(browser);
    const path = `/api/admin/user/${trader.id}`;
    const statuses = await whileBlocked(
      trader.id,
      [() => browser.patch(path, { fullName: "Eve" })],
      () => owner.patch(`/api/admin/team/${id}`, { role: "support" }),
    );
    expect(statuses).toEqual([403]);
  });

  it("does not wait for the revocation in a circle", async () => {
    const ada = await anotherOwner();
    const responses = await queueAtLock(test, row("admins", ada.id), [
      () => ada.browser.patch("/api/admin/settings/firm", { timeZone: "Europe/Berlin" }),
      () => owner.delete(`/api/admin/team/${ada.id}`),
      () => ada.browser.patch("/api/admin/settings/firm", { timeZone: "Europe/Paris" }),
    ]);
    expect([200, 401]).toContain(responses[0]!.statusCode);
    expect(responses.slice(1).map(({ statusCode }) => statusCode)).toEqual([200, 401]);
  });
});
