import { expect, it } from "vitest";
import { startE2e, visitAsAdministrator } from "../support/browser-app.ts";

const e2e = startE2e();

/** Texts of the maximum length: words, one long word, stacked combining marks. */
const texts = ["Bob ".repeat(499), "W".repeat(1_999), "Z\u0351\u0352\u0353".repeat(499)];

/** Creates a trader with this text in every field of the profile, the account and a request. */
async function fillEverywhere(text: string): Promise<void> {
  const trader = await e2e.app.trader({ fullName: text, city: text, country: text });
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, {
    login: text,
    phase: text,
    server: text,
    profitTarget: text,
    payoutEnabled: true,
  });
  const sent = { amount: "5", paymentMethod: "bank", paymentDetails: text };
  const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
  const decision = { status: "approved", adminNotes: text };
  await e2e.administrator.patch(`/api/admin/payouts/${id}`, decision);
}

const screens = ["/admin/dashboard", "/admin/users", "/admin", "/admin/payouts", "/admin/audit"];

it("the longest texts fit into their rows and break no screen", async () => {
  for (const text of texts) await fillEverywhere(text);
  const { page } = await visitAsAdministrator(e2e, "/admin/team");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const screen of screens) {
      await page.goto(screen);
      const rows = page.locator("main :is([role=row], tr, li)");
      const filled = rows.filter({ hasText: /Pending|\$5\.00|approved a payout/ });
      await filled.first().waitFor();
      const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
      expect([screen, width, Math.max(...heights) < 200]).toEqual([screen, width, true]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  }
});
