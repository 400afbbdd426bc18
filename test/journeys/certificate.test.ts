import { it } from "vitest";
import {
  alertText,
  button,
  field,
  signIn,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";
import { feed, judgedTrader, simpleRules, tradeOf } from "../support/verdicts.ts";

const e2e = startE2e();

it("a pass is confirmed, and its certificate is issued and verified", async () => {
  const judged = await judgedTrader(e2e.app, simpleRules);
  const [opened, closed] = ["2026-03-02T09:00:00.000Z", "2026-03-02T10:00:00.000Z"];
  await feed(judged, { deals: tradeOf(1, opened, closed, "10000.00") });

  const { page } = await visitAsAdministrator(e2e, "/admin/reviews");
  await page.getByRole("link", { name: "Olivia Bennett" }).click();
  await button(page, "Confirm Pass").click();
  const confirmation = dialog(page, "Confirm Pass");
  await confirmation.getByLabel("Reason", { exact: true }).fill("All targets met");
  await field(page, "Start the next stage").uncheck();
  await field(page, "Issue a certificate afterwards").check();
  await confirmation.getByRole("button", { name: "Confirm Pass" }).click();
  const issue = dialog(page, "Issue Certificate");
  await field(page, "Title").fill("First pass");
  await issue.getByRole("img", { name: /^First pass: Olivia Bennett/ }).waitFor();
  await issue.getByRole("button", { name: "Issue Certificate" }).click();
  await alertText(page, "Certificate issued", "status");

  const { page: own } = await e2e.browser.visit();
  await signIn(own, judged.trader.email);
  await own.goto("/certificates");
  await own.getByText("First pass").first().waitFor();
  const address = await own.getByRole("link", { name: /^Verify / }).getAttribute("href");
  const { page: visitor } = await e2e.browser.visit();
  await visitor.goto(address!);
  await visitor.getByRole("heading", { name: "Valid" }).waitFor();
  await visitor.getByRole("heading", { name: "First pass" }).waitFor();
});
