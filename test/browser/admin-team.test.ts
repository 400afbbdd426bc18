import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { expectAccessible } from "../support/browser.ts";
import { button, field, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { expectFits } from "../support/touch.ts";

const e2e = startE2e();

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

function row(page: Page, name: string) {
  return page
    .getByRole("table", { name: "Administrators" })
    .getByRole("row")
    .filter({ hasText: name });
}

async function choose(page: Page, name: string, action: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action }).click();
}

describe("the team", () => {
  it("can add a member, whose key is shown once, change their role, and rotate and revoke the key", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/team");
    await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
    await button(page, "Add Administrator").click();
    const form = dialog(page, "Add Administrator");
    await form.getByRole("button", { name: "Add Administrator" }).click();
    await form.getByText("Name is required").waitFor();
    await field(page, "Name").fill("Ada Byrne");
    await field(page, "Role").selectOption("Risk");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Add Administrator" }).click();
    const key = (await dialog(page, "Access Key").locator("code").textContent())!;
    expect(key).toMatch(/^[\w-]{43}$/);
    // Escape must not close the dialog before the key is saved.
    await page.keyboard.press("Escape");
    await page.getByText(key).waitFor();
    await expectAccessible(page);
    await button(page, "Done").click();
    await dialog(page, "Access Key").waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(key);
    const signIn = await e2e.app.visitor().post("/api/admin/login", { accessKey: key });
    expect(signIn.statusCode).toBe(200);

    await choose(page, "Ada Byrne", "Edit Name and Role");
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Ada Byrne");
    await expect.poll(() => field(page, "Role").inputValue()).toBe("risk");
    await field(page, "Role").selectOption("Payouts");
    await button(page, "Save Changes").click();
    await row(page, "Ada Byrne").getByText("Payouts").waitFor();

    await choose(page, "Ada Byrne", "Open Sessions");
    await button(page, "End All Sessions").click();
    await dialog(page, "Open Sessions").getByText("Not signed in anywhere.").waitFor();
    await button(page, "Close").click();

    await choose(page, "Ada Byrne", "Rotate Access Key");
    await page
      .getByText("The old key and the passkeys stop working, and all open sessions end.")
      .waitFor();
    await button(page, "Rotate Key").click();
    const rotated = await dialog(page, "Access Key").locator("code").textContent();
    expect(rotated).not.toBe(key);
    await button(page, "Done").click();

    await choose(page, "Ada Byrne", "Revoke");
    await dialog(page, "Revoke Administrator").getByRole("button", { name: "Revoke" }).click();
    await row(page, "Ada Byrne").getByText("Revoked").waitFor();
    await expect.poll(() => button(page, "Actions for Ada Byrne").count()).toBe(0);
    const refused = await e2e.app.visitor().post("/api/admin/login", { accessKey: rotated! });
    expect(refused.statusCode).toBe(401);
  });
});

describe("support", () => {
  let accessKey: string;
  beforeAll(async () => {
    accessKey = await createAdministrator(e2e.app.context, "Mia Chen", "support");
  });

  async function open(path: string) {
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey } });
    await page.goto(path);
    return page;
  }

  it("can see the team and the roles, but change only their own name", async () => {
    const page = await open("/admin/team");
    await row(page, "Mia Chen").getByText("You", { exact: true }).waitFor();
    await page.locator('button[title="This requires the role owner"]').waitFor();
    await expect.poll(() => button(page, "Add Administrator").isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole("button", { name: /^Actions for/ }).count()).toBe(1);
    const abilities = page.getByRole("region", { name: "Abilities by role" });
    const decide = abilities.getByRole("row").filter({ hasText: "Approve and reject payout" });
    await expect
      .poll(() => decide.getByRole("cell").allInnerTexts())
      .toEqual(["Yes", "No", "Yes", "No"].map((word) => expect.stringContaining(word) as string));
    // On phones the descriptions span the whole width, and the marks are still cells of their row.
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    const words = await decide.getByRole("rowheader").boundingBox();
    expect(words!.width).toBeGreaterThan(280);
    await expect.poll(() => decide.getByRole("cell").count()).toBe(4);
    await page.setViewportSize({ width: 1280, height: 720 });
    await choose(page, "Mia Chen", "Change Your Name");
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Mia Chen");
    await field(page, "Name").fill("Mia Chen-Wu");
    await button(page, "Save Name").click();
    await row(page, "Mia Chen-Wu").waitFor();
  });
});
