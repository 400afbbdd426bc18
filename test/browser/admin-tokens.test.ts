import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { scopeNames } from "../../src/identity/tokens/scopes.rule.ts";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  openMore,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e();

function openTokens(options?: Parameters<typeof visitAsAdministrator>[2]) {
  return visitAsAdministrator(e2e, "/admin/tokens", options);
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

function row(page: Page, label: string) {
  return page.getByRole("row").filter({ hasText: label });
}

/** Fills the form and submits it. @returns the token that the dialog shows */
async function createToken(page: Page, label: string, scopes: string[]): Promise<string> {
  await button(page, "Create Token").click();
  const form = dialog(page, "Create API Token");
  await field(page, "Label").fill(label);
  for (const scope of scopes) await field(page, scope).check();
  await form.getByRole("button", { name: "Create Token" }).click();
  return (await dialog(page, "Token Created").locator("code").first().textContent())!;
}

describe("the API tokens", () => {
  it("open from the menu, and show a message if there are none", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openMore(page, "API Tokens");
    await page.waitForURL("/admin/tokens");
    await page.getByRole("heading", { level: 1, name: "API Tokens" }).waitFor();
    await page.getByText("No API tokens").waitFor();
    await expectAccessible(page);
  });

  it("can be created with scopes, are shown once and can be copied", async () => {
    const { page } = await openTokens({ permissions: ["clipboard-read", "clipboard-write"] });
    const token = await createToken(page, "MT5 bridge", ["users:read", "feed:write"]);
    expect(token).toMatch(/^pdk_[\w-]{43}$/);
    await expectAccessible(page);
    await button(page, "Copy Token").click();
    await button(page, "Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(token);
    const headers = { authorization: `Bearer ${token}` };
    expect((await e2e.app.visitor().get("/api/admin/users", headers)).statusCode).toBe(200);
    // Escape must not close the dialog before the token is saved.
    await page.keyboard.press("Escape");
    await page.getByText(token).waitFor();
    await button(page, "Done").click();
    await dialog(page, "Token Created").waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(token);
    const cells = await row(page, "MT5 bridge").getByRole("cell").allInnerTexts();
    expect(cells[0]).toMatch(/^MT5 bridge\s+by Test administrator$/);
    expect(cells[1]!.split("\n")).toEqual(["feed:write", "users:read"]);
    expect(cells.slice(3, 6)).toEqual(["Never", "Never", "Active"]);
    await page.reload();
    await row(page, "MT5 bridge").getByText("less than a minute ago").waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it("require a label and a scope", async () => {
    const { page } = await openTokens();
    await button(page, "Create Token").click();
    const form = dialog(page, "Create API Token");
    await form.getByRole("button", { name: "Create Token" }).click();
    await form.getByText("Label is required").waitFor();
    await form.getByText("Select at least one scope").waitFor();
    await expect.poll(() => form.getByRole("checkbox").count()).toBe(scopeNames.length);
    await expectAccessible(page);
  });

  it("can be revoked after a confirmation", async () => {
    const tool = await e2e.app.token(["users:read"], { label: "Old report" });
    const { page } = await openTokens();
    await button(page, "Revoke Old report").click();
    await dialog(page, "Revoke Token").getByRole("button", { name: "Cancel" }).click();
    expect((await tool.get("/api/admin/users")).statusCode).toBe(200);
    await button(page, "Revoke Old report").click();
    await expectAccessible(page);
    await dialog(page, "Revoke Token").getByRole("button", { name: "Revoke" }).click();
    await expect.poll(() => alertText(page, "Token revoked", "status")).toEqual(["Token revoked"]);
    await row(page, "Old report").getByText("Revoked").waitFor();
    await expect.poll(() => button(page, "Revoke Old report").count()).toBe(0);
    expect((await tool.get("/api/admin/users")).statusCode).toBe(401);
  });

  it("fit on small screens without scrolling sideways", async () => {
    const label = "Wertpapierhandelsgesellschaftsbeteiligungsverwaltung".repeat(3);
    await e2e.app.token(undefined, { label });
    const { page } = await openTokens();
    await page.getByRole("table", { name: "API tokens" }).waitFor();
    for (const width of [1024, 768, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const overflow = await page.evaluate(
        "document.querySelector('table').scrollWidth - document.querySelector('table').parentElement.clientWidth",
      );
      expect([width, overflow]).toEqual([width, expect.toSatisfy((px: number) => px <= 0)]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });
});
