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
const settings: [path: string, seen: object, first: object, second: object][] = [
  [
    "settings/payouts",
    { secondApprovalAbove: null, secondApprovalCurrency: "USD" },
    { secondApprovalAbove: "5000.00", secondApprovalCurrency: "USD" },
    { secondApprovalAbove: "9000.00", secondApprovalCurrency: "USD" },
  ],
  ["settings/warnings", { percents: [50, 80, 95] }, { percents: [90] }, { percents: [70] }],
  ["settings/appeals", { days: 14 }, { days: 30 }, { days: 7 }],
  ["settings/firm", { timeZone: "UTC" }, { timeZone: "Europe/Prague" }, { timeZone: "Asia/Tokyo" }],
  [
    "settings/identity",
    { attempts: 3, pictures: [], validMonths: null, keepDays: 365 },
    { attempts: 3, pictures: ["selfie"], validMonths: null, keepDays: 365 },
    { attempts: 5, pictures: [], validMonths: null, keepDays: 365 },
  ],
  ["settings/gates", gates(false, false), gates(true, false), gates(false, true)],
  [
    "payments/account",
    { name: "Propdesk GmbH", iban: "DE89370400440532013000", bic: null },
    { name: "Propdesk GmbH", iban: "FR1420041010050500013M02606", bic: null },
    { name: "Propdesk SE", iban: "DE89370400440532013000", bic: null },
  ],
];

function gates(fundedStep: boolean, trading: boolean) {
  const asksFor = (identity: boolean) => ({ identity, agreements: [] });
  return {
    fundedStep: asksFor(fundedStep),
    payoutApproval: asksFor(false),
    trading: asksFor(trading),
  };
}

it.each(settings)(
  "names who has changed what /api/admin/%s sets meanwhile",
  async (name, seen, first, second) => {
    const path = `/api/admin/${name}`;
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

it("knows whether an account for payments was set meanwhile", async () => {
  const other = await startApp();
  const owner = await other.administrator();
  const account = { name: "Propdesk GmbH", iban: "DE89370400440532013000", bic: null };
  const path = "/api/admin/payments/account";
  expect((await owner.patch(path, { ...account, expected: null })).statusCode).toBe(200);
  const again = await owner.patch(path, { ...account, bic: "COBADEFFXXX", expected: null });
  expect([again.statusCode, again.json()]).toMatchObject([409, { current: account }]);
  await other.close();
});
