import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  answerCalls,
  button,
  dropLongTimers,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

/** Creates a trader with requests of these amounts on a balance of $5,000.00. @returns the requests' ids */
async function request(fullName: string, ...amounts: string[]): Promise<number[]> {
  const trader = await e2e.app.trader({ fullName });
  const account = { payoutEnabled: true, balance: "5000.00" };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
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
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts");
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
    await e2e.administrator.patch(`/api/admin/payouts/${second}`, { status: "approved" });
    await page.getByText("When the decision was made, and now: 1 flag").waitFor();
    await expect.poll(() => page.getByText("sum to $7,000.00").count()).toBe(1);
  });

  it("views the payment details only when asked to, and keeps them shown after a decision", async () => {
    const [id] = await request("Quinn Asked", "800");
    const { page, expectProblem } = await visitAsAdministrator(e2e, `/admin/payouts/${id}`);
    expectProblem(/502/);
    const views = async () => {
      await waitForQuietNetwork(page);
      const path = `/api/admin/audit?payoutId=${id}&action=payment-details.viewed`;
      return (await e2e.administrator.get(path)).json<unknown[]>().length;
    };
    await button(page, "Show details").waitFor();
    expect(await views()).toBe(0);
    await answerCalls(page, "admin.payouts.get", { status: 502, body: "" });
    await button(page, "Show details").click();
    await button(page, "Try again").waitFor();
    await page.unroute("**/api/trpc/admin.payouts.get*");
    await button(page, "Try again").click();
    const shown = page.getByRole("definition").getByText(/^\d+@example.com$/);
    await shown.waitFor();
    expect(await views()).toBe(1);
    await button(page, "Approve").click();
    const approve = page.getByRole("dialog", { name: "Approve Payout" });
    await approve.getByRole("button", { name: "Approve" }).click();
    await approve.waitFor({ state: "detached" });
    await page.getByText("Approved, not paid yet").waitFor();
    await shown.waitFor();
    expect(await views()).toBe(1);
    await page.getByRole("link", { name: "Add to payment run" }).click();
    await page.getByText("1 selected").waitFor();
  });

  it("lets a second administrator complete an approval", async () => {
    const [id] = await request("Four Eyes", "900");
    const { page } = await visitAsAdministrator(e2e, "/admin/settings");
    await button(page, "Change the second approval").click();
    await field(page, "Needed Above").fill("500");
    await button(page, "Save Changes").click();
    await page.getByRole("definition").getByText("$500.00").waitFor();

    await page.goto(`/admin/payouts/${id}`);
    const rule = page.getByText("Approving this amount needs two administrators");
    await rule.waitFor();
    await expectAccessible(page);
    await button(page, "Approve").click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("Waiting for a second administrator", { exact: true }).waitFor();
    await page
      .getByText(/^Approved by .+, waiting for a second administrator$/)
      .first()
      .waitFor();
    const approve = page.getByRole("button", { name: "Approve", exact: true, disabled: true });
    const reason =
      "You have already approved this payout request. It is waiting for a second administrator.";
    // While the dialog closes, its disabled button has the same name.
    await expect.poll(() => approve.getAttribute("title")).toBe(reason);
    await page
      .getByText("You gave the first approval, so another administrator must give the second.")
      .waitFor();
    await expect.poll(() => button(page, "Reject").isEnabled()).toBe(true);
    await page.goto("/admin/payouts");
    await button(page, `Actions for request #${id}`).click();
    const item = page.getByRole("menuitem", { name: /^Approve/ });
    await item.getByText(reason).waitFor();
    await expect.poll(() => item.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page);

    const other = await e2e.app.administrator("payouts");
    const response = await other.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    expect(response.json()).toMatchObject({ status: "approved" });
    await page.goto(`/admin/payouts/${id}`);
    await button(page, "Issue Certificate").waitFor();
    await expect.poll(() => rule.count()).toBe(0);
    await e2e.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: null });
  });

  it("says that a rejected request is not paid", async () => {
    const [id] = await request("Rita Rejected", "800");
    const decision = { status: "rejected", adminNotes: "Documents are missing" };
    await e2e.administrator.patch(`/api/admin/payouts/${id}`, decision);
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts/${id}`);
    await page.getByRole("definition").getByText("Not paid", { exact: true }).waitFor();
    await e2e.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    await page.reload();
    await page.getByRole("definition").getByText("Approved, not paid yet").waitFor();
    const requests = page.getByRole("region", { name: "Requests in This Stage" });
    await expect
      .poll(() => requests.getByRole("definition").allInnerTexts())
      .toEqual(["$0.00", "$800.00", "$0.00"]);
  });

  it("explains why a request that has been paid cannot be rejected", async () => {
    const [id] = await request("Paid Already", "700");
    await e2e.administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const created = await e2e.administrator.post("/api/admin/payments", { payoutIds: [id] });
    const run = created.json<{ id: number }>().id;
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts/${id}`);
    const reason = (what: string) => `This payout request ${what} before rejecting it.`;
    await expect
      .poll(() => button(page, "Reject").getAttribute("title"))
      .toBe(reason(`is in payment run #${run}. Remove it from the run`));
    await e2e.administrator.post(`/api/admin/payments/${run}/pay`, { reference: "WT-1" });
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
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts/2147483647");
    await page.getByRole("heading", { name: "Request not found" }).waitFor();
  });
});

it("adds a reason to a status that was just set, which can still be undone", async () => {
  const trader = await e2e.app.trader({ fullName: "Rita Reason" });
  const { page } = await visitAsAdministrator(e2e, "/admin/users");
  await dropLongTimers(page);
  await page.reload();
  await button(page, "Actions for Rita Reason").click();
  await page.getByRole("menuitem", { name: "Set Active" }).click();
  await button(page, "Add a reason").click();
  // The toast closes, because it would cover the dialog.
  await button(page, "Undo").waitFor({ state: "detached" });
  await field(page, "Reason").fill("Documents checked");
  await button(page, "Add Reason").click();
  await page.getByText("Reason added").waitFor();
  const events = await e2e.administrator.get(`/api/admin/audit?traderId=${trader.id}`);
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
