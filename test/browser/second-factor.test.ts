import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { expectAccessible } from "../support/browser.ts";
import { alertText, button, field, startE2e } from "../support/browser-app.ts";
import {
  confirm,
  confirmByMail,
  setUpOnScreen,
  storeCodes,
} from "../support/second-factor-screen.ts";
import { dialog } from "../support/trader-page.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";
import { addAuthenticator, localUrl } from "../support/passkeys.ts";
import { administratorWithKey, codeOf, setUpApp, STEP } from "../support/second-factor.ts";

const e2e = startE2e();

const local = (path: string) => localUrl(e2e, path);

/** Signs an administrator out, and opens the form for access keys. */
async function signOutFrom(page: Page) {
  await button(page, "Account menu").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("/auth");
  await page.goto("/auth#admin");
}

describe("a trader", () => {
  const small = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

  it("adds, renames and removes a passkey, and signs in with it, on a small dark screen", async () => {
    const { id, email } = await e2e.app.trader();
    const { page } = await e2e.browser.visit(small);
    await addAuthenticator(page);
    await page.goto(local("/auth"));
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Sign In").click();
    await page.waitForURL(local("/"));
    await page.goto(local("/settings"));
    await button(page, "Add Passkey").click();
    await confirm(page, "Add a Passkey", "Add Passkey");
    await storeCodes(page);
    await confirmByMail(e2e, page, email);
    await page.getByRole("button", { name: /^Actions for Chrome/ }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await expect.poll(() => field(page, "Name").inputValue()).toMatch(/^Chrome/);
    await field(page, "Name").fill("Laptop");
    await button(page, "Save Name").click();
    await page.getByText("Laptop", { exact: true }).waitFor();
    await expectAccessible(page);

    await page.context().clearCookies();
    await page.goto(local("/auth"));
    await button(page, "Use a Passkey").click();
    await page.waitForURL(local("/"));
    const { statusCode } = await e2e.administrator.get(`/api/admin/user/${id}`);
    expect(statusCode).toBe(200);

    // After the password, the passkey is the second step.
    await page.context().clearCookies();
    await page.goto(local("/auth"));
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Sign In").click();
    await page.getByText("Use one of your passkeys").waitFor();
    await expectAccessible(page);
    await button(page, "Use a Passkey").click();
    await page.waitForURL(local("/"));

    await page.goto(local("/settings"));
    await button(page, "Actions for Laptop").click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await confirm(page, "Remove Passkey", "Remove");
    await page.getByText("Laptop", { exact: true }).waitFor({ state: "detached" });
  });
});

it("a trader who turns off one of two factors keeps the other", async () => {
  const { email } = await e2e.app.trader();
  const { page } = await e2e.browser.visit();
  await addAuthenticator(page);
  await page.goto(local("/auth"));
  await page.request.post(local("/api/login"), { data: { email, password: PASSWORD } });
  await page.goto(local("/settings"));
  const devices = page.getByRole("region", { name: "Signed-In Devices" });
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(2);
  await setUpOnScreen(e2e, page, "Current Password", PASSWORD);
  await confirmByMail(e2e, page, email);
  // Turning on the first factor ends the session of the registration.
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
  await button(page, "Add Passkey").click();
  await confirm(page, "Add a Passkey", "Add Passkey");
  await page.getByRole("button", { name: /^Actions for Chrome/ }).waitFor();

  await button(page, "Turn Off").click();
  const turnOff = dialog(page, "Turn Off the App");
  await turnOff.getByText("Codes from the app will no longer sign you in.").waitFor();
  const password = turnOff.getByLabel("Current Password", { exact: true });
  await password.fill("wrong");
  await button(page, "Use a code instead").click();
  await button(page, "Use the current password instead").click();
  await expect.poll(() => password.inputValue()).toBe("");
  await confirm(page, "Turn Off the App", "Turn Off");
  await page.getByText("A 6-digit code from your phone").waitFor();
  await page.getByText("10 of 10 left").waitFor();
});

it("the dialogs are addresses, which close if what they are about does not exist", async () => {
  const { page } = await e2e.trader();
  await page.goto("/settings?dialog=set-up-app");
  await dialog(page, "Set Up an Authenticator App").getByLabel("Current Password").waitFor();
  await page.reload();
  await dialog(page, "Set Up an Authenticator App").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("/settings");
  await page.goto("/settings?dialog=turn-off-app");
  await page.getByText("The authenticator app was not found").waitFor();
  await page.waitForURL("/settings");
  await page.goto("/settings?dialog=remove-passkey&passkey=7");
  await page.getByText("The passkey was not found").waitFor();
  await page.waitForURL("/settings");
});

it("new recovery codes replace the former ones, of which one was used", async () => {
  const trader = await e2e.app.trader();
  const { recoveryCodes } = await setUpApp(e2e.app, trader);
  const { page } = await e2e.browser.visit();
  const data = { email: trader.email, password: PASSWORD, code: recoveryCodes[0] };
  await page.request.post("/api/login", { data });
  await page.goto("/settings");
  await page.getByText("9 of 10 left").waitFor();
  await button(page, "New Codes").click();
  await confirm(page, "New Recovery Codes", "Create New Codes");
  const codes = await storeCodes(page);
  expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  await page.getByText("10 of 10 left").waitFor();
});

describe("signing in", () => {
  it("accepts a recovery code instead of the app, once", async () => {
    const trader = await e2e.app.trader();
    const { recoveryCodes } = await setUpApp(e2e.app, trader);
    for (const works of [true, false]) {
      const { page } = await e2e.browser.visit();
      await page.goto("/auth");
      await field(page, "Email").fill(trader.email);
      await field(page, "Password").fill(PASSWORD);
      await button(page, "Sign In").click();
      await button(page, "Use a recovery code").click();
      await field(page, "Recovery Code").fill(recoveryCodes[0]!.toLowerCase());
      await button(page, "Sign In").click();
      if (works) await page.waitForURL("/");
      else await page.getByText("This code is incorrect or has already been used").waitFor();
      await page.close();
    }
  });

  it("can return from the second step and continue with another account", async () => {
    const trader = await e2e.app.trader();
    await setUpApp(e2e.app, trader);
    const other = await e2e.app.trader();
    const { page } = await e2e.browser.visit();
    await page.goto("/auth");
    await field(page, "Email").fill(trader.email);
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Sign In").click();
    await field(page, "Code").waitFor();
    await button(page, "Back").click();
    await field(page, "Email").fill(other.email);
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Sign In").click();
    await page.waitForURL("/");
  });

  it("explains that passkeys do not work at an IP address", async () => {
    const { page } = await e2e.browser.visit();
    await addAuthenticator(page);
    await page.goto("/auth");
    await button(page, "Use a Passkey").click();
    await expect
      .poll(() => alertText(page, "Login failed"))
      .toContain("Passkeys work only at localhost, not at this address.");
  });

  it("shows the ban of a trader who uses a passkey", async () => {
    const { id, email } = await e2e.app.trader();
    const { page } = await e2e.browser.visit();
    await addAuthenticator(page);
    await page.goto(local("/auth"));
    await page.request.post(local("/api/login"), { data: { email, password: PASSWORD } });
    await page.goto(local("/settings"));
    await button(page, "Add Passkey").click();
    await confirm(page, "Add a Passkey", "Add Passkey");
    await storeCodes(page);
    await confirmByMail(e2e, page, email);
    await page.context().clearCookies();
    await e2e.administrator.patch(`/api/admin/user/${id}/ban`, {
      banned: true,
      banReason: "Copied trades",
    });
    await page.goto(local("/auth"));
    await button(page, "Use a Passkey").click();
    await expect
      .poll(async () => (await alertText(page, "Account banned")).join())
      .toContain("Copied trades");
  });
});

describe("an administrator", () => {
  it("sets up an app, signs in with it, and signs in again in the dialog of an ended session", async () => {
    const { accessKey } = await administratorWithKey(e2e.app, "support");
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey } });
    await page.goto("/admin/account");
    const { totpSecret, codes } = await setUpOnScreen(e2e, page, "Access Key", accessKey);
    expect(codes).toHaveLength(10);
    await page.getByText("10 of 10 left").waitFor();
    await expectAccessible(page);

    await signOutFrom(page);
    await field(page, "Admin Access Key").fill(accessKey);
    await page.keyboard.press("Enter");
    await field(page, "Code").fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText("This code is incorrect or has already been used").waitFor();
    await field(page, "Code").fill(codeOf(e2e.app, totpSecret));
    await page.keyboard.press("Enter");
    await page.waitForURL("/admin/dashboard");

    e2e.app.clock.advance(STEP);
    await page.goto("/admin/account");
    await button(page, "Change Name").click();
    await field(page, "Name").fill("Mia Chen");
    await waitForQuietNetwork(page);
    await page.context().clearCookies();
    await button(page, "Save Name").click();
    const again = dialog(page, "Your session has ended");
    await again.getByLabel("Admin Access Key", { exact: true }).fill(accessKey);
    await page.keyboard.press("Enter");
    await again.getByLabel("Code", { exact: true }).fill("000000");
    await page.keyboard.press("Enter");
    await again.getByText("This code is incorrect or has already been used").waitFor();
    await expectAccessible(page);
    await again.getByLabel("Code", { exact: true }).fill(codeOf(e2e.app, totpSecret));
    await page.keyboard.press("Enter");
    await again.waitFor({ state: "detached" });
    await button(page, "Save Name").click();
    await page.getByRole("region", { name: "You" }).getByText("Mia Chen").waitFor();
  });

  it("must set up a factor before anything else once an owner requires one", async () => {
    const owner = await administratorWithKey(e2e.app);
    const { secret } = await setUpApp(e2e.app, owner.browser, {
      kind: "administrator",
      password: owner.accessKey,
    });
    const { accessKey } = await administratorWithKey(e2e.app, "risk");
    const { page: member } = await e2e.browser.visit();
    await member.request.post("/api/admin/login", { data: { accessKey } });
    await member.goto("/admin/users");
    await member.getByRole("heading", { level: 1, name: "User Management" }).waitFor();

    const { page } = await e2e.browser.visit();
    const data = { accessKey: owner.accessKey, code: codeOf(e2e.app, secret) };
    await page.request.post("/api/admin/login", { data });
    await page.goto("/admin/settings");
    const panel = page.getByRole("region", { name: "Team: Two-Step Sign-In" });
    await panel.getByText("Optional", { exact: true }).waitFor();
    const [ready, all] = (await panel.getByText(/^\d+ of \d+$/).innerText()).split(" of ");
    await button(page, "Require").click();
    const require = dialog(page, "Require Two-Step Sign-In");
    const missing = `${Number(all) - Number(ready)} of ${all} administrators have not set it up.`;
    await require.getByText(missing).waitFor();
    await require.getByRole("button", { name: "Require" }).click();
    await panel.getByText("Required", { exact: true }).waitFor();

    // The next call of an open page redirects to the set-up, and so does every URL.
    await member.getByRole("link", { name: "Payouts", exact: true }).click();
    await member.waitForURL("/admin/account");
    await member.getByText("The team requires two-step sign-in").waitFor();
    await member.goto("/admin/statements");
    await member.waitForURL("/admin/account");
    await expectAccessible(member);
    await setUpOnScreen(e2e, member, "Access Key", accessKey);
    await member.getByText("The team requires two-step sign-in").waitFor({ state: "detached" });
    await member.getByRole("link", { name: "Users", exact: true }).click();
    await member.getByRole("heading", { level: 1, name: "User Management" }).waitFor();

    await page.goto("/admin/team");
    await button(page, "Actions for Test owner").click();
    const actions = page.getByRole("menuitem");
    await expect.poll(() => actions.allInnerTexts()).toContain("Rotate Access Key");
    expect(await actions.allInnerTexts()).not.toContain("Remove Second Factor");
    await page.keyboard.press("Escape");
    const row = page.getByRole("row").filter({ hasText: "Test risk" });
    await row.getByRole("cell", { name: "App", exact: true }).waitFor();
    await button(page, "Actions for Test risk").click();
    await page.getByRole("menuitem", { name: "Remove Second Factor" }).click();
    const remove = dialog(page, "Remove Second Factor");
    await remove.getByRole("button", { name: "Remove", exact: true }).click();
    await row.getByRole("cell", { name: "Off", exact: true }).waitFor();
    await page.goto("/admin/settings");
    await button(page, "Make Optional").click();
    await dialog(page, "Make Two-Step Sign-In Optional")
      .getByRole("button", { name: "Make Optional" })
      .click();
    await panel.getByText("Optional", { exact: true }).waitFor();
  });
});
