import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { PASSWORD } from "../support/app.ts";
import { issueCertificate, startE2e } from "../support/browser-app.ts";
import { recordRequests, repeated, waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

/** The other screens are loaded in look.test.ts. */
const filteredScreens = [
  "/admin?search=olivia",
  "/admin/users?search=olivia&status=pending",
  "/admin/payouts?sort=amount&order=asc",
  "/admin/audit?search=olivia",
];

let email: string;

beforeAll(async () => {
  const trader = await e2e.app.trader();
  email = trader.email;
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  await trader.post("/api/user/payouts", { amount: "100.00", paymentMethod: "paypal" });
  await issueCertificate(e2e, trader.id, { name: "Phase 1" });
});

it("no screen with filters in its URL makes the same request twice", async () => {
  const { page } = await e2e.browser.visit();
  await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
  for (const path of filteredScreens) {
    const { requests, stop } = recordRequests(page);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await waitForQuietNetwork(page);
    stop();
    expect(requests.filter((request) => request.includes("admin.me.get"))).toHaveLength(1);
    expect({ path, repeated: repeated(requests) }).toEqual({ path, repeated: [] });
  }
});

/** Records API calls only, because a browser fetches the icon again for each title. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(`${request.method()} ${request.url()}`);
  });
  return calls;
}

it("a public screen makes no calls for a visitor, and redirects a signed-in trader to the dashboard", async () => {
  const { page } = await e2e.browser.visit();
  const calls = watchCalls(page);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await waitForQuietNetwork(page);
  expect(calls).toEqual([]);
  await page.request.post("/api/login", { data: { email, password: PASSWORD } });
  await page.goto("/auth");
  await page.getByRole("heading", { name: "Welcome back, Olivia" }).waitFor();
});

it("no page requests the session that it contains", async () => {
  const { page } = await e2e.browser.visit();
  const calls = watchCalls(page);
  await page.request.post("/api/login", { data: { email, password: PASSWORD } });
  await page.goto("/payouts");
  await page.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
  await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
  await page.goto("/admin/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(calls.filter((call) => /auth\.me|admin\.session/.test(call))).toEqual([]);
});

describe("from screen to screen", () => {
  it("a trader's client requests no fresh data again", async () => {
    const { page } = await e2e.trader();
    const requests = watchCalls(page);
    await page.goto("/");
    for (const screen of ["Settings", "Payouts", "Certificates", "Dashboard", "Payouts"]) {
      await page.getByRole("link", { name: screen, exact: true }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await waitForQuietNetwork(page);
    }
    expect(requests.some((request) => request.includes("trader.payouts.list"))).toBe(true);
    expect(repeated(requests)).toEqual([]);
  });

  it("an administrator's client requests no fresh data again", async () => {
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
    const requests = watchCalls(page);
    await page.goto("/admin/dashboard");
    for (const screen of ["Users", "Payouts", "Dashboard", "Users"]) {
      await page.getByRole("link", { name: screen, exact: true }).click();
      await waitForQuietNetwork(page);
    }
    expect(requests.some((request) => request.includes("admin.users.page"))).toBe(true);
    expect(repeated(requests)).toEqual([]);
  });
});
