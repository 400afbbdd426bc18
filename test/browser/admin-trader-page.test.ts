import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import { alertText, answerCalls, button, field, startE2e } from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";
import { importDemo } from "../support/records.ts";
import {
  dialog,
  figure,
  importFile,
  mt4Statement,
  openTrader,
  tab,
} from "../support/trader-page.ts";

const e2e = startE2e();

describe("the page of a trader", () => {
  it("opens from the name, or anywhere else in the row, in both tables of users", async () => {
    const { page, trader } = await openTrader(e2e, "Ada Paged");
    const name = page.getByRole("link", { name: "Ada Paged", exact: true });
    const email = page.getByRole("gridcell", { name: trader.email });
    for (const [path, place] of [
      ["/admin/users?search=Ada%20Paged", name],
      ["/admin/users?search=Ada%20Paged", email],
      ["/admin?search=Ada%20Paged", name],
      ["/admin?search=Ada%20Paged", email],
    ] as const) {
      await page.goto(path);
      await place.click();
      await page.waitForURL(`**/admin/users/${trader.id}`);
      await page.getByRole("heading", { name: "Ada Paged", level: 1 }).waitFor();
      expect(await page.title()).toBe("Ada Paged · Propdesk");
    }
    await page.getByText("Login 5002001").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Copy login").first().click();
    await page.getByText("Login copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("5002001");
    await expect.poll(() => figure(page, "Recorded as of")).toBe("—");
    await expectAccessible(page);
  });

  it("keeps the tab in the URL for reloads and for sharing", async () => {
    const { page, trader } = await openTrader(e2e, "Ben Tabs");
    await tab(page, "Stages").click();
    await page.waitForURL(`**/admin/users/${trader.id}?tab=stages`);
    await page.reload();
    await page.getByText("No stages yet").waitFor();
    await expect.poll(() => tab(page, "Stages").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Tab");
    await tab(page, "Stages").focus();
    await page.keyboard.press("End");
    await page.waitForURL("**?tab=history");
    await page.getByRole("button", { name: /Ben Tabs registered/ }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(`**/admin/users/${trader.id}`);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL("**?tab=history");
    expect(await page.title()).toBe("Ben Tabs · Propdesk");
    const main = page.getByRole("navigation", { name: "Main" });
    await main.getByRole("link", { name: "Users", exact: true }).click();
    await expect.poll(() => page.title()).toBe("Users · Propdesk");
  });

  it("shows the master password on request only, because the view is recorded", async () => {
    const { page, trader, expectProblem } = await openTrader(e2e, "Dora Secret");
    expectProblem(/502/);
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, {
      masterPassword: "k7#Tpx2v",
    });
    const views = `/api/admin/audit?traderId=${trader.id}&action=master-password.viewed`;
    expect((await e2e.administrator.get(views)).json()).toEqual([]);
    await answerCalls(page, "admin.users.get", { status: 502, body: "" });
    await page.getByRole("button", { name: "Show" }).click();
    await alertText(page, "Failed to load the master password");
    await page.unroute("**/api/trpc/admin.users.get*");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("k7#Tpx2v").waitFor();
    expect((await e2e.administrator.get(views)).json()).toHaveLength(1);

    await button(page, "Edit user").click();
    await field(page, "Server").fill("Live09");
    await field(page, "Master Password").fill("n3w#Pass");
    await button(page, "Save Changes").click();
    await page.getByRole("definition").getByText("n3w#Pass").waitFor();
    await waitForQuietNetwork(page);
    expect((await e2e.administrator.get(views)).json()).toHaveLength(1);
  });

  it.each([
    ["Edit user", "User updated"],
    ["Edit trading account", "Trading account updated"],
  ])("keeps a master password that was not shown with %s", async (opener, saved) => {
    const { page, trader } = await openTrader(e2e, `Dina ${saved}`);
    const account = `/api/admin/user/${trader.id}/account`;
    await e2e.administrator.patch(account, { masterPassword: "k7#Tpx2v" });
    const views = `/api/admin/audit?traderId=${trader.id}&action=master-password.viewed`;
    await button(page, opener).click();
    const form = page.getByRole("dialog");
    await form.getByText("Unchanged if left blank.").waitFor();
    await expectAccessible(page);
    await expect.poll(() => field(page, "Master Password").inputValue()).toBe("");
    await field(page, "Server").fill("Live09");
    await button(page, "Save Changes").click();
    await alertText(page, saved, "status");
    expect((await e2e.administrator.get(views)).json()).toEqual([]);

    await button(page, opener).click();
    await form.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => field(page, "Master Password").inputValue()).toBe("k7#Tpx2v");
    expect((await e2e.administrator.get(views)).json()).toHaveLength(1);
    // Cleared by hand, it is removed.
    await expect.poll(() => page.locator(":focus").inputValue()).toBe("k7#Tpx2v");
    await page.locator(":focus").fill("");
    await button(page, "Save Changes").click();
    await form.waitFor({ state: "detached" });
    const path = `/api/admin/user/${trader.id}`;
    const after = (await e2e.administrator.get(path)).json<{ tradingAccount: object }>();
    expect(after.tradingAccount).toMatchObject({ server: "Live09", masterPassword: null });
  });

  it("does not show the master password of one trader on the page of another", async () => {
    const { page, trader } = await openTrader(e2e, "Dan Before");
    await page.evaluate("window.isSameDocument = true");
    const other = await e2e.app.trader({ fullName: "Dina After" });
    await e2e.administrator.patch(`/api/admin/user/${other.id}/account`, {
      masterPassword: "k7#Tpx2v",
    });
    await button(page, "Search").click();
    await page.getByRole("combobox").fill("Dina After");
    await page.getByRole("option", { name: /Dina After/ }).click();
    await page.getByRole("heading", { name: "Dina After", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("k7#Tpx2v").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Dan Before", level: 1 }).waitFor();
    await page.waitForURL(`**/admin/users/${trader.id}`);
    expect(await page.evaluate("window.isSameDocument")).toBe(true);
    await page.getByRole("button", { name: "Show" }).waitFor();
    await expect.poll(() => page.getByText("k7#Tpx2v").count()).toBe(0);
  });
});

describe("stages", () => {
  it("can be started, which ends the previous one, and ended with an outcome", async () => {
    const { page, trader } = await openTrader(e2e, "Leo Stages", "?tab=stages");
    await button(page, "Start a Stage").click();
    const start = dialog(page, "Start a Stage");
    await start.getByRole("button", { name: "Start Stage" }).click();
    await start.getByText("Phase is required").waitFor();
    await expectAccessible(page);
    await field(page, "Phase").fill("Evaluation");
    await field(page, "Initial Balance").fill("50000");
    await start.getByText("Please choose the rules, or No rules").waitFor();
    await field(page, "Rules").selectOption("No rules");
    const before = Date.now();
    await start.getByRole("button", { name: "Start Stage" }).click();
    await alertText(page, "Stage started", "status");
    await start.waitFor({ state: "detached" });
    await expect.poll(() => figure(page, "Initial Balance")).toBe("$50,000.00");
    const stages = await e2e.administrator.get(`/api/admin/user/${trader.id}/stages`);
    const [started] = stages.json<{ startedAt: string }[]>();
    // The form contains only the minute in which it was opened.
    expect(Date.parse(started!.startedAt)).toBeGreaterThanOrEqual(before - 1000);
    // Without records there is no recorded balance to correct.
    await expect.poll(() => button(page, "Correct Balance").count()).toBe(0);

    await button(page, "End Stage").click();
    const end = dialog(page, "End Stage");
    await expectAccessible(page);
    await expect.poll(() => field(page, "Outcome").inputValue()).toBe("passed");
    await field(page, "Reason").fill("Target reached");
    await end.getByRole("button", { name: "End Stage" }).click();
    await alertText(page, "Stage ended", "status");
    const row = page.getByRole("table", { name: "Stages" }).getByRole("row").nth(1);
    await expect.poll(() => row.innerText()).toMatch(/Evaluation[\s\S]*\$50,000\.00[\s\S]*Passed/);
    await tab(page, "History").click();
    await page.getByRole("button", { name: /ended a stage/ }).waitFor();
  });

  it("with records allow a balance correction, and forms no longer change the balance", async () => {
    const { page } = await openTrader(e2e, "Mia Corrects", "?tab=record");
    await importFile(page, mt4Statement());
    await expect.poll(() => figure(page, "Balance")).toBe("$99,765.89");
    await tab(page, "Stages").click();
    await button(page, "Correct Balance").click();
    const correct = dialog(page, "Correct Balance");
    for (const [amount, corrected] of [
      ["-60", "$99,705.89"],
      ["-65.89", "$99,700.00"],
    ] as const) {
      await field(page, "Amount").fill(amount);
      await correct.getByText(corrected).waitFor();
    }
    await field(page, "Reason").fill("Platform fee");
    await expectAccessible(page);
    await correct.getByRole("button", { name: "Correct Balance" }).click();
    await alertText(page, "Balance corrected", "status");
    await expect.poll(() => figure(page, "Balance")).toBe("$99,700.00");

    await button(page, "Edit User").click();
    const edit = dialog(page, "Edit User");
    await edit.getByText(/From the trading record, as of/).waitFor();
    await expect.poll(() => field(page, "Balance").getAttribute("readonly")).toBe("");
    await expect.poll(() => field(page, "Profit/Loss").getAttribute("readonly")).toBe("");
    await expectAccessible(page);
    await field(page, "Server").fill("Live02");
    await button(page, "Save Changes").click();
    await alertText(page, "User updated", "status");
    await expect.poll(() => figure(page, "Balance")).toBe("$99,700.00");
  });
});

it("fits on a small screen without scrolling sideways in any tab", async () => {
  const options = { viewport: { width: 320, height: 740 } } as const;
  const { page, trader } = await openTrader(e2e, "Nia Small", "?tab=record", options);
  await importDemo(e2e.administrator, trader.id);
  await page.reload();
  await page.getByRole("tab").first().waitFor();
  for (const name of await page.getByRole("tab").allInnerTexts()) {
    await tab(page, name).click();
    await page.getByRole("tabpanel", { name }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const { x } = (await tab(page, name).boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(320);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect({ name, width }).toEqual({ name, width: 320 });
  }
});
