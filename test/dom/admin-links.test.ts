import { expect, it } from "vitest";
import { feed, judgedTrader, tradeOf } from "../support/verdicts.ts";
import { alertText, button, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

it("sets two accounts side by side, the sentence first", async () => {
  const one = await judgedTrader(dom.app, null);
  const other = await judgedTrader(dom.app, null);
  await feed(one, { deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "5.00") });
  await feed(other, { deals: tradeOf(2, "2026-03-02T09:00:04Z", "2026-03-02T10:00:09Z", "4.00") });
  const [a, b] = [one.trader.id, other.trader.id];
  const { page } = await visitAsAdministrator(dom, "/admin/links/compare");
  await field(page, "User").fill(String(a));
  await field(page, "And User").fill(`#${a}`);
  await button(page, "Compare").click();
  await page.getByText("Choose two different users").waitFor();
  await field(page, "And User").fill(String(b));
  await field(page, "Trades Before (UTC)").fill("2026-03-03");
  await button(page, "Compare").click();
  const copied = page.getByRole("region", { name: "Same direction" });
  await copied
    .getByText(
      `1 of 1 entry of user ${a} matches an entry of user ${b} in the same direction within 10 seconds; chance would give 0.005832, and at most one in 171 pairs of unrelated accounts matches as often.`,
    )
    .waitFor();
  const rows = page.getByRole("table", { name: "Entries: same direction" }).getByRole("row");
  await expect.poll(() => rows.nth(1).textContent()).toContain("EURUSD buy");
  expect(await rows.nth(1).textContent()).toContain("+4.0 s");
  const facts = page.getByRole("region", { name: "Shared facts" });
  await facts.getByText("Name, with the address or birth date").waitFor();
});

it("sets how accounts are compared, after a preview", async () => {
  const { page } = await visitAsAdministrator(dom, "/admin/settings");
  const panel = page.getByRole("region", { name: "Links between Accounts" });
  await panel.getByRole("button", { name: "Change how accounts are compared" }).click();
  const opened = page.getByRole("dialog", { name: "Links between Accounts" });
  await expect.poll(() => field(opened, "Days").inputValue()).toBe("30");
  await field(opened, "Days").fill("91");
  await button(opened, "Preview").click();
  await opened.getByText("days must be a whole number from 1 to 90").waitFor();
  await field(opened, "Days").fill("14");
  await field(opened, "Instruments of Several Symbols").fill("S&P 500: ES, MES 0.1");
  await button(opened, "Preview").click();
  await opened.getByText(/^Of \d+ accounts? with \d+ entries/).waitFor();
  await button(opened, "Save Changes").click();
  await alertText(page, "Settings for links saved", "status");
  await panel.getByText("the last 14 days").waitFor();
  const { settings } = (await dom.administrator.get("/api/admin/settings/links")).json();
  expect(settings).toMatchObject({
    days: 14,
    instruments: [
      {
        name: "S&P 500",
        symbols: [
          { symbol: "ES", ratio: "1" },
          { symbol: "MES", ratio: "0.1" },
        ],
      },
    ],
  });
});
