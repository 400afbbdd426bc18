import { afterAll, beforeAll, expect, it } from "vitest";
import { readFirmTimeZone } from "../../src/business/office/settings/firm-settings.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const path = "/api/admin/settings/firm";

it("has the time zone UTC until an owner sets another one, with an audit event", async () => {
  expect((await owner.get(path)).json()).toEqual({
    timeZone: "UTC",
    updatedAt: null,
    updatedBy: null,
  });
  const set = await owner.patch(path, { timeZone: "Europe/Berlin" });
  expect([set.statusCode, set.json()]).toEqual([
    200,
    {
      timeZone: "Europe/Berlin",
      updatedAt: expect.any(String) as string,
      updatedBy: expect.any(String) as string,
    },
  ]);
  expect(await readFirmTimeZone(test.context.database.kysely)).toBe("Europe/Berlin");
  const events = await owner.get("/api/admin/audit?action=firm-settings.changed");
  expect(events.json<{ changes: object }[]>().map(({ changes }) => changes)).toEqual([
    { timeZone: { from: "UTC", to: "Europe/Berlin" } },
  ]);
});

it("can be read by every administrator, but changed only by owners", async () => {
  const risk = await test.administrator("risk");
  expect((await risk.get(path)).statusCode).toBe(200);
  expect((await risk.patch(path, { timeZone: "Asia/Tokyo" })).statusCode).toBe(403);
});

it.each([{ timeZone: "Mars/Olympus" }, { timeZone: "+02:00" }, { timeZone: "" }, {}])(
  "cannot be set to %j",
  async (body) => {
    const refused = await owner.patch(path, body);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining("Time zone must be") as string }),
    ]);
  },
);
