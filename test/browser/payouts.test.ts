import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { alertText, answerCalls, button, field, signIn, startE2e } from "../support/browser-app.ts";
import { expectAccessible } from "../support/browser.ts";
import { feed, judgedTrader, simpleRules, tradeOf } from "../support/verdicts.ts";

const e2e = startE2e();
const account = { payoutEnabled: true, balance: "5000.00" };

function history(page: Page) {
  return page.getByRole("table", { name: "Payout History" });
}

describe("requesting a payout", () => {
  it("is not offered if payouts are disabled", async () => {
    const { page } = await e2e.trader();
    await page.goto("/payouts");
    await expect
      .poll(() => alertText(page, "Payouts not available"))
      .toEqual([
        "Payouts not available",
        "Your account is not currently eligible for payouts. Please contact support for more information.",
      ]);
    await expect.poll(() => field(page, "Amount").count()).toBe(0);
    await page.getByText("No payout requests found").waitFor();
  });

  it("shows the missing fields", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/payouts");
    await button(page, "Submit Request").click();
    await page.getByText("Amount must be a valid number").waitFor();
    await page.getByText("Please select a payment method").waitFor();
    await field(page, "Amount").fill("0");
    await page.getByText("Amount must be greater than 0").waitFor();
    await expect.poll(() => field(page, "Amount").getAttribute("min")).toBe("0");
    await expect.poll(() => field(page, "Amount").getAttribute("step")).toBe("0.01");
    // A comma is never dropped: 1250,50 is not 125050, and 1,250 may be either.
    await field(page, "Amount").fill("");
    await field(page, "Amount").pressSequentially("1,250");
    await page.getByText("Amount must be a valid number").waitFor();
    await field(page, "Amount").fill("");
    await field(page, "Amount").pressSequentially("1250,50");
    await page.getByText("You are requesting $1,250.50.").waitFor();
  });

  it("requests the details of the chosen method and clears those of another", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/payouts");
    await field(page, "Payment Method").selectOption("PayPal");
    await field(page, "PayPal Email").fill("olivia@example.com");
    await expect.poll(() => field(page, "PayPal Email").getAttribute("type")).toBe("email");
    await field(page, "Payment Method").selectOption("Cryptocurrency");
    await field(page, "Wallet Address").waitFor();
    await field(page, "Payment Method").selectOption("Skrill");
    await field(page, "Skrill Email").waitFor();
    await field(page, "Payment Method").selectOption("PayPal");
    await expect.poll(() => field(page, "PayPal Email").inputValue()).toBe("");
  });

  it("warns of a mistyped IBAN and BIC, and accepts them", async () => {
    const { page, id } = await e2e.trader({ account });
    await page.goto("/payouts");
    await field(page, "Amount").fill("10");
    await field(page, "Payment Method").selectOption("Bank Transfer");
    await field(page, "Account Holder").fill("Bennett Trading Ltd");
    await field(page, "Account Number").fill("GB29 NWBK 6016 1331 9268 18");
    await page.keyboard.press("Tab");
    await page.getByText("This looks like an IBAN, but its check digits do not match.").waitFor();
    await page.keyboard.type("NWBKGB2");
    await page.keyboard.press("Tab");
    await page.getByText("A BIC has 8 or 11 letters and digits").waitFor();
    // The warning appears when the field is left, not while the value is being corrected.
    await field(page, "SWIFT/BIC").press("End");
    await page.keyboard.press("Backspace");
    await page.getByText("A BIC has 8 or 11 letters and digits").waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    await page.getByText("A BIC has 8 or 11 letters and digits").waitFor();
    await field(page, "SWIFT/BIC").fill("NWBKGB2L");
    await page.keyboard.press("Tab");
    await page.getByText("A BIC has 8 or 11 letters and digits").waitFor({ state: "detached" });
    await button(page, "Submit Request").click();
    await alertText(page, "Payout requested", "status");
    const sent = (await e2e.administrator.get("/api/admin/payouts")).json<
      { userId: number; paymentDetails: string }[]
    >();
    expect(sent.find(({ userId }) => userId === id)!.paymentDetails).toBe(
      "Account Holder: Bennett Trading Ltd\nAccount Number: GB29 NWBK 6016 1331 9268 18\nSWIFT/BIC: NWBKGB2L",
    );
  });

  it("creates a second request if the same one is submitted again", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/payouts");
    for (const requests of [1, 2]) {
      await field(page, "Amount").fill("75");
      await field(page, "Payment Method").selectOption("PayPal");
      await field(page, "PayPal Email").fill("olivia@example.com");
      await button(page, "Submit Request").click();
      const cells = history(page).getByRole("cell", { name: "$75.00" });
      await expect.poll(() => cells.count()).toBe(requests);
    }
  });

  it("shows an error if payouts are disabled while the form is open", async () => {
    const { page, id } = await e2e.trader({ account });
    await page.goto("/payouts");
    await field(page, "Amount").fill("10");
    await field(page, "Payment Method").selectOption("Cryptocurrency");
    await field(page, "Wallet Address").fill("bc1q");
    await e2e.administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: false });
    await button(page, "Submit Request").click();
    await expect
      .poll(() => alertText(page, "Payouts disabled"))
      .toEqual(["Payouts disabled", "Your account is not currently eligible for payouts."]);
    await page.getByText("Payouts not available").waitFor();
  });

  it("shows why a request failed and keeps the input", async () => {
    const { page, expectProblem } = await e2e.trader({ account });
    expectProblem(/502/);
    await page.goto("/payouts");
    await field(page, "Amount").fill("10");
    await field(page, "Payment Method").selectOption("Cryptocurrency");
    await field(page, "Wallet Address").fill("bc1q");
    await answerCalls(page, "trader.payouts.request", {
      status: 502,
      contentType: "text/html",
      body: "<html>Bad</html>",
    });
    await button(page, "Submit Request").click();
    await expect
      .poll(() => alertText(page, "Request failed"))
      .toEqual(["Request failed", "502 Bad Gateway"]);
    await expect.poll(() => field(page, "Amount").inputValue()).toBe("10");
  });
});

describe("the payout history", () => {
  it("indicates that there may be more if it shows a thousand", async () => {
    const { page, id } = await e2e.trader({ account });
    await e2e.app.context.database.pool.query(
      `insert into payout_requests (user_id, amount, payment_method, created_at)
        select $1, number, 'bank', now() from generate_series(1, 1001) as number`,
      [id],
    );
    await page.goto("/payouts");
    await page.getByText("The newest 1,000 requests").waitFor();
    await expect.poll(() => history(page).getByRole("row").count()).toBe(1001);
  });

  it("shows amounts in the currency of the account's stage, as the form and the notices do", async () => {
    const { page, id } = await e2e.trader({ account });
    const stage = { phase: "Funded", initialBalance: "10000", currency: "EUR" };
    await e2e.administrator.post(`/api/admin/user/${id}/stages`, stage);
    await page.goto("/payouts");
    await page.getByText("In EUR").waitFor();
    const data = { amount: "1300", paymentMethod: "paypal", paymentDetails: "o@example.com" };
    const sent = await page.request.post("/api/user/payouts", { data });
    const request = ((await sent.json()) as { id: number }).id;
    await e2e.administrator.patch(`/api/admin/payouts/${request}`, { status: "approved" });
    await page.reload();
    await history(page).getByRole("cell", { name: "1,300.00 EUR", exact: true }).click();
    await page.getByRole("dialog").getByText("1,300.00 EUR").waitFor();
    await page.goto("/notices");
    await page
      .getByText(`Your payout request #${request} for 1,300.00 EUR was approved.`)
      .waitFor();
  });

  it("shows id, date, amount, status and notes", async () => {
    const { page, id } = await e2e.trader({ account });
    await page.request.post("/api/user/payouts", {
      data: { amount: "300.00", paymentMethod: "paypal", paymentDetails: "o@example.com" },
    });
    const all = (await e2e.administrator.get("/api/admin/payouts")).json<
      { id: number; userId: number; createdAt: string }[]
    >();
    const payout = all.find(({ userId }) => userId === id)!;
    const adminNotes = "The name on the PayPal account differs from the name on this account";
    await e2e.administrator.patch(`/api/admin/payouts/${payout.id}`, {
      status: "rejected",
      adminNotes,
    });
    await page.goto("/payouts");
    await history(page).waitFor();
    await expect
      .poll(() => history(page).getByRole("columnheader").allInnerTexts())
      .toEqual(["Request ID", "Date", "Amount", "Payment Method", "Status", "Admin Notes"]);
    await expect
      .poll(() => history(page).getByRole("row").nth(1).getByRole("cell").allInnerTexts())
      .toEqual([
        `#${payout.id}`,
        // The date in the browser's time zone.
        new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(
          new Date(payout.createdAt),
        ),
        "$300.00",
        "PayPal",
        "Rejected",
        adminNotes,
      ]);
    await history(page)
      .getByRole("cell", { name: `#${payout.id}`, exact: true })
      .waitFor();
    const notes = await history(page).getByText(adminNotes).boundingBox();
    expect(notes!.width).toBeLessThanOrEqual(200);
  });
});

describe("the payout readiness", () => {
  const payout = {
    sharePercent: "80",
    firstAfterDays: 0,
    everyDays: 14,
    minimum: "50.00",
    minimumWinningDays: 3,
    winningDayMinimum: null,
    bestDayAtMostPercent: null,
    bufferAmount: "200.00",
  };

  async function openPayouts(fields: object, changed: object = {}) {
    const judged = await judgedTrader(e2e.app, { ...simpleRules, payout, ...changed });
    const { administrator, trader } = judged;
    await administrator.patch(`/api/admin/user/${trader.id}/account`, fields);
    await feed(judged, {
      deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T09:04:00Z", "1200.00"),
    });
    const { page } = await e2e.browser.visit();
    await signIn(page, trader.email);
    await page.goto("/payouts");
    return { page, trader, panel: page.getByRole("region", { name: "Payout Readiness" }) };
  }

  it("shows what is missing and how the amount is calculated", async () => {
    const { page, panel } = await openPayouts({ payoutEnabled: true });
    await panel.getByText("Not ready yet").waitFor();
    const missing = panel.getByRole("region", { name: "What is missing" });
    await expect
      .poll(() => missing.getByRole("listitem").allInnerTexts())
      .toEqual(["1 of 3 winning days since the last payout or the start."]);
    await panel.getByText("Every position is closed.").waitFor();
    await expect
      .poll(() => panel.getByRole("table", { name: "Statement" }).innerText())
      .toMatch(
        /Profit of this stage\s+\$1,200\.00\s+\$1,200\.00\s+Buffer that stays in the account\s+-\$200\.00\s+\$1,000\.00\s+The firm's share, 20%\s+-\$200\.00\s+\$800\.00\s+Can be withdrawn\s+\$800\.00/,
      );
    await expectAccessible(page);
  });

  it("fills in what can be withdrawn, and asks once about a request that is likely to be rejected", async () => {
    const { page, panel } = await openPayouts({ payoutEnabled: true });
    await button(page, "Withdraw $800.00").click();
    await expect.poll(() => field(page, "Amount").inputValue()).toBe("800.00");
    await field(page, "Amount").fill("900");
    await field(page, "Payment Method").selectOption("PayPal");
    await button(page, "Submit Request").click();
    const question = page.getByRole("dialog", { name: "Send This Request?" });
    await question
      .getByText(
        "This request is likely to be rejected: It asks $100.00 more than can be withdrawn. PayPal Email is missing. 1 of 3 winning days since the last payout or the start. Send it anyway?",
      )
      .waitFor();
    await expectAccessible(page);
    await button(page, "Go Back").click();
    await question.waitFor({ state: "detached" });
    await field(page, "PayPal Email").fill("olivia@example.com");
    await button(page, "Submit Request").click();
    await button(page, "Send Anyway").click();
    await alertText(page, "Payout requested", "status");
    await panel.getByText("An earlier request is still pending.").waitFor();
    await expect.poll(() => field(page, "Amount").inputValue()).toBe("");
  });

  it("says when payouts start in a phase that has none", async () => {
    const { page, trader } = await openPayouts({ payoutEnabled: false }, { payout: null });
    await page.getByText("Payouts start in the funded phase.").waitFor();
    await expect.poll(() => page.getByText("contact support").count()).toBe(0);
    // The firm may enable them nevertheless.
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await page.reload();
    await button(page, "Submit Request").waitFor();
  });

  it("is one sentence for an account without rules", async () => {
    const { id, page } = await e2e.trader({ account });
    await page.goto("/payouts");
    await page
      .getByText("This account has no rules for payouts. Your firm decides on each request.")
      .waitFor();
    await e2e.administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: false });
    await page.reload();
    await page.getByText("This account has no rules for payouts.", { exact: true }).waitFor();
  });
});
