import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEvent } from "../../../../src/business/watch/audit-log/audit-event.schema.ts";
import { PASSWORD, startApp, type TestApp } from "../../../support/app.ts";
import type { Browser } from "../../../support/http.ts";

let test: TestApp;
let administrator: Browser;
let bob: Browser & { id: number; email: string };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bob = await test.trader({ fullName: '=HYPERLINK("x"), Bob' });
  for (let index = 0; index < 5; index += 1) await test.trader({ fullName: `Ann ${index}` });
  test.clock.advance(60_000);
  await test.visitor().post("/api/login", { email: bob.email, password: PASSWORD });
});
afterAll(() => test.close());

interface Page {
  result: { data: { json: { rows: AuditEvent[]; nextCursor: string | null } } };
}

const list = async (query: string) =>
  (await administrator.get(`/api/admin/audit?${query}`)).json<AuditEvent[]>();

describe("the list of audit events", () => {
  it.each([
    ["search=ann", 5],
    ["search=127.0.0.1", 8],
    ["action=trader.registered", 6],
    ["actor=system", 1],
    ["actor=trader&action=trader.signed-in", 1],
  ])("is filtered by %s", async (query, count) => {
    expect(await list(query)).toHaveLength(count);
  });

  it("is filtered by trader and by time", async () => {
    expect((await list(`traderId=${bob.id}`)).map(({ action }) => action)).toEqual([
      "trader.signed-in",
      "trader.registered",
    ]);
    const { at } = (await list("action=trader.signed-in"))[0]!;
    const time = encodeURIComponent(String(at));
    expect(await list(`from=${time}`)).toHaveLength(1);
    expect(await list(`to=${time}`)).toHaveLength(8);
  });

  it("is filtered by a time of any offset and precision", async () => {
    const all = await list("");
    for (const time of [
      "0001-01-01T00:00:00Z",
      "2026-01-01T00:00:00+23:59",
      "2026-01-01T00:00:00-23:59",
      `2026-01-01T00:00:00.${"0".repeat(300)}Z`,
    ]) {
      expect([time, await list(`from=${encodeURIComponent(time)}`)]).toEqual([time, all]);
      expect([time, await list(`to=${encodeURIComponent(time)}`)]).toEqual([time, []]);
    }
  });

  it("is paged, newest first", async () => {
    const all = await list("");
    const paged: AuditEvent[] = [];
    for (let next: string | undefined = "/api/admin/audit?limit=4"; next;) {
      const response = await administrator.get(next);
      paged.push(...response.json<AuditEvent[]>());
      next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ""))?.[1];
    }
    expect(paged).toEqual(all);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it("returns pages with the cursor of the next one over tRPC", async () => {
    const all = await list("");
    const paged: AuditEvent[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const response = await administrator.query("admin.audit.page", { limit: 5, cursor });
      const { rows, nextCursor } = response.json<Page>().result.data.json;
      paged.push(...rows);
      cursor = nextCursor;
    }
    expect(paged).toEqual(all);
  });

  it.each([
    ["action=trader.praised", "Unknown action"],
    ["from=yesterday", "from must be a time such as 2026-03-14T09:26:53Z"],
    ["from=0000-01-01T00:00:00Z", "from must be a time such as 2026-03-14T09:26:53Z"],
    ["from=0001-01-01T00:00:00%2B00:01", "from must be a time such as 2026-03-14T09:26:53Z"],
    ["to=9999-12-31T23:59:59-00:01", "to must be a time such as 2026-03-14T09:26:53Z"],
    ["traderId=0", "traderId must be an id"],
    ["cursor=Zm9v", "cursor must be copied from the Link header of the previous page"],
    ["limit=0", "limit must be a whole number from 1 to 1000"],
  ])("rejects %s", async (query, message) => {
    const response = await administrator.get(`/api/admin/audit?${query}`);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      message,
    ]);
  });

  it("requires an administrator", async () => {
    for (const path of ["/api/admin/audit", "/api/admin/audit/export"]) {
      expect((await test.visitor().get(path)).statusCode).toBe(401);
      expect((await bob.get(path)).statusCode).toBe(403);
    }
    expect((await test.visitor().query("admin.audit.page", {})).statusCode).toBe(401);
    expect((await bob.query("admin.audit.page", {})).statusCode).toBe(403);
  });
});

describe("the export", () => {
  it("contains all matching events as CSV, without formulas", async () => {
    const response = await administrator.get("/api/admin/audit/export?action=trader.registered");
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    // Starts with the byte order mark by which spreadsheets recognize UTF-8.
    expect(response.body).toMatch(/^\uFEFFID,Time \(UTC\),Actor/);
    const lines = response.body.trim().split("\r\n");
    expect(lines).toHaveLength(7);
    expect(lines[6]).toContain(`"'=HYPERLINK(""x""), Bob"`);
    expect(lines[1]).toContain("fullName: – → Ann 4");
  });

  it("returns a message for an invalid filter", async () => {
    const response = await administrator.get("/api/admin/audit/export?actor=ghost");
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      "Unknown kind of actor",
    ]);
  });
});
