import { beforeAll, describe, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { administratorWithKey } from "../support/second-factor.ts";
import { alertText, button, startDom, visitAsAdministrator, type Page } from "./support/dom-app.ts";

const dom = startDom();

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

async function choose(page: Page, name: string, action: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action }).click();
}

describe("the team", () => {
  it("keeps its last owner", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/team");
    await choose(page, "Test administrator", "Revoke");
    await page.getByText(/^This is you: you are signed out immediately/).waitFor();
    await dialog(page, "Revoke Administrator").getByRole("button", { name: "Revoke" }).click();
    await expect
      .poll(() => alertText(page, "Revoke failed"))
      .toContain("This is the last owner. Make someone else an owner first.");
  });

  it("is asked what becomes of the API tokens of an owner who leaves", async () => {
    const { browser, accessKey } = await administratorWithKey(dom.app);
    expect(accessKey).not.toBe("");
    for (const label of ["MT5 bridge", "CRM sync"])
      await browser.post("/api/admin/tokens", { label, scopes: ["users:read"] });
    const { page } = await visitAsAdministrator(dom, "/admin/team");
    await choose(page, "Test owner", "Edit Name and Role");
    const edit = dialog(page, "Edit Administrator");
    await edit.getByRole("combobox", { name: "Role" }).selectOption("support");
    await edit.getByText("CRM sync, MT5 bridge. Their tokens are revoked too").waitFor();
    await edit.getByRole("button", { name: "Cancel" }).click();
    await choose(page, "Test owner", "Revoke");
    const revoke = dialog(page, "Revoke Administrator");
    await revoke.getByRole("checkbox", { name: "Keep the tokens" }).click();
    await revoke.getByRole("button", { name: "Revoke" }).click();
    await expect
      .poll(() => alertText(page, "Administrator revoked", "status"))
      .toContain("Now yours: MT5 bridge, CRM sync");
  });

  it("can end one session of a member", async () => {
    const accessKey = await createAdministrator(dom.app.context, "Bo Nagy", "risk");
    const [one, other] = [dom.app.visitor(), dom.app.visitor()];
    await one.post("/api/admin/login", { accessKey }, { "user-agent": "curl/8.5.0" });
    await other.post("/api/admin/login", { accessKey }, { "user-agent": "wget/1.21" });
    const { page } = await visitAsAdministrator(dom, "/admin/team");
    await choose(page, "Bo Nagy", "Open Sessions");
    await button(page, "End session: curl").click();
    await button(page, "End session: curl").waitFor({ state: "detached" });
    await expect.poll(() => dialog(page, "Open Sessions").getByRole("listitem").count()).toBe(1);
    expect((await one.get("/api/admin/me")).statusCode).toBe(401);
    expect((await other.get("/api/admin/me")).statusCode).toBe(200);
  });

  it("shows no button to end other sessions if there are none", async () => {
    const accessKey = await createAdministrator(dom.app.context, "Ann Solo", "owner");
    const { page } = dom.visit();
    await page.caller.post("/api/admin/login", { accessKey });
    await page.goto("/admin/team");
    await choose(page, "Ann Solo", "Open Sessions");
    const sessions = dialog(page, "Open Sessions");
    await sessions.getByRole("listitem").waitFor();
    await expect.poll(() => sessions.getByRole("button").allInnerTexts()).toEqual(["Close"]);
  });
});

describe("support", () => {
  let accessKey: string;
  let traderId: number;
  beforeAll(async () => {
    accessKey = await createAdministrator(dom.app.context, "Mia Chen", "support");
    traderId = (await dom.app.trader()).id;
  });

  async function open(path: string) {
    const { page } = dom.visit();
    await page.caller.post("/api/admin/login", { accessKey });
    await page.goto(path);
    return page;
  }

  it("is not offered owner-only pages in the menu, the palette or on the dashboard", async () => {
    const page = await open("/admin/dashboard");
    const waiting = page.getByRole("region", { name: "Waiting" });
    await waiting.locator('[title="This requires the role owner"]').first().waitFor();
    await waiting.getByRole("link", { name: /^Reviews/ }).waitFor();
    await expect.poll(() => waiting.getByText("Failing webhooks").count()).toBe(1);
    await expect
      .poll(() => waiting.getByRole("link", { name: /^Failing webhooks/ }).count())
      .toBe(0);
    await page.keyboard.press("Control+k");
    const palette = dialog(page, "Command palette");
    await palette.getByRole("combobox").fill("webhooks");
    await palette.getByText("Nothing found").waitFor();
    await palette.getByRole("combobox").fill("create account");
    await palette.getByText("Nothing found").waitFor();
    await palette.getByRole("combobox").fill("import a statement");
    await palette.getByText("Nothing found").waitFor();
    await palette.getByRole("combobox").fill("settings");
    await palette.getByRole("option", { name: /^Settings/ }).waitFor();
    await page.keyboard.press("Escape");
    await button(page, "More").click();
    const more = page.getByRole("dialog", { name: "More pages" });
    await more.getByRole("link", { name: /^Audit Log/ }).waitFor();
    await expect.poll(() => more.getByRole("heading").allInnerTexts()).toEqual(["Desk", "Firm"]);
  });

  it("is shown no payment details, and cannot select payout requests", async () => {
    const trader = await dom.app.trader();
    const account = { payoutEnabled: true };
    await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
    const sent = { amount: "10", paymentMethod: "paypal", paymentDetails: "o@example.com" };
    const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
    const page = await open("/admin/payouts");
    await page.getByRole("link", { name: String(id), exact: true }).waitFor();
    await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);
    await page.getByRole("link", { name: String(id), exact: true }).click();
    await page.getByText("Not shown to your role").waitFor();
    await expect.poll(() => button(page, "Show details").count()).toBe(0);
    await expect.poll(() => button(page, "Approve").isDisabled()).toBe(true);
  });

  it("is offered no forbidden controls on the page of a trader", async () => {
    const page = await open(`/admin/users/${traderId}?tab=stages`);
    const refusal = "This requires the role owner or risk";
    await page.locator(`button[title="${refusal}"]`).first().waitFor();
    for (const name of ["Edit User", "Upload Certificate", "Start a Stage"]) {
      const control = button(page, name);
      await expect.poll(async () => [name, await control.isDisabled()]).toEqual([name, true]);
      await expect.poll(() => control.getAttribute("title")).toBe(refusal);
    }
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menu").waitFor();
    await expect
      .poll(() => page.getByRole("menuitem").allInnerTexts())
      .toEqual(["View Full Details"]);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Overview" }).click();
    const panel = page.getByRole("region", { name: "Risk Management" });
    await panel.getByText("Overall Loss Limit").waitFor();
    await expect.poll(() => panel.getByRole("button").count()).toBe(0);
  });
});
