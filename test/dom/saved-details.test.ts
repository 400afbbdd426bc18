import { expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { codeOf, setUpApp } from "../support/second-factor.ts";
import { alertText, button, dialog, field, startDom } from "./support/dom-app.ts";

const dom = startDom();

async function payable() {
  const trader = await dom.app.trader();
  const account = { payoutEnabled: true, balance: "5000.00" };
  await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  return trader;
}

it("details are saved with the password, chosen with one click, replaced and removed", async () => {
  const trader = await payable();
  const { page } = dom.visit(trader);
  await page.goto("/payouts");
  await field(page, "Payment Method").selectOption("bank");
  expect(await button(page, "Save These Details").count()).toBe(0);
  await field(page, "Bank Name").fill("Example Bank");
  await field(page, "Account Number").fill("DE02120300000000202051");
  await button(page, "Save These Details").click();
  const saving = dialog(page, "Save Payout Details");
  await field(saving, "Current Password").fill("wrong");
  await button(saving, "Save Details").click();
  await saving.getByText("Current password is incorrect").waitFor();
  await field(saving, "Current Password").fill(PASSWORD);
  await button(saving, "Save Details").click();
  await alertText(page, "Payout details saved", "status");

  await page.reload();
  await button(page, "Bank Transfer to DE02120300000000202051").click();
  await field(page, "Amount").fill("100");
  await button(page, "Submit Request").click();
  await alertText(page, "Payout requested", "status");
  const [request] = (await trader.get("/api/user/payouts")).json<object[]>();
  expect(request).toMatchObject({
    paymentMethod: "bank",
    paymentDetails: "Bank Name: Example Bank\nAccount Number: DE02120300000000202051",
  });

  await button(page, "Bank Transfer to DE02120300000000202051").click();
  await field(page, "Bank Name").fill("Another Bank");
  await button(page, "Replace Saved Details").waitFor();
  await button(page, "Bank Transfer to DE02120300000000202051").click();
  await button(page, "Remove Them").click();
  const removing = dialog(page, "Remove Payout Details");
  await field(removing, "Current Password").fill(PASSWORD);
  await button(removing, "Remove Details").click();
  await alertText(page, "Payout details removed", "status");
  await expect.poll(() => button(page, "Bank Transfer to DE02120300000000202051").count()).toBe(0);
});

it("details are saved with a code by a trader with an app", async () => {
  const trader = await payable();
  const { secret } = await setUpApp(dom.app, trader);
  const { page } = dom.visit(trader);
  await page.goto("/payouts");
  await field(page, "Payment Method").selectOption("paypal");
  await field(page, "PayPal Email").fill("olivia@example.com");
  await button(page, "Save These Details").click();
  const saving = dialog(page, "Save Payout Details");
  await field(saving, "Code").fill(codeOf(dom.app, secret));
  await button(saving, "Save Details").click();
  await button(page, "PayPal to olivia@example.com").waitFor();
});
