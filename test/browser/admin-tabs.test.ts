import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import { alertText, button, field, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

async function openAdmin(options?: Parameters<typeof e2e.browser.visit>[0]) {
  const visit = await e2e.browser.visit(options);
  await visit.page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
  await visit.page.goto("/admin");
  await visit.page.getByRole("tab", { name: "User Management" }).waitFor();
  return visit;
}

function grid(page: Page, name: string) {
  return page.getByRole("grid", { name, exact: true });
}

/** Creates a trader with a pending request. */
async function request(fullName: string, amount = "250.00") {
  const trader = await e2e.app.trader({ fullName });
  const account = { payoutEnabled: true, balance: "5000.00" };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const body = { amount, paymentMethod: "crypto" };
  const response = await trader.post("/api/user/payouts", body);
  return response.json<{ id: number }>().id;
}

describe("User Management", () => {
  it("deletes a user with unpaid payouts only once their sum is typed, and none who is being paid", async () => {
    const id = await request("Una Paid", "4651.28");
    await e2e.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const run = await e2e.administrator.post("/api/admin/payments", { payoutIds: [id] });
    const { id: runId, payments } = run.json<{ id: number; payments: { id: number }[] }>();
    const { page } = await openAdmin();
    await button(page, "Delete Una Paid").click();
    await page.getByRole("alert").getByText("Una Paid is being paid").waitFor();
    await page.getByRole("link", { name: `payment run #${runId}` }).waitFor();
    await expectAccessible(page);
    await expect.poll(() => button(page, "Delete").isDisabled()).toBe(true);
    await button(page, "Cancel").click();
    const paymentIds = payments.map((payment) => payment.id);
    await e2e.administrator.post(`/api/admin/payments/${runId}/remove`, { paymentIds });
    await button(page, "Delete Una Paid").click();
    await page
      .getByRole("alert")
      .getByText("Una Paid has $4,651.28 approved and not yet paid")
      .waitFor();
    await expectAccessible(page);
    await expect.poll(() => button(page, "Delete").isDisabled()).toBe(true);
    await field(page, "Type $4,651.28").fill("4651.29");
    await expect.poll(() => button(page, "Delete").isDisabled()).toBe(true);
    await field(page, "Type $4,651.28").fill("4.651,28");
    await button(page, "Delete").click();
    await alertText(page, "User deleted", "status");
    await button(page, "Delete Una Paid").waitFor({ state: "detached" });
  });

  it("restores the row height when a narrow window grows", async () => {
    await e2e.app.trader();
    const { page } = await openAdmin({ viewport: { width: 390, height: 800 } });
    const row = grid(page, "Users").getByRole("row").nth(1);
    const height = async () => (await row.boundingBox())?.height;
    await expect.poll(height).toBeGreaterThan(70);
    await page.setViewportSize({ width: 1440, height: 800 });
    await grid(page, "Users").getByRole("columnheader", { name: "Balance" }).waitFor();
    await expect.poll(height).toBe(44);
  });
});
