import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import { button, openMore, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

const options = (page: Page) => palette(page).getByRole("option");

async function openPalette(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill(text);
}

describe("the administrators' navigation", () => {
  it("reaches every page and marks the current one", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await button(page, "More").click();
    const pages = page.getByRole("dialog", { name: "More pages" });
    await pages.getByRole("link", { name: "Appeals" }).waitFor();
    await waitForQuietNetwork(page);
    await expect.poll(() => pages.getByText("waiting").count()).toBe(0);
    await expectAccessible(page);
    const labels = await pages
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(labels).toContain("/admin");
    await page.keyboard.press("Escape");
    for (const path of labels) {
      const response = await page.request.get(path);
      expect(response.status()).toBe(200);
    }
    await openMore(page, "Audit Log");
    await page.getByRole("heading", { level: 1, name: "Audit Log" }).waitFor();
    await button(page, "More").click();
    const current = pages.getByRole("link", { name: "Audit Log" });
    await expect.poll(() => current.getAttribute("aria-current")).toBe("page");
  });
});

describe("the command palette", () => {
  it("finds a page, a trader and a payout with the keyboard only", async () => {
    const trader = await e2e.app.trader({ fullName: "Zora Quist" });
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const body = { amount: "75.00", paymentMethod: "paypal" };
    const { id } = (await trader.post("/api/user/payouts", body)).json<{ id: number }>();
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await button(page, "Search").waitFor();

    await openPalette(page, "audit");
    await page.keyboard.press("Enter");
    await page.waitForURL("/admin/audit");

    // Every word begins a word of the label, in any order.
    await openPalette(page, "log au");
    await palette(page)
      .getByRole("option", { name: /^Audit Log/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });

    await openPalette(page, "zora");
    await options(page).nth(1).waitFor();
    await expectAccessible(page);
    await expect.poll(() => options(page).first().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Enter");
    await page.waitForURL(`/admin/users/${trader.id}`);

    await openPalette(page, `#${id}`);
    await palette(page)
      .getByRole("option", { name: `#${id} · $75.00` })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`/admin/payouts/${id}`);
    await page.getByText("Zora Quist").first().waitFor();

    await openPalette(page, `payout ${id}`);
    await expect
      .poll(() => options(page).allInnerTexts())
      .toEqual([expect.stringContaining(`#${id} ·`)]);
  });

  it("opens during the closing transition of a menu", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard", {
      reducedMotion: "no-preference",
    });
    await button(page, "More").click();
    await page.getByRole("dialog", { name: "More pages" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    await button(page, "Account menu").click();
    await page.getByRole("menu", { name: "Account menu" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
  });

  it("imports a statement for the trader chosen in it", async () => {
    const trader = await e2e.app.trader({ fullName: "Yara Import" });
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await button(page, "Search").waitFor();
    await openPalette(page, "import");
    await page.keyboard.press("Enter");
    const box = palette(page).getByRole("combobox");
    await palette(page).getByLabel("Import a statement for which user?").press("Backspace");
    await palette(page).getByLabel("Find a user, payout or page...").fill("import");
    await options(page).first().waitFor();
    await page.keyboard.press("Enter");
    await palette(page).getByLabel("Import a statement for which user?").waitFor();
    await box.fill("yara");
    await options(page).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`/admin/users/${trader.id}?tab=record`);
  });

  it("switches the theme, and finds actions and pages by what they do", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await button(page, "Switch to dark theme").waitFor();
    await openPalette(page, "dark");
    await page.keyboard.press("Enter");
    await button(page, "Switch to light theme").waitFor();
    await palette(page).waitFor({ state: "detached" });
    for (const [words, ...found] of [
      ["add user", "Add User"],
      ["new user", "Administration", "Add User"],
    ]) {
      await openPalette(page, words!);
      await expect
        .poll(() => options(page).allInnerTexts())
        .toEqual(found.map((label) => expect.stringContaining(label)));
      await page.keyboard.press("Escape");
      await palette(page).waitFor({ state: "detached" });
    }
  });

  it("adds a user, and reports if nothing is found", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await button(page, "Search").waitFor();
    await openPalette(page, "xyzzy nobody");
    await palette(page).getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    await openPalette(page, "create");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add User" }).waitFor();
  });
});

describe("a status set in the menu", () => {
  it("can be undone from the toast, and the audit log shows both", async () => {
    const trader = await e2e.app.trader({ fullName: "Ulla Undo" });
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=ulla");
    await button(page, "Actions for Ulla Undo").click();
    await page.getByRole("menuitem", { name: "Set Breached" }).click();
    await page.getByText("User account status changed to breached").waitFor();
    await button(page, "Undo").focus();
    await page.keyboard.press("Enter");
    await page.getByText("User account status changed to pending").waitFor();
    const response = await e2e.administrator.get(`/api/admin/audit?traderId=${trader.id}`);
    const changes = response.json<{ changes: object }[]>().slice(0, 2);
    expect(changes).toMatchObject([
      { changes: { status: { from: "breached", to: "pending" } } },
      { changes: { status: { from: "pending", to: "breached" } } },
    ]);
  });
});
