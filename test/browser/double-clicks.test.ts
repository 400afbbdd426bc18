import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { PASSWORD } from "../support/app.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e();

/**
 * Clicks a button twice in one task of the page, and holds the call until both clicks are handled.
 * @returns a function that counts the calls
 */
async function doubleClick(page: Page, name: string, call: string): Promise<() => number> {
  let sent = 0;
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/trpc/${call}`, async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  await button(page, name).waitFor();
  await button(page, name).evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });
  await expect.poll(() => sent).toBeGreaterThan(0);
  held.resolve();
  return () => sent;
}

describe("a double click sends only once", () => {
  it("a sign-in", async () => {
    const { email } = await e2e.app.trader();
    const { page } = await e2e.browser.visit();
    await page.goto("/auth");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(PASSWORD);
    const sent = await doubleClick(page, "Sign In", "auth.login");
    await page.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();
    expect(sent()).toBe(1);
  });

  it("a registration", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth#register");
    await field(page, "Full Name").fill("Double Click");
    await field(page, "Email").fill("double.click@example.com");
    await field(page, "Password").fill(PASSWORD);
    await field(page, "Confirm Password").fill(PASSWORD);
    await field(page, "Country").selectOption({ label: "Germany" });
    await field(page, "City").fill("Berlin");
    await field(page, "Street").fill("Torstrasse");
    await field(page, "House Number").fill("1");
    await page.getByRole("checkbox", { name: /privacy policy/ }).check();
    const sent = await doubleClick(page, "Create Account", "auth.register");
    await page.getByRole("heading", { name: "Welcome back, Double" }).waitFor();
    expect(sent()).toBe(1);
  });

  it("an access key", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth#admin");
    await field(page, "Admin Access Key").fill(e2e.app.adminKey);
    const sent = await doubleClick(page, "Access Admin Dashboard", "admin.login");
    await page.waitForURL("/admin/dashboard");
    expect(sent()).toBe(1);
  });

  it("the request of a reset link and the new password", async () => {
    const { email } = await e2e.app.trader();
    const { page } = await e2e.browser.visit();
    await page.goto("/forgot-password");
    await field(page, "Email").fill(email);
    const asked = await doubleClick(page, "Send Reset Link", "auth.forgotPassword");
    await alertText(page, "Reset email sent", "status");
    expect(asked()).toBe(1);

    const [mail] = await e2e.app.mailsTo(email);
    await page.goto(/https?:\S+\/reset-password\?token=\S+/.exec(mail!.text ?? "")![0]);
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("a new password");
    const reset = await doubleClick(page, "Reset Password", "auth.resetPassword");
    await alertText(page, "Password reset successful", "status");
    expect(reset()).toBe(1);
  });

  it("a profile and a password", async () => {
    const { page } = await e2e.trader();
    await page.goto("/settings");
    await field(page, "City").fill("Leeds");
    const saved = await doubleClick(page, "Save Changes", "trader.updateProfile");
    await alertText(page, "Profile updated", "status");
    expect(saved()).toBe(1);

    await field(page, "Current Password").fill(PASSWORD);
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("a new password");
    const changed = await doubleClick(page, "Update Password", "trader.changePassword");
    await alertText(page, "Password updated", "status");
    expect(changed()).toBe(1);
  });

  it("the end of another session and of all others", async () => {
    const { page, email } = await e2e.trader();
    for (const device of ["curl/8.5.0", "Wget/1.24.5"]) {
      const login = { email, password: PASSWORD };
      await e2e.app.visitor().post("/api/login", login, { "user-agent": device });
    }
    await page.goto("/settings");
    const one = await doubleClick(page, "End session: curl", "trader.sessions.end");
    await button(page, "End session: curl").waitFor({ state: "detached" });
    expect(one()).toBe(1);
    const others = await doubleClick(page, "End Other Sessions", "trader.sessions.endOthers");
    await button(page, "End Other Sessions").waitFor({ state: "detached" });
    expect(others()).toBe(1);
  });

  it("an administrator's sign-out", async () => {
    const viewport = { width: 390, height: 844 };
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard", { viewport });
    await button(page, "Open menu").click();
    const sent = await doubleClick(page, "Sign out", "admin.logout");
    await page.waitForURL("/auth");
    expect(sent()).toBe(1);
  });

  it("a sign-out", async () => {
    const { page } = await e2e.trader();
    await page.goto("/");
    const sent = await doubleClick(page, "Sign out", "auth.logout");
    await page.waitForURL("/auth");
    expect(sent()).toBe(1);
  });
});
