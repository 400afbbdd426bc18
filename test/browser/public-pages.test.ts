import { describe, expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e({ FIRM_NAME: "Northgate Capital" });

describe("the sign-in screen", () => {
  it("shows the firm's name and switches between its panels", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth");
    await page.getByRole("heading", { level: 1, name: "Northgate Capital" }).waitFor();
    await page.getByText("Proprietary Trading Firm").waitFor();
    expect(await page.title()).toContain("Northgate Capital");
    await page.getByRole("link", { name: "Register" }).click();
    await button(page, "Create Account").waitFor();
    await page.getByRole("tab", { name: "Login" }).click();
    await page.getByRole("link", { name: "Admin Login" }).click();
    await expect.poll(() => button(page, "Access Admin Dashboard").isDisabled()).toBe(true);
    await button(page, "Return to Trader Login").click();
    await button(page, "Sign In").waitFor();
  });

  it("keeps the focus in its content if the focused link leads to another panel or page", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth");
    const focused = page.locator("main:focus, main :focus");
    await page.getByRole("link", { name: "Admin Login" }).press("Enter");
    await button(page, "Return to Trader Login").waitFor();
    await focused.waitFor();
    await button(page, "Return to Trader Login").press("Enter");
    await page.getByRole("link", { name: "Forgot password" }).waitFor();
    await focused.waitFor();
    await page.getByRole("link", { name: "Forgot password" }).press("Enter");
    await button(page, "Send Reset Link").waitFor();
    await focused.waitFor();
  });

  it("admits an administrator only with the access key", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth#admin");
    await field(page, "Admin Access Key").fill("not the key");
    await button(page, "Access Admin Dashboard").click();
    await expect.poll(async () => (await alertText(page, "Login failed"))[0]).toBe("Login failed");
    await field(page, "Admin Access Key").fill(e2e.app.adminKey);
    await button(page, "Access Admin Dashboard").click();
    await page.waitForURL("/admin/dashboard");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });

  it("sends a signed-in trader to the dashboard", async () => {
    const { page } = await e2e.trader();
    await page.goto("/auth");
    await page.waitForURL("/");
  });
});

describe("guarded pages", () => {
  it("require a trader", async () => {
    const { page } = await e2e.browser.visit();
    for (const path of ["/", "/settings", "/payouts", "/certificates"]) {
      await page.goto(path);
      await page.waitForURL("/auth");
    }
  });

  it("open after the sign-in of a trader who followed a link to them", async () => {
    const { email } = await e2e.app.trader();
    const { page } = await e2e.browser.visit();
    await page.goto("/certificates");
    await page.waitForURL("/auth");
    await page.reload();
    await page.getByRole("link", { name: "Forgot password" }).click();
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await page.getByRole("tab", { name: "Login" }).click();
    await page.waitForURL("/auth");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Sign In").click();
    await page.waitForURL("/certificates");
    await page.getByRole("heading", { level: 1, name: "Certificates" }).waitFor();
  });

  it("open after the sign-in of an administrator who followed a link to them", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/admin/payouts?search=Ada");
    await page.waitForURL("/auth");
    await field(page, "Admin Access Key").fill(e2e.app.adminKey);
    await button(page, "Access Admin Dashboard").click();
    await page.waitForURL("/admin/payouts?search=Ada");

    await button(page, "Account menu").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("/auth");
    await button(page, "Sign In").waitFor();
    await page.getByRole("link", { name: "Admin Login" }).click();
    await field(page, "Admin Access Key").fill(e2e.app.adminKey);
    await button(page, "Access Admin Dashboard").click();
    await page.waitForURL("/admin/dashboard");
  });

  it("of administrators let a visitor return to the traders' sign-in", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/admin/users");
    await button(page, "Return to Trader Login").click();
    await button(page, "Sign In").waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/auth");
  });

  it("of administrators send a trader to the trader's own", async () => {
    const { page } = await e2e.trader();
    for (const path of ["/admin", "/admin/dashboard", "/admin/users", "/admin/payouts"]) {
      await page.goto(path);
      // The sign-in screen redirects a signed-in trader.
      await page.waitForURL("/");
    }
  });
});

describe("the partners page", () => {
  it("sends visitors to the sign-up", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/partners");
    await page.waitForURL("/auth#register");
    await button(page, "Create Account").waitFor();
  });

  it("explains to signed-in traders that they are already signed up", async () => {
    const { page } = await e2e.trader();
    await page.goto("/partners");
    await page
      .getByText("Not possible - It's not possible since you are already signed up.")
      .waitFor();
  });

  it("opens from the partner address only with the partner's code", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/partnerali932");
    await waitForQuietNetwork(page);
    expect(new URL(page.url()).pathname).toBe("/partnerali932");
    await expect.poll(async () => (await page.locator("#root").innerText()).trim()).toBe("");
    await page.goto("/partnerali932?from=ali932");
    await page.waitForURL("/auth");
    await page.goto("/partnerali932#ali932");
    await page.waitForURL("/auth");
  });
});

it("an unknown URL shows the page for missing pages", async () => {
  const { page } = await e2e.browser.visit();
  expect((await page.goto("/nowhere"))?.status()).toBe(404);
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await page.getByText("Did you forget to add the page to the router?").waitFor();
});

it("an unknown URL keeps the navigation of who is signed in", async () => {
  const { page: trader, expectProblem } = await e2e.trader();
  expectProblem(/404/);
  await trader.goto("/nowhere");
  await trader.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await trader.getByRole("link", { name: "Certificates" }).click();
  await trader.waitForURL("/certificates");

  const visit = await visitAsAdministrator(e2e, "/admin/dashboard");
  const administrator = visit.page;
  visit.expectProblem(/404/);
  await administrator.goto("/admin/nowhere");
  await administrator.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await administrator.getByRole("link", { name: "Users" }).click();
  await administrator.waitForURL("/admin/users");
});
