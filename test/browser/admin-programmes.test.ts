import { describe, expect, it } from "vitest";
import type { Programme } from "../../src/business/decisions/programmes/programme.schema.ts";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  openMore,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

const programmes = async (query = "") =>
  (await e2e.administrator.get(`/api/admin/programmes${query}`)).json<Programme[]>();

describe("the programmes", () => {
  it("are added from a preset with one click, as a ladder with sizes and rules in one line", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openMore(page, "Programmes");
    await page.getByText("No programmes").waitFor();
    await page.getByRole("link", { name: "New Programme" }).click();
    await field(page, "Firm").selectOption("FTMO");
    await button(page, "Add FTMO Challenge: 2-Step").click();
    await alertText(page, "Programme added", "status");
    await page.waitForURL("/admin/programmes");
    const ladder = page.getByRole("region", { name: "FTMO Challenge: 2-Step" });
    const sizes = ladder.getByRole("list", { name: "Initial balances" }).getByRole("listitem");
    await expect.poll(async () => (await sizes.allInnerTexts())[0]).toBe("$10,000.00");
    const steps = ladder.getByRole("list", { name: "Steps" }).getByRole("listitem");
    await expect.poll(() => steps.first().innerText()).toContain("5% daily · 10% max · 10% target");
    const [programme] = await programmes();
    await expect.poll(() => steps.count()).toBe(programme!.versions[0]!.steps.length);
    await expectAccessible(page);
  });

  it("get a new version with a moved step, are renamed, archived and restored", async () => {
    const [programme] = await programmes();
    const { steps } = programme!.versions[0]!;
    const { page } = await visitAsAdministrator(e2e, "/admin/programmes");
    await page.getByRole("link", { name: /^New version of FTMO/ }).click();
    await field(page, "Note").fill("The second step comes first");
    await button(page, "Move or remove step 2").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move Up" }).press("Enter");
    await field(page, "Initial Balances").fill("25,000; 75,000");
    await page.getByText("$75,000.00").waitFor();
    await button(page, "Add Version").click();
    await page.waitForURL("/admin/programmes");
    await page.getByText("1 earlier version").waitFor();
    const [changed] = await programmes();
    expect(changed!.versions[0]).toMatchObject({
      version: 2,
      note: "The second step comes first",
      initialBalances: ["25000.00", "75000.00"],
      steps: [steps[1], steps[0], ...steps.slice(2)],
    });

    const actions = page.getByRole("button", { name: /^Actions for FTMO/ });
    await actions.click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog(page, "Rename Programme").getByRole("textbox", { name: "Name" }).fill("Classic");
    await button(page, "Rename").click();
    await page.getByRole("region", { name: "Classic" }).waitFor();
    await button(page, "Actions for Classic").click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByText("No programmes").waitFor();
    await field(page, "Show archived programmes").check();
    await page.waitForURL("/admin/programmes?archived=true");
    await button(page, "Actions for Classic").click();
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await alertText(page, "Programme restored", "status");
    expect(await programmes()).toMatchObject([{ name: "Classic", archivedAt: null }]);
  });

  it("are started on a user's page, which shows the ladder, as the trader's own home does", async () => {
    const owner = await e2e.trader();
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${owner.id}?tab=stages`);
    await button(page, "Start a Programme").click();
    const form = dialog(page, "Start a Programme");
    await field(page, "Programme").selectOption("Classic, version 2");
    await form.getByRole("button", { name: "Start Programme" }).click();
    await form.getByText("Please choose the initial balance").waitFor();
    await field(page, "Initial Balance").selectOption("$25,000.00");
    await form.getByText(/^Start Verification with \$25,000.00 under /).waitFor();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Start Programme" }).click();
    await alertText(page, "Programme started", "status");
    await owner.page.goto("/");
    for (const screen of [page, owner.page]) {
      const ladder = screen.getByRole("region", { name: "Programme" });
      await ladder.getByText("Classic, version 2, with $25,000.00").waitFor();
      await expect
        .poll(() => ladder.locator("[aria-current=step]").innerText())
        .toContain("Current step");
    }
  });
});
