import type { Page } from "playwright-core";
import superjson, { type SuperJSONResult } from "superjson";
import { nextTargetDay } from "../../src/business/money/payments/target-day.rule.ts";
import { describe, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  openFromBar,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

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

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

describe("payment runs", () => {
  it("can be created from approved requests, exported, paid, reversed and closed", async () => {
    const [one, other] = [await approved("100.10", paypal, "EUR"), await approved("50.00")];
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openFromBar(page, "Payments");
    await page.getByRole("heading", { level: 1, name: "Payment Runs" }).waitFor();
    await page.getByRole("checkbox", { name: new RegExp(`Select request #${one} `) }).check();
    await page.getByRole("checkbox", { name: new RegExp(`Select request #${other} `) }).check();
    await page.getByText("2 selected").waitFor();
    await expectAccessible(page);
    await button(page, "Create Payment Run").click();
    await page.getByRole("heading", { level: 1, name: /^Payment Run #\d+$/ }).waitFor();
    await page.getByText("0 of 2 paid").waitFor();
    await page.getByText(/Not exported yet$/).waitFor();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^payment-run-\d+\.csv$/);
    await page.getByText(/Last exported as CSV by Test administrator, /).waitFor();

    await page.getByRole("checkbox", { name: `Select request #${other}` }).check();
    await button(page, "Remove from Run").click();
    const removal = dialog(page, "Remove from Run");
    await removal.getByText(/^1 payment of run #\d+$/).waitFor();
    await removal.getByText(/it would be paid twice\.$/).waitFor();
    await removal.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("0 of 1 paid").waitFor();

    await button(page, "Mark All as Paid").click();
    await field(page, "Reference").fill("WT-22015");
    await expect.poll(() => field(page, "Notify the traders by email").isChecked()).toBe(true);
    await dialog(page, "Mark as Paid").getByRole("button", { name: "Mark as Paid" }).click();
    await expect
      .poll(() => alertText(page, "Payment marked as paid", "status"))
      .toEqual(["Payment marked as paid"]);
    await dialog(page, "Mark as Paid").waitFor({ state: "detached" });
    await page.getByText("1 of 1 paid").waitFor();
    const progress = page.getByRole("meter", { name: "Paid payments" });
    await expect.poll(() => progress.getAttribute("aria-valuetext")).toBe("1 of 1");
    await button(page, "Close Run").click();
    await page.getByText("Closed", { exact: true }).waitFor();
    await expect.poll(() => button(page, "Close Run").count()).toBe(0);

    await button(page, `Reverse the payment of request #${one}`).click();
    await dialog(page, "Reverse Payment").getByText("100.10 EUR").waitFor();
    await field(page, "Reason").fill("Returned by the bank");
    await dialog(page, "Reverse Payment").getByRole("button", { name: "Reverse Payment" }).click();
    await page.getByText(/Reversed .*: Returned by the bank/).waitFor();
    await dialog(page, "Reverse Payment").waitFor({ state: "detached" });
    await expectAccessible(page);

    await page.getByRole("link", { name: `#${one}`, exact: true }).click();
    const reversed = page.getByRole("listitem").filter({ hasText: "Payment reversed" });
    await expect.poll(() => reversed.getAttribute("data-tone")).toBe("bad");
  });

  it("can be paid in part: only the selected payments are marked as paid", async () => {
    const [one, other] = [await approved("10.00"), await approved("20.00")];
    const runId = await createRun([one, other]);
    const { page } = await visitAsAdministrator(e2e, `/admin/payments/${runId}`);
    await select(page, other).check();
    await expect
      .poll(() => page.getByRole("list", { name: "Not in the SEPA file" }).count())
      .toBe(0);
    await expect.poll(() => page.getByRole("region", { name: "Paid" }).count()).toBe(0);
    await button(page, "Mark as Paid").click();
    const pay = dialog(page, "Mark as Paid");
    const listed = pay.getByRole("list", { name: "To be marked as paid" });
    await expect
      .poll(async () => (await listed.innerText()).split(/\n+/))
      .toEqual(["1 × PayPal", "$20.00"]);
    await field(page, "Reference").fill("WT-22017");
    await pay.getByRole("button", { name: "Mark as Paid" }).click();
    await page.getByText("1 of 2 paid").waitFor();
    await button(page, `Reverse the payment of request #${other}`).waitFor();
    await select(page, one).waitFor();
  });

  it("say that every payment has been removed", async () => {
    const one = await approved("10.00");
    const { page } = await visitAsAdministrator(e2e, `/admin/payments/${await createRun([one])}`);
    await select(page, one).check();
    await button(page, "Remove from Run").click();
    await dialog(page, "Remove from Run").getByRole("button", { name: "Remove" }).click();
    const left = page.getByRole("region", { name: "Left to Pay" });
    await left.getByText("Every payment has been removed from the run.").waitFor();
    await expect.poll(() => left.getByText("SEPA file").count()).toBe(0);
  });

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

  it("are added up separately from the requests that are not in a run", async () => {
    const skrill = { paymentMethod: "skrill", paymentDetails: "o@example.com" };
    const crypto = { paymentMethod: "crypto", paymentDetails: "bc1qexample" };
    await approved("11.00", skrill);
    await createRun([await approved("22.00", crypto)]);
    const { page } = await visitAsAdministrator(e2e, "/admin/payments");
    const left = page.getByRole("list", { name: "Left to Pay by method" });
    await left.getByText("1 × Skrill").waitFor();
    await expect.poll(() => left.getByText("Cryptocurrency").count()).toBe(0);
    const onTheWay = page.getByRole("list", { name: "On the Way by method" });
    await expect.poll(() => onTheWay.innerText()).toContain("1 × Cryptocurrency");
    await expect.poll(() => onTheWay.innerText()).not.toContain("Skrill");
  });

  it("cannot be changed by support", async () => {
    const [one, other] = [await approved("10.00"), await approved("20.00")];
    const runId = await createRun([one, other]);
    const { payments } = (await e2e.administrator.get(`/api/admin/payments/${runId}`)).json<{
      payments: { id: number }[];
    }>();
    const paid = { paymentIds: [payments[0]!.id], reference: "WT-22018" };
    await e2e.administrator.post(`/api/admin/payments/${runId}/pay`, paid);
    await approved("30.00");
    const accessKey = await createAdministrator(e2e.app.context, "Sam Hill", "support");
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey } });
    await page.goto("/admin/payments");
    await page.getByRole("table", { name: "Unpaid requests" }).waitFor();
    await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);
    await expect.poll(() => button(page, "Create Payment Run").count()).toBe(0);
    await expect
      .poll(() => page.getByRole("button", { name: /^(Set|Edit) Account$/ }).count())
      .toBe(0);
    await page.getByRole("link", { name: `Run #${runId}`, exact: true }).click();
    await page.getByRole("table", { name: "Payments", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);
    await expect
      .poll(() => page.getByRole("button", { name: /Paid$|^Reverse|^Remove/ }).count())
      .toBe(0);
    await expect.poll(() => page.getByRole("link", { name: /^Export/ }).count()).toBe(0);
  });

  it("can be paid without notifying the traders", async () => {
    const { id, traderId } = await approvedOf("60.00");
    const runId = await createRun([id]);
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
    await page.getByRole("link", { name: `#${id}`, exact: true }).click();
    await page.getByText("The trader is banned.").waitFor();
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
