import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

const option = (page: Page, name: string | RegExp) => page.getByRole("menuitemradio", { name });

/** Opens `path` as a new administrator with this role. */
async function visitAsColleague(path: string, role: string) {
  const sent = { name: "Mia Chen", role };
  const { key: accessKey } = (await e2e.administrator.post("/api/admin/team", sent)).json<{
    key: string;
  }>();
  const visit = await e2e.browser.visit();
  await visit.page.request.post("/api/admin/login", { data: { accessKey } });
  await visit.page.goto(path);
  return visit;
}

const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function expectFocus(page: Page, name: string) {
  await expect.poll(() => button(page, name).evaluate((one) => one.matches(":focus"))).toBe(true);
}

describe("a view of a table", () => {
  it("can be saved, changed and applied by keyboard, and is kept in the URL", async () => {
    await e2e.app.trader({ fullName: "Vera View" });
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await page.getByText("Vera View").waitFor();
    await field(page, "Account status").selectOption("pending");
    await button(page, "Save View").focus();
    await page.keyboard.press("Enter");
    await field(page, "Name").fill("  To set up ");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await button(page, "View: To set up").waitFor();
    await page.waitForURL(/status=pending&view=\d+/);
    await expectFocus(page, "View: To set up");

    await page.getByRole("columnheader", { name: "ID" }).click();
    await page.waitForURL(/order=asc/);
    await button(page, "Save as New View").waitFor();
    await button(page, "Discard").click();
    await button(page, "Save Changes").waitFor({ state: "hidden" });
    expect(parameters(page)).toEqual({ status: "pending", view: expect.any(String) as string });
    await field(page, "Search by name, email, or login...").fill("Vera");
    await page.waitForURL(/search=Vera/);
    await button(page, "Save Changes").click();
    await expectFocus(page, "View: To set up");
    await button(page, "Undo").click();
    await alertText(page, "View restored", "status");
    await button(page, "Save Changes").click();
    await button(page, "Undo").waitFor();
    await page.getByText("Changed", { exact: true }).waitFor({ state: "hidden" });

    await button(page, "View: To set up").focus();
    await page.keyboard.press("Enter");
    await option(page, "To set up").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/users");
    await button(page, "View: All users").click();
    await option(page, "To set up").click();
    const search = field(page, "Search by name, email, or login...");
    await expect.poll(() => search.inputValue()).toBe("Vera");
    await page.waitForURL(/search=Vera/);
    await page.reload();
    await button(page, "View: To set up").waitFor();
    await expect.poll(() => field(page, "Account status").inputValue()).toBe("pending");

    await page.goto(`${page.url()}&pageSize=50`);
    await button(page, "View: To set up").click();
    await option(page, "All users").click();
    await button(page, "View: All users").waitFor();
    expect(parameters(page)).toEqual({ pageSize: "50" });
  });

  it("can be shared with a colleague, who can apply but not change it", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts?minAmount=1000");
    await button(page, "Save View").click();
    await field(page, "Name").fill("Large");
    await dialog(page, "Save View").getByRole("button", { name: "Save View" }).click();
    await button(page, "Actions for view Large").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Large");
    await field(page, "Name").fill("Large requests");
    await button(page, "Save Name").click();
    await button(page, "Actions for view Large requests").waitFor();
    const link = page.url();

    const { page: colleague } = await visitAsColleague(link, "payouts");
    await colleague.getByText("The linked view is private or was deleted").waitFor();
    await button(colleague, "Remove filter: At least $1,000.00").waitFor();
    await colleague.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(colleague);

    await button(page, "Actions for view Large requests").click();
    await page.getByRole("menuitem", { name: "Share with the Team" }).click();
    await alertText(page, "View shared", "status");
    await button(page, "Actions for view Large requests").click();
    await page.getByRole("menuitem", { name: "Stop Sharing" }).click();
    await alertText(page, "View no longer shared", "status");
    await button(page, "Actions for view Large requests").click();
    await page.getByRole("menuitem", { name: "Share with the Team" }).click();
    await page.getByText("Shared", { exact: true }).waitFor();

    await colleague.reload();
    await colleague.getByRole("button", { name: /^Search and Filters/ }).click();
    await colleague.getByText("Shared by Test administrator").waitFor();
    await button(colleague, "Remove filter: At least $1,000.00").click();
    await button(colleague, "Discard").waitFor();
    // An owner can change the view of a colleague, but only its author can share it.
    const sent = { list: "payouts", name: "Theirs", parameters: { status: "pending" } };
    await colleague.request.post("/api/admin/views", { data: { ...sent, isShared: true } });
    await page.reload();
    await button(page, "View: Large requests").click();
    await option(page, /^Theirs/).click();
    await button(page, "Actions for view Theirs").click();
    await expect
      .poll(() => page.getByRole("menuitem").allInnerTexts())
      .toEqual(["Rename", "Delete"]);
    await colleague.emulateMedia({ colorScheme: "dark" });
    await button(colleague, "View: Large requests").click();
    await option(colleague, /Large requests.*Test administrator/).waitFor();
    await expectAccessible(colleague);
    await option(colleague, /Large requests/).click();
    await button(colleague, "Discard").waitFor({ state: "hidden" });
    await expect.poll(() => button(colleague, "Actions for view Large requests").count()).toBe(0);
    expect(await colleague.locator("html").evaluate((html) => html.scrollWidth)).toBe(390);
  });

  it("can be deleted without changing the table", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/audit?action=trader.registered");
    await button(page, "Save View").click();
    await field(page, "Name").fill("Registrations");
    await field(page, "Share with the team").check();
    await dialog(page, "Save View").getByRole("button", { name: "Save View" }).click();
    await page.waitForURL(/view=\d+/);
    await button(page, "Actions for view Registrations").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog(page, "Delete View").getByText("The whole team loses this view.").waitFor();
    await expectAccessible(page);
    await dialog(page, "Delete View").getByRole("button", { name: "Delete" }).click();
    await button(page, "View: All events").waitFor();
    await expectFocus(page, "View: All events");
    expect(parameters(page)).toEqual({ action: "trader.registered" });
  });
});
