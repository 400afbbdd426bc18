import { expect, it } from "vitest";
import { feed, judgedTrader, tradeOf } from "../support/verdicts.ts";
import { alertText, button, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom({}, { comparesAccounts: true });

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
  await field(opened, "Allocation Caps").fill("400000 usd, 350000.50 EUR");
  await button(opened, "Preview").click();
  await opened.getByText(/^Of \d+ accounts? with \d+ entries/).waitFor();
  await button(opened, "Save Changes").click();
  await alertText(page, "Settings for links saved", "status");
  await panel.getByText("the last 14 days").waitFor();
  await panel.getByText("At most 350,000.50 EUR, $400,000.00 · All open stages").waitFor();
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

it("groups a user with others as one person, and changes and deletes it", async () => {
  const [one, other, third] = [
    await dom.app.trader({ fullName: "Pia Grouped" }),
    await dom.app.trader({ fullName: "Pit Grouped" }),
    await dom.app.trader({ fullName: "Pam Grouped" }),
  ];
  const { page } = await visitAsAdministrator(dom, `/admin/users/${one.id}?tab=links`);
  const panel = page.getByRole("region", { name: "Person" });
  await panel.getByText("Not grouped with other users").waitFor();
  await button(panel, "Group with Others").click();
  const opened = page.getByRole("dialog", { name: "Group as One Person" });
  await field(opened, "Name of the Person").fill("Pia");
  await button(opened, "Group as One Person").click();
  await opened.getByText("Enter at least one other user").waitFor();
  await field(opened, "Other Users").fill(`#${other.id}`);
  await field(opened, "Reason").fill("One bank account");
  await button(opened, "Group as One Person").click();
  await alertText(page, "Users grouped as one person", "status");
  await panel.getByRole("link", { name: "Pit Grouped" }).waitFor();
  await panel.getByText("One bank account").waitFor();

  await button(panel, "Change Person").click();
  const changed = page.getByRole("dialog", { name: "Change Person" });
  await field(changed, "Add Users").fill(String(third.id));
  await field(changed, `#${other.id}`).click();
  await field(changed, "Reason").fill("Moved out");
  await button(changed, "Save Changes").click();
  await alertText(page, "Person changed", "status");
  await panel.getByRole("link", { name: "Pam Grouped" }).waitFor();
  expect(await panel.getByRole("link", { name: "Pit Grouped" }).count()).toBe(0);

  await button(panel, "Delete Person").click();
  const deleted = page.getByRole("dialog", { name: "Delete Person" });
  await field(deleted, "Reason").fill("Sisters");
  await button(deleted, "Delete Person").click();
  await alertText(page, "Person deleted", "status");
  await panel.getByText("Not grouped with other users").waitFor();
});

it("opens a case by hand, shows it and decides it", async () => {
  const one = await judgedTrader(dom.app, null);
  const other = await judgedTrader(dom.app, null);
  const now = Date.now();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  await feed(one, { deals: tradeOf(11, at(-7200), at(-3600), "5.00") });
  await feed(other, { deals: tradeOf(12, at(-7196), at(-3591), "4.00") });
  const [a, b] = [one.trader.id, other.trader.id];
  const { page } = await visitAsAdministrator(dom, "/admin/links");
  await page.getByText("No cases").waitFor();
  await button(page, "Open a Case").click();
  const opened = page.getByRole("dialog", { name: "Open a Case" });
  await field(opened, "Numbers of 2 to 20 Users").fill(`#${a}`);
  await field(opened, "Reason").fill("Reported by another firm");
  await button(opened, "Open Case").click();
  await opened.getByText("Name 2 to 20 different users").waitFor();
  await field(opened, "Numbers of 2 to 20 Users").fill(`#${a}, ${b}`);
  await button(opened, "Open Case").click();
  await page.getByText(/^Case #\d+ opened$/).waitFor();
  const [found] = (await dom.administrator.get("/api/admin/links")).json<{ id: number }[]>();
  await page.getByRole("link", { name: `#${found!.id}`, exact: true }).click();
  await page.getByRole("heading", { name: `Case #${found!.id}` }).waitFor();
  await page.getByText("Reason: Reported by another firm").waitFor();
  const copied = page.getByRole("region", { name: "Same direction" });
  await copied.getByRole("heading", { name: "Lags" }).waitFor();
  await copied.getByText("Speaks against it").waitFor();
  await button(page, "Decide Case").click();
  const deciding = page.getByRole("dialog", { name: `Decide Case #${found!.id}` });
  await field(deciding, "Decision").selectOption("confirm");
  await deciding.getByRole("checkbox", { name: "They are one person" }).click();
  await field(deciding, "Reason").fill("One browser");
  await button(deciding, "Save Decision").click();
  await alertText(page, "Case decided", "status");
  await page.getByText("Confirmed", { exact: true }).waitFor();
  expect((await dom.administrator.get(`/api/admin/links/${found!.id}`)).json()).toMatchObject({
    status: "confirmed",
    withhold: true,
  });
  await button(page, "Stop Withholding").click();
  const stopping = page.getByRole("dialog", { name: "Stop Withholding" });
  await field(stopping, "Reason").fill("Talked to them");
  await button(stopping, "Stop Withholding").click();
  await alertText(page, "Case changed", "status");
  await button(page, "Withhold").waitFor();
});

it("says what is allocated to a person where a stage starts", async () => {
  await dom.administrator.patch("/api/admin/settings/links", {
    allocation: { caps: { USD: "100000" } },
  });
  const trader = await dom.app.trader();
  const { page } = await visitAsAdministrator(dom, `/admin/users/${trader.id}?tab=links`);
  await page.getByRole("region", { name: "Allocation" }).getByText("Nothing.").waitFor();
  await page.goto(`/admin/users/${trader.id}?dialog=start-stage`);
  const opened = page.getByRole("dialog", { name: "Start a Stage" });
  await field(opened, "Initial Balance").fill("75000");
  await opened
    .getByText("Allocated with this stage: $75,000.00 of $100,000.00 (75.00%).")
    .waitFor();
  await field(opened, "Initial Balance").fill("100001");
  await opened.getByText("Above the allocation").waitFor();
});
