import { describe, expect, it } from "vitest";
import {
  answerCalls,
  button,
  field,
  openMore,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";

const dom = startDom();

function openTokens() {
  return visitAsAdministrator(dom, "/admin/tokens");
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

function row(page: Page, label: string) {
  return page.getByRole("row").filter({ hasText: label });
}

describe("the API tokens", () => {
  it("expire at the end of the chosen day", async () => {
    const { page } = await openTokens();
    await button(page, "Create Token").click();
    await field(page, "Label").fill("Year-end report");
    await field(page, "payouts:read").check();
    await field(page, "Expires").fill("2099-12-31");
    await dialog(page, "Create API Token").getByRole("button", { name: "Create Token" }).click();
    await button(page, "Done").click();
    await row(page, "Year-end report").getByText("Dec 31, 2099").waitFor();
    const [token] = (await dom.administrator.get("/api/admin/tokens")).json<
      { expiresAt: string }[]
    >();
    // The browser's time zone is Berlin.
    expect(token!.expiresAt).toBe("2099-12-31T22:59:59.999Z");
  });

  it("are shown as expired after their expiry", async () => {
    const tool = await dom.app.token(["users:read"], {
      label: "Trial",
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    await dom.app.context.database.pool.query(
      "update api_tokens set expires_at = $1 where id = $2",
      [new Date(Date.now() - 1000), tool.id],
    );
    const { page } = await openTokens();
    await row(page, "Trial").getByText("Expired").waitFor();
    await expect.poll(() => button(page, "Revoke Trial").isEnabled()).toBe(true);
  });

  it("are named in the audit log, which can be filtered by them", async () => {
    const trader = await dom.app.trader({ fullName: "Ada Lund" });
    const tool = await dom.app.token(["users:write"], { label: "CRM sync" });
    await tool.patch(`/api/admin/user/${trader.id}`, { fullName: "Ada Lund-Berg" });
    const { page } = await visitAsAdministrator(dom, "/admin/audit");
    await page.getByRole("search").getByLabel("Done by").selectOption("API tokens");
    await page.waitForURL(/actor=token/);
    const event = page.getByRole("button", { name: "CRM sync changed the profile of Ada Lund" });
    await event.click();
    await page.getByText(`CRM sync #${tool.id} (API token)`).waitFor();
  });

  it("can be reloaded after a failure", async () => {
    const { page, expectProblem } = await openTokens();
    expectProblem(/502/);
    await page.getByRole("table").waitFor();
    await answerCalls(page, "admin.tokens.list", { status: 502, body: "Bad Gateway" });
    await page.goto("/admin/dashboard");
    await openMore(page, "API Tokens");
    await page.getByText("Failed to load the API tokens.").waitFor();
    await page.unroute("**/api/trpc/admin.tokens.list*");
    await button(page, "Try again").click();
    await page.getByRole("table").waitFor();
  });
});
