import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  answerCalls,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

async function addAll(family: string, count: number) {
  const traders = [];
  for (let index = 0; index < count; index += 1) {
    const trader = await e2e.app.trader({ fullName: `${family} ${index}` });
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, {
      status: index === 0 ? "active" : "pending",
      payoutEnabled: true,
    });
    traders.push(trader);
  }
  return traders;
}

/** Opens these users and selects all of them, including those on other pages. */
async function chooseAllThatMatch(family: string, count: number) {
  await addAll(family, count);
  const visit = await visitAsAdministrator(
    e2e,
    `/admin/users?search=${encodeURIComponent(family)}`,
  );
  const { page } = visit;
  await page.getByText(`of ${count} users`).waitFor();
  await chooseAllOfPage(page);
  await button(page, `Select all ${count} that match`).click();
  await page.getByText(`All ${count} matching users selected`).waitFor();
  return visit;
}

async function chooseAllOfPage(page: Page) {
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
}

describe("a bulk action", () => {
  it("previews, changes users on all pages, and shows the result of each", async () => {
    const traders = await addAll("Bulk Member", 27);
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Bulk%20Member");
    await page.getByText("of 27 users").waitFor();
    await chooseAllOfPage(page);
    await page.getByText("25 selected").waitFor();
    await button(page, "Select all 27 that match").click();
    await button(page, "Set Status").click();
    const set = dialog(page, "Set Status");
    await set.getByText("26 users will change. 1 left out:").waitFor();
    await set.getByText("Already Active").waitFor();
    await expectAccessible(page);
    await field(page, "Reason (optional)").fill("Start of the season");
    await button(page, "Change 26 users").click();
    await set.getByText("26 of 26 users changed").waitFor();
    await button(page, "Close").click();
    await page.getByRole("group", { name: "Selection" }).waitFor({ state: "detached" });
    const statuses = page.locator('[role="gridcell"][data-field="status"]');
    await statuses.first().getByText("Active").waitFor();
    for (const { id } of traders) {
      const { tradingAccount } = (await e2e.administrator.get(`/api/admin/user/${id}`)).json<{
        tradingAccount: { status: string };
      }>();
      expect(tradingAccount.status).toBe("active");
    }
    const events = (
      await e2e.administrator.get(
        `/api/admin/audit?traderId=${traders[3]!.id}&action=account.updated`,
      )
    ).json<object[]>();
    expect(events[0]).toMatchObject({
      changes: { status: { from: "pending", to: "active" } },
      reason: "Start of the season",
    });
  });

  it("leaves out a user who was deselected after all were selected", async () => {
    const { page } = await chooseAllThatMatch("Reduced Member", 27);
    await page.getByRole("checkbox", { name: "Select row" }).first().uncheck();
    await page.getByText("24 selected").waitFor();
    await button(page, "Set Status").click();
    await dialog(page, "Set Status").getByText("24 users will change.").waitFor();
  });

  it("applies to no user that another status hides, and ends with the selection", async () => {
    const { page } = await chooseAllThatMatch("Changed Member", 27);
    await field(page, "Account status").selectOption("pending");
    await page.getByRole("group", { name: "Selection" }).waitFor({ state: "detached" });
    await chooseAllOfPage(page);
    await page.getByText("25 selected").waitFor();
    await button(page, "Select all 26 that match").click();
    await page.getByText("All 26 matching users selected").waitFor();
    await button(page, "Clear").click();
    await page.getByRole("group", { name: "Selection" }).waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Select row" }).first().check();
    await page.getByText("1 selected").waitFor();
  });

  it("changes no users if those that match cannot be read", async () => {
    const { page, expectProblem } = await chooseAllThatMatch("Unread Member", 27);
    expectProblem(/502/);
    await answerCalls(page, "admin.users.page", { status: 502, body: "" });
    await button(page, "Set Status").click();
    const set = dialog(page, "Set Status");
    await set.getByText("Failed to read the users.").waitFor();
    await expect.poll(() => set.getByRole("button", { name: "Change" }).isDisabled()).toBe(true);
  });

  it("leaves out what a colleague has changed since the rows were selected", async () => {
    const [, , third] = await addAll("Shared Member", 4);
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Shared%20Member");
    await chooseAllOfPage(page);
    await page.getByText("4 selected").waitFor();
    await e2e.administrator.patch(`/api/admin/user/${third!.id}/account`, { status: "active" });
    await page.getByRole("columnheader", { name: "Email" }).click();
    await expect.poll(() => page.getByRole("gridcell", { name: "Active" }).count()).toBe(2);
    await button(page, "Set Status").click();
    await dialog(page, "Set Status").getByText("2 users will change. 2 left out:").waitFor();
  });

  it("keeps the selection of another page, also if an action is cancelled, and tags it", async () => {
    await addAll("Paged Member", 27);
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Paged%20Member");
    await page.getByRole("checkbox", { name: "Select row" }).first().check();
    await button(page, "Go to next page").click();
    await page.getByText("Showing 26 to 27").waitFor();
    await page.getByRole("checkbox", { name: "Select row" }).first().check();
    await page.getByText("2 selected").waitFor();
    await button(page, "Tag").click();
    await button(page, "Cancel").click();
    await dialog(page, "Add or Remove Tag").waitFor({ state: "detached" });
    await page.getByText("2 selected").waitFor();
    await button(page, "Tag").click();
    await button(page, "Change 2 users").click();
    await page.getByText("Please enter a tag").waitFor();
    await field(page, "Tag").fill("Paged");
    await button(page, "Change 2 users").click();
    await page.getByText("2 of 2 users changed").waitFor();
    const tags = (await e2e.administrator.get("/api/admin/tags")).json<{ tag: string }[]>();
    expect(tags).toContainEqual({ tag: "paged", traders: 2 });
  });

  it("removes a tag from the users who have it", async () => {
    const [tagged] = await addAll("Untagged Member", 2);
    await e2e.administrator.patch(`/api/admin/user/${tagged!.id}/tags`, { add: ["removed"] });
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Untagged%20Member");
    await page.getByText("of 2 users").waitFor();
    await chooseAllOfPage(page);
    await button(page, "Tag").click();
    await field(page, "Change").selectOption("Remove a tag");
    await field(page, "Tag").fill(" REMOVED ");
    await page.getByText("1 user will change. 1 left out:").waitFor();
    await page.getByText("Does not have the tag").waitFor();
    await button(page, "Change 1 user").click();
    await page.getByText("1 of 1 user changed").waitFor();
    const tags = (await e2e.administrator.get("/api/admin/tags")).json<{ tag: string }[]>();
    expect(tags.map(({ tag }) => tag)).not.toContain("removed");
  });

  it("rejects requests with one note, and reports those decided in the meantime", async () => {
    const traders = await addAll("Rejected Member", 3);
    const ids: number[] = [];
    for (const trader of traders) {
      const sent = { amount: "10", paymentMethod: "bank" };
      ids.push((await trader.post("/api/user/payouts", sent)).json<{ id: number }>().id);
    }
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts?search=Rejected%20Member");
    await page.getByText("of 3 requests").waitFor();
    await chooseAllOfPage(page);
    await button(page, "Reject").click();
    const reject = dialog(page, "Reject Requests");
    await reject.getByText("3 requests will change. The sum is $30.00.").waitFor();
    await button(page, "Reject 3 requests").click();
    await reject.getByText("Please provide notes for rejecting this payout").waitFor();
    await reject.getByLabel("Note").fill("Documents are missing");
    await e2e.administrator.patch(`/api/admin/payouts/${ids[1]}`, { status: "approved" });
    await button(page, "Reject 3 requests").click();
    await reject.getByText("2 of 3 requests rejected, 1 failed").waitFor();
    await reject.getByText("This payout request is already approved").waitFor();
    const decided = await Promise.all(
      ids.map(async (id) =>
        (await e2e.administrator.get(`/api/admin/payouts/${id}`)).json<Record<string, string>>(),
      ),
    );
    expect(decided.map(({ status }) => status)).toEqual(["rejected", "approved", "rejected"]);
    expect(decided[0]!.adminNotes).toBe("Documents are missing");
  });

  it("approves requests after stating their sum, flags, and need for a second administrator", async () => {
    const traders = await addAll("Large Member", 3);
    for (const [index, trader] of traders.entries()) {
      const amount = index === 0 ? "10" : "9000";
      await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { balance: "100" });
      const sent = { amount, paymentMethod: "paypal", paymentDetails: `${index}@example.com` };
      await trader.post("/api/user/payouts", sent);
    }
    await e2e.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: "5000" });
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts?search=Large%20Member");
    await page.getByText("of 3 requests").waitFor();
    await chooseAllOfPage(page);
    await button(page, "Approve").click();
    const approve = dialog(page, "Approve Requests");
    await approve
      .getByText(
        "3 requests will change. The sum is $18,010.00. 2 need a second administrator and stay pending until then.",
      )
      .waitFor();
    await approve.getByText("2 requests with flags").waitFor();
    const flagged = approve.getByRole("list", { name: "Flagged requests" }).getByRole("listitem");
    await expect
      .poll(() => flagged.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Large Member 2, \$9,000.00\s+Above the balance/),
        expect.stringMatching(/Large Member 1, \$9,000.00\s+Above the balance/),
      ]);
    await button(page, "Approve 3 requests").click();
    await approve.getByText("1 of 3 requests approved, 2 waiting", { exact: true }).waitFor();
    await e2e.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: null });
  });

  it("stops after the current row", async () => {
    await addAll("Stopped Member", 4);
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Stopped%20Member");
    await page.getByText("of 4 users").waitFor();
    await chooseAllOfPage(page);
    await button(page, "Payouts On or Off").click();
    await field(page, "Payouts").selectOption("off");
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.type());
      void question.dismiss();
    });
    await page.route("**/admin.accounts.update*", async (route) => {
      await page.evaluate("location.reload()");
      await expect.poll(() => asked).toEqual(["beforeunload"]);
      // Escape must not close the dialog while the action runs.
      await dialog(page, "Payouts On or Off").press("Escape");
      await button(page, "Stop").click();
      await route.continue();
    });
    await button(page, "Change 4 users").click();
    await page.getByText("1 of 4 users changed, 3 not started").waitFor();
  });
});
