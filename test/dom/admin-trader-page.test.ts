import { describe, expect, it } from "vitest";
import { finishAll } from "../support/actions.ts";
import {
  alertText,
  button,
  field,
  startDom,
  visitAsAdministrator,
  type Page,
  dialog,
} from "./support/dom-app.ts";
import { openTrader, tab } from "./support/trader-page.ts";

const dom = startDom();

async function chooseAction(page: Page, name: string, action: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

describe("the page of a trader", () => {
  it("reports a user that does not exist", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/users/2147483647");
    await page.getByRole("heading", { name: "User not found" }).waitFor();
    await page.goto("/admin/users/zero");
    await page.getByRole("heading", { name: "User not found" }).waitFor();
    await page.getByRole("link", { name: "Go to users" }).click();
    await page.waitForURL("**/admin/users");
  });

  it("says in its head since when and why trading is disabled", async () => {
    const { page, trader } = await openTrader(dom, "Dana Halted");
    const { administrator, app } = dom;
    const login = `halted-${trader.id}`;
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
    const bridge = await app.token(["actions:execute"]);
    for (const kind of ["disable_trading", "enable_trading"]) {
      await administrator.post(`/api/admin/user/${trader.id}/actions`, { kind, reason: "Agreed." });
      await finishAll(bridge);
      await page.reload();
      const word = kind === "disable_trading" ? "disabled" : "enabled";
      await page.getByText(`Trading ${word} since`).waitFor();
      await page.getByText(": Agreed. See what was asked").waitFor();
    }
  });

  it("opens at an address of a former tab the tab that has its content", async () => {
    const { page, trader } = await openTrader(dom, "Otto Former", "?tab=statements");
    await page.waitForURL(`**/admin/users/${trader.id}?tab=record`);
    await button(page, "Import a statement").waitFor();
    await page.goto(`/admin/users/${trader.id}?tab=verdict`);
    await page.waitForURL(`**/admin/users/${trader.id}`);
    await page.getByText("No trading record yet").waitFor();
  });

  it("forgets the filters of a tab once another tab is chosen", async () => {
    const { page, trader } = await openTrader(dom, "Cara Filters", "?tab=history&search=cara");
    await tab(page, "Stages").click();
    await page.waitForURL(`**/admin/users/${trader.id}?tab=stages`);
  });

  it("opens the dialogs of the users table, and shows their results", async () => {
    const { page } = await openTrader(dom, "Cleo Dialogs");
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

  it("lists the trader's own payouts, certificates and history", async () => {
    const { page, trader } = await openTrader(dom, "Ella Lists");
    const other = await dom.app.trader({ fullName: "Emil Other" });
    for (const { id } of [other, trader]) {
      await dom.administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true });
    }
    await trader.post("/api/user/payouts", { amount: "125.50", paymentMethod: "paypal" });
    await tab(page, "Payouts").click();
    await page.getByRole("grid").getByText("$125.50").waitFor();
    await page.getByText("Showing 1 to 1 of 1 requests").waitFor();
    await tab(page, "Certificates").click();
    await page.getByText("No certificates yet").waitFor();
    await tab(page, "History").click();
    await page.getByRole("button", { name: /requested a payout/ }).waitFor();
    await expect.poll(() => page.getByText("Emil Other").count()).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: /Remove filter/ }).count()).toBe(0);
  });
});

describe("stages", () => {
  it("are not started if another one has been started in the meantime", async () => {
    const { page, trader, expectProblem } = await openTrader(dom, "Kai Stages", "?tab=stages");
    expectProblem(/409/);
    await button(page, "Start a Stage").click();
    await field(page, "Phase").fill("Evaluation");
    await field(page, "Initial Balance").fill("50000");
    await field(page, "Rules").selectOption("No rules");
    const other = { phase: "Funded", initialBalance: "100000" };
    await dom.administrator.post(`/api/admin/user/${trader.id}/stages`, other);
    const start = dialog(page, "Start a Stage");
    await start.getByRole("button", { name: "Start Stage" }).click();
    await expect
      .poll(() => alertText(page, "Failed to start the stage"))
      .toEqual(["Failed to start the stage", expect.stringMatching(/^Another stage is now open/)]);
    await expect.poll(() => field(page, "Phase").inputValue()).toBe("Evaluation");
  });
});
