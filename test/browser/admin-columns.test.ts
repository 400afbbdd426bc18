import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import { button, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

const headings = (page: Page) =>
  page
    .locator('[role="columnheader"]:not([data-field="__check__"])')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent));

async function pressOn(page: Page, name: string, key = "Enter") {
  await dialog(page, "Columns").getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press(key);
}

describe("the columns of users", () => {
  it("can be chosen and ordered by keyboard, and are kept in the URL", async () => {
    await e2e.app.trader({ fullName: "Cora Column" });
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await page.getByText("Cora Column").waitFor();
    const usual = await headings(page);
    expect(usual.slice(0, 3)).toEqual(["ID", "Name", "Email"]);
    await button(page, "Columns").focus();
    await page.keyboard.press("Enter");
    const columns = dialog(page, "Columns");
    await columns.getByRole("checkbox", { name: "Email" }).focus();
    await page.keyboard.press("Space");
    await columns.getByRole("checkbox", { name: "Registered" }).focus();
    await page.keyboard.press("Space");
    await pressOn(page, "Move Name up");
    await columns.getByText("Name is now column 1 of 19").waitFor();
    await expectAccessible(page);
    await pressOn(page, "Apply");
    await expect
      .poll(() => headings(page))
      .toEqual([
        "Name",
        "ID",
        "Broker Login",
        "Account Status",
        "Phase",
        "Balance",
        "Profit/Loss",
        "Room Today",
        "Payouts",
        "Registered",
        "Actions",
      ]);
    const address = page.url();
    await page.goto(address);
    await expect.poll(async () => (await headings(page))[0]).toBe("Name");
    await button(page, "Columns").click();
    await button(page, "Reset").click();
    await button(page, "Apply").click();
    await page.waitForURL("**/admin/users");
    await expect.poll(() => headings(page)).toEqual(usual);
  });

  it("are used by exports, and unknown ones are removed from the URL", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users?columns=password,city,id,id");
    await expect.poll(() => headings(page)).toEqual(["City", "ID", "Actions"]);
    await button(page, "Export").click();
    const csv = page.getByRole("menuitem", { name: "CSV" });
    await expect.poll(() => csv.getAttribute("href")).toContain("columns=city%2Cid");
    await page.keyboard.press("Escape");
  });

  it("include at least one, and fit on a narrow screen", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users?columns=id");
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, "Search and Filters").click();
    await button(page, "Columns").click();
    const columns = dialog(page, "Columns");
    await columns.getByText("On this screen, your choice applies only to exports.").waitFor();
    await columns.getByRole("checkbox", { name: "ID" }).uncheck();
    await columns.getByText("Choose at least one column.").waitFor();
    await expect.poll(() => button(page, "Apply").isDisabled()).toBe(true);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});

it("the table of payouts shows the columns of the URL", async () => {
  const trader = await e2e.app.trader({ fullName: "Pia Paid" });
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  await trader.post("/api/user/payouts", { amount: "10", paymentMethod: "bank" });
  const { page } = await visitAsAdministrator(
    e2e,
    "/admin/payouts?columns=fullName,amount,email,reference,paidAt,paymentRunId,adminNotes",
  );
  await expect
    .poll(() => headings(page))
    .toEqual([
      "Name",
      "Amount",
      "Email",
      "Reference",
      "Paid",
      "Payment Run",
      "Admin Notes",
      "Actions",
    ]);
  await page.getByText("Pia Paid").first().waitFor();
});

it("tables use the width of a screen of 1920 px", async () => {
  const { page } = await visitAsAdministrator(e2e, "/admin/users");
  await page.setViewportSize({ width: 1920, height: 1080 });
  const table = page.getByRole("grid", { name: "Users" });
  const box = await table.boundingBox();
  expect(box!.width).toBeGreaterThan(1600);
});
