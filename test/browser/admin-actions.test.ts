import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { actionsOf, answer, poll, requestAction, traderWithLogin } from "../support/actions.ts";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e();

const panelOf = (page: Page) => page.getByRole("region", { name: "Actions at the Platform" });

it("money is proposed on a trader's page, approved by another person, and marked as failed without an answer", async () => {
  const { id, login } = await traderWithLogin(e2e.app, e2e.administrator);
  const risk = await e2e.app.administrator("risk");
  const { page } = await visitAsAdministrator(e2e, `/admin/users/${id}`);
  const panel = panelOf(page);
  await panel.getByText("Nothing has been asked of the platform for this account.").waitFor();
  await panel.getByRole("button", { name: "Withdraw" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Withdraw" });
  const confirm = dialog.getByRole("button", { name: "Withdraw" });
  await dialog.getByText(`login ${login}.`).waitFor();
  await expectAccessible(page);
  await field(page, "Amount").fill("142.86");
  await confirm.click();
  await dialog.getByText("Please provide a reason").waitFor();
  await field(page, "Reason").fill("Agreed with the trader");
  await confirm.click();
  await alertText(page, "Action proposed", "status");
  const latest = panel.getByRole("list", { name: "Latest actions" }).getByRole("listitem");
  await expect.poll(() => latest.innerText()).toMatch(/^Withdraw \$142\.86\s+Proposed/);

  await latest.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("dialog", { name: "Withdraw $142.86" });
  await details.getByRole("button", { name: "Approve" }).click();
  const approval = page.getByRole("dialog", { name: "Approve: Withdraw $142.86" });
  await approval.getByText("another administrator must approve it").waitFor();
  expect(await approval.getByRole("button", { name: "Approve" }).isDisabled()).toBe(true);

  const [proposed] = await actionsOf(e2e.administrator, id);
  await risk.post(`/api/admin/actions/${proposed!.id}/approve`, {});
  const bridge = await e2e.app.token(["actions:execute"], { label: "MT5 bridge" });
  await poll(bridge);
  await e2e.app.context.database.pool.query(
    "update actions set unanswered_since = delivered_at - interval '1 minute'",
  );
  await page.goto(`/admin/users/${id}?dialog=details&actionId=${proposed!.id}`);
  await details.getByRole("button", { name: "Mark as Failed" }).click();
  const failing = page.getByRole("dialog", { name: "Mark as Failed: Withdraw $142.86" });
  await expectAccessible(page);
  await failing.getByRole("button", { name: "Mark as Failed" }).click();
  await failing.getByText("Please provide a reason").waitFor();
  await field(page, "Reason").fill("The bridge was shut down");
  await failing.getByRole("button", { name: "Mark as Failed" }).click();
  await alertText(page, "Action marked as failed", "status");
  await details.getByText("“The bridge was shut down”").waitFor();
});

it("an action shows how it ended, in the words of the bridge", async () => {
  const { id } = await traderWithLogin(e2e.app, e2e.administrator);
  await requestAction(e2e.administrator, id);
  const bridge = await e2e.app.token(["actions:execute"], { label: "MT5 bridge" });
  const action = (await poll(bridge)).find(({ userId }) => userId === id);
  await answer(bridge, action!.id, "failed", { message: "Not enough free margin" });
  const { page } = await visitAsAdministrator(e2e, `/admin/users/${id}`);
  const latest = panelOf(page).getByRole("list", { name: "Latest actions" }).getByRole("listitem");
  await latest.getByText("Failed", { exact: true }).waitFor();
  await latest.getByText("“Not enough free margin”").waitFor();
});

it("the details of an action open from its row and from a link, and Back closes them", async () => {
  const { id } = await traderWithLogin(e2e.app, e2e.administrator);
  const action = await requestAction(e2e.administrator, id, { reason: "Weekend" });
  const { page } = await visitAsAdministrator(e2e, `/admin/users/${id}`);
  await button(page, `Details of action #${action.id}`).click();
  await page.waitForURL(`/admin/users/${id}?dialog=details&actionId=${action.id}`);
  const details = page.getByRole("dialog", { name: "Close positions" });
  await details.getByText("Weekend").waitFor();
  await page.goBack();
  await details.waitFor({ state: "detached" });
  await page.goto(`/admin/users/${id}?dialog=details&actionId=${action.id}`);
  await details.getByText("Weekend").waitFor();
});

it("actions need a login, and a role that may request them", async () => {
  const { id } = await e2e.app.trader();
  const { page } = await visitAsAdministrator(e2e, `/admin/users/${id}`);
  const panel = panelOf(page);
  await panel.getByText("The account needs a login before actions can be requested.").waitFor();
  await expect.poll(() => panel.getByRole("button", { disabled: true }).count()).toBe(5);

  const trader = await traderWithLogin(e2e.app, e2e.administrator);
  const accessKey = await createAdministrator(e2e.app.context, "Sam Hill", "support");
  const { page: support } = await e2e.browser.visit();
  await support.request.post("/api/admin/login", { data: { accessKey } });
  await support.goto(`/admin/users/${trader.id}`);
  const refused = panelOf(support).getByRole("button", { name: "Close positions" });
  await refused.and(support.locator(":disabled")).waitFor();
  await expect.poll(() => refused.getAttribute("title")).toContain("owner");
});
