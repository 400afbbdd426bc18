import { expect, it } from "vitest";
import { mailedTokens } from "../support/mailed-links.ts";
import { setUpApp } from "../support/second-factor.ts";
import { button, dialog, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

it("“This was not me” undoes a change on a page, and its payout is released on the desk", async () => {
  const { page, email } = await dom.trader({ account: { payoutEnabled: true } });
  await setUpApp(dom.app, page.caller);
  const body = { amount: "100.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  const requested = await page.caller.post("/api/user/payouts", body);
  const { id } = requested.json<{ id: number }>();
  const [token] = await mailedTokens(dom.app, email, "not-me");
  await page.goto(`/not-me?token=${token}`);
  await button(page, "Undo It and Sign Everybody Out").click();
  await page.getByText("Everything since was undone").waitFor();

  const { page: desk } = await visitAsAdministrator(dom, `/admin/payouts/${id}`);
  await desk.getByText(/The request is held until it is released/).waitFor();
  await expect.poll(() => button(desk, "Approve").isEnabled()).toBe(false);
  await button(desk, "Release").click();
  const release = dialog(desk, "Release Payout");
  await field(release, "Reason").fill("Called the trader");
  await release.getByRole("button", { name: "Release" }).click();
  await release.waitFor({ state: "detached" });
  await expect.poll(() => button(desk, "Approve").isEnabled()).toBe(true);
});

it("a link that was used says so", async () => {
  const { page, expectProblem } = await dom.trader();
  expectProblem(/400/);
  await page.goto("/stop-recovery?token=used");
  await button(page, "Stop the Removal").click();
  await page.getByText("Nothing was stopped").waitFor();
});

it("an owner removes a lost second factor, the trader sees it, and the owner cancels it", async () => {
  const { page, id } = await dom.trader();
  await setUpApp(dom.app, page.caller);
  const { page: admin } = await visitAsAdministrator(dom, `/admin/users/${id}`);
  await admin.getByRole("button", { name: /^Actions for/ }).click();
  await admin.getByRole("menuitem", { name: "Remove Lost Second Factor" }).click();
  const remove = dialog(admin, "Remove a Lost Second Factor");
  await field(remove, "Reason").fill("Lost the phone");
  await remove.getByRole("button", { name: "Remove in 72 Hours" }).click();
  await admin.getByText(/^The second factor is removed at/).waitFor();

  await page.goto("/payouts");
  await page.getByRole("region", { name: "Recovery" }).waitFor();

  const { page: again } = await visitAsAdministrator(dom, `/admin/users/${id}`);
  await button(again, "Cancel the Removal").click();
  const cancel = dialog(again, "Keep the Second Factor");
  await cancel.getByRole("button", { name: "Cancel the Removal" }).click();
  await again.getByText(/^The second factor is removed at/).waitFor({ state: "detached" });
});
