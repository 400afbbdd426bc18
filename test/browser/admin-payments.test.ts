import type { Page } from "playwright-core";
import superjson, { type SuperJSONResult } from "superjson";
import { describe, expect, it } from "vitest";
import { nextTargetDay } from "../../src/business/money/payments/target-day.rule.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

const paypal = { paymentMethod: "paypal", paymentDetails: "o@example.com" };
const bank = {
  paymentMethod: "bank",
  paymentDetails: "Account Number: DE02 1203 0000 0000 2020 51",
};

async function approvedOf(
  amount: string,
  payment = paypal,
  currency = "USD",
): Promise<{ id: number; traderId: number }> {
  const trader = await e2e.trader({ account: { status: "active", payoutEnabled: true } });
  const stage = { phase: "Funded", initialBalance: "10000", currency };
  await e2e.administrator.post(`/api/admin/user/${trader.id}/stages`, stage);
  const data = { amount, ...payment };
  const created = await trader.page.request.post("/api/user/payouts", { data });
  const { id } = (await created.json()) as { id: number };
  await e2e.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  return { id, traderId: trader.id };
}

const approved = async (...request: Parameters<typeof approvedOf>) =>
  (await approvedOf(...request)).id;

/** Creates a payment run of these requests. @returns its id */
async function createRun(payoutIds: number[]): Promise<number> {
  const created = await e2e.administrator.post("/api/admin/payments", { payoutIds });
  return created.json<{ id: number }>().id;
}

const select = (page: Page, id: number) =>
  page.getByRole("checkbox", { name: new RegExp(`^Select request #${id}\\b`) });

describe("payment runs", () => {
  it("can be composed of all requests, or of those with one payment method", async () => {
    const [one, other] = [await approved("10.00"), await approved("20.00", bank)];
    const { page } = await visitAsAdministrator(e2e, "/admin/payments");
    const areSelected = async () => [
      await select(page, one).isChecked(),
      await select(page, other).isChecked(),
    ];
    await button(page, "Select All").click();
    await expect.poll(() => areSelected()).toEqual([true, true]);
    await button(page, "Select None").click();
    await page.getByText("0 selected").waitFor();
    await expect.poll(() => areSelected()).toEqual([false, false]);
    await button(page, "PayPal").click();
    await expect.poll(() => areSelected()).toEqual([true, false]);
    await button(page, "Bank Transfer").click();
    await expect.poll(() => areSelected()).toEqual([false, true]);

    // More than fit into a run can be selected, but not sent.
    await page.route("**/api/trpc/admin.payments.unpaidPage*", async (route) => {
      const response = await route.fetch();
      const { result } = (await response.json()) as { result: { data: SuperJSONResult } };
      const unpaid = superjson.deserialize<{ rows: object[] }>(result.data);
      const rows = Array.from({ length: 501 }, (_, index) => ({
        ...unpaid.rows[0],
        id: index + 1,
      }));
      const data = superjson.serialize({ rows, nextCursor: null });
      await route.fulfill({ response, json: { result: { data } } });
    });
    await page.reload();
    await button(page, "Select All").click();
    await page.getByText("At most 500 requests fit in a run").waitFor();
    await expect.poll(() => button(page, "Create Payment Run").isDisabled()).toBe(true);
  });
});

it("the firm's payment account can be set, which closes its dialog and allows SEPA files", async () => {
  const inEuros = await createRun([await approved("70.00", bank, "EUR")]);
  const inDollars = await createRun([await approved("80.00", bank)]);
  const { page } = await visitAsAdministrator(e2e, `/admin/payments/${inEuros}`);
  await page.getByText("A SEPA file needs the firm's payment account.").waitFor();
  const sepaFile = page.getByRole("link", { name: "Export SEPA" });
  await expect.poll(() => sepaFile.count()).toBe(0);
  await button(page, "Set Account").click();
  await field(page, "Account Holder").fill("Fürst 株式会社");
  await page.getByText("In SEPA files: Fuerst").waitFor();
  await field(page, "Account Holder").fill("Propdesk GmbH");
  await field(page, "IBAN").fill("DE02 1203 0000 0000 2020 52");
  await button(page, "Save Changes").click();
  await page.getByText("Please enter a valid IBAN").waitFor();
  await field(page, "IBAN").fill("DE02 1203 0000 0000 2020 51");
  await button(page, "Save Changes").click();
  await alertText(page, "Payment account saved", "status");
  await dialog(page, "Firm's Payment Account").waitFor({ state: "detached" });
  await sepaFile.waitFor();
  await page.goto("/admin/payments");
  await page.getByText("DE02 1203 0000 0000 2020 51").waitFor();
  await button(page, "Edit Account").click();
  await expect.poll(() => field(page, "Account Holder").inputValue()).toBe("Propdesk GmbH");
  await expect.poll(() => field(page, "IBAN").inputValue()).toBe("DE02120300000000202051");
  await field(page, "BIC").fill("BYLADEM1001");
  const { promise: isReopened, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/trpc/admin.payments.account?*", async (route) => {
    await isReopened;
    await route.continue();
  });
  await button(page, "Save Changes").click();
  await dialog(page, "Firm's Payment Account").waitFor({ state: "detached" });
  await button(page, "Edit Account").click();
  // The dialog is open before the account has been read again.
  await field(page, "Account Holder").fill("Propdesk AG");
  release();
  await expect.poll(() => field(page, "BIC").inputValue()).toBe("BYLADEM1001");
  await expect.poll(() => field(page, "Account Holder").inputValue()).toBe("Propdesk AG");
  await page.goto(`/admin/payments/${inEuros}`);
  await page.getByText("1 of 1 open payments can be included in the SEPA file.").waitFor();
  await sepaFile.waitFor();
  // The first digits of the month and the year form dates that have passed.
  const executionDate = field(page, "Execution Date");
  await executionDate.pressSequentially("12312098");
  await expect.poll(() => executionDate.inputValue()).toBe("2098-12-31");
  await expect.poll(() => sepaFile.getAttribute("href")).toMatch(/\?executionDate=2098-12-31$/);
  await executionDate.fill("2098-12-25");
  await executionDate.blur();
  await expect.poll(() => executionDate.inputValue()).toBe("2098-12-29");
  await page.getByText("Banks settle no SEPA transfers on Dec 25, 2098").waitFor();
  const today = (await executionDate.getAttribute("min"))!;
  await executionDate.fill("2026-01-15");
  await executionDate.blur();
  await expect.poll(() => executionDate.inputValue()).toBe(nextTargetDay(today));
  await page.goto(`/admin/payments/${inDollars}`);
  await page.getByText("0 of 1 open payments can be included in the SEPA file.").waitFor();
  const leftOut = page.getByRole("list", { name: "Not in the SEPA file" });
  await expect
    .poll(() => leftOut.innerText())
    .toMatch(/^SEPA supports only euros, and this payment is in USD\s+#\d+$/);
  await expect.poll(() => sepaFile.count()).toBe(0);
});
