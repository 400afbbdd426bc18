import { beforeAll, describe, expect, it } from "vitest";
import {
  answerCalls,
  field,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";
import { feed, judgedTrader, simpleRules, snapshotAt } from "../support/verdicts.ts";

const dom = startDom();

const people = [
  { name: "Ada Lund", equity: "99000.00", currency: "USD" },
  { name: "Ben Cho", equity: "95123.45", currency: "EUR" },
  { name: "Cleo Roy", equity: "94000.00", currency: "USD" },
];

beforeAll(async () => {
  for (const { name, equity, currency } of people) {
    const judged = await judgedTrader(dom.app, simpleRules, { currency });
    await dom.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName: name });
    await feed(judged, {
      snapshots: [snapshotAt(new Date(Date.now() - 1000).toISOString(), equity)],
    });
  }
  await dom.app.trader({ fullName: "Dora Sato" });
});

const open = (path: string) => visitAsAdministrator(dom, path);

async function names(page: Page) {
  const cells = page.locator('[data-field="fullName"][role="gridcell"]');
  return (await cells.allInnerTexts()).map((text) => text.split("\n")[0]);
}

describe("the accounts closest to a breach", () => {
  it("can be loaded again after a failure", async () => {
    const { page, expectProblem } = await open("/admin/audit");
    expectProblem(/502/);
    await answerCalls(page, "admin.riskList", { status: 502, body: "Bad Gateway" });
    await page.goto("/admin/dashboard");
    const card = page.getByRole("region", { name: "Closest to a Breach" });
    await card.getByText("Failed to load the accounts.").waitFor();
    await page.unroute("**/api/trpc/admin.riskList*");
    await card.getByRole("button", { name: "Try again" }).click();
    await card.getByRole("link", { name: "Ben Cho" }).waitFor();
  });
});

describe("the users table", () => {
  it("can be filtered by the verdict, which is kept in the URL", async () => {
    const { page } = await open("/admin/users");
    await field(page, "Verdict").selectOption("Breached");
    await page.waitForURL("/admin/users?verdict=breached");
    await page.getByText("Showing 1 to 1 of 1 users").waitFor();
    await expect.poll(() => names(page)).toEqual(["Cleo Roy"]);
    await page.reload();
    await page.getByText("Showing 1 to 1 of 1 users").waitFor();
    await field(page, "Verdict").selectOption("All verdicts");
    await page.waitForURL("/admin/users");
    await page.getByText("Showing 1 to 4 of 4 users").waitFor();
  });

  it("can be sorted by the room left today", async () => {
    const { page } = await open("/admin/users");
    await page.getByRole("columnheader", { name: "Room Today" }).click();
    await page.waitForURL(/sort=roomToday/);
    await page.getByText("Showing 1 to 2 of 2 users").waitFor();
  });
});
