import { beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import { button, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { pressOn, tabTo } from "../support/keyboard.ts";

const e2e = startE2e();

beforeAll(async () => {
  for (let index = 0; index < 24; index += 1) {
    const email = `paged.${index}@example.com`;
    await e2e.administrator.post("/api/admin/users", { fullName: "Paged Trader", email });
  }
  for (const fullName of ["Bea Holm", "Ada Lund"]) {
    const trader = await e2e.app.trader({ fullName });
    const account = { payoutEnabled: true, balance: "100.00" };
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
    // More than the balance, so that the amount has a marker with a tooltip.
    await trader.post("/api/user/payouts", { amount: "200.00", paymentMethod: "crypto" });
  }
});

const short = { viewport: { width: 1440, height: 600 } };

const header = (page: Page, name: string) => page.getByRole("columnheader", { name }).first();

const link = (page: Page, name: string) => page.getByRole("link", { name });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the header with the checkbox has the focus. */
async function expectAtCheckbox(page: Page): Promise<void> {
  await page.locator('[role="columnheader"][data-field="__check__"]:focus-within').waitFor();
}

/** Moves the focus to the table's first column header that has a name. */
async function enterTable(page: Page, column: string, from: string): Promise<void> {
  await button(page, from).focus();
  await press(page, "Tab");
  if (column === "ID") {
    await expectAtCheckbox(page);
    await press(page, "ArrowRight");
  }
  await expectFocused(page, header(page, column));
}

async function expectFocused(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isFocused = () =>
    target.evaluate((element) => element === element.ownerDocument.activeElement);
  await expect.poll(isFocused, { message: `the focus is on ${String(target)}` }).toBe(true);
}

describe("a table of rows with links and buttons", () => {
  it("is one stop for the Tab key, at the cell that was used last", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await link(page, "Ada Lund").waitFor();
    await enterTable(page, "ID", "Add User");
    await press(page, "Tab");
    await expectFocused(page, page.getByLabel("Rows per page"));

    await press(page, "Shift+Tab", "ArrowDown", "ArrowRight");
    await expectFocused(page, link(page, "Ada Lund"));
    await press(page, "Tab");
    await expectFocused(page, page.getByLabel("Rows per page"));
    await press(page, "Shift+Tab");
    await expectFocused(page, link(page, "Ada Lund"));
    await press(page, "Shift+Tab");
    await expectFocused(page, button(page, "Add User"));
  });

  it("explains its keys until they have been used", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await link(page, "Ada Lund").waitFor();
    const hint = page.getByText(
      "Arrow keys move between cells. Ctrl+Enter on a heading opens its menu. Tab leaves the table.",
    );
    await page.getByRole("columnheader", { name: "Email" }).click();
    await expect.poll(() => hint.count()).toBe(0);
    await enterTable(page, "Email", "Add User");
    await hint.waitFor();
    await expectAccessible(page);
    await press(page, "Tab");
    await hint.waitFor({ state: "detached" });
    await press(page, "Shift+Tab");
    await hint.waitFor();
    await press(page, "ArrowDown");
    await hint.waitFor({ state: "detached" });

    await page.reload();
    await link(page, "Ada Lund").waitFor();
    await enterTable(page, "ID", "Add User");
    await expect.poll(() => hint.count()).toBe(0);
  });

  it("opens the trader of the focused row", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await link(page, "Bea Holm").waitFor();
    await enterTable(page, "ID", "Add User");
    await press(page, "ArrowDown", "ArrowDown", "ArrowRight", "Enter");
    await page.getByRole("heading", { level: 1, name: "Bea Holm" }).waitFor();
  });

  it.each(["Enter", "Space"])("opens the actions of the focused row with %s", async (key) => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    const actions = button(page, "Actions for Ada Lund");
    await actions.waitFor();
    await enterTable(page, "ID", "Add User");
    await press(page, "ArrowDown", "End");
    await expectFocused(page, actions);
    await press(page, key);
    await page.getByRole("menuitem", { name: "Set Active" }).waitFor();
    await press(page, "ArrowDown", "Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expectFocused(page, actions);
    await press(page, "ArrowDown");
    await expectFocused(page, button(page, "Actions for Bea Holm"));
  });

  it("scrolls the page to the focused row, and not behind the navigation bar", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users", short);
    await link(page, "Ada Lund").waitFor();
    await enterTable(page, "ID", "Add User");
    await press(page, "ArrowDown", "ArrowRight", "Control+End");
    const last = page.getByRole("button", { name: "Actions for Paged Trader" }).last();
    await expectFocused(page, last);
    await expect.poll(() => isVisible(page)).toBe(true);
    for (let row = 0; row < 24; row += 1) await press(page, "ArrowUp");
    await expectFocused(page, button(page, "Actions for Ada Lund"));
    await expect.poll(() => isVisible(page)).toBe(true);
  });

  it("moves between the buttons of a cell before it moves to the next one", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin?search=Ada");
    await link(page, "Ada Lund").waitFor();
    await enterTable(page, "Name/Country", "Add User");
    await press(page, "ArrowDown", "End");
    await expectFocused(page, button(page, "Edit Ada Lund"));
    await press(page, "ArrowRight");
    await expectFocused(page, button(page, "Delete Ada Lund"));
    await press(page, "ArrowLeft");
    await expectFocused(page, button(page, "Edit Ada Lund"));
    await press(page, "ArrowLeft", "Home");
    await expectFocused(page, link(page, "Ada Lund"));
  });

  it("continues at the row of a dialog that is closed", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin");
    await button(page, "Edit Bea Holm").click();
    await page.getByRole("dialog").waitFor();
    await press(page, "Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectFocused(page, button(page, "Edit Bea Holm"));
    await press(page, "Tab");
    await expectFocused(page, button(page, "Delete Bea Holm"));
    await press(page, "ArrowUp");
    await expectFocused(page, button(page, "Edit Ada Lund"));
  });

  it("leads to a marker with a tooltip as to any other control", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts");
    const marker = page.getByRole("row", { name: "Ada Lund" }).getByText("$200.00");
    await marker.waitFor();
    await enterTable(page, "ID", "Columns");
    await press(page, "ArrowDown", "ArrowRight", "ArrowRight");
    await page.getByRole("tooltip").waitFor();
    await press(page, "ArrowLeft", "ArrowLeft", "Enter");
    await page.getByRole("heading", { level: 1, name: /^Request #/ }).waitFor();
  });

  it("is still reached with Tab after the next page has replaced its rows", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await link(page, "Ada Lund").waitFor();
    await enterTable(page, "ID", "Add User");
    await press(page, "ArrowDown", "ArrowRight");
    await pressOn(page, button(page, "Go to next page"));
    await page.getByText("Showing 26 to 26 of 26 users").waitFor();
    await expectFocused(page, button(page, "Go to next page"));
    // The grid moves the focus in a task of its own.
    await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
    await expectFocused(page, button(page, "Go to next page"));
    await tabTo(page, page.getByRole("checkbox", { name: "Select all rows" }), { backwards: true });
  });

  it("is still reached with Tab after the column of its stop was hidden", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await link(page, "Ada Lund").waitFor();
    await enterTable(page, "ID", "Add User");
    await press(page, "ArrowRight", "ArrowRight");
    await expectFocused(page, header(page, "Email"));
    await pressOn(page, button(page, "Columns"), { backwards: true });
    await page.getByRole("checkbox", { name: "Email" }).uncheck();
    await button(page, "Apply").click();
    await header(page, "Email").waitFor({ state: "detached" });
    await button(page, "Add User").focus();
    await press(page, "Tab");
    await expectAtCheckbox(page);
  });
});

/** Returns whether the focused cell is in the viewport and below the navigation bar. */
function isVisible(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const cell = document.activeElement.closest('[role="gridcell"]').getBoundingClientRect();
    const bar = document.querySelector("header").getBoundingClientRect();
    return cell.top > bar.bottom - 1 && cell.bottom < innerHeight + 1;
  })()`);
}
