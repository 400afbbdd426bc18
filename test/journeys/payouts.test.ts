import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { alertText, button, field, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();
const account = { payoutEnabled: true, balance: "5000.00" };

function history(page: Page) {
  return page.getByRole("table", { name: "Payout History" });
}

describe("requesting a payout", () => {
  it("adds the request to the history and sends it once for a double click", async () => {
    const { page, id } = await e2e.trader({ account });
    await page.goto("/payouts");
    await field(page, "Amount").fill("1.250,50");
    await field(page, "Payment Method").selectOption("Bank Transfer");
    await field(page, "Bank Name").fill("First Bank");
    await field(page, "Account Number").fill("12345678");
    await field(page, "SWIFT/BIC").fill("FBNKGB2L");
    await button(page, "Submit Request").dblclick();
    await expect
      .poll(() => alertText(page, "Payout requested", "status"))
      .toEqual(["Payout requested", "Your payout request has been submitted successfully."]);
    await history(page).getByRole("cell", { name: "$1,250.50" }).waitFor();
    await expect.poll(() => history(page).getByRole("row").count()).toBe(2);
    await expect.poll(() => field(page, "Amount").inputValue()).toBe("");

    const sent = (await e2e.administrator.get("/api/admin/payouts")).json<
      { userId: number; paymentDetails: string }[]
    >();
    expect(sent.filter(({ userId }) => userId === id)).toMatchObject([
      { paymentDetails: "Bank Name: First Bank\nAccount Number: 12345678\nSWIFT/BIC: FBNKGB2L" },
    ]);
  });
});

describe("cancelling a request", () => {
  it("asks for confirmation and marks the request as cancelled", async () => {
    const { page } = await e2e.trader({ account });
    await page.request.post("/api/user/payouts", {
      data: { amount: "300", paymentMethod: "bank" },
    });
    await page.goto("/payouts");
    await history(page)
      .getByRole("button", { name: /^Cancel request/ })
      .click();
    await button(page, "Keep Request").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await history(page).getByRole("button", { name: /^#/ }).click();
    await button(page, "Cancel Request").click();
    await page.getByText("This action cannot be undone").waitFor();
    await button(page, "Cancel Request").click();
    await history(page).getByText("Cancelled").waitFor();
    await expect
      .poll(() =>
        history(page)
          .getByRole("button", { name: /^Cancel request/ })
          .count(),
      )
      .toBe(0);
  });
});
