import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DemoStatement } from "../../src/demo/statements/demo-statement.ts";
import { expectAccessible } from "../support/browser.ts";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { demoStatement } from "../support/demo-statements.ts";
import { alertText, button, field, startE2e, visitAsAdministrator } from "../support/e2e.ts";

const e2e = startE2e();

const LOGIN = "5002001";

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

function tab(page: Page, name: string) {
  return page.getByRole("tab", { name, exact: true });
}

/** A new trader with the login of the demo statements, opened at a tab. */
async function openTrader(
  name: string,
  path = "",
  options?: Parameters<typeof visitAsAdministrator>[2],
) {
  const trader = await e2e.app.trader({ fullName: name });
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, {
    login: LOGIN,
    status: "active",
    phase: "Phase 1",
  });
  const visit = await visitAsAdministrator(e2e, `/admin/users/${trader.id}${path}`, options);
  await visit.page.getByRole("heading", { name, level: 1 }).waitFor();
  return { ...visit, trader };
}

function file(buffer: Buffer, name = "DetailedStatement.htm") {
  return { name, mimeType: "text/html", buffer };
}

function mt4(changes: Partial<DemoStatement> = {}) {
  return file(writeStatement(demoStatement(changes), "mt4-html"));
}

/** A statement of which one amount was changed by hand. */
function changedByHand() {
  const text = writeStatement(demoStatement(), "mt4-html").toString("latin1");
  return file(Buffer.from(text.replace("-120.00</td></tr>", "-20.00</td></tr>"), "latin1"));
}

async function choose(page: Page, chosen: ReturnType<typeof file>): Promise<Locator> {
  await page.locator("input[type=file]").setInputFiles(chosen);
  const preview = dialog(page, "Import Statement");
  await preview.waitFor();
  return preview;
}

async function importFile(page: Page, chosen: ReturnType<typeof file>) {
  const preview = await choose(page, chosen);
  await preview.getByText("Reconciled").or(preview.getByText("Inconsistent")).first().waitFor();
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await preview.waitFor({ state: "detached" });
}

/** The value of a key figure without its note, also behind a dialog. */
async function figure(page: Page, label: string) {
  const figures = page.getByRole("region", { name: "Key figures", includeHidden: true });
  const heading = page.getByRole("heading", { name: label, exact: true, includeHidden: true });
  const shown = figures.locator("article").filter({ has: heading });
  return (await shown.innerText()).split(/\n+/)[1];
}

async function chooseAction(page: Page, name: string, action: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

describe("the page of a trader", () => {
  it("opens from the name in both tables of users", async () => {
    const { page, trader } = await openTrader("Ada Paged");
    for (const path of ["/admin/users?search=Ada%20Paged", "/admin?search=Ada%20Paged"]) {
      await page.goto(path);
      await page.getByRole("link", { name: "Ada Paged", exact: true }).click();
      await page.waitForURL(`**/admin/users/${trader.id}`);
      await page.getByRole("heading", { name: "Ada Paged", level: 1 }).waitFor();
      expect(await page.title()).toBe("Ada Paged · Propdesk");
    }
    await page.getByText("Login 5002001").waitFor();
    expect(await figure(page, "Recorded as of")).toBe("—");
    await expectAccessible(page);
  });

  it("says so if the address names no user", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users/2147483647");
    await page.getByRole("heading", { name: "User not found" }).waitFor();
    await page.goto("/admin/users/zero");
    await page.getByRole("heading", { name: "User not found" }).waitFor();
    await page.getByRole("link", { name: "Go to the users" }).click();
    await page.waitForURL("**/admin/users");
  });

  it("keeps the tab in the address for reloads and for colleagues", async () => {
    const { page, trader } = await openTrader("Ben Tabs");
    await tab(page, "Stages").click();
    await page.waitForURL(`**/admin/users/${trader.id}?tab=stages`);
    await page.reload();
    await page.getByText("No stages yet").waitFor();
    expect(await tab(page, "Stages").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Tab");
    await tab(page, "Stages").focus();
    await page.keyboard.press("End");
    await page.waitForURL("**?tab=history");
    await page.getByRole("button", { name: /Ben Tabs registered/ }).waitFor();
  });

  it("opens the dialogs of the users table, and shows their result", async () => {
    const { page } = await openTrader("Cleo Dialogs");
    await chooseAction(page, "Cleo Dialogs", "Ban User");
    await field(page, "Reason").fill("Copy trading");
    await button(page, "Ban User").click();
    await alertText(page, "User banned", "status");
    await page.getByText("Banned: Copy trading").waitFor();
    await button(page, "Edit User").click();
    await field(page, "Full Name").fill("Cleo Renamed");
    await button(page, "Save Changes").click();
    await page.getByRole("heading", { name: "Cleo Renamed", level: 1 }).waitFor();
    await chooseAction(page, "Cleo Renamed", "Delete User");
    await button(page, "Delete").click();
    await page.getByRole("heading", { name: "User not found" }).waitFor();
  });

  it("shows the master password on request only, because the view is recorded", async () => {
    const { page, trader } = await openTrader("Dora Secret");
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, {
      masterPassword: "k7#Tpx2v",
    });
    const views = `/api/admin/audit?traderId=${trader.id}&action=master-password.viewed`;
    expect((await e2e.administrator.get(views)).json()).toEqual([]);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("k7#Tpx2v").waitFor();
    expect((await e2e.administrator.get(views)).json()).toHaveLength(1);
  });

  it("lists the trader's own payouts, certificates and history", async () => {
    const { page, trader } = await openTrader("Ella Lists");
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await trader.post("/api/user/payouts", { amount: "125.50", paymentMethod: "paypal" });
    await tab(page, "Payouts").click();
    await page.getByRole("grid").getByText("$125.50").waitFor();
    await page.getByText("Showing 1 to 1 of 1 requests").waitFor();
    await tab(page, "Certificates").click();
    await page.getByText("No certificates yet").waitFor();
    await tab(page, "History").click();
    await page.getByRole("button", { name: /requested a payout/ }).waitFor();
    expect(await page.getByRole("button", { name: /Remove filter/ }).count()).toBe(0);
  });
});

describe("an import", () => {
  it("shows what the file contains before anything is stored, and then its records", async () => {
    const { page, trader } = await openTrader("Finn Imports", "?tab=statements");
    await page.getByText("No statements yet").waitFor();
    await expectAccessible(page);
    const preview = await choose(page, mt4());
    await preview.getByText("Adds 13 records. Starts a stage with the first deposit.").waitFor();
    await preview.getByText("The rows agree with every balance and total in the file.").waitFor();
    await preview.getByText("6 trades · 1 operation").waitFor();
    await expectAccessible(page);
    const statements = `/api/admin/user/${trader.id}/statements`;
    expect((await e2e.administrator.get(statements)).json()).toEqual([]);

    await field(page, "Time Zone").fill("athens");
    await page.getByRole("option", { name: /Europe\/Athens/ }).click();
    await preview.getByText("Adds 13 records.").waitFor();
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    expect(await alertText(page, "Statement imported", "status")).toContain("13 new records");
    await preview.waitFor({ state: "detached" });
    expect((await e2e.administrator.get(statements)).json()).toMatchObject([
      { timeZone: "Europe/Athens", fileName: "DetailedStatement.htm" },
    ]);
    await expect.poll(() => figure(page, "Balance")).toBe("$99,765.89");
    await expect.poll(() => figure(page, "Initial Balance")).toBe("$100,000.00");
    const row = page.getByRole("table", { name: "Statements" }).getByRole("row").nth(1);
    expect(await row.innerText()).toMatch(/MetaTrader 4, HTML[\s\S]*Reconciled/);

    await tab(page, "Record").click();
    await page.getByRole("heading", { name: "Trades" }).waitFor();
    await page.getByText("Showing 1 to 6 of 6 trades").waitFor();
    await expectAccessible(page);
    // The zone of the last import is offered first.
    await tab(page, "Statements").click();
    const again = await choose(page, mt4());
    await again.getByText("This file is already imported").waitFor();
    expect(await field(page, "Time Zone").inputValue()).toBe("Europe/Athens");
    expect(await button(page, "Import").isDisabled()).toBe(true);
  });

  it("takes a dropped file, and a keyboard", async () => {
    const { page } = await openTrader("Gus Drops", "?tab=statements");
    const zone = page.getByRole("button", { name: "Import a statement" });
    const content = writeStatement(demoStatement(), "mt4-html").toString("base64");
    const data = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob("${content}"), (letter) => letter.codePointAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "dropped.htm"));
      return transfer;
    })()`);
    await zone.dispatchEvent("dragover", { dataTransfer: data });
    await zone.dispatchEvent("drop", { dataTransfer: data });
    const preview = dialog(page, "Import Statement");
    await preview.getByText("dropped.htm").waitFor();
    await preview.getByText("Reconciled").waitFor();
    await page.keyboard.press("Escape");
    await preview.waitFor({ state: "detached" });
    const chooser = page.waitForEvent("filechooser");
    await zone.focus();
    await page.keyboard.press("Enter");
    expect((await chooser).isMultiple()).toBe(false);
  });

  it("shows its progress and can be cancelled", async () => {
    const { page, trader } = await openTrader("Hal Waits", "?tab=statements");
    const preview = await choose(page, mt4());
    await preview.getByText("Reconciled").waitFor();
    await page.route("**/api/admin/user/*/statements", () => {});
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("progressbar", { name: "Upload progress" }).waitFor();
    await button(page, "Importing...").waitFor();
    await button(page, "Cancel").click();
    await preview.waitFor({ state: "detached" });
    const { body } = await e2e.administrator.get(`/api/admin/user/${trader.id}/statements`);
    expect(JSON.parse(body)).toEqual([]);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("is refused in the server's words, with what to do", async () => {
    const { page } = await openTrader("Ida Refused", "?tab=statements");
    const preview = await choose(page, file(Buffer.from("%PDF-1.4\n%%EOF\n"), "statement.pdf"));
    await preview.getByRole("heading", { name: "This file cannot be imported" }).waitFor();
    await preview.getByText(/Nothing was stored/).waitFor();
    expect(await button(page, "Import").isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  it("of a file that contradicts itself lists the findings and counts all the same", async () => {
    const { page } = await openTrader("Jan Changed", "?tab=statements");
    await importFile(page, changedByHand());
    const details = dialog(page, "DetailedStatement.htm");
    await details.getByText("Its records count all the same.").waitFor();
    const findings = details.getByRole("table", { name: "Findings" });
    expect(await findings.getByRole("row").nth(1).innerText()).toMatch(/Total/);
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await details.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("DetailedStatement.htm");
    await details.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => figure(page, "Balance")).not.toBe("$0.00");
  });
});

describe("a statement of another account", () => {
  it("is held until it is confirmed, and can be withdrawn with a reason", async () => {
    const { page } = await openTrader("Kim Holds", "?tab=statements");
    const preview = await choose(page, mt4({ login: "7009" }));
    await preview.getByText("The import will need a confirmation").waitFor();
    await expectAccessible(page);
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    // What needs a decision opens by itself.
    const details = dialog(page, "DetailedStatement.htm");
    await details.getByText("The statement is imported.").waitFor();
    await details.getByText("Other account").waitFor();
    expect(await figure(page, "Recorded as of")).toBe("—");

    await details.getByRole("button", { name: "Confirm" }).click();
    const confirm = dialog(page, "Confirm Statement");
    await confirm.getByText(/Its records will count in the stage Phase 1/).waitFor();
    await expectAccessible(page);
    await confirm.getByRole("button", { name: "Confirm" }).click();
    await alertText(page, "Statement confirmed", "status");
    await details.waitFor({ state: "detached" });
    await expect.poll(() => figure(page, "Balance")).toBe("$99,765.89");

    await button(page, "DetailedStatement.htm").click();
    await details.getByText(/^Confirmed by/).waitFor();
    await button(page, "Dismiss").click();

    await details.getByRole("button", { name: "Withdraw" }).click();
    const withdraw = dialog(page, "Withdraw Statement");
    await withdraw.getByRole("button", { name: "Withdraw" }).click();
    await withdraw.getByText("Please provide a reason").waitFor();
    await field(page, "Reason").fill("Exported from the wrong account");
    await withdraw.getByRole("button", { name: "Withdraw" }).click();
    await alertText(page, "Statement withdrawn", "status");
    await details.waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Statements" }).getByText("Withdrawn").waitFor();
    await expect.poll(() => figure(page, "Recorded as of")).toBe("—");
    await button(page, "DetailedStatement.htm").click();
    await details.getByText(/Exported from the wrong account/).waitFor();
    expect(await details.getByRole("button").allInnerTexts()).toEqual(["Close"]);
  });
});

describe("stages", () => {
  it("are started, which ends the one before, and ended with an outcome", async () => {
    const { page } = await openTrader("Leo Stages", "?tab=stages");
    await button(page, "Start a Stage").click();
    const start = dialog(page, "Start a Stage");
    await start.getByRole("button", { name: "Start Stage" }).click();
    await start.getByText("Phase is required").waitFor();
    await expectAccessible(page);
    await field(page, "Phase").fill("Evaluation");
    await field(page, "Initial Balance").fill("50000");
    await start.getByRole("button", { name: "Start Stage" }).click();
    await alertText(page, "Stage started", "status");
    await start.waitFor({ state: "detached" });
    await expect.poll(() => figure(page, "Initial Balance")).toBe("$50,000.00");

    await button(page, "End Stage").click();
    const end = dialog(page, "End Stage");
    await expectAccessible(page);
    await field(page, "Outcome").selectOption("Passed");
    await field(page, "Reason").fill("Target reached");
    await end.getByRole("button", { name: "End Stage" }).click();
    await alertText(page, "Stage ended", "status");
    const row = page.getByRole("table", { name: "Stages" }).getByRole("row").nth(1);
    expect(await row.innerText()).toMatch(/Evaluation[\s\S]*\$50,000\.00[\s\S]*Passed/);
    await tab(page, "History").click();
    await page.getByRole("button", { name: /ended a stage/ }).waitFor();
  });

  it("with records allow a correction of the balance, which the forms then leave alone", async () => {
    const { page } = await openTrader("Mia Corrects", "?tab=statements");
    await importFile(page, mt4());
    await expect.poll(() => figure(page, "Balance")).toBe("$99,765.89");
    await tab(page, "Stages").click();
    await button(page, "Correct Balance").click();
    const correct = dialog(page, "Correct Balance");
    await field(page, "Amount").fill("-65.89");
    await correct.getByText("$99,700.00").waitFor();
    await field(page, "Reason").fill("Platform fee");
    await expectAccessible(page);
    await correct.getByRole("button", { name: "Correct Balance" }).click();
    await alertText(page, "Balance corrected", "status");
    await expect.poll(() => figure(page, "Balance")).toBe("$99,700.00");

    await button(page, "Edit User").click();
    const edit = dialog(page, "Edit User");
    await edit.getByText(/From the trading record, as of/).waitFor();
    expect(await field(page, "Balance").getAttribute("readonly")).toBe("");
    expect(await field(page, "Profit/Loss").getAttribute("readonly")).toBe("");
    await expectAccessible(page);
    await field(page, "Server").fill("Live02");
    await button(page, "Save Changes").click();
    await alertText(page, "User updated", "status");
    expect(await figure(page, "Balance")).toBe("$99,700.00");
  });
});

it("is accessible and scrolls sideways in no tab of a small dark screen", async () => {
  const options = { colorScheme: "dark", viewport: { width: 360, height: 740 } } as const;
  const { page } = await openTrader("Nia Small", "?tab=statements", options);
  await importFile(page, mt4());
  for (const name of await page.getByRole("tab").allInnerTexts()) {
    await tab(page, name).click();
    await page.getByRole("tabpanel", { name }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await expectAccessible(page);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect({ name, width }).toEqual({ name, width: 360 });
  }
});
