import { expect, it } from "vitest";
import {
  alertText,
  button,
  field,
  openFromBar,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { expectAccessible } from "../support/browser.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

/** Creates an approved request of a new trader. @returns its id */
async function approved(amount: string, currency: string): Promise<number> {
  const trader = await e2e.app.trader();
  const account = { status: "active", payoutEnabled: true };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const stage = { phase: "Funded", initialBalance: "10000", currency };
  await e2e.administrator.post(`/api/admin/user/${trader.id}/stages`, stage);
  const request = { amount, paymentMethod: "paypal", paymentDetails: "o@example.com" };
  const { id } = (await trader.post("/api/user/payouts", request)).json<{ id: number }>();
  await e2e.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  return id;
}

it("a payment run can be created from approved requests, exported, paid, reversed and closed", async () => {
  const [one, other] = [await approved("100.10", "EUR"), await approved("50.00", "USD")];
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
  await expect.poll(() => page.getByRole("button", { name: /^Mark the/ }).count()).toBe(0);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^payment-run-\d+\.csv$/);
  const files = page.getByRole("table", { name: "Files for the bank" });
  await files.getByText("2 payments").waitFor();
  await button(page, "Mark the 2 exported payments as paid (CSV file)").waitFor();

  await page.getByRole("checkbox", { name: `Select request #${other}` }).check();
  await button(page, "Remove from Run").click();
  const removal = dialog(page, "Remove from Run");
  await removal.getByText(/^1 payment of run #\d+$/).waitFor();
  await removal.getByText(/it would be paid twice\.$/).waitFor();
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("0 of 1 paid").waitFor();

  await button(page, "Mark the 1 exported payment as paid (CSV file)").click();
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
