import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import { meetAtLock } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const iban = "DE02120300000000202051";

it.each([
  {
    table: "firm_brand",
    path: "/api/admin/settings/brand",
    action: "brand.changed",
    field: "name",
    bodies: [{ name: "First" }, { name: "Second" }],
  },
  {
    table: "firm_settings",
    path: "/api/admin/settings/firm",
    action: "firm-settings.changed",
    field: "timeZone",
    bodies: [{ timeZone: "Europe/Prague" }, { timeZone: "Asia/Tokyo" }],
  },
  {
    table: "mail_settings",
    path: "/api/admin/settings/mails",
    action: "mail-settings.changed",
    field: "switchedOff",
    bodies: [
      { kind: "unbanned", isSent: false },
      { kind: "payout-paid", isSent: false },
    ],
  },
  {
    table: "payout_settings",
    path: "/api/admin/settings/payouts",
    action: "payout-settings.changed",
    field: "secondApprovalAbove",
    bodies: [{ secondApprovalAbove: "500" }, { secondApprovalAbove: "900" }],
  },
  {
    table: "firm_payment_account",
    path: "/api/admin/payments/account",
    action: "payment-account.changed",
    field: "name",
    bodies: [
      { name: "First", iban, bic: null },
      { name: "Second", iban, bic: null },
    ],
  },
])(
  "of two concurrent changes of $table, one changes the result of the other",
  async ({ table, path, action, field, bodies }) => {
    const lock = { statement: `lock table ${table} in share row exclusive mode`, values: [] };
    const responses = await meetAtLock(
      test,
      lock,
      bodies.map((body) => () => owner.patch(path, body)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const events = await owner.get(`/api/admin/audit?action=${action}`);
    const [later, earlier] =
      events.json<{ changes: Record<string, { from: string; to: string }> }[]>();
    expect(later!.changes[field]!.from).toBe(earlier!.changes[field]!.to);
  },
);
