import { describe, expect, it } from "vitest";
import {
  button,
  dropLongTimers,
  field,
  startDom,
  visitAsAdministrator,
} from "./support/dom-app.ts";

const dom = startDom();

/** Creates a trader with requests of these amounts on a balance of $5,000.00. @returns the requests' ids */
async function request(fullName: string, ...amounts: string[]): Promise<number[]> {
  const trader = await dom.app.trader({ fullName });
  const account = { payoutEnabled: true, balance: "5000.00" };
  await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const ids: number[] = [];
  for (const amount of amounts) {
    const body = { amount, paymentMethod: "paypal", paymentDetails: `${trader.id}@example.com` };
    ids.push((await trader.post("/api/user/payouts", body)).json<{ id: number }>().id);
  }
  return ids;
}

describe("the page of a payout request", () => {
  it("shows the evidence for a decision, and moves through the queue by keyboard", async () => {
    const [first, second] = await request("Petra Page", "4000", "3000");
    const { page } = await visitAsAdministrator(dom, "/admin/payouts");
    const link = page.getByRole("link", { name: String(first), exact: true });
    await expect.poll(() => link.getAttribute("href")).toBe(`/admin/payouts/${first}`);
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Request #${first}` }).waitFor();
    await page.goBack();
    await page.getByRole("gridcell", { name: "$4,000.00" }).click();
    await page.getByRole("heading", { level: 1, name: `Request #${first}` }).waitFor();
    const flags = page.getByRole("list", { name: "Flags on this request" });
    await expect
      .poll(() => flags.getByRole("listitem").allInnerTexts())
      .toEqual(["2 pending and unpaid requests sum to $7,000.00, above the balance of $5,000.00."]);
    await expect.poll(() => page.getByText("@example.com").count()).toBe(1);
    await button(page, "Show details").click();
    await page
      .getByRole("definition")
      .getByText(/^\d+@example.com$/)
      .waitFor();
    await page.getByRole("link", { name: `Next pending request, #${second}` }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Request #${second}` }).waitFor();

    // The open page follows the decision of a colleague.
    await dom.administrator.patch(`/api/admin/payouts/${second}`, { status: "approved" });
    await page.getByText("When the decision was made, and now: 1 flag").waitFor();
    await expect.poll(() => page.getByText("sum to $7,000.00").count()).toBe(1);
  });

  it("explains why a request that has been paid cannot be rejected", async () => {
    const [id] = await request("Paid Already", "700");
    await dom.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const created = await dom.administrator.post("/api/admin/payments", { payoutIds: [id] });
    const run = created.json<{ id: number }>().id;
    const { page } = await visitAsAdministrator(dom, `/admin/payouts/${id}`);
    const reason = (what: string) => `This payout request ${what} before rejecting it.`;
    await expect
      .poll(() => button(page, "Reject").getAttribute("title"))
      .toBe(reason(`is in payment run #${run}. Remove it from the run`));
    await dom.administrator.get(`/api/admin/payments/${run}/export.csv`);
    await dom.administrator.post(`/api/admin/payments/${run}/pay`, { reference: "WT-1" });
    await page.reload();
    await expect.poll(() => button(page, "Reject").isEnabled()).toBe(false);
    const paid = reason(`was paid in payment run #${run}. Reverse the payment`);
    await expect.poll(() => button(page, "Reject").getAttribute("title")).toBe(paid);
    await page.goto("/admin/payouts");
    await button(page, `Actions for request #${id}`).click();
    await page
      .getByRole("menuitem", { name: /^Reject/ })
      .getByText(paid)
      .waitFor();
  });

  it("reports a request that does not exist", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/payouts/2147483647");
    await page.getByRole("heading", { name: "Request not found" }).waitFor();
  });
});

it("adds a reason to a status that was just set, which can still be undone", async () => {
  const trader = await dom.app.trader({ fullName: "Rita Reason" });
  const { page } = await visitAsAdministrator(dom, "/admin/users");
  dropLongTimers();
  await page.reload();
  await button(page, "Actions for Rita Reason").click();
  await page.getByRole("menuitem", { name: "Set Active" }).click();
  await button(page, "Add a reason").click();
  // The toast closes, because it would cover the dialog.
  await button(page, "Undo").waitFor({ state: "detached" });
  await field(page, "Reason").fill("Documents checked");
  await button(page, "Add Reason").click();
  await page.getByText("Reason added").waitFor();
  const events = await dom.administrator.get(`/api/admin/audit?traderId=${trader.id}`);
  expect(events.json()).toMatchObject([
    { action: "account.updated", reason: "Documents checked" },
    {},
    {},
  ]);
  await button(page, "Actions for Rita Reason").click();
  await page.getByRole("menuitem", { name: "Set Breached" }).click();
  await button(page, "Add a reason").click();
  await page.getByText("The status of Rita Reason was set to Breached.").waitFor();
  await expect.poll(() => field(page, "Reason").inputValue()).toBe("");
  await field(page, "Reason").fill("Limit exceeded");
  await button(page, "Add Reason").click();
  await page.getByText("Reason added").waitFor();
  await button(page, "Undo").click();
  await page.getByText("User account status changed to active").waitFor();
});
