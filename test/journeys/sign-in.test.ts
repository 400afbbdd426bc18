import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { expectAccessible, openBrowser, type TestBrowser } from "../support/browser.ts";

let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  app = await startApp({ listen: true });
  browser = await openBrowser(app.url);
});
afterEach(() => browser.endVisits());
afterAll(async () => {
  await browser.close();
  await app.close();
});

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

async function signUp(page: Page, email: string) {
  await field(page, "Full Name").fill("Olivia Bennett");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm Password").fill(PASSWORD);
  await field(page, "Country").selectOption({ label: "United Kingdom" });
  await field(page, "City").fill("London");
  await field(page, "Street").fill("Mill Street");
  await field(page, "House Number").fill("12");
  await page.getByRole("checkbox", { name: /privacy policy/ }).check();
  await page.getByRole("button", { name: "Create Account" }).click();
}

async function logIn(page: Page, email: string, password: string) {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

describe("signing up and in", () => {
  it("signs a new trader up, out, and in again", async () => {
    const { page } = await browser.visit();
    await page.goto("/");
    await page.waitForURL("/auth");
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await signUp(page, "olivia@example.com");

    await page.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();
    const balance = page.getByRole("article").filter({ hasText: "Account Balance" });
    await expect.poll(() => balance.textContent()).toContain("$0.00");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("/auth");
    await logIn(page, "olivia@example.com", PASSWORD);
    await page.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  it("rejects a wrong password in a toast", async () => {
    const { email } = await app.trader();
    const { page } = await browser.visit();
    await page.goto("/auth");
    await logIn(page, email, "not the password");
    const toast = page.getByRole("alert");
    await toast.getByText("Login failed").waitFor();
    await expect.poll(() => toast.textContent()).toContain("Email or password is incorrect.");

    // With the pointer in it, a toast stays until another replaces it.
    const first = await toast.elementHandle();
    await toast.hover();
    await field(page, "Password").press("Enter");
    await first.waitForElementState("hidden");
    await toast.getByText("Login failed").waitFor();
    await expect.poll(() => toast.count()).toBe(1);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await toast.waitFor({ state: "detached" });
  });

  it("shows a banned trader the reason", async () => {
    const trader = await app.trader();
    const administrator = await app.administrator();
    await administrator.patch(`/api/admin/user/${trader.id}/ban`, {
      banned: true,
      banReason: "Two accounts",
    });
    const { page } = await browser.visit();
    await page.goto("/auth");
    await logIn(page, trader.email, PASSWORD);
    const alert = page.getByRole("alert").filter({ hasText: "Account banned" });
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain("Two accounts");
    await expect.poll(() => page.getByText("Login failed").count()).toBe(0);
    await expectAccessible(page);
  });

  it("shows every missing field", async () => {
    const { page } = await browser.visit();
    await page.goto("/auth#register");
    await page.getByRole("button", { name: "Create Account" }).click();
    for (const message of [
      "Full name must be at least 2 characters",
      "Please enter a valid email",
      "Password must be at least 8 characters",
      "Please confirm your password",
      "Please select a country",
      "City is required",
      "Street is required",
      "House number is required",
      "You must agree to the privacy policy",
    ]) {
      await page.getByText(message, { exact: true }).waitFor();
    }
  });
});
