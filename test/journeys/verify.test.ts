import { expect, it } from "vitest";
import { startE2e } from "../support/browser-app.ts";
import { chooseCase, openVerification, signByApp } from "../support/case-screen.ts";
import { makeCase } from "../support/cases.ts";

const e2e = startE2e();

it("the page for verifying a case confirms it and shows its verdict, rules, evidence and chart", async () => {
  const { page } = await openVerification(e2e);
  await chooseCase(page, await signByApp(e2e, makeCase()));
  await page.getByRole("heading", { name: "Verdict confirmed", exact: true }).waitFor();
  await page.getByText("and the firm signed it").waitFor();
  await page.getByText(/^Valid: made with the firm's key \S{8}\.$/).waitFor();
  await page.getByText("In progress", { exact: true }).waitFor();
  await page.getByText("4 deals, 2 operations, 3 snapshots").waitFor();
  await page.getByText(/with open positions; the longest gap was/).waitFor();
  await page.getByRole("slider", { name: "Balance and equity over time" }).waitFor();
  const rules = page.getByRole("region", { name: "Rules" }).getByRole("listitem");
  await expect.poll(() => rules.count()).toBe(4);
  await rules.nth(0).getByText("Kept").waitFor();
  await rules.nth(0).getByText("09:04:00 UTC: $99,990.00, with the floor at $95,000.00.").waitFor();
  await rules.nth(2).getByText("The profit is $122.50 of $10,000.00").waitFor();
});
