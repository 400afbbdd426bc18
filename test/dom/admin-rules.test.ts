import type { RuleSet } from "../../src/business/rulebook/rules/rule-set.schema.ts";
import { describe, expect, it } from "vitest";
import { button, field, startDom, visitAsAdministrator, dialog } from "./support/dom-app.ts";

const dom = startDom();

function openRules(path = "") {
  return visitAsAdministrator(dom, `/admin/rules${path}`);
}

describe("the rules", () => {
  it("are not discarded by a sign-out without a confirmation", async () => {
    const { page } = await openRules("/edit");
    await field(page, "Name").fill("Evaluation, 100k");
    const signOut = async () => {
      await button(page, "Account menu").click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    };
    await signOut();
    const question = dialog(page, "Discard changes?");
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Evaluation, 100k");
    await signOut();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("/auth");
    await button(page, "Sign In").waitFor();
  });

  it("keep a name that was entered before a preset is used", async () => {
    const { page } = await openRules("/edit");
    await field(page, "Name").fill("Our first phase");
    await field(page, "Firm").selectOption("FTMO");
    await field(page, "Programme").selectOption({ index: 1 });
    await button(page, "Use These Rules").click();
    await page.getByText(/^The form now contains the rules of FTMO/).waitFor();
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Our first phase");
    // The rules of the preset are changes, too.
    await page.getByRole("link", { name: "Cancel" }).click();
    await button(page, "Keep Editing").click();
    // The programme belongs to a firm, so another firm has to be followed by another programme.
    await field(page, "Firm").selectOption({ index: 2 });
    await button(page, "Use These Rules").waitFor({ state: "detached" });
    await expect.poll(() => field(page, "Programme").inputValue()).toBe("");
    await field(page, "Firm").selectOption("Apex Trader Funding");
    await field(page, "Programme").selectOption({ index: 1 });
    await button(page, "Use These Rules").click();
    await expect.poll(() => field(page, "Initial balance").inputValue()).toBe("25000.00");
  });

  it("ask before unsaved changes are lost", async () => {
    const { page } = await openRules("/edit");
    await field(page, "Name").fill("Half done");
    await page.getByRole("link", { name: "Cancel" }).click();
    await button(page, "Keep Editing").click();
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Half done");
  });

  it("have rules of conduct and terms of single payouts by form", async () => {
    const { page } = await openRules("/edit");
    await field(page, "Name").fill("Conduct by form");
    await field(page, "New rule of conduct").selectOption("Forbidden symbols");
    await button(page, "Add Rule of Conduct").click();
    await field(page, "Symbols").fill("XAU*, BTCUSD");
    await field(page, "What breaks it").selectOption("Costs a part of its profit");
    await field(page, "Deducted, % of its profit").fill("50");
    await field(page, "New rule of conduct").selectOption("Holding over a time");
    await button(page, "Add Rule of Conduct").click();
    await page.getByLabel("Friday").click();
    await page.getByLabel("Stages with these rules allow payouts").click();
    await page.getByLabel("Each payout comes with an itemised statement").click();
    await page.getByLabel("Refuse a request above what can be withdrawn").click();
    await field(page, "Cap").fill("2000");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText(/No trade may be opened in XAU\*, BTCUSD\./).waitFor();
    await button(page, "Try on Running Stages").click();
    await preview.getByText("Of 0 stages, 0 evaluations would have ended.").waitFor();
    await preview.getByText(/^1\. Forbidden symbols: 0 findings in the last 90 days/).waitFor();
    await button(page, "Create Rule Set").click();
    await page.waitForURL("/admin/rules");
    const sets = (await dom.administrator.get("/api/admin/rules")).json<RuleSet[]>();
    const { rules } = sets.find(({ name }) => name === "Conduct by form")!.versions[0]!;
    const [symbols, holding] = rules.conduct!;
    expect(symbols).toEqual({
      kind: "symbols",
      forbidden: ["XAU*", "BTCUSD"],
      except: [],
      consequence: "deduct",
      deductPercent: "50",
      strikes: null,
    });
    expect(holding).toMatchObject({ kind: "holding", time: "21:45", days: ["fri"] });
    expect(rules.payout!.terms).toMatchObject({
      refuseAbove: true,
      shortTrades: null,
      payouts: [{ sharePercent: null, cap: { amount: "2000" } }],
    });
  });
});
