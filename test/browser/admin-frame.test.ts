import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  answerCalls,
  button,
  field,
  startE2e,
  withoutPageSession,
} from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

async function administrator(options?: Parameters<typeof e2e.browser.visit>[0]) {
  const visit = await e2e.browser.visit(options);
  await visit.page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
  return visit;
}

describe("the administrators' navigation bar", () => {
  it("links to the dashboard, the queues and the users, and marks the current one", async () => {
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    const bar = page.getByRole("navigation", { name: "Main" });
    await bar.getByRole("link", { name: "Users" }).waitFor();
    const links = bar.getByRole("link");
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute("href")),
    );
    expect(addresses.map((address) => address?.replace("/admin/", ""))).toEqual([
      "dashboard",
      "payouts",
      "reviews",
      "statements",
      "payments",
      "users",
    ]);
    await bar.getByRole("link", { name: "Users" }).click();
    await page.waitForURL("/admin/users");
    const current = bar.getByRole("link", { name: "Users" });
    await expect.poll(() => current.getAttribute("aria-current")).toBe("page");
  });

  it("has the same links and numbers at 1024 px, and in a side menu below", async () => {
    const { page } = await administrator({ viewport: { width: 1024, height: 768 } });
    await page.route("**/api/trpc/admin.overview.waiting*", async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({
        contentType: "application/json",
        body: body.replaceAll(/"(total|count)":\d+,/g, '"$1":1000,'),
      });
    });
    await page.goto("/admin/dashboard");
    const bar = page.getByRole("navigation", { name: "Main" });
    await bar.getByRole("link", { name: "Users" }).waitFor();
    await expect.poll(() => bar.getByText("99+").count()).toBe(5);
    const overlaps = `(() => {
      const boxes = [...document.querySelectorAll("header nav :is(a, button), header button")]
        .map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
      return boxes.some(({ left, right }, at) => right > innerWidth || boxes.slice(at + 1)
        .some((other) => other.left < right - 1 && left < other.right - 1));
    })()`;
    expect(await page.evaluate(overlaps)).toBe(false);
    expect(await button(page, "Open menu").count()).toBe(0);
    await button(page, "More").click();
    const more = page.getByRole("dialog", { name: "More pages" });
    await more.getByText("1,000").first().waitFor();
    await expect.poll(() => more.getByText("waiting").count()).toBeGreaterThan(4);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1023, height: 768 });
    await button(page, "Open menu").waitFor();
  });

  it("reloads the page to refresh the data", async () => {
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    await Promise.all([page.waitForEvent("load"), button(page, "Refresh data").click()]);
    await button(page, "Account menu").click();
    await expectAccessible(page);
    await Promise.all([
      page.waitForEvent("load"),
      page.getByRole("menuitem", { name: "Refresh Data" }).click(),
    ]);
  });

  it("signs out and opens the sign-in screen", async () => {
    const { page, expectProblem } = await administrator();
    expectProblem(/502/);
    await page.goto("/admin/dashboard");
    await button(page, "Account menu").click();
    const calls: string[] = [];
    page.on("request", (request) =>
      calls.push(/trpc\/(admin\.[\w.]+)/.exec(request.url())?.[1] ?? ""),
    );
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("/auth");
    await waitForQuietNetwork(page);
    expect(calls.filter(Boolean)).toEqual(["admin.logout"]);
    // The next administrator in the same tab must not see what the previous one has loaded.
    await answerCalls(page, "admin.dashboard", { status: 502, body: "" });
    await page.getByRole("link", { name: "Admin Login" }).click();
    await field(page, "Admin Access Key").fill(e2e.app.adminKey);
    await button(page, "Access Admin Dashboard").click();
    await page.getByText("Failed to load the overview.").waitFor();
    await button(page, "Account menu").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("/auth");
    await page.goto("/admin/dashboard");
    await page.waitForURL("/auth");
  });

  it("is a side menu on small screens", async () => {
    const { page } = await administrator({ viewport: { width: 390, height: 800 } });
    await page.goto("/admin/users");
    await button(page, "Open menu").click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "Refresh Data" }).waitFor();
    await menu.getByRole("button", { name: "Sign out" }).waitFor();
    await menu.getByRole("link", { name: "Payouts" }).click();
    await page.waitForURL("/admin/payouts");
  });
});

describe("the check of an administrator's session", () => {
  it("shows a toast if the request fails", async () => {
    const { page, expectProblem } = await administrator();
    expectProblem(/ERR_FAILED/);
    await withoutPageSession(page, "/admin/dashboard");
    await page.route("**/api/trpc/admin.session*", (route) => route.abort());
    await page.goto("/admin/dashboard");
    await expect
      .poll(() => alertText(page, "Authentication failed"))
      .toEqual(["Authentication failed", "Could not verify admin access."]);
    await page.waitForURL("/auth");
  });

  it("treats an error response as signed out", async () => {
    const { page, expectProblem } = await administrator();
    expectProblem(/500/);
    await withoutPageSession(page, "/admin/dashboard");
    await answerCalls(page, "admin.session", { status: 500, body: "" });
    await page.goto("/admin/dashboard");
    await page.waitForURL("/auth");
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });
});
