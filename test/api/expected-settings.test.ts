import { afterAll, beforeAll, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let anna: Browser;
let bob: Browser;
beforeAll(async () => {
  test = await startApp();
  anna = await test.administrator();
  bob = test.visitor();
  const accessKey = await createAdministrator(test.context, "Bob Hill", "owner");
  await bob.post("/api/admin/login", { accessKey });
});
afterAll(() => test.close());

/** Settings as both administrators see them, as Bob sets them, and as Anna does. */
const settings: [name: string, seen: object, first: object, second: object][] = [
  [
    "payouts",
    { secondApprovalAbove: null, secondApprovalCurrency: "USD" },
    { secondApprovalAbove: "5000.00", secondApprovalCurrency: "USD" },
    { secondApprovalAbove: "9000.00", secondApprovalCurrency: "USD" },
  ],
  ["warnings", { percents: [50, 80, 95] }, { percents: [90] }, { percents: [70] }],
  ["appeals", { days: 14 }, { days: 30 }, { days: 7 }],
  ["firm", { timeZone: "UTC" }, { timeZone: "Europe/Prague" }, { timeZone: "Asia/Tokyo" }],
];

it.each(settings)(
  "names who has changed the settings of %s meanwhile",
  async (name, seen, first, second) => {
    const path = `/api/admin/settings/${name}`;
    await anna.patch(path, seen);
    const set = await bob.patch(path, { ...first, expected: seen });
    expect([set.statusCode, set.json()]).toMatchObject([200, first]);
    const refused = await anna.patch(path, { ...second, expected: seen });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        message: "Bob Hill has changed these settings meanwhile. Save again to replace them.",
        current: first,
      },
    ]);
    const replaced = await anna.patch(path, { ...second, expected: first });
    expect([replaced.statusCode, replaced.json()]).toMatchObject([200, second]);
  },
);
