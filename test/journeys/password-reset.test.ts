import { expect, it } from "vitest";
import { alertText, button, field, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

it("a forgotten password is reset by the mailed link", async () => {
  const { email } = await e2e.app.trader();
  const { page } = await e2e.browser.visit();
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot password" }).click();
  // The sign-in form has a field with the same label, and stays until the screen has loaded.
  await button(page, "Send Reset Link").waitFor();
  await field(page, "Email").fill(email);
  await button(page, "Send Reset Link").click();
  await expect
    .poll(() => alertText(page, "Reset email sent", "status"))
    .toEqual(["Reset email sent", "Please check your email for password reset instructions."]);
  await page.waitForURL("/auth");

  const [mail] = await e2e.app.mailsTo(email);
  const link = /https?:\S+\/reset-password\?token=\S+/.exec(mail!.text ?? "")![0];
  await page.goto(link);
  await field(page, "New Password").fill("a new password");
  await field(page, "Confirm New Password").fill("a new password");
  await button(page, "Reset Password").click();
  await expect
    .poll(() => alertText(page, "Password reset successful", "status"))
    .toEqual(["Password reset successful", "You can now login with your new password."]);
  await page.waitForURL("/auth");

  await field(page, "Email").fill(email);
  await field(page, "Password").fill("a new password");
  await button(page, "Sign In").click();
  await page.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();

  await page.goto(link);
  await field(page, "New Password").fill("yet another one");
  await field(page, "Confirm New Password").fill("yet another one");
  await button(page, "Reset Password").click();
  await expect.poll(() => alertText(page, "Error")).toEqual(["Error", "Invalid reset token"]);
});
