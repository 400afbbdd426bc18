import { describe, expect, it } from "vitest";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { expectAccessible } from "../support/browser.ts";
import { linesOfEach, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { feed, judgedTrader, simpleRules, tradeOf } from "../support/verdicts.ts";

const e2e = startE2e();

const payout = {
  sharePercent: "80",
  firstAfterDays: 0,
  everyDays: 14,
  minimum: "50.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};
const rules = { ...noRules, limits: simpleRules.limits, payout };
const profit = tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "1000.00");
const loss = tradeOf(2, "2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z", "-7000.00");

describe("the decision on a payout", () => {
  it.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)(
    "shows the readiness at the request and now, and the verdict, in the %s theme at %i px",
    async (colorScheme, width) => {
      const judged = await judgedTrader(e2e.app, rules);
      await e2e.administrator.patch(`/api/admin/user/${judged.trader.id}/account`, {
        payoutEnabled: true,
      });
      await feed(judged, { deals: profit });
      const body = { amount: "800.00", paymentMethod: "bank", paymentDetails: "First Bank" };
      const { id } = (await judged.trader.post("/api/user/payouts", body)).json<{ id: number }>();
      await feed(judged, { deals: loss });
      const { page } = await visitAsAdministrator(e2e, `/admin/payouts/${id}`, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      const part = (name: string) => page.getByRole("region", { name, exact: true });
      await page.getByText("Asks $800.00 more than can be withdrawn.").waitFor();
      const figures = part("Key figures").getByRole("article");
      await expect
        .poll(() => linesOfEach(figures))
        .toEqual([
          ["Requested", "$800.00"],
          ["Can be withdrawn", "$0.00"],
          ["Over by", "$800.00"],
        ]);
      await part("Ready when requested").getByText("Ready", { exact: true }).waitFor();
      await expect
        .poll(() => part("Ready when requested").innerText())
        .toContain("$800.00 can be withdrawn");
      await expect.poll(() => part("Ready now").innerText()).toContain("Not ready");
      await expect.poll(() => part("Ready now").innerText()).toContain("$0.00 can be withdrawn");
      await expect
        .poll(() => part("Ready now").innerText())
        .toContain("The account is under review.");
      await expect.poll(() => part("Ready now").innerText()).not.toContain("still pending");
      await expect.poll(() => part("Verdict").innerText()).toContain("Breach under review");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await expectAccessible(page);
      const decision = { status: "approved", adminNotes: "Paid out of courtesy" };
      await e2e.administrator.patch(`/api/admin/payouts/${id}`, decision);
      await page.reload();
      await page.getByText("Asked $800.00 more than could be withdrawn.").waitFor();
      await expect
        .poll(() => part("Ready when decided").innerText())
        .toContain("$0.00 can be withdrawn");
      await expect.poll(() => part("Ready now").count()).toBe(0);
    },
  );

  it("states that an account without a stage is not judged", async () => {
    const trader = await e2e.app.trader();
    const account = { payoutEnabled: true, balance: "500.00" };
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
    const body = { amount: "5.00", paymentMethod: "bank" };
    const { id } = (await trader.post("/api/user/payouts", body)).json<{ id: number }>();
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts/${id}`);
    await page.getByText("The account has no stage, so nothing is judged.").waitFor();
  });
});
