import { expect, it } from "vitest";
import { conductRule, deducting } from "../support/conducted.ts";
import { feed, judgedTrader, tradeOf } from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import {
  alertText,
  button,
  dialog,
  field,
  startDom,
  visitAsAdministrator,
} from "./support/dom-app.ts";

const dom = startDom();

const sentence = /\$50\.00 is deducted from the payable profit\./;

/** Creates a trader with a deduction of 50.00. */
async function found(fullName: string) {
  const conduct = [conductRule("min_hold", deducting("50"))];
  const judged = await judgedTrader(dom.app, { ...noRules, conduct });
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName });
  const deals = tradeOf(1, "2026-03-02T10:00:00Z", "2026-03-02T10:00:30Z", "100.00");
  await feed(judged, { deals });
  return judged;
}

it("a finding is found in the queue, and waived with the keyboard", async () => {
  await found("Ada Early");
  const { page } = await visitAsAdministrator(dom, "/admin/conduct");
  await field(page, "State of the finding").selectOption("Waived");
  await page.getByText("No findings").waitFor();
  await field(page, "State of the finding").selectOption("Stands");
  await page.getByRole("link", { name: "Ada Early" }).click();
  await page.getByText(sentence).waitFor();
  await page.getByText("Mar 02, 2026, 10:01:00 (UTC)", { exact: false }).first().waitFor();
  await page.keyboard.press("w");
  const opened = dialog(page, "Waive Finding");
  await field(opened, "Reason").fill("The platform was late");
  await button(opened, "Waive Finding").click();
  await alertText(page, "Finding waived", "status");
  await page.getByText("The platform was late").waitFor();
  await expect.poll(() => button(page, "Waive Finding").count()).toBe(0);
});

it("findings that stand follow each other by keys, and after a waiver", async () => {
  await found("Cleo First");
  await found("Dan Second");
  const { page } = await visitAsAdministrator(dom, "/admin/conduct");
  await page.getByRole("link", { name: "Dan Second" }).click();
  await page.getByRole("link", { name: "Dan Second" }).waitFor();
  await page.keyboard.press("j");
  await page.getByRole("link", { name: "Cleo First" }).waitFor();
  await page.keyboard.press("k");
  await page.getByRole("link", { name: "Dan Second" }).waitFor();
  await page.keyboard.press("w");
  const opened = dialog(page, "Waive Finding");
  await field(opened, "Reason").fill("The platform was late");
  await button(opened, "Waive Finding").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("link", { name: "Cleo First" }).waitFor();
});

it("a trader reads what was found, and appeals", async () => {
  const { trader } = await found("Bea Brief");
  const { page } = dom.visit(trader);
  await page.goto("/");
  await page.getByRole("link", { name: "Conduct", exact: true }).click();
  await page.getByText(sentence).waitFor();
  await page.getByText("it would have been no offence", { exact: false }).first().waitFor();
  await field(page, "Why the decision is wrong").fill("My order was sent a minute earlier.");
  await button(page, "Send Appeal").click();
  await alertText(page, "Appeal sent", "status");
  await page.getByText("Under review").waitFor();
});

it("a trader without rules of conduct has no link to them", async () => {
  const { page } = await dom.trader();
  await page.goto("/");
  await page.getByRole("link", { name: "Certificates" }).waitFor();
  expect(await page.getByRole("link", { name: "Conduct", exact: true }).count()).toBe(0);
  await page.goto("/conduct");
  await page.getByText("Nothing was found").waitFor();
});
