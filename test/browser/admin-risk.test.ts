import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessibleInBothThemes } from "../support/browser.ts";
import { startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { feed, judgedTrader, simpleRules, snapshotAt } from "../support/verdicts.ts";

const e2e = startE2e();

const people = [
  { name: "Ada Lund", equity: "99000.00", currency: "USD" },
  { name: "Ben Cho", equity: "95123.45", currency: "EUR" },
  { name: "Cleo Roy", equity: "94000.00", currency: "USD" },
];

beforeAll(async () => {
  for (const { name, equity, currency } of people) {
    const judged = await judgedTrader(e2e.app, simpleRules, { currency });
    await e2e.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName: name });
    await feed(judged, {
      snapshots: [snapshotAt(new Date(Date.now() - 1000).toISOString(), equity)],
    });
  }
  await e2e.app.trader({ fullName: "Dora Sato" });
});

const open = (path: string, options?: BrowserContextOptions) =>
  visitAsAdministrator(e2e, path, options);

async function names(page: Page) {
  const cells = page.locator('[data-field="fullName"][role="gridcell"]');
  return (await cells.allInnerTexts()).map((text) => text.split("\n")[0]);
}

describe("the accounts closest to a breach", () => {
  it("are listed on a card of the dashboard that links to all of them", async () => {
    const { page } = await open("/admin/dashboard");
    const card = page.getByRole("region", { name: "Closest to a Breach" });
    const rows = card.getByRole("table").getByRole("row");
    await rows.nth(1).waitFor();
    await expect
      .poll(async () =>
        (await rows.allInnerTexts()).slice(1).map((text) => text.replaceAll("\n", "").split("\t")),
      )
      .toEqual([
        ["Ben Cho", "Phase 1", "Daily loss, 5,000.00 EUR", "123.45 EUR", "97%"],
        ["Ada Lund", "Phase 1", "Daily loss, $5,000.00", "$4,000.00", "20%"],
      ]);
    await card.getByRole("link", { name: "Show All" }).click();
    await page.waitForURL("/admin/users?sort=roomToday&order=asc");
    await page.getByText("Showing 1 to 2 of 2 users").waitFor();
    await page.getByText("Only accounts with a daily loss limit").waitFor();
    await expect.poll(() => names(page)).toEqual(["Ben Cho", "Ada Lund"]);
  });
});

describe("the users table", () => {
  it("shows the room in both themes, also on a small screen", async () => {
    const { page } = await open("/admin", {
      viewport: { width: 390, height: 900 },
    });
    for (const screen of ["/admin/users?sort=roomToday&order=asc", "/admin/dashboard"]) {
      await page.goto(screen);
      await page.getByText("123.45 EUR").first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await expectAccessibleInBothThemes(page);
    }
  });
});
