import { describe, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { addSource, orderWhen, paid, sendSigned } from "../support/shops.ts";
import { button, field, startDom, visitAsAdministrator, type Page } from "./support/dom-app.ts";

const dom = startDom();

const paypal = { paymentMethod: "paypal", paymentDetails: "o@example.com" };

async function approvedOf(
  amount: string,
  payment: { paymentMethod: string; paymentDetails?: string } = paypal,
  currency = "USD",
): Promise<{ id: number; traderId: number; email: string }> {
  const trader = await dom.trader({ account: { status: "active", payoutEnabled: true } });
  const stage = { phase: "Funded", initialBalance: "10000", currency };
  await dom.administrator.post(`/api/admin/user/${trader.id}/stages`, stage);
  const data = { amount, ...payment };
  const created = await trader.page.caller.post("/api/user/payouts", data);
  const { id } = (await created.json()) as { id: number };
  await dom.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  return { id, traderId: trader.id, email: trader.email };
}

const approved = async (...request: Parameters<typeof approvedOf>) =>
  (await approvedOf(...request)).id;

async function disputeOrderOf(email: string): Promise<void> {
  const shop = await addSource(dom.administrator, "json");
  const product = { product: "mug", kind: "ignore" };
  await dom.administrator.post(`/api/admin/sources/${shop.id}/products`, product);
  const message = paid({ email, items: [{ product: "mug" }] });
  await sendSigned(dom.app, shop, message);
  await sendSigned(dom.app, shop, { type: "dispute.opened", order: { id: message.order.id } });
  await orderWhen(dom.administrator, shop, message.order.id, ({ frozen }) => frozen);
}

/** Creates a payment run of these requests. @returns its id */
async function createRun(payoutIds: number[]): Promise<number> {
  const created = await dom.administrator.post("/api/admin/payments", { payoutIds });
  return created.json<{ id: number }>().id;
}

const select = (page: Page, id: number) =>
  page.getByRole("checkbox", { name: new RegExp(`^Select request #${id}\\b`) });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

describe("payment runs", () => {
  it("can be paid in part: only the selected payments are marked as paid", async () => {
    const [one, other] = [await approved("10.00"), await approved("20.00")];
    const runId = await createRun([one, other]);
    const { page } = await visitAsAdministrator(dom, `/admin/payments/${runId}`);
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
    const { page } = await visitAsAdministrator(dom, `/admin/payments/${await createRun([one])}`);
    await select(page, one).check();
    await button(page, "Remove from Run").click();
    await dialog(page, "Remove from Run").getByRole("button", { name: "Remove" }).click();
    const left = page.getByRole("region", { name: "Left to Pay" });
    await left.getByText("Every payment has been removed from the run.").waitFor();
    await expect.poll(() => left.getByText("SEPA file").count()).toBe(0);
  });

  it("leave out what cannot be paid, and say so", async () => {
    const payable = await approved("31.00");
    const [disputed, bare] = [
      await approvedOf("32.00"),
      await approvedOf("33.00", { paymentMethod: "paypal" }),
    ];
    await disputeOrderOf(disputed.email);
    const { page } = await visitAsAdministrator(dom, "/admin/payments");
    await page.getByText(/^2 left out: 1 with a disputed order payment, 1 without/).waitFor();
    await button(page, "Select All").click();
    await expect.poll(() => select(page, payable).isChecked()).toBe(true);
    await expect.poll(() => select(page, bare.id).isChecked()).toBe(false);
    await expect.poll(() => select(page, disputed.id).isDisabled()).toBe(true);
    await select(page, bare.id).check();
    await expect.poll(() => select(page, payable).isChecked()).toBe(true);
  });

  it("offer the requests that have waited longest first, and keep what is selected during a search", async () => {
    const [first, second] = [await approvedOf("41.00"), await approvedOf("42.00")];
    const { page } = await visitAsAdministrator(dom, "/admin/payments");
    await select(page, first.id).check();
    const labels = await page.getByText(/^Select request #/).allInnerTexts();
    const ids = labels.map((label) => Number(/#(\d+)/.exec(label)?.[1]));
    expect(ids).toContain(first.id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
    await field(page, "Search by name, email, or login...").fill(second.email);
    await select(page, first.id).waitFor({ state: "detached" });
    await select(page, second.id).check();
    await page.getByText("2 selected").waitFor();
    await button(page, "Create Payment Run").click();
    await page.waitForURL(/\/admin\/payments\/\d+$/);
    await select(page, first.id).waitFor();
    await select(page, second.id).waitFor();
  });

  it("are added up separately from the requests that are not in a run", async () => {
    const skrill = { paymentMethod: "skrill", paymentDetails: "o@example.com" };
    const crypto = { paymentMethod: "crypto", paymentDetails: "bc1qexample" };
    await approved("11.00", skrill);
    await createRun([await approved("22.00", crypto)]);
    const { page } = await visitAsAdministrator(dom, "/admin/payments");
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
    const { payments } = (await dom.administrator.get(`/api/admin/payments/${runId}`)).json<{
      payments: { id: number }[];
    }>();
    const settled = { paymentIds: [payments[0]!.id], reference: "WT-22018" };
    await dom.administrator.post(`/api/admin/payments/${runId}/pay`, settled);
    await approved("30.00");
    const accessKey = await createAdministrator(dom.app.context, "Sam Hill", "support");
    const { page } = dom.visit();
    await page.caller.post("/api/admin/login", { accessKey });
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
    const { page } = await visitAsAdministrator(dom, `/admin/payments/${runId}`);
    await page.getByText("Not exported yet").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Mark the/ }).count()).toBe(0);
    await dom.administrator.get(`/api/admin/payments/${runId}/export.csv`);
    await page.reload();
    await page.getByRole("link", { name: "Export CSV Again" }).waitFor();
    await button(page, "Mark the 1 exported payment as paid (CSV file)").click();
    await field(page, "Reference").fill("WT-22016");
    await page.getByRole("checkbox", { name: "Notify the traders by email" }).uncheck();
    await dialog(page, "Mark as Paid").getByRole("button", { name: "Mark as Paid" }).click();
    await page.getByText("1 of 1 paid").waitFor();
    const { rows } = await dom.app.context.database.pool.query(
      "select kind from notices where user_id = $1 and kind = 'payout-paid'",
      [traderId],
    );
    expect(rows).toEqual([]);
  });

  it("show what has become unusual about a request since its approval", async () => {
    const { id, traderId } = await approvedOf("75.00");
    await dom.administrator.patch(`/api/admin/user/${traderId}/ban`, {
      banned: true,
      banReason: "Copy trading",
    });
    const { page } = await visitAsAdministrator(dom, "/admin/payments");
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
