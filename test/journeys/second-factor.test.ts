import { expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { button, field, startE2e } from "../support/browser-app.ts";
import { expectAccessible } from "../support/browser.ts";
import { confirm, confirmByMail, setUpOnScreen } from "../support/second-factor-screen.ts";
import { codeOf } from "../support/second-factor.ts";

const e2e = startE2e();

it("a trader sets up an authenticator app, signs in with it, and turns it off", async () => {
  const { page, email } = await e2e.trader();
  await page.goto("/settings");
  const { totpSecret, codes } = await setUpOnScreen(e2e, page, "Current Password", PASSWORD);
  expect(codes).toHaveLength(10);
  await confirmByMail(e2e, page, email);
  await page.getByText("10 of 10 left").waitFor();
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.goto("/settings");
  await page.waitForURL("/auth");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const code = field(page, "Code");
  await code.waitFor();
  await expect.poll(() => code.getAttribute("autocomplete")).toBe("one-time-code");
  await expect.poll(() => code.getAttribute("inputmode")).toBe("numeric");
  await expectAccessible(page);
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await page.getByText("This code is incorrect or has already been used").waitFor();
  await button(page, "Use a recovery code").click();
  await field(page, "Recovery Code").waitFor();
  await expect.poll(() => page.getByText("This code is incorrect").count()).toBe(0);
  await button(page, "Use the app").click();
  await page.keyboard.type(codeOf(e2e.app, totpSecret));
  await page.keyboard.press("Enter");
  await page.waitForURL("/settings");
  await button(page, "Turn Off").click();
  await page.getByText("the password alone signs you in").waitFor();
  await confirm(page, "Turn Off the App", "Turn Off");
  await page.getByText("A 6-digit code from your phone").waitFor();
});
