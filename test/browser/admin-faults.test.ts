import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import {
  alertText,
  answerCalls,
  button,
  endSession,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e();
let requestId: number;

beforeAll(async () => {
  const trader = await e2e.app.trader({ fullName: "Ada Lund", email: "ada@example.com" });
  const account = { status: "active", payoutEnabled: true, balance: "5000.00" };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const body = { amount: "250.00", paymentMethod: "crypto" };
  requestId = (await trader.post("/api/user/payouts", body)).json<{ id: number }>().id;
});

const open = (path: string, options?: Parameters<typeof visitAsAdministrator>[2]) =>
  visitAsAdministrator(e2e, path, options);

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

const again = (page: Page) => dialog(page, "Your session has ended");

async function signInAgain(page: Page, accessKey = e2e.app.adminKey) {
  await again(page).getByLabel("Admin Access Key").fill(accessKey);
  await again(page).getByRole("button", { name: "Sign In" }).click();
}

async function choose(page: Page, opener: string, action: string) {
  await button(page, opener).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

describe("when the administrator's session ends while a form is open", () => {
  it("a new user is kept after a wrong key and Escape, and created after the right key", async () => {
    const { page } = await open("/admin");
    await button(page, "Add User").click();
    await field(page, "Full Name").fill("Nora Quinn");
    await field(page, "Email").fill("nora@example.com");
    await endSession(page);
    await button(page, "Create User").click();
    await again(page).waitFor();
    await expect
      .poll(() => again(page).getByRole("button", { name: "Sign In" }).isDisabled())
      .toBe(true);
    await expectAccessibleInBothThemes(page);

    await page.keyboard.press("Escape");
    await page.mouse.click(5, 400);
    await signInAgain(page, "not the key");
    await again(page).getByText("Invalid access key").waitFor();
    await signInAgain(page);
    await again(page).waitFor({ state: "detached" });
    await expect.poll(() => field(page, "Full Name").inputValue()).toBe("Nora Quinn");
    // The key must not be kept for the next time.
    await endSession(page);
    await button(page, "Create User").click();
    await again(page).waitFor();
    await expect.poll(() => field(page, "Admin Access Key").inputValue()).toBe("");
    await signInAgain(page);
    await again(page).waitFor({ state: "detached" });
    await button(page, "Create User").click();
    await alertText(page, "User created", "status");
    await page.getByRole("grid", { name: "Users" }).getByText("nora@example.com").waitFor();
  });

  it("the notes of a rejection are kept", async () => {
    const { page } = await open("/admin#payouts");
    await button(page, `Reject request #${requestId}`).click();
    await field(page, "Admin Notes").fill("The wallet is not yours");
    await endSession(page);
    await button(page, "Reject").click();
    await signInAgain(page);
    await again(page).waitFor({ state: "detached" });
    await expect
      .poll(() => field(page, "Admin Notes").inputValue())
      .toBe("The wallet is not yours");
    await button(page, "Reject").click();
    await alertText(page, "Payout rejected successfully", "status");
  });

  it("the file of a certificate is kept", async () => {
    const { page } = await open("/admin/users?search=Ada");
    await choose(page, "Actions for Ada Lund", "View Full Details");
    await button(page, "Upload Certificate").click();
    await field(page, "Certificate Name").fill("Phase 1 completed");
    await page.getByLabel("Certificate PDF").setInputFiles({
      name: "certificate.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
    });
    await endSession(page);
    await button(page, "Upload").click();
    await signInAgain(page);
    await again(page).waitFor({ state: "detached" });
    await button(page, "Upload").click();
    await alertText(page, "Certificate uploaded", "status");
  });

  it("a page opened in the meantime loads after the sign-in", async () => {
    const { page } = await open("/admin/dashboard");
    await page.getByRole("cell", { name: "Ada Lund" }).waitFor();
    await endSession(page);
    await page.getByRole("link", { name: "Payouts", exact: true }).click();
    await again(page).waitFor();
    await signInAgain(page);
    await button(page, `Actions for request #${requestId}`).waitFor();
    await expect.poll(() => page.getByText(/^Failed to load/).count()).toBe(0);
  });

  it("leaving opens the sign-in screen", async () => {
    const { page } = await open("/admin/users?search=Ada");
    await button(page, "Actions for Ada Lund").waitFor();
    await endSession(page);
    await choose(page, "Actions for Ada Lund", "Set Breached");
    await again(page).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/auth");
  });
});

describe("two tabs of one administrator", () => {
  it("are signed out and in together", async () => {
    const first = await open("/admin/dashboard");
    const second = await first.page.context().newPage();
    await second.goto("/admin/users?search=Ada");
    await button(second, "Actions for Ada Lund").waitFor();
    await button(first.page, "Account menu").click();
    await first.page.getByRole("menuitem", { name: "Sign out" }).click();
    await first.page.waitForURL("/auth");
    await second.waitForURL("/auth");
  });

  it("require one sign-in if their session has ended", async () => {
    const { page } = await open("/admin/dashboard");
    await page.getByRole("cell", { name: "Ada Lund" }).waitFor();
    const second = await page.context().newPage();
    await second.goto("/admin/users?search=Ada");
    await button(second, "Actions for Ada Lund").waitFor();
    await endSession(page);
    await choose(second, "Actions for Ada Lund", "Set Under Review");
    await again(second).waitFor();
    await page.getByRole("link", { name: "Payouts", exact: true }).click();
    await signInAgain(page);
    await again(second).waitFor({ state: "detached" });
    await choose(second, "Actions for Ada Lund", "Set Under Review");
    await second.getByText("User account status changed to under-review").waitFor();
  });
});

describe("when an administrator is offline", () => {
  it("a form shows an error, keeps its input, and works again once online", async () => {
    const { page, expectProblem } = await open("/admin");
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await button(page, "Edit Ada Lund").click();
    await field(page, "Balance").fill("6000");
    await page.context().setOffline(true);
    await button(page, "Save Changes").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toEqual(["Update failed", "You are offline. Check your connection and try again."]);
    await page.context().setOffline(false);
    await expect.poll(() => field(page, "Balance").inputValue()).toBe("6000");
    await button(page, "Save Changes").click();
    await alertText(page, "User updated", "status");
  });

  it("an upload shows an error", async () => {
    const { page, expectProblem } = await open("/admin/users?search=Ada");
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await choose(page, "Actions for Ada Lund", "View Full Details");
    await button(page, "Upload Certificate").click();
    await field(page, "Certificate Name").fill("Phase 1 completed");
    await page.getByLabel("Certificate PDF").setInputFiles({
      name: "certificate.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
    });
    await page.context().setOffline(true);
    await button(page, "Upload").click();
    await expect
      .poll(() => alertText(page, "Upload failed"))
      .toEqual(["Upload failed", "You are offline. Check your connection and try again."]);
  });

  it("signing out shows an error and keeps the session", async () => {
    const { page, expectProblem } = await open("/admin/dashboard");
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await button(page, "Account menu").click();
    await page.context().setOffline(true);
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect
      .poll(() => alertText(page, "Logout failed"))
      .toEqual(["Logout failed", "You are offline. Check your connection and try again."]);
    expect(new URL(page.url()).pathname).toBe("/admin/dashboard");
  });
});

describe("when the server fails", () => {
  it.each([
    ["/admin", "admin.users.page", "Failed to load users."],
    ["/admin#payouts", "admin.payouts.page", "Failed to load pending requests."],
    ["/admin/users", "admin.dashboard", "Failed to load the figures."],
    ["/admin/payouts", "admin.payouts.page", "Failed to load payout requests."],
    ["/admin/payouts", "admin.dashboard", "Failed to load the figures."],
  ])("%s reports that %s failed, and can load it again", async (path, procedure, text) => {
    const { page, expectProblem } = await open("/admin/dashboard");
    expectProblem(/500/);
    await answerCalls(page, procedure, { status: 500, body: "" });
    // Reloaded, because the figures of the previous page would still be cached.
    await page.goto(path);
    const failure = page.getByText(text).first();
    await failure.waitFor();
    await expectAccessible(page);
    await page.unroute(`**/api/trpc/${procedure}*`);
    const failures = button(page, "Try again");
    for (let left = await failures.count(); left > 0; left -= 1) {
      await failures.first().click();
      await expect.poll(() => failures.count()).toBe(left - 1);
    }
    await page.getByRole("gridcell").first().waitFor();
  });

  it("a user that failed to load can be loaded again", async () => {
    const { page, expectProblem } = await open("/admin/users?search=Ada");
    expectProblem(/500/);
    await answerCalls(page, "admin.users.get", { status: 500, body: "" });
    await choose(page, "Actions for Ada Lund", "View Full Details");
    const details = dialog(page, "User Details");
    await details.getByText("Failed to load the user.").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/trpc/admin.users.get*");
    await button(page, "Try again").click();
    await details.getByText("ada@example.com").waitFor();
  });

  it("the command palette distinguishes a failed search from one without results", async () => {
    const { page, expectProblem } = await open("/admin/dashboard");
    expectProblem(/500/);
    await answerCalls(page, "admin.users.page", { status: 500, body: "" });
    await button(page, "Search").click();
    const palette = dialog(page, "Command palette");
    await palette.getByRole("combobox").fill("Ada");
    await palette.getByText("Failed to search users and payouts").waitFor();
    await page.unroute("**/api/trpc/admin.users.page*");
    await palette.getByRole("combobox").fill("Ada L");
    await palette.getByRole("option", { name: /Ada Lund/ }).waitFor();
  });

  it("a throttled sign-in shows how long to wait", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth#admin");
    const error = {
      message: "Too many attempts.",
      code: -32029,
      data: { code: "TOO_MANY_REQUESTS", httpStatus: 429, path: "admin.login", retryAfter: 600 },
    };
    await answerCalls(page, "admin.login", {
      status: 429,
      contentType: "application/json",
      body: JSON.stringify({ error: { json: error } }),
    });
    await field(page, "Admin Access Key").fill("some key");
    await button(page, "Access Admin Dashboard").click();
    await expect
      .poll(() => alertText(page, "Login failed"))
      .toEqual(["Login failed", "Too many attempts. Try again in 10 minutes."]);
  });
});
