import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { RuleSet } from "../../src/business/rulebook/rules/rule-set.schema.ts";
import type { Stage } from "../../src/business/record/stages/stage.schema.ts";
import { contractRules, noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  openMore,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { startStage } from "../support/records.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

async function listRules(): Promise<RuleSet[]> {
  return (await e2e.administrator.get("/api/admin/rules")).json<RuleSet[]>();
}

async function createRules(name: string, rules = contractRules): Promise<RuleSet> {
  const response = await e2e.administrator.post("/api/admin/rules", { name, rules });
  return response.json<RuleSet>();
}

function openRules(path = "", options?: Parameters<typeof visitAsAdministrator>[2]) {
  return visitAsAdministrator(e2e, `/admin/rules${path}`, options);
}

/** Reads the legends of the limits, in order. */
async function limitsOf(page: Page): Promise<string[]> {
  return page.getByRole("region", { name: "Limits" }).locator("legend").allInnerTexts();
}

const focusedLabel = (page: Page) =>
  page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");

describe("the rules", () => {
  it("open from the menu, and show a message if there are none", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openMore(page, "Rules");
    await page.waitForURL("/admin/rules");
    await page.getByText("No rule sets").waitFor();
    await expectAccessible(page);
  });

  it("start from a preset, with its sources, and are described as they are typed", async () => {
    const { page } = await openRules();
    await page.getByRole("link", { name: "New Rule Set" }).click();
    await field(page, "Firm").selectOption("FTMO");
    await field(page, "Programme").selectOption({ index: 1 });
    await page
      .getByRole("link", { name: /ftmo\.com/ })
      .first()
      .waitFor();
    await button(page, "Use These Rules").click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("$5,000.00 (5% of the initial balance)").waitFor();
    await field(page, "Initial balance").fill("50000");
    await preview.getByText("$2,500.00 (5% of the initial balance)").waitFor();
    await field(page, "Limit").first().fill("20");
    await preview.getByText("$10,000.00 (20% of the initial balance)").waitFor();
    await preview.getByRole("list", { name: "Warnings" }).getByText(/daily/i).waitFor();
    await expectAccessible(page);
    await field(page, "Limit").first().fill("5");
    await field(page, "Name").fill("Two steps, phase 1");
    await button(page, "Create Rule Set").click();
    await expect
      .poll(() => alertText(page, "Rule set created", "status"))
      .toEqual(["Rule set created"]);
    await page.waitForURL("/admin/rules");
    const versions = page.getByRole("table", { name: "Versions of Two steps, phase 1" });
    await versions.getByText("5% daily · 10% max · 10% target, not used by a stage").waitFor();
    const [stored] = await listRules();
    const presets = await e2e.administrator.get("/api/admin/rules/presets");
    expect(stored!.versions[0]!.rules).toEqual(presets.json<{ rules: object }[]>()[0]!.rules);
  });

  it("show an error for each invalid field, and are not stored", async () => {
    const before = await listRules();
    const { page } = await openRules("/edit");
    await button(page, "Add Limit").click();
    await field(page, "Limit").fill("120");
    await field(page, "Time zone").fill("Europe/Atlantis");
    await button(page, "Create Rule Set").click();
    await page.getByText("Name is required").waitFor();
    await page.getByText("A percent must be from 0 to 100, with at most two decimals").waitFor();
    await page.getByText(/^The time zone is not known/).waitFor();
    await page.getByText("The preview appears once every field is valid.").waitFor();
    await expectAccessible(page);
    expect(await listRules()).toEqual(before);
  });

  it("get a new version using only the keyboard, with a description of the differences", async () => {
    const set = await createRules("By keyboard");
    const { page } = await openRules(`/edit?set=${set.id}`);
    await field(page, "Note").focus();
    await page.keyboard.type("The daily limit comes last");
    expect((await limitsOf(page))[0]).toBe("1. Daily loss");
    await button(page, "Move or remove limit 1").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move Down" }).press("Enter");
    await expect.poll(() => focusedLabel(page)).toBe("Move or remove limit 2");
    expect((await limitsOf(page)).slice(0, 2)).toEqual(["1. Maximum loss", "2. Daily loss"]);
    await button(page, "Move or remove limit 4").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    expect(await limitsOf(page)).toHaveLength(5);
    // The focus is on the selection of a new limit; the next field is its button.
    await page.keyboard.press("End");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => limitsOf(page)).toHaveLength(6);
    await page.keyboard.type("60");
    const changes = page.getByRole("region", { name: "Changes since version 1" });
    await changes.getByText(/^Largest position removed/).waitFor();
    await changes.getByText(/^Inactivity 2 added/).waitFor();
    await field(page, "Note").focus();
    await button(page, "Add Version").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("/admin/rules");
    const { versions } = (await listRules()).find(({ id }) => id === set.id)!;
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [2, "The daily limit comes last"],
      [1, null],
    ]);
    const [max, daily, open, , flat] = contractRules.limits;
    const inactivity = contractRules.limits[5]!;
    const added = { ...inactivity, days: 60 };
    expect(versions[0]!.rules).toEqual({
      ...contractRules,
      limits: [daily, max, open, flat, inactivity, added],
    });
    await button(page, "View version 2 of By keyboard").click();
    const view = dialog(page, "By keyboard, version 2");
    await view.getByText("The daily limit comes last").waitFor();
    await view.getByText(/^Largest position removed/).waitFor();
    await field(page, "Initial balance").fill("50000");
    await view.getByText("$2,500.00 (5% of the initial balance)").waitFor();
    await expectAccessible(page);
  });

  it("fit on small screens without scrolling sideways", async () => {
    const set = await createRules("A name that is rather long for the width of a telephone");
    for (const path of ["", `/edit?set=${set.id}`]) {
      const { page } = await openRules(path, { viewport: { width: 390, height: 844 } });
      await page.getByText("A name that is rather long").first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      if (path === "") continue;
      const preview = page.getByRole("region", { name: "Preview" });
      await expect.poll(() => preview.count()).toBe(0);
      await field(page, "Locks at").waitFor({ state: "detached" });
      await field(page, "Floor").selectOption("Trails the balance");
      await field(page, "Locks at").waitFor();
      await button(page, "Preview · 1 change").click();
      await page.getByRole("region", { name: "Changes since version 1" }).waitFor();
      await preview.getByText(/the highest balance so far/).waitFor();
    }
  });
});

describe("the rules of a stage", () => {
  it("are chosen at its start, and changed with a reason that is listed", async () => {
    const [plain, strict] = [await createRules("Plain", noRules), await createRules("Strict")];
    const trader = await e2e.app.trader();
    await startStage(e2e.administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${trader.id}?tab=stages`);
    await page.getByRole("button", { name: /^Set rules of / }).waitFor();
    await button(page, "Start a Stage").click();
    await field(page, "Phase").fill("Phase 2");
    await field(page, "Rules").selectOption("Plain, version 1");
    await button(page, "Start Stage").click();
    await page.getByRole("button", { name: /^Rules of Phase 2.*: Plain, version 1$/ }).click();
    const form = dialog(page, "Rules of the Stage");
    await field(page, "Rules").selectOption("Strict, version 1");
    await form.getByText(/^Daily loss added/).waitFor();
    await form.getByRole("button", { name: "Change Rules" }).click();
    await form.getByText("Please provide a reason").waitFor();
    await field(page, "Reason").fill("The wrong programme was chosen");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Change Rules" }).click();
    await page.getByRole("button", { name: /^Rules of Phase 2.*: Strict, version 1$/ }).click();
    await form.getByText("The wrong programme was chosen").waitFor();
    const [stage] = (await e2e.administrator.get(`/api/admin/user/${trader.id}/stages`)).json<
      Stage[]
    >();
    expect(stage).toMatchObject({
      rulesVersionId: strict.versions[0]!.id,
      ruleChanges: [
        {
          from: plain.versions[0]!.id,
          to: strict.versions[0]!.id,
          reason: "The wrong programme was chosen",
        },
      ],
    });
  });
});
