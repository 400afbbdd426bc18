import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import {
  alertText,
  answerCalls,
  button,
  endSession,
  field,
  startE2e,
  visitAsAdministrator,
  withoutPageSession,
} from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

/** Signs in with the form, because reloading the page would clear the memory. */
async function signIn(page: Page, email: string) {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Sign In").click();
}

/** Finds the built script of a route in the manifest. */
async function scriptOf(route: string): Promise<string> {
  const path = join(import.meta.dirname, "../../dist/web/.vite/manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8")) as Record<string, { file: string }>;
  return Object.entries(manifest).find(([key]) => key.startsWith(route))![1].file;
}

describe("when the client is offline", () => {
  it("shows an error, keeps the input, and continues once online", async () => {
    const { page, expectProblem } = await e2e.trader();
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await page.goto("/settings");
    await field(page, "City").fill("Leeds");
    await page.context().setOffline(true);
    await button(page, "Save Changes").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toContain("You are offline. Check your connection and try again.");
    await page.context().setOffline(false);
    await button(page, "Save Changes").click();
    await alertText(page, "Profile updated", "status");
  });
});

it("asks before changes are lost even if the script of the question cannot be loaded", async () => {
  const { page, expectProblem } = await e2e.trader();
  expectProblem(/ERR_FAILED|dynamically imported module/);
  await page.goto("/settings");
  await waitForQuietNetwork(page);
  await page.route(/\/assets\//, (route) => route.abort());
  await field(page, "City").fill("Leeds");

  const answers = [false, true];
  page.on("dialog", (question) => (answers.shift() ? question.accept() : question.dismiss()));
  await page.getByRole("link", { name: "Payouts" }).click();
  await expect.poll(() => answers).toEqual([true]);
  await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");
  await page.unroute(/\/assets\//);
  await page.getByRole("link", { name: "Payouts" }).click();
  await page.waitForURL("/payouts");
});

it("requests a new sign-in even if no further script can be loaded", async () => {
  const { page } = await e2e.trader();
  await page.goto("/settings");
  await waitForQuietNetwork(page);
  await field(page, "City").fill("Leeds");
  // The first input makes the page preload further scripts.
  await page.mouse.move(5, 5);
  await waitForQuietNetwork(page);
  await page.route(/\/assets\//, (route) => route.abort());
  await endSession(page);
  await button(page, "Save Changes").click();
  await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
  await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");
});

describe("when the session ends while a form is open", () => {
  it("requests a new sign-in above the form and keeps the input", async () => {
    const { page } = await e2e.trader();
    await page.goto("/settings");
    await field(page, "City").fill("Leeds");
    await endSession(page);
    await button(page, "Save Changes").click();

    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.waitFor();
    // Only the dialog reports the end of the session.
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await dialog.getByLabel("Password").fill("not the password");
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByText("The password is incorrect").waitFor();
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.waitFor({ state: "detached" });

    await expect.poll(() => field(page, "City").inputValue()).toBe("Leeds");
    await button(page, "Save Changes").click();
    await alertText(page, "Profile updated", "status");
  });

  it("opens the sign-in screen on Leave", async () => {
    const { page } = await e2e.trader();
    await page.goto("/settings");
    await endSession(page);
    // Not with the pointer: hovering preloads the page, and the dialog may open before the click.
    await page.getByRole("link", { name: "Payouts" }).dispatchEvent("click");
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/auth");
    await button(page, "Sign In").waitFor();
  });

  it("leads back to the page after Leave and another sign-in, but not after a sign-out", async () => {
    const { page, email } = await e2e.trader();
    await page.goto("/settings");
    await field(page, "City").fill("Leeds");
    await endSession(page);
    await button(page, "Save Changes").click();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/auth");
    await signIn(page, email);
    await page.waitForURL("/settings");
    await expect.poll(() => field(page, "City").inputValue()).toBe("London");

    await button(page, "Sign out").click();
    await page.waitForURL("/auth");
    await signIn(page, email);
    await page.waitForURL("/");
  });
});

describe("when a trader is banned while the page is open", () => {
  it("signs out and shows the reason, even if a form has unsaved changes", async () => {
    const { page, id } = await e2e.trader();
    await page.goto("/settings");
    await field(page, "City").fill("Leeds");
    await waitForQuietNetwork(page);
    await e2e.administrator.patch(`/api/admin/user/${id}/ban`, {
      banned: true,
      banReason: "Copy trading",
    });
    await page.waitForURL("/auth");
    await expect
      .poll(async () => (await alertText(page, "Account banned")).join(" "))
      .toContain("Copy trading");

    // The ban also applies after a reload and on other screens.
    await page.goto("/settings");
    await page.waitForURL("/auth");
    await expect
      .poll(async () => (await alertText(page, "Account banned")).join(" "))
      .toContain("Copy trading");
  });
});

describe("two tabs of one browser", () => {
  it("are signed out and in together", async () => {
    const first = await e2e.trader();
    const second = await first.page.context().newPage();
    await first.page.goto("/settings");
    await field(first.page, "City").fill("Leeds");
    await second.goto("/settings");
    await button(second, "Sign out").click();
    await first.page.waitForURL("/auth");
    await first.page.getByText("You signed out in another tab.").waitFor();

    await signIn(first.page, first.email);
    await first.page.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();
    await second.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();
  });
});

describe("two tabs after another trader has signed in", () => {
  it("both show only the new trader's account", async () => {
    const first = await e2e.trader({ account: { balance: "777.00" } });
    const second = await first.page.context().newPage();
    await second.goto("/");
    await second.getByText("$777.00").waitFor();
    const other = await e2e.app.trader({ fullName: "Bob Other" });
    // The session of the first tab has ended unnoticed, and the second tab signs in.
    await endSession(first.page);
    await first.page.goto("/auth");
    await signIn(first.page, other.email);
    await second.getByRole("heading", { name: "Welcome back, Bob" }).waitFor();
    await second.getByText("$0.00").first().waitFor();
    await expect.poll(() => second.getByText("$777.00").count()).toBe(0);
  });
});

describe("when the server fails", () => {
  it("shows how long to wait after a throttled call", async () => {
    const { page } = await e2e.browser.visit();
    await page.goto("/auth");
    const error = {
      message: "Too many attempts.",
      code: -32029,
      data: { code: "TOO_MANY_REQUESTS", httpStatus: 429, path: "auth.login", retryAfter: 600 },
    };
    await answerCalls(page, "auth.login", {
      status: 429,
      contentType: "application/json",
      body: JSON.stringify({ error: { json: error } }),
    });
    await signIn(page, "olivia@example.com");
    await expect
      .poll(() => alertText(page, "Login failed"))
      .toEqual(["Login failed", "Too many attempts. Try again in 10 minutes."]);
  });

  it("shows the failure and a retry if the session cannot be read", async () => {
    const { page, expectProblem } = await e2e.trader();
    expectProblem(/502|Error/);
    await withoutPageSession(page, "/settings");
    await answerCalls(page, "auth.me", { status: 502, body: "<html></html>" });
    await page.goto("/settings");
    await expect
      .poll(() => alertText(page, "This page could not be shown"))
      .toContain("502 Bad Gateway");
    await page.unroute("**/api/trpc/auth.me*");
    await button(page, "Reload the page").click();
    await page.getByRole("heading", { name: "Account Settings" }).waitFor();
  });

  it("offers to reload if a script cannot be fetched", async () => {
    const { page, expectProblem } = await e2e.trader();
    expectProblem(/.*/);
    await page.goto("/");
    await page.getByRole("heading", { name: "Account Balance" }).waitFor();
    const script = `**/${await scriptOf("routes/_trader/payouts.tsx?")}`;
    await page.route(script, (route) => route.abort());
    // The router reloads the page once by itself. The notice may already be shown before.
    const reloaded = page.waitForEvent("load");
    await page.getByRole("link", { name: "Payouts" }).click();
    await reloaded;
    await alertText(page, "This page could not be shown");
    await page.unroute(script);
    await button(page, "Reload the page").click();
    await page.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
  });

  it("offers to reload if the script of a dialog cannot be fetched", async () => {
    const { page, expectProblem } = await visitAsAdministrator(e2e, "/admin/rules");
    expectProblem(/.*/);
    const columns = `**/${await scriptOf("table/columns/columns-dialog.tsx")}`;
    await page.route(columns, (route) => route.abort());
    await page.goto("/admin/users");
    await button(page, "Columns").click();
    await expect
      .poll(() => alertText(page, "This page could not be shown"))
      .toContain(
        "Part of this page could not be loaded. There may be a newer version; reload to get it.",
      );
  });
});

it("forgets one trader's data before another signs in", async () => {
  const first = await e2e.trader({ account: { balance: "777.00" } });
  await first.page.goto("/");
  await first.page.getByText("$777.00").waitFor();
  await button(first.page, "Sign out").click();
  await first.page.waitForURL("/auth");
  const second = await e2e.app.trader();
  await first.page.route("**/api/trpc/trader.account*", () => undefined);
  await signIn(first.page, second.email);
  await first.page.waitForURL("/");
  await first.page.getByRole("progressbar", { name: "Loading" }).waitFor();
  await expect.poll(() => first.page.getByText("$777.00").count()).toBe(0);
});

describe("going back to a page in the back/forward cache", () => {
  it("reloads the session and shows no data of an ended one", async () => {
    const { page } = await e2e.trader();
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await endSession(page);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.waitForURL(/\/auth/);
  });
});
