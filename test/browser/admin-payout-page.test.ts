import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  answerCalls,
  button,
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
});
