import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";

interface View {
  id: number;
  list: string;
  name: string;
  parameters: Record<string, string>;
  isShared: boolean;
  authorName: string;
  isOwn: boolean;
  canChange: boolean;
}

const breached = { list: "users", name: "Breached", parameters: { status: "breached" } };

let test: TestApp;
/** An owner who is not the author of the views. */
let owner: Browser;
let ada: Browser;
let mia: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
beforeEach(async () => {
  await test.context.database.pool.query("delete from saved_views");
  [ada, mia] = [await test.administrator("risk"), await test.administrator("support")];
});
afterAll(() => test.close());

async function save(browser: Browser, fields: object = {}): Promise<View> {
  const response = await browser.post("/api/admin/views", { ...breached, ...fields });
  expect([response.statusCode, response.statusCode === 201 ? "" : response.body]).toEqual([
    201,
    "",
  ]);
  return response.json<View>();
}

const namesFor = async (browser: Browser, query = "") =>
  (await browser.get(`/api/admin/views${query}`)).json<View[]>().map(({ name }) => name);

interface ViewEvent {
  actorName: string;
  changes: { viewId: { from: number | null; to: number | null } };
}

/** Returns the events of a view, newest first. */
async function eventsOf(view: { id: number }, action: string) {
  const response = await owner.get(`/api/admin/audit?action=${action}`);
  return response
    .json<ViewEvent[]>()
    .filter(({ changes: { viewId } }) => viewId.from === view.id || viewId.to === view.id);
}

const idOf = async (browser: Browser) =>
  (await browser.get("/api/admin/me")).json<{ id: number }>().id;

describe("a view", () => {
  it("stores its name and parameters, and is visible only to its author", async () => {
    const parameters = {
      search: " olivia ",
      status: "active,breached",
      columns: "id,email",
      tag: "vip",
      phase: "Funded",
      payoutEnabled: "true",
      country: "de",
      banned: "false",
      verdict: "",
    };
    const view = await save(ada, { name: "  Mine ", parameters });
    expect(view).toMatchObject({
      list: "users",
      name: "Mine",
      parameters: {
        search: "olivia",
        status: "active,breached",
        columns: "id,email",
        tag: "vip",
        phase: "Funded",
        payoutEnabled: "true",
        country: "de",
        banned: "false",
      },
      isShared: false,
      authorName: "Test risk",
      isOwn: true,
      canChange: true,
    });
    expect((await ada.get("/api/admin/views")).json()).toEqual([view]);
    expect(await namesFor(mia)).toEqual([]);
    expect(await namesFor(owner)).toEqual([]);
    for (const other of [mia, owner]) {
      const path = `/api/admin/views/${view.id}`;
      expect((await other.patch(path, { name: "Taken" })).statusCode).toBe(404);
      expect((await other.delete(path)).statusCode).toBe(404);
    }
    expect(await namesFor(ada)).toEqual(["Mine"]);
  });

  it("is listed by name, for one table or all", async () => {
    await save(mia, { name: "zeta" });
    await save(mia, { name: "Alpha" });
    await save(mia, { list: "audit", name: "Sign-ins", parameters: { actor: "trader" } });
    await save(ada, { list: "payouts", name: "Large", parameters: {}, isShared: true });
    expect(await namesFor(mia)).toEqual(["Alpha", "Large", "Sign-ins", "zeta"]);
    expect(await namesFor(mia, "?list=users")).toEqual(["Alpha", "zeta"]);
    const listed = await mia.query("admin.views.list", { list: "payouts" });
    expect(listed.body).toContain("Large");
    expect((await mia.get("/api/admin/views?list=traders")).statusCode).toBe(400);
  });

  it("can be renamed, changed and deleted by its author", async () => {
    const { id, createdAt } = (await save(mia)) as View & { createdAt: string };
    const renamed = await mia.patch(`/api/admin/views/${id}`, { name: "Lost" });
    expect(renamed.json()).toMatchObject({
      id,
      createdAt,
      name: "Lost",
      parameters: breached.parameters,
    });
    const changed = await mia.mutate("admin.views.update", { id, parameters: { sort: "balance" } });
    expect(changed.statusCode).toBe(200);
    expect((await mia.get("/api/admin/views")).json()).toMatchObject([
      { name: "Lost", parameters: { sort: "balance" } },
    ]);
    expect((await mia.delete(`/api/admin/views/${id}`)).json()).toEqual({
      message: "View deleted",
    });
    expect((await mia.delete(`/api/admin/views/${id}`)).statusCode).toBe(404);
    for (const action of ["view.shared", "view.changed", "view.unshared", "view.deleted"])
      expect(await eventsOf({ id }, action)).toEqual([]);
  });

  it.each([
    { fields: { name: " " }, message: "Please enter a name" },
    {
      fields: { list: "traders" },
      message: "list must be one of users, payouts, actions, appeals, conduct, orders, audit",
    },
    { fields: { parameters: { password: "x" } }, message: "Unknown field: password" },
    { fields: { parameters: { search: 1 } }, message: "The values of parameters must be text" },
    { fields: { parameters: undefined }, message: "parameters is required" },
    { fields: { parameters: "status" }, message: "parameters must be an object" },
    { fields: { isShared: "true" }, message: "isShared must be true or false" },
    { fields: { name: "x".repeat(101) }, message: "Text must not be longer than 100 characters" },
  ])("with $fields is rejected", async ({ fields, message }) => {
    const response = await ada.post("/api/admin/views", { ...breached, ...fields });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      message,
    ]);
  });

  it("is limited to 100 per table", async () => {
    await test.context.database.pool.query(
      `insert into saved_views (author_id, list, name, parameters, is_shared, created_at, updated_at)
       select $1, 'users', 'View ' || n, '{}', false, now(), now() from generate_series(1, 99) n`,
      [await idOf(ada)],
    );
    await save(ada);
    const response = await ada.post("/api/admin/views", breached);
    expect([response.statusCode, response.json()]).toEqual([
      409,
      { message: "You can save at most 100 views of each table" },
    ]);
    await save(ada, { list: "payouts" });
    await save(mia);
  });
});

describe("a shared view", () => {
  it("is visible to every role, but can be changed only by its author and owners", async () => {
    const view = await save(ada, { isShared: true });
    const path = `/api/admin/views/${view.id}`;
    const seen = { id: view.id, authorName: "Test risk", isOwn: false };
    expect((await mia.get("/api/admin/views")).json()).toMatchObject([
      { ...seen, canChange: false },
    ]);
    expect((await owner.get("/api/admin/views")).json()).toMatchObject([
      { ...seen, canChange: true },
    ]);
    for (const response of [await mia.patch(path, { name: "Taken" }), await mia.delete(path)]) {
      expect([response.statusCode, response.json()]).toEqual([
        403,
        { message: "Only its author or an owner can change a shared view" },
      ]);
    }
    const parameters = { status: "breached", tag: "vip" };
    expect((await owner.patch(path, { name: "Lost", parameters })).json()).toMatchObject({
      name: "Lost",
      parameters,
      isOwn: false,
    });
    const taken = await owner.patch(path, { isShared: false });
    expect([taken.statusCode, taken.json()]).toEqual([
      403,
      { message: "Only its author can stop sharing a view" },
    ]);
    expect(await namesFor(mia)).toEqual(["Lost"]);
    expect((await owner.delete(path)).statusCode).toBe(200);
    expect(await namesFor(ada)).toEqual([]);
  });

  it("records its changes in the audit log, without the search text", async () => {
    const view = await save(mia, { parameters: { search: "olivia" } });
    const path = `/api/admin/views/${view.id}`;
    await mia.patch(path, { isShared: true });
    await mia.patch(path, { isShared: true });
    await owner.patch(path, { name: "Lost", parameters: { search: "liam" } });
    await mia.patch(path, { isShared: false });
    await mia.patch(path, { isShared: true });
    await owner.delete(path);
    const created = await save(mia, { isShared: true });
    expect(await eventsOf(created, "view.shared")).toMatchObject([
      {
        changes: { viewId: { from: null, to: created.id }, label: { from: null, to: "Breached" } },
      },
    ]);
    const shared = await eventsOf(view, "view.shared");
    expect(shared).toMatchObject([
      { changes: { label: { from: null, to: "Lost" } } },
      {
        actorName: "Test support",
        changes: {
          label: { from: null, to: "Breached" },
          list: { from: null, to: "users" },
        },
      },
    ]);
    const changed = await eventsOf(view, "view.changed");
    expect(changed).toMatchObject([
      {
        actorName: "Test administrator",
        changes: { label: { from: "Breached", to: "Lost" }, filters: "changed" },
      },
    ]);
    expect(await eventsOf(view, "view.unshared")).toHaveLength(1);
    const deleted = await eventsOf(view, "view.deleted");
    expect(deleted).toMatchObject([
      { actorName: "Test administrator", changes: { label: { from: "Lost", to: null } } },
    ]);
    expect(JSON.stringify([shared, changed, deleted])).not.toMatch(/olivia|liam/);
  });
});

it("the views of a revoked administrator are kept, and the shared ones stay with the team", async () => {
  const shared = await save(ada, { name: "For all", isShared: true });
  await save(ada, { name: "Private" });
  await save(mia, { name: "Of Mia" });
  expect((await owner.delete(`/api/admin/team/${await idOf(ada)}`)).statusCode).toBe(200);
  expect(await namesFor(mia)).toEqual(["For all", "Of Mia"]);
  const { rows } = await test.context.database.pool.query("select name from saved_views");
  expect(rows).toHaveLength(3);
  const path = `/api/admin/views/${shared.id}`;
  expect((await owner.patch(path, { name: "Of us" })).json()).toMatchObject({
    name: "Of us",
    authorName: "Test risk",
  });
  expect((await owner.delete(path)).statusCode).toBe(200);
});

it("a shared view keeps both changes if its author and an owner change it concurrently", async () => {
  const view = await save(ada, { isShared: true });
  const path = `/api/admin/views/${view.id}`;
  const parameters = { status: "active" };
  const responses = await meetAtLock(test, row("saved_views", view.id), [
    () => ada.patch(path, { name: "Active" }),
    () => owner.patch(path, { parameters }),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await ada.get("/api/admin/views")).json()).toMatchObject([
    { name: "Active", parameters },
  ]);
});

it("a view that is saved while its author is revoked is refused, or saved before", async () => {
  const id = await idOf(ada);
  const [revoked, saved] = await meetAtLock(test, row("admins", id), [
    () => owner.delete(`/api/admin/team/${id}`),
    () => ada.post("/api/admin/views", breached),
  ]);
  expect(revoked!.statusCode).toBe(200);
  expect([201, 401]).toContain(saved!.statusCode);
  const { rows } = await test.context.database.pool.query("select name from saved_views");
  expect(rows).toHaveLength(saved!.statusCode === 201 ? 1 : 0);
});
