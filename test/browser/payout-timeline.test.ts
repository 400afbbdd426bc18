import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  answerCalls,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e();
const account = { payoutEnabled: true, balance: "5000.00" };
const longNotes =
  "The name on the PayPal account differs from the name on this account. Please request again.";

/** Opens a browser signed in as a trader with one request. */
async function requester(
  fullName: string,
  browser?: NonNullable<Parameters<typeof e2e.trader>[0]>["browser"],
) {
  const trader = await e2e.trader({ fields: { fullName }, account, browser });
  const answer = await trader.page.request.post("/api/user/payouts", {
    data: { amount: "300.00", paymentMethod: "paypal", paymentDetails: "o@example.com" },
  });
  const { id: requestId } = (await answer.json()) as { id: number };
  return { ...trader, requestId };
}

function decide(requestId: number, status: "approved" | "rejected", adminNotes?: string) {
  return e2e.administrator.patch(`/api/admin/payouts/${requestId}`, { status, adminNotes });
}

function request(page: Page, id: number) {
  return page.getByRole("dialog", { name: `Request #${id}`, exact: true });
}

/** Reads the lines of each step, with times replaced by a placeholder. */
async function steps(page: Page) {
  const items = page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  await items.first().waitFor();
  const moment = /^[A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d/;
  return (await items.allInnerTexts()).map((text) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => line.replace(moment, "<moment>")),
  );
}

describe("a trader's request", () => {
  it("opens from its row with all notes and its timeline", async () => {
    const { page, requestId } = await requester("Olivia Bennett");
    await decide(requestId, "rejected", longNotes);
    await decide(requestId, "approved");
    await page.goto("/payouts");
    await page.getByRole("cell", { name: "$300.00" }).click();
    await request(page, requestId).getByText("o@example.com").waitFor();
    await expect
      .poll(() => steps(page))
      .toEqual([
        ["Requested", "<moment> · You"],
        ["Rejected", "<moment> · Test administrator", longNotes],
        ["Reversed to Approved", "<moment> · Test administrator"],
      ]);
    await expectAccessible(page);
  });

  it("says in its row that its payment was reversed, and why", async () => {
    const { page, requestId } = await requester("Rhea Versal");
    await decide(requestId, "approved");
    const runs = "/api/admin/payments";
    const created = await e2e.administrator.post(runs, { payoutIds: [requestId] });
    const run = created.json<{ id: number; payments: { id: number }[] }>();
    await e2e.administrator.get(`${runs}/${run.id}/export.csv`);
    await e2e.administrator.post(`${runs}/${run.id}/pay`, { reference: "WT-22015" });
    const reversal = { paymentId: run.payments[0]!.id, reason: "Account closed" };
    await e2e.administrator.post(`${runs}/${run.id}/reverse`, reversal);
    await page.goto("/payouts");
    await page
      .getByRole("cell", {
        name: /^Approved\s*Payment reversed on \d{4}-\d\d-\d\d: Account closed$/,
      })
      .waitFor();
  });

  it("opens by keyboard and returns the focus", async () => {
    const { page, requestId } = await requester("Ada Keys");
    await decide(requestId, "rejected", longNotes);
    await page.goto("/payouts");
    await button(page, `#${requestId}`).focus();
    await page.keyboard.press("Enter");
    const dialog = request(page, requestId);
    await dialog.getByRole("definition").getByText(longNotes).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const focused = page.locator(":focus");
    await expect.poll(() => focused.textContent()).toBe(`#${requestId}`);
  });

  it("shows its next step on a small dark screen", async () => {
    const options = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;
    const { page, requestId } = await requester("Ben Waits", options);
    await page.goto("/payouts");
    await button(page, `#${requestId}`).click();
    await expect
      .poll(() => steps(page))
      .toEqual([["Requested", "<moment> · You"], ["Waiting for a decision"]]);
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("shows an error if its timeline cannot be loaded", async () => {
    const { page, requestId, expectProblem } = await requester("Cleo Broken");
    expectProblem(/500/);
    await answerCalls(page, "trader.payouts.get", { status: 500, body: "" });
    await page.goto("/payouts");
    await button(page, `#${requestId}`).click();
    await page.getByText("Failed to load the timeline.").waitFor();
    await page.unroute("**/api/trpc/trader.payouts.get*");
    await button(page, "Try again").click();
    await expect.poll(() => steps(page)).toHaveLength(2);
  });
});

describe("a request whose response was lost", () => {
  /** Forwards requests to the server, and drops the first `count` responses. */
  async function dropResponses(page: Page, count: number) {
    const keys: (string | undefined)[] = [];
    await page.route("**/api/trpc/trader.payouts.request", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const response = await route.fetch();
      if (keys.length <= count) await route.abort("connectionreset");
      else await route.fulfill({ response });
    });
    return keys;
  }

  async function submit(page: Page) {
    await button(page, "Submit Request").click();
  }

  it("is created once if it is retried", async () => {
    const { page, expectProblem } = await e2e.trader({ account });
    expectProblem(/ERR_CONNECTION_RESET/);
    await page.goto("/payouts");
    const keys = await dropResponses(page, 1);
    await field(page, "Amount").fill("120");
    await field(page, "Payment Method").selectOption("Cryptocurrency");
    await field(page, "Wallet Address").fill("bc1q");
    await submit(page);
    await alertText(page, "Request failed");
    await submit(page);
    await alertText(page, "Payout requested", "status");
    await page.getByRole("cell", { name: "$120.00" }).waitFor();
    await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);

    // Submitting the same input again is now a new request.
    await field(page, "Amount").fill("120");
    await field(page, "Payment Method").selectOption("Cryptocurrency");
    await field(page, "Wallet Address").fill("bc1q");
    await submit(page);
    await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(3);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it("is a new request if the input is changed", async () => {
    const { page, expectProblem } = await e2e.trader({ account });
    expectProblem(/ERR_CONNECTION_RESET/);
    await page.goto("/payouts");
    const keys = await dropResponses(page, 1);
    await field(page, "Amount").fill("130");
    await field(page, "Payment Method").selectOption("Cryptocurrency");
    await field(page, "Wallet Address").fill("bc1q");
    await submit(page);
    await alertText(page, "Request failed");
    await field(page, "Amount").fill("131");
    await submit(page);
    await page.getByRole("cell", { name: "$131.00" }).waitFor();
    expect(keys[1]).not.toBe(keys[0]);
  });
});

describe("an administrator's view of a request", () => {
  it("shows its timeline, and opens a decision that then appears in it", async () => {
    const { requestId } = await requester("Dora Sato");
    await decide(requestId, "rejected", longNotes);
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts?search=${requestId}`);
    await button(page, `Actions for request #${requestId}`).click();
    await page.getByRole("menuitem", { name: "View Details" }).click();
    await page.waitForURL(`**/admin/payouts/${requestId}`);
    await page.getByRole("definition").getByText("Dora Sato").waitFor();
    await expect
      .poll(() => steps(page))
      .toEqual([
        ["Requested", "<moment> · Dora Sato"],
        [
          "Rejected",
          "<moment> · Test administrator",
          // The other traders of this file use the same details.
          "Flagged: Payment details of another trader",
          longNotes,
        ],
      ]);
    await expect.poll(() => button(page, "Reject").count()).toBe(0);
    await expectAccessible(page);
    await button(page, "Approve").click();
    const approve = page.getByRole("dialog", { name: "Approve Payout" });
    await approve.getByRole("button", { name: "Approve" }).click();
    await alertText(page, "Payout approved successfully", "status");
    await approve.waitFor({ state: "detached" });
    await page.getByText("Reversed to Approved").waitFor();
    await expect.poll(() => steps(page)).toHaveLength(3);
  });

  it.each([
    ["pending", "Pending Requests"],
    ["decided", "Payout History"],
  ])("opens from the tables of /admin: %s", async (state, table) => {
    const { requestId } = await requester("Eli Tabs");
    if (state === "decided") await decide(requestId, "approved");
    const path = `/admin?search=${requestId}#payouts`;
    const { page } = await visitAsAdministrator(e2e, path, { colorScheme: "dark" });
    const grid = page.getByRole("grid", { name: table });
    await grid.getByRole("link", { name: `#${requestId}`, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `Request #${requestId}` }).waitFor();
    await expect
      .poll(async () => (await steps(page))[0])
      .toEqual(["Requested", "<moment> · Eli Tabs"]);
    await expectAccessible(page);
  });
});

describe("a decision on a request that has changed since", () => {
  it("is rejected, shows the current state, and can then be made on it", async () => {
    const { requestId } = await requester("Fay Stale");
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts?search=${requestId}`);
    await button(page, `Actions for request #${requestId}`).click();
    await page.getByRole("menuitem", { name: "Approve" }).click();
    const approve = page.getByRole("dialog", { name: "Approve Payout" });
    // Otherwise, the dialog might load what the other administrator has decided.
    await expect
      .poll(() => approve.getByRole("button", { name: "Approve" }).isEnabled())
      .toBe(true);
    await decide(requestId, "rejected", "The account is under review");
    await approve.getByRole("button", { name: "Approve" }).click();
    await expect
      .poll(() => alertText(page, "Failed to approve payout"))
      .toContain("This payout request is already rejected");
    await expect
      .poll(() => alertText(page, "Already decided: Rejected"))
      .toContain("Admin notes: The account is under review");
    const present = await e2e.administrator.get(`/api/admin/payouts/${requestId}`);
    expect(present.json()).toMatchObject({ status: "rejected" });
    expect(await approve.getByRole("button", { name: "Approve" }).count()).toBe(0);
    await approve.getByRole("button", { name: "Close" }).click();
    await approve.waitFor({ state: "detached" });
    await page.reload();
    await button(page, `Actions for request #${requestId}`).click();
    await page.getByRole("menuitem", { name: "Approve" }).click();
    await approve.getByRole("button", { name: "Approve" }).click();
    await alertText(page, "Payout approved successfully", "status");
  });

  it("warns if the amount now exceeds the balance", async () => {
    const { id, requestId } = await requester("Gus Poorer");
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts?search=${requestId}`);
    await button(page, `Actions for request #${requestId}`).waitFor();
    await e2e.administrator.patch(`/api/admin/user/${id}/account`, { balance: "299.99" });
    await button(page, `Actions for request #${requestId}`).click();
    await page.getByRole("menuitem", { name: "Approve" }).click();
    const flags = page.getByRole("list", { name: "Flags on this request" });
    await flags.getByText("The amount of $300.00 is above the balance of $299.99.").waitFor();
  });
});
