import { describe, expect, it } from "vitest";
import { alertText, answerCalls, button, field, startDom } from "./support/dom-app.ts";

const dom = startDom();

describe("a forgotten password", () => {
  it("requires a valid email address", async () => {
    const { page } = dom.visit();
    await page.goto("/forgot-password");
    await field(page, "Email").fill("olivia");
    await button(page, "Send Reset Link").click();
    await page.getByText("Please enter a valid email address").waitFor();
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.waitForURL("/auth");
  });

  it("shows an error if the server's response is not readable", async () => {
    const { page, expectProblem } = dom.visit();
    expectProblem(/502/);
    await page.goto("/forgot-password");
    await answerCalls(page, "auth.forgotPassword", { status: 502, body: "<html></html>" });
    await field(page, "Email").fill("olivia@example.com");
    await button(page, "Send Reset Link").click();
    await expect.poll(() => alertText(page, "Error")).toEqual(["Error", "Invalid server response"]);
  });
});

describe("setting a new password", () => {
  it("requires eight characters, entered twice", async () => {
    const { page } = dom.visit();
    await page.goto("/reset-password?token=0123456789");
    await button(page, "Reset Password").click();
    await page.getByText("Password must be at least 8 characters").first().waitFor();
    await expect
      .poll(() => page.getByText("Password must be at least 8 characters").count())
      .toBe(2);
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("another password");
    await page.getByText("Passwords do not match").waitFor();
  });

  it("reports a missing token immediately and when it is submitted, and links to a new one", async () => {
    const { page } = dom.visit();
    await page.goto("/reset-password");
    await expect.poll(() => alertText(page, "Error")).toEqual(["Error", "Invalid reset token"]);
    await button(page, "Dismiss").click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("a new password");
    await button(page, "Reset Password").click();
    await expect.poll(() => alertText(page, "Error")).toEqual(["Error", "Invalid reset token"]);
    await page.getByRole("link", { name: "request a new one" }).click();
    await button(page, "Send Reset Link").waitFor();
  });

  it("shows the fallback text if the server sends no message", async () => {
    const { page, expectProblem } = dom.visit();
    expectProblem(/500/);
    await page.goto("/reset-password?token=0123456789");
    await answerCalls(page, "auth.resetPassword", { status: 500, body: "{}" });
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("a new password");
    await button(page, "Reset Password").click();
    await expect
      .poll(() => alertText(page, "Error"))
      .toEqual(["Error", "Failed to reset password"]);
  });

  it("shows the fallback text if the server cannot be reached", async () => {
    const { page } = dom.visit();
    await page.route("**/api/trpc/auth.*", (route) => route.abort());
    await page.goto("/forgot-password");
    await field(page, "Email").fill("olivia@example.com");
    await button(page, "Send Reset Link").click();
    await expect
      .poll(() => alertText(page, "Error"))
      .toEqual(["Error", "Failed to send reset email"]);
    await page.goto("/reset-password?token=0123456789");
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("a new password");
    await button(page, "Reset Password").click();
    await expect
      .poll(() => alertText(page, "Error"))
      .toEqual(["Error", "Failed to reset password"]);
  });
});
