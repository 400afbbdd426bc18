import { afterEach, describe, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { alertText, button, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

const path = "/api/admin/settings/brand";
afterEach(async () => {
  const none = { name: null, accent: null, senderName: null };
  await dom.administrator.patch(path, {
    ...none,
    termsUrl: null,
    privacyUrl: null,
    supportAddress: null,
  });
  await dom.administrator.delete(`${path}/logo`);
});

describe("the brand", () => {
  it("cannot be changed by other roles", async () => {
    const accessKey = await createAdministrator(dom.app.context, "Sam Hill", "support");
    const { page } = dom.visit();
    await page.caller.post("/api/admin/login", { accessKey });
    await page.goto("/admin/settings");
    for (const name of ["Change the brand", "Upload Logo"]) {
      await button(page, name).and(page.locator(":disabled")).waitFor();
    }
    await page.getByLabel("Send: Ban").and(page.locator(":disabled")).waitFor();
  });
});

describe("the second approval of payouts", () => {
  it("can be turned on, changed and turned off", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/settings");
    const panel = page.getByRole("region", { name: "Payouts: Second Approval" });
    const set = async (before: string, amount: string) => {
      await panel.getByRole("button", { name: "Change" }).click();
      const dialog = page.getByRole("dialog", { name: "Second Approval" });
      await expect.poll(() => field(page, "Needed Above").inputValue()).toBe(before);
      await field(page, "Needed Above").fill(amount);
      await button(page, "Save Changes").click();
      await dialog.waitFor({ state: "detached" });
    };
    await set("", "500");
    await alertText(page, "Payout settings saved", "status");
    await panel.getByText("$500.00").waitFor();
    await set("500.00", "750");
    await panel.getByText("$750.00").waitFor();
    await field(page, "Needed Above").waitFor({ state: "detached" });
    await panel.getByRole("button", { name: "Change" }).click();
    await field(page, "Currency").fill("eur");
    await button(page, "Save Changes").click();
    await panel.getByText("750.00 EUR").waitFor();
    await set("750.00", " ");
    await panel.getByText("Off: one administrator approves every amount").waitFor();
  });

  it("names a colleague who has changed it meanwhile", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/settings");
    const panel = page.getByRole("region", { name: "Payouts: Second Approval" });
    await panel.getByRole("button", { name: "Change" }).click();
    await field(page, "Needed Above").fill("500");
    await dom.administrator.patch("/api/admin/settings/payouts", {
      secondApprovalAbove: "250",
      secondApprovalCurrency: "USD",
    });
    await button(page, "Save Changes").click();
    await page.getByText(/has changed these settings meanwhile/).waitFor();
    // What was not edited follows the colleague.
    await expect.poll(() => field(page, "Currency").inputValue()).toBe("USD");
    await button(page, "Save Changes").click();
    await panel.getByText("$500.00").waitFor();
    await dom.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: null });
  });

  it("comes with a warning while only one administrator may approve", async () => {
    const warning = /^Only one administrator may approve/;
    await dom.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: "500" });
    const { page } = await visitAsAdministrator(dom, "/admin/settings");
    await page.getByText(warning).waitFor();
    await createAdministrator(dom.app.context, "Pia Pays", "payouts");
    await page.reload();
    await page.getByText("Administrators who may approve").waitFor();
    await page.getByText(warning).waitFor({ state: "detached" });
    await dom.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: null });
  });
});

describe("the enforcement", () => {
  const settings = "/api/admin/settings/enforcement";
  afterEach(() => dom.administrator.patch(settings, { payoutPaid: "none" }));

  it("lists each event with its setting, what follows and how many accounts it is about", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/settings");
    const rows = page.getByRole("region", { name: "Enforcement" }).getByRole("listitem");
    await rows
      .first()
      .getByText(/^Today: \d+ accounts? (is|are) active/)
      .waitFor();
    await expect.poll(() => rows.getByRole("group").count()).toBe(5);
    await expect
      .poll(() => rows.last().innerText())
      .toMatch(
        /^A payout is marked as paid\nThe profit stays in the account at the platform\.\n+Today: 0 approved payouts are unpaid\./,
      );
    const chosen = rows.getByRole("button", { pressed: true });
    await expect
      .poll(() => chosen.allInnerTexts())
      .toEqual(Array.from({ length: 5 }, () => "None"));
  });

  it("is shown to other roles without the choice, also by a link to a change", async () => {
    const accessKey = await createAdministrator(dom.app.context, "Ria Risk", "risk");
    const { page } = dom.visit();
    await page.caller.post("/api/admin/login", { accessKey });
    await page.goto("/admin/settings?dialog=enforcement&change=payoutPaid-automatic");
    await alertText(page, "Not permitted");
    const panel = page.getByRole("region", { name: "Enforcement" });
    await panel.getByText("None", { exact: true }).nth(4).waitFor();
    await expect.poll(() => panel.getByRole("button").count()).toBe(0);
  });
});
