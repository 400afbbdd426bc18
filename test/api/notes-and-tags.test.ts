import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let owner: Browser;
let support: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  support = await test.administrator("support");
});
afterAll(() => test.close());

interface Note {
  id: number;
  body: string;
  authorName: string;
  createdAt: string;
}

const SECRET = "Suspected of sharing the account";

describe("internal notes", () => {
  it("are added by support and listed newest first, with author and time", async () => {
    const trader = await test.trader();
    const path = `/api/admin/user/${trader.id}/notes`;
    expect((await support.post(path, { body: `  ${SECRET}\nsecond line ` })).statusCode).toBe(201);
    await owner.post(path, { body: "Cleared" });
    const found = (await owner.get(path)).json<Note[]>();
    expect(found.map(({ body }) => body)).toEqual(["Cleared", `${SECRET}\nsecond line`]);
    expect(found[0]!.authorName).toBe("Test administrator");
    expect(Math.abs(Date.parse(found[0]!.createdAt) - Date.now())).toBeLessThan(60_000);
    const page = await owner.get(`${path}?limit=1`);
    expect(page.json<Note[]>()).toHaveLength(1);
    const next = /<([^>]+)>/.exec(String(page.headers.link))![1]!;
    expect(next.startsWith(`${path}?`)).toBe(true);
    expect((await owner.get(next)).json<Note[]>().map(({ body }) => body)).toEqual([
      `${SECRET}\nsecond line`,
    ]);
  });

  it.each([
    ["a blank text", { body: " " }, "Please write a note"],
    ["text that is too long", { body: "x".repeat(10_001) }, "10,000"],
    ["NUL", { body: "\0" }, "NUL"],
    ["no text", {}, "Please write a note"],
  ])("cannot have %s", async (_what, body, message) => {
    const { id } = await test.trader();
    const response = await owner.post(`/api/admin/user/${id}/notes`, body);
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(message)]);
  });

  it("return 404 for a trader who does not exist", async () => {
    const path = "/api/admin/user/2147483647/notes";
    expect((await owner.post(path, { body: "x" })).statusCode).toBe(404);
    expect((await owner.get(path)).statusCode).toBe(404);
    expect((await owner.get(`${path}?limit=1`)).statusCode).toBe(404);
  });

  it("are never shown to the trader, and their text is not in the audit log", async () => {
    const trader = await test.trader();
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await owner.post(`/api/admin/user/${trader.id}/notes`, { body: SECRET });
    await owner.patch(`/api/admin/user/${trader.id}/tags`, { add: ["secretly watched"] });
    for (const path of ["me", "user/account", "user/payouts", "user/certificates", "user/stages"]) {
      const { body } = await trader.get(`/api/${path}`);
      expect(body).not.toContain(SECRET);
      expect(body).not.toMatch(/"tags"|secretly/);
    }
    expect((await trader.get(`/api/admin/user/${trader.id}/notes`)).statusCode).toBe(403);
    const events = (await owner.get(`/api/admin/audit?traderId=${trader.id}`)).body;
    expect(events).toContain('"note.added"');
    expect(events).not.toContain(SECRET);
  });

  it("cannot be changed, and are deleted with their trader", async () => {
    const { id } = await test.trader();
    await owner.post(`/api/admin/user/${id}/notes`, { body: SECRET });
    await owner.patch(`/api/admin/user/${id}/tags`, { add: ["gone soon"] });
    const { pool } = test.context.database;
    const change = pool.query("update trader_notes set body = 'x' where user_id = $1", [id]);
    await expect(change).rejects.toThrow("append-only");
    expect((await owner.delete(`/api/admin/user/${id}`)).statusCode).toBe(200);
    for (const table of ["trader_notes", "trader_tags"]) {
      const { rowCount } = await pool.query(`select from ${table} where user_id = $1`, [id]);
      expect(rowCount).toBe(0);
    }
  });
});

describe("tags", () => {
  const change = (id: number, body: object) => owner.patch(`/api/admin/user/${id}/tags`, body);

  it("are added and removed in lower case, with one event per actual change", async () => {
    const { id } = await test.trader();
    expect((await change(id, { add: [" VIP ", "High   Roller"] })).json()).toEqual({
      tags: ["high roller", "vip"],
    });
    await change(id, { add: ["vip"], remove: ["missing"] });
    await change(id, { add: ["both"], remove: ["both"] });
    expect((await change(id, { remove: ["Vip"] })).json()).toEqual({ tags: ["high roller"] });
    const events = (await owner.get(`/api/admin/audit?traderId=${id}&action=trader.tagged`)).json<
      { changes: object }[]
    >();
    expect(events.map(({ changes }) => changes)).toEqual([
      { tags: { from: "high roller, vip", to: "high roller" } },
      { tags: { from: "", to: "high roller, vip" } },
    ]);
    const [listed] = (await owner.get("/api/admin/users?limit=1")).json<{ tags: string[] }[]>();
    expect(listed!.tags).toEqual(["high roller"]);
  });

  it("are limited to 20 tags of 40 characters without commas", async () => {
    const { id } = await test.trader();
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect((await change(id, { add: many })).statusCode).toBe(200);
    expect((await change(id, { add: ["one more"] })).statusCode).toBe(409);
    expect((await change(id, { add: ["one more"], remove: ["tag 0"] })).statusCode).toBe(200);
    expect((await change(id, { add: ["x".repeat(41)] })).statusCode).toBe(400);
    expect((await change(id, { add: ["a,b"] })).statusCode).toBe(400);
    expect((await change(id, { add: [""] })).statusCode).toBe(400);
  });

  it("are listed with their counts, most frequent first", async () => {
    const [one, other] = [await test.trader(), await test.trader()];
    await change(one.id, { add: ["counted", "counted once"] });
    await change(other.id, { add: ["counted"] });
    const found = (await owner.get("/api/admin/tags")).json<{ tag: string; traders: number }[]>();
    const counted = found.filter(({ tag }) => tag.startsWith("counted"));
    expect(counted).toEqual([
      { tag: "counted", traders: 2 },
      { tag: "counted once", traders: 1 },
    ]);
  });

  it("keep both changes if two administrators tag one trader concurrently", async () => {
    const { id } = await test.trader();
    const responses = await meetAtLock(
      test,
      row("users", id),
      ["a", "b"].map((tag) => () => change(id, { add: [tag, "both"] })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await change(id, {})).json()).toEqual({ tags: ["a", "b", "both"] });
  });
});
