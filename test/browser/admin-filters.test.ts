import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import { button, field, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

const rowNames = (page: Page) =>
  page.locator('[role="row"][data-id] [data-field="fullName"] a').allInnerTexts();

async function add(name: string, status: string, tag: string) {
  const trader = await e2e.app.trader({ fullName: name });
  const { administrator } = e2e;
  await administrator.patch(`/api/admin/user/${trader.id}/account`, {
    status,
    payoutEnabled: true,
  });
  await administrator.patch(`/api/admin/user/${trader.id}/tags`, { add: [tag] });
  return trader;
}

describe("the filters", () => {
  it("of users combine statuses and a tag in the URL, and can be removed individually", async () => {
    await add("Fay Active", "active", "filtered");
    await add("Finn Breached", "breached", "filtered");
    await add("Flo Pending", "pending", "filtered");
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await button(page, "Filters").click();
    const filters = dialog(page, "Filters");
    await filters.getByLabel("Active", { exact: true }).check();
    await filters.getByLabel("Breached", { exact: true }).check();
    await filters.getByLabel("Tag").selectOption("filtered");
    await expectAccessible(page);
    await button(page, "Apply").click();
    await page.getByText("Showing 1 to 2 of 2 users").waitFor();
    expect(await rowNames(page)).toEqual(["Finn Breached", "Fay Active"]);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      status: "active,breached",
      tag: "filtered",
    });
    await page.reload();
    await page.getByText("Showing 1 to 2 of 2 users").waitFor();
    await field(page, "Account status").selectOption("");
    await page.getByText("Showing 1 to 3 of 3 users").waitFor();
    await button(page, "Remove filter: Tag filtered").click();
    await page.waitForURL("**/admin/users");
  });

  it("are cleared together, including the statuses", async () => {
    await add("Gil Pending", "pending", "cleared");
    const { page } = await visitAsAdministrator(
      e2e,
      "/admin/users?status=active,breached&tag=unused&from=2026-01-01&to=2026-12-31",
    );
    await page.getByText("No users found").waitFor();
    await button(page, "Remove filter: Registered from Jan 01, 2026").waitFor();
    await button(page, "Remove filter: Registered until Dec 31, 2026").waitFor();
    await button(page, "Filters").click();
    await expect.poll(() => dialog(page, "Filters").getByLabel("Tag").inputValue()).toBe("unused");
    await button(page, "Clear All").click();
    await page.waitForURL("**/admin/users");
    await page.getByText("Gil Pending").waitFor();
  });

  it("of payout requests match by amount and method", async () => {
    const trader = await add("Gus Paid", "active", "payer");
    for (const [amount, paymentMethod] of [
      ["10", "bank"],
      ["500", "paypal"],
      ["900", "crypto"],
    ]) {
      await trader.post("/api/user/payouts", { amount, paymentMethod });
    }
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts?minAmount=nonsense");
    await page.waitForURL("**/admin/payouts");
    await button(page, "Filters").click();
    await field(page, "Amount at least").fill("a lot");
    await button(page, "Apply").click();
    await page.getByText("Enter an amount such as 1000.00").waitFor();
    await field(page, "Amount at least").fill("500");
    await field(page, "Amount at most").fill("even more");
    await button(page, "Apply").click();
    await page.getByText("Enter an amount such as 1000.00").waitFor();
    await field(page, "Amount at most").fill("");
    await dialog(page, "Filters").getByLabel("PayPal").check();
    await dialog(page, "Filters").getByLabel("Paid", { exact: true }).check();
    await button(page, "Apply").click();
    await page.getByText("No payout requests found").waitFor();
    await button(page, "Remove filter: Paid").click();
    await page.getByText("Showing 1 to 1 of 1 requests").waitFor();
    await button(page, "Remove filter: PayPal").click();
    await page.getByText("Showing 1 to 2 of 2 requests").waitFor();
    await button(page, "Remove filter: At least $500.00").waitFor();
  });
});
