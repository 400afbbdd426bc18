import { describe, expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { linkIn } from "../support/mails.ts";
import { codeOf, confirmFactor, factorPath } from "../support/second-factor.ts";
import {
  alertText,
  answerCalls,
  button,
  dropLongTimers,
  field,
  type Page,
  startDom,
} from "./support/dom-app.ts";

const dom = startDom();

describe("the profile", () => {
  it("can be saved only if something was changed", async () => {
    const { page } = await dom.trader();
    await page.goto("/settings");
    await page.getByRole("heading", { name: "Account Settings" }).waitFor();
    await expect.poll(() => button(page, "Save Changes").isDisabled()).toBe(true);
    await field(page, "City").fill("Leeds");
    await field(page, "Country").selectOption("Germany");
    await button(page, "Save Changes").click();
    await expect
      .poll(() => alertText(page, "Profile updated", "status"))
      .toEqual(["Profile updated", "Your profile has been updated successfully."]);
    await expect.poll(() => button(page, "Save Changes").isDisabled()).toBe(true);
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Save Changes");
    await page.reload();
    await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");
    await expect.poll(() => field(page, "Country").inputValue()).toBe("de");
  });

  it("asks for confirmation before leaving the page discards changes", async () => {
    const { page } = await dom.trader();
    await page.goto("/");
    await page.getByRole("link", { name: "Settings" }).click();
    await field(page, "City").fill("Leeds");
    await page.goBack();
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    await page.waitForURL("/settings");
    await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");

    await page.getByRole("link", { name: "Payouts" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Account Settings" }).waitFor();
    await expect.poll(() => field(page, "City").inputValue()).toBe("London");
  });

  it("asks for confirmation before signing out discards changes", async () => {
    const { page, email } = await dom.trader();
    await page.goto("/settings");
    await field(page, "City").fill("Leeds");
    await button(page, "Sign out").click();
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");
    expect((await page.caller.get("/api/user")).statusCode).toBe(200);

    await button(page, "Sign out").click();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("/auth");
    await button(page, "Sign In").waitFor();
    expect((await page.caller.get("/api/user")).statusCode).toBe(401);
    // The next person at this browser must not find the trader in the page.
    expect(await page.content()).not.toContain(email);
  });

  it("identifies every field of the address for the browser's autofill", async () => {
    const { page } = await dom.trader();
    await page.goto("/settings");
    const purposes = ["Country", "City", "Street", "House Number"].map((label) =>
      field(page, label).getAttribute("autocomplete"),
    );
    expect(await Promise.all(purposes)).toEqual([
      "country",
      "address-level2",
      "address-line1",
      "address-line2",
    ]);
  });

  it("shows the full name as read-only", async () => {
    const { page } = await dom.trader();
    await page.goto("/settings");
    const name = field(page, "Full Name");
    await expect.poll(() => name.inputValue()).toBe("Olivia Bennett");
    expect(await name.isEditable()).toBe(false);
    await page.getByText("Your name cannot be changed").waitFor();
  });

  it("keeps a country that is not offered", async () => {
    const { page, id } = await dom.trader();
    await dom.app.context.database.pool.query(
      "update users set country = 'Atlantis' where id = $1",
      [id],
    );
    await page.goto("/settings");
    await expect.poll(() => field(page, "Country").inputValue()).toBe("Atlantis");
    await field(page, "City").fill("Leeds");
    await button(page, "Save Changes").click();
    await alertText(page, "Profile updated", "status");
    await expect.poll(() => field(page, "Country").inputValue()).toBe("Atlantis");
  });

  it("discards changes with Cancel", async () => {
    const { page } = await dom.trader();
    await page.goto("/settings");
    await field(page, "Street").fill("Elsewhere");
    await button(page, "Cancel").first().click();
    await expect.poll(() => field(page, "Street").inputValue()).toBe("Mill Street");
    await expect.poll(() => button(page, "Save Changes").isDisabled()).toBe(true);
  });

  it("saves only what was edited, so that an administrator's change of the email stays", async () => {
    const { page, id } = await dom.trader();
    await page.goto("/settings");
    await expect.poll(() => field(page, "City").inputValue()).toBe("London");
    const email = `changed.${id}@example.com`;
    const edited = await dom.administrator.patch(`/api/admin/user/${id}`, { email });
    expect(edited.statusCode).toBe(200);
    await field(page, "City").fill("Leeds");
    await button(page, "Save Changes").click();
    await alertText(page, "Profile updated", "status");
    await expect.poll(() => field(page, "Email").inputValue()).toBe(email);
    await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");
  });

  it("rejects an invalid or taken email", async () => {
    const other = await dom.app.trader();
    const { page } = await dom.trader();
    await page.goto("/settings");
    await field(page, "Email").fill("olivia at example");
    await button(page, "Save Changes").click();
    await page.getByText("Please enter a valid email", { exact: true }).waitFor();
    await field(page, "Email").fill(other.email);
    await button(page, "Save Changes").click();
    await expect
      .poll(async () => (await alertText(page, "Update failed"))[0])
      .toBe("Update failed");
    await expect.poll(() => field(page, "Email").inputValue()).toBe(other.email);
  });
});

describe("the password", () => {
  it("is changed with the current one", async () => {
    const { page } = await dom.trader();
    await page.goto("/settings");
    await button(page, "Update Password").click();
    await page.getByText("Current password is required").waitFor();
    await page.getByText("New password must be at least 8 characters").waitFor();
    await page.getByText("Please confirm your password").waitFor();

    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("another password");
    await button(page, "Update Password").click();
    await page.getByText("Current password is required").waitFor();
    await page.getByText("Passwords do not match").waitFor();
    await field(page, "Current Password").fill("not the password");

    await field(page, "Confirm New Password").fill("a new password");
    await button(page, "Update Password").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toEqual(["Update failed", "Current password is incorrect"]);
    await expect.poll(() => page.getByText("Current password is incorrect").count()).toBe(1);
    const focused = page.locator(":focus");
    await expect.poll(() => focused.getAttribute("name")).toBe("currentPassword");

    await field(page, "Current Password").fill(PASSWORD);
    await button(page, "Update Password").click();
    await expect
      .poll(() => alertText(page, "Password updated", "status"))
      .toEqual(["Password updated", "Your password has been updated successfully."]);
    await expect.poll(() => field(page, "New Password").inputValue()).toBe("");
  });
});

it("the form for the password is emptied by Cancel", async () => {
  const { page } = await dom.trader();
  await page.goto("/settings");
  await field(page, "New Password").fill("a new password");
  await button(page, "Update Password").click();
  await page.getByText("Current password is required").waitFor();
  await button(page, "Cancel").last().click();
  await page.getByText("Current password is required").waitFor({ state: "detached" });
  await expect.poll(() => field(page, "New Password").inputValue()).toBe("");
});

describe("the signed-in devices", () => {
  const sessions = (page: Page) =>
    page.getByRole("region", { name: "Signed-In Devices" }).getByRole("listitem");

  async function signInElsewhere(email: string, userAgent: string) {
    const elsewhere = dom.app.visitor();
    await elsewhere.post("/api/login", { email, password: PASSWORD }, { "user-agent": userAgent });
    return elsewhere;
  }

  it("are listed and can be signed out, one or all others", async () => {
    const { page, email } = await dom.trader();
    const tool = await signInElsewhere(email, "curl/8.5.0");
    const other = await signInElsewhere(email, "wget/1.21");
    await page.goto("/settings");
    await expect.poll(() => sessions(page).count()).toBe(4);
    await expect
      .poll(() => sessions(page).first().innerText())
      .toMatch(/This device\n+127\.0\.0\.1 · now/);
    await button(page, "End session: curl").click();
    await expect
      .poll(() => alertText(page, "Session ended", "status"))
      .toEqual(["Session ended", "Signed out there"]);
    await expect.poll(() => sessions(page).count()).toBe(3);
    expect((await tool.get("/api/user")).statusCode).toBe(401);

    await button(page, "End Other Sessions").click();
    await expect.poll(() => sessions(page).count()).toBe(1);
    expect((await other.get("/api/user")).statusCode).toBe(401);
    await expect.poll(() => button(page, "End Other Sessions").count()).toBe(0);
  });

  it("no longer list a session that was signed out elsewhere once it cannot be ended", async () => {
    const { page, email, expectProblem } = await dom.trader();
    expectProblem(/404/);
    const tool = await signInElsewhere(email, "curl/8.5.0");
    dropLongTimers();
    await page.goto("/settings");
    await button(page, "End session: curl").waitFor();
    await tool.post("/api/logout");
    await button(page, "End session: curl").click();
    await alertText(page, "Session not ended");
    await button(page, "End session: curl").waitFor({ state: "detached" });
  });

  it("show an error and a retry if they cannot be loaded", async () => {
    const { page, expectProblem } = await dom.trader();
    expectProblem(/500/);
    await answerCalls(page, "trader.sessions.list", { status: 500, body: "{}" });
    await page.goto("/settings");
    await page.getByText("Failed to load your sessions.").waitFor();
    await page.unrouteAll();
    await button(page, "Try again").click();
    await expect.poll(() => sessions(page).count()).toBeGreaterThan(0);
  });
});

it("a first authenticator app waits for its mail, which can be sent again, and is confirmed on a page", async () => {
  const { page, email } = await dom.trader();
  const path = factorPath.trader;
  const started = await page.caller.post(`${path}/totp`, { password: PASSWORD });
  const { secret } = started.json<{ secret: string }>();
  await page.caller.post(`${path}/totp/confirm`, { code: codeOf(dom.app, secret) });
  await page.goto("/settings");
  await page.getByText("Your authenticator app waits for a confirmation").waitFor();
  await button(page, "Send Again").click();
  await expect
    .poll(() => alertText(page, "Mail sent", "status"))
    .toContain("A new link is on its way");
  const mails = await dom.app.mailsTo(email, 2);
  await page.goto(`/confirm-second-factor?token=${linkIn(mails[0]).token}x`);
  await button(page, "Turn On").click();
  await page.getByText("Nothing was confirmed").waitFor();
  await confirmFactor(dom.app, page.caller);
  await page.goto("/settings");
  await page.getByText("10 of 10 left, in case you lose your phone or passkey").waitFor();
  await expect.poll(() => button(page, "Send Again").count()).toBe(0);
});
