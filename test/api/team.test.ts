import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureAdministrator } from "../../src/identity/team/administrators.ts";
import { HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, queueAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";

interface Listed {
  id: number;
  name: string;
  role: string;
  openSessions: number;
  lastSeenAt: string | null;
  revokedAt: string | null;
  isYou: boolean;
  isConfigured: boolean;
}

type Added = Listed & { key: string };

let test: TestApp;
let owner: Browser;
let ownerId: number;

async function start(): Promise<void> {
  test = await startApp();
  owner = await test.administrator();
  ownerId = (await owner.get("/api/admin/me")).json<{ id: number }>().id;
}

const end = () => test.close();

/** Starts one app for the tests of a group. */
function share(): void {
  beforeAll(start);
  afterAll(end);
}

async function add(role: string, name = "Ada Byrne"): Promise<Added> {
  const response = await owner.post("/api/admin/team", { name, role });
  expect(response.statusCode).toBe(201);
  return response.json<Added>();
}

async function signIn(accessKey: string): Promise<Browser> {
  const browser = test.visitor();
  await browser.post("/api/admin/login", { accessKey });
  return browser;
}

async function listed(id: number): Promise<Listed> {
  const team = (await owner.get("/api/admin/team")).json<Listed[]>();
  return team.find((found) => found.id === id)!;
}

async function newestEvent(action: string) {
  const response = await owner.get(`/api/admin/audit?action=${action}&limit=1`);
  return response.json<{ changes: object; actorName: string }[]>()[0];
}

const lastOwner = "This is the last owner. Make someone else an owner first.";

describe("adding an administrator", () => {
  share();

  it("returns a key that signs in and is in no other response", async () => {
    const { key, ...added } = await add("payouts");
    expect(added).toMatchObject({
      name: "Ada Byrne",
      role: "payouts",
      openSessions: 0,
      lastSeenAt: null,
      revokedAt: null,
      isYou: false,
      isConfigured: false,
    });
    const ada = await signIn(key);
    expect((await ada.get("/api/admin/me")).json()).toMatchObject({
      id: added.id,
      name: "Ada Byrne",
      role: "payouts",
      abilities: expect.arrayContaining(["payouts.decide"]) as string[],
    });
    const team = await owner.get("/api/admin/team");
    expect(team.body).not.toContain(key);
    expect(await listed(added.id)).toMatchObject({
      openSessions: 1,
      lastSeenAt: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect(await newestEvent("administrator.created")).toMatchObject({
      actorName: "Test administrator",
      changes: { label: { from: null, to: "Ada Byrne" }, role: { from: null, to: "payouts" } },
    });
  });

  it.each([
    { input: { role: "risk" }, message: "Name is required" },
    { input: { name: " ", role: "risk" }, message: "Name is required" },
    { input: { name: "Ada", role: "boss" }, message: /^The role must be one of owner, risk/ },
    { input: { name: "Ada" }, message: /^The role must be one of/ },
  ])("rejects $input", async ({ input, message }) => {
    const response = await owner.post("/api/admin/team", input);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ message: string }>().message).toMatch(message);
  });

  it("requires the role owner", async () => {
    const risk = await test.administrator("risk");
    const response = await risk.post("/api/admin/team", { name: "Ada", role: "owner" });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ message: "This requires the role owner; yours is risk" });
    const [me] = [(await risk.get("/api/admin/me")).json<{ id: number }>()];
    const promotion = await risk.patch(`/api/admin/team/${me.id}`, { role: "owner" });
    expect(promotion.statusCode).toBe(403);
  });
});

describe("a change of the role", () => {
  share();

  it("takes effect on the next call of an open session", async () => {
    const { id, key } = await add("support");
    const ada = await signIn(key);
    const create = () =>
      ada.post("/api/admin/users", { email: `${crypto.randomUUID()}@example.com` });
    expect((await create()).statusCode).toBe(403);
    const changed = await owner.patch(`/api/admin/team/${id}`, { role: "risk" });
    expect(changed.json()).toMatchObject({ id, role: "risk", name: "Ada Byrne" });
    expect((await create()).statusCode).toBe(201);
    expect(await newestEvent("administrator.changed")).toMatchObject({
      changes: {
        label: { from: "Ada Byrne", to: "Ada Byrne" },
        role: { from: "support", to: "risk" },
      },
    });
    await owner.patch(`/api/admin/team/${id}`, { role: "payouts" });
    expect((await create()).statusCode).toBe(403);
  });

  it("returns 404 for unknown administrators, and 409 for revoked ones", async () => {
    expect((await owner.patch("/api/admin/team/999", { role: "risk" })).statusCode).toBe(404);
    const { id } = await add("risk");
    await owner.delete(`/api/admin/team/${id}`);
    expect((await owner.patch(`/api/admin/team/${id}`, { name: "Eve" })).statusCode).toBe(409);
    expect((await owner.post(`/api/admin/team/${id}/rotate-key`)).statusCode).toBe(409);
  });
});

describe("the last owner", () => {
  // Each test needs a team without other owners.
  beforeEach(start);
  afterEach(end);

  it("cannot be revoked or given another role", async () => {
    await add("risk");
    const revoked = await owner.delete(`/api/admin/team/${ownerId}`);
    expect([revoked.statusCode, revoked.json()]).toEqual([409, { message: lastOwner }]);
    const demoted = await owner.patch(`/api/admin/team/${ownerId}`, { role: "support" });
    expect([demoted.statusCode, demoted.json()]).toEqual([409, { message: lastOwner }]);
    expect((await owner.patch(`/api/admin/team/${ownerId}`, { name: "Eve" })).statusCode).toBe(200);
  });

  it("may be revoked once there is another one", async () => {
    const { id, key } = await add("owner");
    const ada = await signIn(key);
    expect((await owner.delete(`/api/admin/team/${ownerId}`)).statusCode).toBe(200);
    expect((await owner.get("/api/admin/me")).statusCode).toBe(401);
    expect((await ada.delete(`/api/admin/team/${id}`)).statusCode).toBe(409);
  });

  it.each(["revoke", "demote"])(
    "remains if two owners %s each other concurrently",
    async (verb) => {
      const { id, key } = await add("owner");
      const ada = await signIn(key);
      const leave = (browser: Browser, memberId: number) => () =>
        verb === "revoke"
          ? browser.delete(`/api/admin/team/${memberId}`)
          : browser.patch(`/api/admin/team/${memberId}`, { role: "support" });
      const responses = await meetAtLock(test, row("admins", ownerId), [
        leave(owner, id),
        leave(ada, ownerId),
      ]);
      const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses).toEqual([200, verb === "revoke" ? 401 : 403]);
      const owners = await test.context.database.kysely
        .selectFrom("admins")
        .select("id")
        .where("role", "=", "owner")
        .where("revoked_at", "is", null)
        .execute();
      expect(owners).toHaveLength(1);
    },
  );

  it("remains if two owners resign concurrently", async () => {
    const { id, key } = await add("owner");
    const ada = await signIn(key);
    const responses = await meetAtLock(test, row("admins", ownerId), [
      () => owner.delete(`/api/admin/team/${ownerId}`),
      () => ada.delete(`/api/admin/team/${id}`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe("an owner who is demoted at the same moment", () => {
  share();

  it.each([
    ["add an administrator", (ada) => ada.post("/api/admin/team", { name: "Bo", role: "owner" })],
    [
      "change the role of a colleague",
      (ada, id) => ada.patch(`/api/admin/team/${id}`, { role: "owner" }),
    ],
    ["rotate the key of a colleague", (ada, id) => ada.post(`/api/admin/team/${id}/rotate-key`)],
    [
      "remove the second factor of a colleague",
      (ada, id) => ada.post(`/api/admin/team/${id}/remove-second-factor`),
    ],
    [
      "end the sessions of a colleague",
      (ada, id) => ada.post(`/api/admin/team/${id}/end-sessions`, {}),
    ],
    ["revoke a colleague", (ada, id) => ada.delete(`/api/admin/team/${id}`)],
    [
      "require a second factor",
      (ada) => ada.patch("/api/admin/settings/team", { secondFactorRequired: true }),
    ],
  ] satisfies [string, (ada: Browser, id: number) => ReturnType<Browser["post"]>][])(
    "cannot %s",
    async (_what, act) => {
      const { id: adaId, key } = await add("owner");
      const ada = await signIn(key);
      const colleague = await add("risk", "Bo Carr");
      const [demotion, refused] = await queueAtLock(test, row("admins", ownerId), [
        () => owner.patch(`/api/admin/team/${adaId}`, { role: "support" }),
        () => act(ada, colleague.id),
      ]);
      expect([demotion!.statusCode, refused!.statusCode]).toEqual([200, 403]);
      expect(refused!.json()).toEqual({
        message: "This requires the role owner; yours is support",
      });
    },
  );
});

describe("an access key", () => {
  share();

  it("can be rotated, which ends the old key and its sessions", async () => {
    const { id, key } = await add("risk");
    const ada = await signIn(key);
    const rotated = (await owner.post(`/api/admin/team/${id}/rotate-key`)).json<Added>();
    expect(rotated).toMatchObject({ id, openSessions: 0 });
    expect(rotated.key).not.toBe(key);
    expect((await ada.get("/api/admin/me")).statusCode).toBe(401);
    const [before, after] = [await signIn(key), await signIn(rotated.key)];
    expect((await before.get("/api/admin/me")).statusCode).toBe(401);
    expect((await after.get("/api/admin/me")).statusCode).toBe(200);
    const event = await newestEvent("administrator.key-rotated");
    expect(event).toMatchObject({ changes: { accessKey: "changed" } });
  });

  it("of the caller can be rotated, which keeps only the current session", async () => {
    const elsewhere = await test.administrator();
    const response = await owner.post(`/api/admin/team/${ownerId}/rotate-key`);
    expect(response.json()).toMatchObject({ isYou: true, openSessions: 1 });
    expect((await owner.get("/api/admin/me")).statusCode).toBe(200);
    expect((await elsewhere.get("/api/admin/me")).statusCode).toBe(401);
  });

  it("is revoked once, and a repetition changes nothing", async () => {
    const members = async () =>
      (await owner.get("/api/admin/settings/team")).json<{ members: number }>().members;
    const before = await members();
    const { id, key } = await add("support");
    expect(await members()).toBe(before + 1);
    const ada = await signIn(key);
    expect((await owner.delete(`/api/admin/team/${id}`)).json()).toEqual({
      message: "Administrator revoked",
      tokens: [],
    });
    expect((await owner.delete(`/api/admin/team/${id}`)).json()).toMatchObject({ tokens: [] });
    expect((await ada.get("/api/admin/me")).statusCode).toBe(401);
    expect((await listed(id)).revokedAt).toMatch(/^\d{4}-/);
    expect(await members()).toBe(before);
    // The revoked ones are listed last.
    const team = (await owner.get("/api/admin/team")).json<Listed[]>();
    expect(team.at(-1)).toMatchObject({ id, name: "Ada Byrne" });
    expect((await owner.delete("/api/admin/team/999")).statusCode).toBe(404);
  });
});

describe("a revocation", () => {
  share();

  it("also ends a session that was opened at the same moment", async () => {
    const { id, key } = await add("risk");
    const ada = await signIn(key);
    // A sign-in that commits right after the revocation leaves its session behind.
    await test.context.database.pool.query("update admins set revoked_at = now() where id = $1", [
      id,
    ]);
    expect((await ada.get("/api/admin/me")).statusCode).toBe(401);
  });
});

describe("the sessions of an administrator", () => {
  share();

  it("can be listed, and ended individually or all at once", async () => {
    const { id, key } = await add("risk");
    const [desk, phone, tablet] = [await signIn(key), await signIn(key), await signIn(key)];
    const path = `/api/admin/team/${id}`;
    const sessions = (await owner.get(`${path}/sessions`)).json<{ id: number }[]>();
    expect(sessions).toHaveLength(3);
    const ended = await owner.post(`${path}/end-sessions`, { sessionId: sessions[2]!.id });
    expect(ended.json()).toEqual({ message: "Ended 1 session" });
    expect((await desk.get("/api/admin/me")).statusCode).toBe(401);
    const again = await owner.post(`${path}/end-sessions`, { sessionId: sessions[2]!.id });
    expect(again.statusCode).toBe(404);
    expect((await owner.post(`${path}/end-sessions`)).json()).toEqual({
      message: "Ended 2 sessions",
    });
    expect((await phone.get("/api/admin/me")).statusCode).toBe(401);
    expect((await tablet.get("/api/admin/me")).statusCode).toBe(401);
    const back = await signIn(key);
    expect((await back.get("/api/admin/me")).statusCode).toBe(200);
  });

  it("are listed by their last use, the most recent first", async () => {
    const { id, key } = await add("risk");
    const [desk] = [await signIn(key), await signIn(key)];
    const listSessions = async () =>
      (await owner.get(`/api/admin/team/${id}/sessions`)).json<{ id: number }[]>();
    const [newer, older] = await listSessions();
    test.clock.advance(6 * MINUTE);
    await desk.get("/api/admin/me");
    expect(await listSessions()).toMatchObject([{ id: older!.id }, { id: newer!.id }]);
  });

  it("are listed and counted until they expire", async () => {
    const { id, key } = await add("risk");
    await signIn(key);
    expect(await listed(id)).toMatchObject({ openSessions: 1 });
    test.clock.advance(8 * HOUR + MINUTE);
    owner = await test.administrator();
    expect(await listed(id)).toMatchObject({ openSessions: 0 });
    expect((await owner.get(`/api/admin/team/${id}/sessions`)).json()).toEqual([]);
  });

  it("show when the administrator was last seen, also after they have ended", async () => {
    const { id, key } = await add("risk");
    const ada = await signIn(key);
    const signedIn = (await listed(id)).lastSeenAt!;
    test.clock.advance(6 * MINUTE);
    await ada.get("/api/admin/me");
    await owner.post(`/api/admin/team/${id}/end-sessions`);
    const { openSessions, lastSeenAt } = await listed(id);
    expect(openSessions).toBe(0);
    expect(Date.parse(lastSeenAt!) - Date.parse(signedIn)).toBeGreaterThanOrEqual(6 * MINUTE);
  });

  it("cannot be ended under the id of another administrator", async () => {
    const { id } = await add("risk");
    const own = (await owner.get(`/api/admin/team/${ownerId}/sessions`)).json<
      { id: number; isCurrent: boolean }[]
    >();
    expect(own).toMatchObject([{ isCurrent: true }]);
    const response = await owner.post(`/api/admin/team/${id}/end-sessions`, {
      sessionId: own[0]!.id,
    });
    expect(response.statusCode).toBe(404);
  });
});

describe("every administrator", () => {
  share();

  it("can change their own name, which later audit events contain", async () => {
    const support = await test.administrator("support");
    const renamed = await support.patch("/api/admin/me", { name: "  Mia Chen " });
    expect(renamed.json()).toMatchObject({ name: "Mia Chen", role: "support" });
    expect((await support.get("/api/admin/me")).json()).toMatchObject({ name: "Mia Chen" });
    expect((await support.patch("/api/admin/me", { name: "" })).statusCode).toBe(400);
  });

  it("has no event if the new name is the present one", async () => {
    const support = await test.administrator("support");
    const rename = () => support.patch("/api/admin/me", { name: "Zoe Marsh" });
    expect([(await rename()).statusCode, (await rename()).statusCode]).toEqual([200, 200]);
    const events = await owner.get("/api/admin/audit?action=administrator.changed");
    const names = events
      .json<{ changes: { label: { to: string } } }[]>()
      .map(({ changes }) => changes.label.to);
    expect(names.filter((name) => name === "Zoe Marsh")).toHaveLength(1);
  });

  it("has an event of each of two concurrent changes of the name", async () => {
    const { id, key } = await add("risk");
    const [desk, phone] = [await signIn(key), await signIn(key)];
    const responses = await meetAtLock(test, row("admins", id), [
      () => desk.patch("/api/admin/me", { name: "Ada One" }),
      () => phone.patch("/api/admin/me", { name: "Ada Two" }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const events = await owner.get("/api/admin/audit?action=administrator.changed&limit=2");
    const [later, earlier] = events.json<{ changes: { label: { from: string; to: string } } }[]>();
    expect(later!.changes.label.from).toBe(earlier!.changes.label.to);
  });

  it("can list the team, but not its sessions", async () => {
    const support = await test.administrator("support");
    const team = (await support.get("/api/admin/team")).json<Listed[]>();
    expect(team.map(({ id }) => id)).toContain(ownerId);
    expect(team.filter(({ isYou }) => isYou)).toMatchObject([{ name: "Test support" }]);
    expect((await support.get(`/api/admin/team/${ownerId}/sessions`)).statusCode).toBe(403);
  });
});

describe("fields of a call that depend on the role", () => {
  share();

  let traderId: number;
  let payoutId: number;
  beforeEach(async () => {
    const trader = await test.trader();
    traderId = trader.id;
    await owner.patch(`/api/admin/user/${traderId}/account`, {
      payoutEnabled: true,
      masterPassword: "k7#Tpx2v",
    });
    const sent = { amount: "10", paymentMethod: "bank", paymentDetails: "IBAN GB33" };
    payoutId = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>().id;
  });

  it.each([
    { role: "owner", reads: true },
    { role: "risk", reads: true },
    { role: "payouts", reads: false },
    { role: "support", reads: false },
  ] as const)("$role reads the master password: $reads", async ({ role, reads }) => {
    const member = await test.administrator(role);
    const response = await member.get(`/api/admin/user/${traderId}`);
    expect(response.statusCode).toBe(200);
    expect(response.body.includes("k7#Tpx2v")).toBe(reads);
    const viewed = await newestEvent("master-password.viewed");
    expect(viewed?.actorName === `Test ${role}`).toBe(reads);
  });

  it.each([
    { role: "owner", sees: true },
    { role: "risk", sees: false },
    { role: "payouts", sees: true },
    { role: "support", sees: false },
  ] as const)("$role sees payment details: $sees", async ({ role, sees }) => {
    const member = await test.administrator(role);
    for (const response of [
      await member.get("/api/admin/payouts"),
      await member.get("/api/admin/payouts?limit=10"),
      await member.get(`/api/admin/payouts/${payoutId}`),
    ]) {
      expect(response.statusCode).toBe(200);
      expect(response.body.includes("IBAN GB33")).toBe(sees);
    }
    const page = await member.query("admin.payouts.page", { search: "example" });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain("IBAN GB33");
  });
});

describe("the configured key", () => {
  share();

  it("is made valid again by the next start if it was revoked, and recorded", async () => {
    const key = "a-key-from-the-environment";
    await ensureAdministrator(test.context, key);
    const { id } = (await (await signIn(key)).get("/api/admin/me")).json<{ id: number }>();
    await owner.delete(`/api/admin/team/${id}`);
    expect((await (await signIn(key)).get("/api/admin/me")).statusCode).toBe(401);
    await ensureAdministrator(test.context, key);
    expect((await (await signIn(key)).get("/api/admin/me")).json()).toMatchObject({ id });
    expect(await newestEvent("administrator.created")).toMatchObject({
      actorName: "Start",
      reason: "ADMIN_ACCESS_KEY is set to the key that was revoked",
    });
  });

  it("belongs to an owner, and is marked in the list", async () => {
    const configured = await startApp({ env: { ADMIN_ACCESS_KEY: "a-key-from-the-environment" } });
    try {
      await ensureAdministrator(configured.context, "a-key-from-the-environment");
      const browser = configured.visitor();
      await browser.post("/api/admin/login", { accessKey: "a-key-from-the-environment" });
      const team = (await browser.get("/api/admin/team")).json<Listed[]>();
      const own = team.filter(({ isConfigured }) => isConfigured);
      expect(own).toMatchObject([{ name: "Administrator", role: "owner", isYou: true }]);
    } finally {
      await configured.close();
    }
  });
});
