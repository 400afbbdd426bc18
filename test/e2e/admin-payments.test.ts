import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  openMore,
  startE2e,
  visitAsAdministrator,
} from "../support/e2e.ts";

const e2e = startE2e();

async function approvedOf(amount: string): Promise<{ id: number; traderId: number }> {
  const trader = await e2e.trader({ account: { status: "active", payoutEnabled: true } });
  const data = { amount, paymentMethod: "paypal", paymentDetails: "o@example.com" };
  const made = await trader.page.request.post("/api/user/payouts", { data });
  const { id } = (await made.json()) as { id: number };
  await e2e.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  return { id, traderId: trader.id };
}

const approved = async (amount: string) => (await approvedOf(amount)).id;

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

describe("payment runs", () => {
  it("can be created from approved requests, exported, paid, reversed and closed", async () => {
    const [one, other] = [await approved("100.10"), await approved("50.00")];
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openMore(page, "Payment Runs");
    await page.getByRole("heading", { level: 1, name: "Payment Runs" }).waitFor();
    await page.getByRole("checkbox", { name: new RegExp(`Select request #${one} `) }).check();
    await page.getByRole("checkbox", { name: new RegExp(`Select request #${other} `) }).check();
    await page.getByText("2 selected").waitFor();
    await expectAccessible(page);
    await button(page, "Create Payment Run").click();
    await page.getByRole("heading", { level: 1, name: /^Payment Run #\d+$/ }).waitFor();
    await page.getByText("0 of 2 paid").waitFor();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^payment-run-\d+\.csv$/);

    await page.getByRole("checkbox", { name: `Select request #${other}` }).check();
    await button(page, "Remove from Run").click();
    await page.getByText("0 of 1 paid").waitFor();

    await button(page, "Mark All as Paid").click();
    await field(page, "Reference").fill("WT-22015");
    await dialog(page, "Mark as Paid").getByRole("button", { name: "Mark as Paid" }).click();
    expect(await alertText(page, "Payment marked as paid", "status")).toEqual([
      "Payment marked as paid",
    ]);
    await dialog(page, "Mark as Paid").waitFor({ state: "detached" });
    await page.getByText("1 of 1 paid").waitFor();
    await button(page, "Close Run").click();
    await page.getByText("Closed", { exact: true }).waitFor();

    await button(page, `Reverse the payment of request #${one}`).click();
    await field(page, "Reason").fill("Returned by the bank");
    await dialog(page, "Reverse Payment").getByRole("button", { name: "Reverse Payment" }).click();
    await page.getByText(/Reversed .*: Returned by the bank/).waitFor();
    await dialog(page, "Reverse Payment").waitFor({ state: "detached" });
    await expectAccessible(page);
  });

  it("can be paid without notifying the traders", async () => {
    const { id, traderId } = await approvedOf("60.00");
    const made = await e2e.administrator.post("/api/admin/payments", { payoutIds: [id] });
    const { id: runId } = made.json<{ id: number }>();
    const { page } = await visitAsAdministrator(e2e, `/admin/payments/${runId}`);
    await button(page, "Mark All as Paid").click();
    await field(page, "Reference").fill("WT-22016");
    await page.getByRole("checkbox", { name: "Notify the traders by email" }).uncheck();
    await dialog(page, "Mark as Paid").getByRole("button", { name: "Mark as Paid" }).click();
    await page.getByText("1 of 1 paid").waitFor();
    const { rows } = await e2e.app.context.database.pool.query(
      "select kind from notices where user_id = $1 and kind = 'payout-paid'",
      [traderId],
    );
    expect(rows).toEqual([]);
  });

  it("show what has become unusual about a request since its approval", async () => {
    const { id, traderId } = await approvedOf("75.00");
    await e2e.administrator.patch(`/api/admin/user/${traderId}/ban`, {
      banned: true,
      banReason: "Copy trading",
    });
    const { page } = await visitAsAdministrator(e2e, "/admin/payments");
    const unpaid = page.getByRole("row").filter({ hasText: `#${id}` });
    await unpaid.getByText("Trader banned").waitFor();
    await unpaid.getByRole("checkbox").check();
    await button(page, "Create Payment Run").click();
    await page.getByRole("heading", { level: 1, name: /^Payment Run #\d+$/ }).waitFor();
    await page.getByRole("row").getByText("Trader banned").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: `#${id}`, exact: true }).click();
    await page.getByText("The trader is banned.").waitFor();
  });
});

it("the firm's payment account can be set, which closes its dialog", async () => {
  const { page } = await visitAsAdministrator(e2e, "/admin/payments");
  await button(page, "Set Account").click();
  await field(page, "Account Holder").fill("Propdesk GmbH");
  await field(page, "IBAN").fill("DE02 1203 0000 0000 2020 52");
  await button(page, "Save Changes").click();
  await page.getByText("Please enter a valid IBAN").waitFor();
  await field(page, "IBAN").fill("DE02 1203 0000 0000 2020 51");
  await button(page, "Save Changes").click();
  await alertText(page, "Payment account saved", "status");
  await dialog(page, "Firm's Payment Account").waitFor({ state: "detached" });
  await page.getByText("DE02 1203 0000 0000 2020 51").waitFor();
  await button(page, "Edit Account").waitFor();
});
