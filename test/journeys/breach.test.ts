import { expect, it } from "vitest";
import { button, field, signIn, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { dialog } from "../support/trader-page.ts";
import { feed, judgedTrader, reviewsOf, snapshotAt, statusOf } from "../support/verdicts.ts";

const e2e = startE2e();

it("a trader reads the letter about a breach and appeals, and the appeal is granted", async () => {
  const judged = await judgedTrader(e2e.app);
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
  const [review] = await reviewsOf(judged);
  const decision = { decision: "confirm", reason: "Checked" };
  await e2e.administrator.post(`/api/admin/reviews/${review!.id}`, decision);
  expect(await statusOf(judged)).toBe("breached");

  const { page } = await e2e.browser.visit();
  await signIn(page, judged.trader.email);
  await page.goto("/");
  await page.getByRole("link", { name: "Read what was found, what was decided" }).click();
  await page.waitForURL(`**/reviews/${review!.id}`);
  const text = "The price of that minute was wrong; no other broker had it.";
  await field(page, "Why the decision is wrong").fill(text);
  await button(page, "Send Appeal").click();
  await page.getByRole("heading", { name: "Your Appeal" }).waitFor();

  const { page: desk } = await visitAsAdministrator(e2e, "/admin/appeals");
  await desk.getByRole("link", { name: "Olivia Bennett" }).click();
  await desk.getByText(text).waitFor();
  await button(desk, "Grant Appeal").click();
  const granting = dialog(desk, "Grant Appeal");
  await granting.getByLabel("Reason", { exact: true }).fill("The platform has confirmed it");
  await granting.getByRole("button", { name: "Grant Appeal", exact: true }).click();
  await granting.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("The platform has confirmed it").waitFor();
  expect(await statusOf(judged)).toBe("active");
});
