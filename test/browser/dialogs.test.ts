import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, field, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

/** Opens /payouts from the dashboard as a trader with one request. */
async function atPayouts() {
  const { page } = await e2e.trader({ account: { payoutEnabled: true } });
  const data = { amount: "300.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  await page.request.post("/api/user/payouts", { data });
  await page.goto("/");
  await page.getByRole("link", { name: "Payouts" }).click();
  const opener = page.getByRole("button", { name: /^#\d+$/ });
  const dialog = page.getByRole("dialog", { name: /Request #/ });
  return { page, opener, dialog };
}

describe("the browser's Back button", () => {
  it("closes an open dialog, then leaves the page", async () => {
    const { page, opener, dialog } = await atPayouts();
    await opener.click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/payouts");
    await expect.poll(() => page.locator(":focus").innerText()).toMatch(/^#\d+$/);
    await page.goBack();
    await page.waitForURL("/");
  });

  it("leaves the page immediately after a dialog is closed by its button", async () => {
    const { page, opener, dialog } = await atPayouts();
    for (const _ of ["first", "second"]) {
      await opener.click();
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    await page.goBack();
    await page.waitForURL("/");
  });

  it("does not undo a link that is clicked while the dialog closes", async () => {
    const { page, opener, dialog } = await atPayouts();
    await opener.click();
    await dialog.waitFor();
    await page.evaluate(`(() => {
      const back = history.back;
      history.back = () => {
        history.back = back;
        history.back();
        document.querySelector('a[href="/settings"]').click();
      };
    })()`);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await waitForQuietNetwork(page);
    expect(new URL(page.url()).pathname).toBe("/settings");
    await page.goBack();
    await page.waitForURL("/payouts");
  });

  it("keeps the filters of the table behind the dialog", async () => {
    await e2e.app.trader({ fullName: "Grace Hopper" });
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Hopper");
    await button(page, "Actions for Grace Hopper").click();
    await page.getByRole("menuitem", { name: "Ban User" }).click();
    await page.getByRole("dialog", { name: "Ban User" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?search=Hopper");
    await expect.poll(() => page.getByLabel(/Search by name/).inputValue()).toBe("Hopper");
  });

  it("closes the navigation menu of small screens", async () => {
    const { page } = await e2e.trader({ browser: { viewport: { width: 390, height: 844 } } });
    await page.goto("/settings");
    await button(page, "Open menu").click();
    await button(page, "Close menu").waitFor();
    await page.goBack();
    await button(page, "Close menu").waitFor({ state: "detached" });
    await button(page, "Open menu").click();
    await page.getByRole("link", { name: "Certificates" }).click();
    await page.waitForURL("/certificates");
    await page.goBack();
    await page.waitForURL("/settings");
  });
});

it("a dialog that is opened from one that closes opens once, and keeps what is typed at once", async () => {
  const { page } = await visitAsAdministrator(e2e, "/admin/team", {
    viewport: { width: 390, height: 844 },
  });
  await button(page, "Open menu").click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.waitFor();
  await page.evaluate(`(() => {
    const back = history.back.bind(history);
    history.back = () => setTimeout(back, 500);
  })()`);
  await menu.getByRole("button", { name: "Search" }).click();
  const search = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await search.fill("payments");
  await page.getByRole("option", { name: "Payments" }).waitFor();
  await page.waitForTimeout(700);
  await expect.poll(() => search.inputValue()).toBe("payments");
  await page.goBack();
  await page.waitForURL("/admin/team");
});

it.each([
  ["dialog", "/admin/team?dialog=add", undefined, "dialog"],
  ["menu", "/admin/team", "Account menu", "menu"],
  ["drawer", "/admin/team?dialog=menu", undefined, "dialog"],
  ["popover", "/admin/team", "More", "dialog"],
] as const)(
  "a %s that MUI hides when another one closes is shown to screen readers",
  async (_, path, opener, role) => {
    const { page } = await visitAsAdministrator(e2e, "/admin/team");
    // MUI does so at this point if the other one finishes closing in the same commit.
    await page.addInitScript(`(() => {
      const append = Node.prototype.appendChild;
      Node.prototype.appendChild = function (node) {
        if (node.classList?.contains("MuiModal-root")) node.ariaHidden = "true";
        return append.call(this, node);
      };
    })()`);
    await page.goto(path);
    if (opener) await button(page, opener).click();
    await page.getByRole(role).waitFor();
  },
);

describe("the address of a dialog", () => {
  it("opens it from a link, keeps it on a reload, and is removed when it is closed", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/team");
    await button(page, "Add Administrator").first().click();
    await page.waitForURL("/admin/team?dialog=add");
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Add Administrator" });
    await dialog.waitFor();
    const link = await page.context().newPage();
    await link.goto(page.url());
    await link.getByRole("dialog", { name: "Add Administrator" }).waitFor();
    await button(link, "Cancel").click();
    await link.waitForURL("/admin/team");
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await page.goForward();
    await dialog.waitFor();
  });

  it("loads what it is about, and says if that does not exist", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/team");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Edit Name and Role" }).click();
    await page.waitForURL(/\?dialog=change&member=\d+$/);
    await page.reload();
    await page.getByRole("dialog", { name: "Edit Administrator" }).waitFor();
    await page.goto("/admin/team?dialog=change&member=999999");
    await page.getByText("The administrator was not found").waitFor();
    await page.waitForURL("/admin/team");
  });

  it.each(["dialog=unknown", "dialog=change", "dialog=change&member=99999999999999999999"])(
    "is removed if it is wrong: %s",
    async (search) => {
      const { page } = await visitAsAdministrator(e2e, `/admin/team?${search}`);
      await page.waitForURL("/admin/team");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    },
  );

  it("opens nothing that the role does not permit", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await page.route("**/api/trpc/admin.me.get*", (route) =>
      route.fulfill({
        contentType: "application/json",
        body: JSON.stringify({
          result: { data: { json: { id: 2, name: "Sam", role: "support" } } },
        }),
      }),
    );
    await page.goto("/admin/team?dialog=add");
    await page.getByText("This requires the role owner").first().waitFor();
    await page.waitForURL("/admin/team");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("names the upper of two dialogs, and leads back to the lower one", async () => {
    const { page, opener, dialog: details } = await atPayouts();
    const question = page.getByRole("dialog", { name: "Cancel Request" });
    await opener.click();
    await details.getByRole("button", { name: "Cancel Request" }).click();
    await question.waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?dialog=cancel&payout=\d+$/);
    await page.goBack();
    await question.waitFor({ state: "detached" });
    await details.waitFor();
    await page.goForward();
    await question.waitFor();
    await page.reload();
    await question.getByRole("button", { name: "Keep Request" }).click();
    await details.getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").first().waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
  });

  it("stays while unsaved changes are kept", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/team");
    await button(page, "Add Administrator").first().click();
    await field(page, "Name").fill("Grace");
    await page.goBack();
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?dialog=add");
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Grace");
    await page.goBack();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("/admin/team");
    await page.getByRole("dialog").first().waitFor({ state: "detached" });
  });
});

describe("a dialog with unsaved changes", () => {
  async function atBanDialog(): Promise<{ page: Page }> {
    await e2e.app.trader({ fullName: "Alan Turing" });
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Turing");
    await button(page, "Actions for Alan Turing").first().click();
    await page.getByRole("menuitem", { name: "Ban User" }).click();
    await field(page, "Reason").fill("Copy trading");
    return { page };
  }

  it("asks for confirmation before Escape closes it, and can keep the changes", async () => {
    const { page } = await atBanDialog();
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => field(page, "Reason").inputValue()).toBe("Copy trading");
    await page.goBack();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").first().waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?search=Turing");
    await expect
      .poll(() => page.locator(":focus").getAttribute("aria-label"))
      .toBe("Actions for Alan Turing");
  });

  it("closes immediately by its own button", async () => {
    const { page } = await atBanDialog();
    await button(page, "Cancel").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

it("moves the focus to the content if the opener of a dialog is gone", async () => {
  const { page, opener, dialog } = await atPayouts();
  await opener.click();
  await dialog.waitFor();
  await page.evaluate(`document.querySelector("td [aria-haspopup=dialog]").disabled = true`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("content");
});
