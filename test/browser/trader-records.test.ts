import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import { demoStatement } from "../support/demo-statements.ts";
import { button, startE2e } from "../support/browser-app.ts";
import {
  importDemo,
  importLines,
  startStage,
  tradeLine,
  withdrawStatement,
} from "../support/records.ts";

const e2e = startE2e();

const DAY = 86_400_000;

/** Four trades on January 5 and two on February 4, 2026. */
const trades = demoStatement().trades.map((trade, index) => {
  const shift = index < 4 ? 0 : 30 * DAY;
  const closed = { ...trade.closed!, time: trade.closed!.time + shift };
  return { ...trade, openTime: trade.openTime + shift, closed };
});

const limits = {
  dailyDrawdownLimit: "5%",
  overallLossLimit: "$300",
  profitTarget: "$8,000",
};

async function traderWithRecord(browser?: BrowserContextOptions) {
  const trader = await e2e.trader({ account: limits, browser });
  const statement = await importDemo(e2e.administrator, trader.id, { trades });
  return { ...trader, statement };
}

const chart = (page: Page) => page.getByRole("slider", { name: "Balance and equity over time" });
const day = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}`) });

describe("the overview of an account with a trading record", () => {
  it("shows the balance with its source, and the curve with its levels", async () => {
    const { page } = await traderWithRecord();
    await page.goto("/");
    await chart(page).waitFor();
    const balance = page.getByRole("article").filter({ hasText: "Account Balance" });
    await expect
      .poll(() => balance.innerText())
      .toMatch(/\$99,765\.89\s+As of Feb 04, 2026, \d\d:\d\d GMT\+1 from your trading record/);
    const panel = page.getByRole("region", { name: "Performance" });
    await expect.poll(() => panel.innerText()).toMatch(/Change\s+-\$234\.11\s*-0\.23%/);
    await panel.getByText("Start $100,000.00").waitFor();
    await panel.getByText("Maximum loss $99,700.00").waitFor();
    await panel.getByText("Above: Target $108,000.00").waitFor();
    await expectAccessible(page);
    // The limit of the last day applies to that day only.
    const dailyLimit = panel.getByText(/Daily limit of Feb 4/);
    await expect.poll(() => dailyLimit.count()).toBe(0);
    await button(page, "1 W").click();
    await dailyLimit.waitFor();
  });

  it("moves the crosshair with the arrow keys, and announces the figures at it", async () => {
    const { page } = await traderWithRecord();
    await page.goto("/");
    await chart(page).focus();
    await page.keyboard.press("Home");
    const text = () => chart(page).getAttribute("aria-valuetext");
    expect(await text()).toMatch(/^Jan 05, 2026, .*: balance \$100,000\.00, /);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    const [time, figures] = (await text())!.split(": balance ");
    await page.getByRole("region", { name: "Performance" }).getByText(time!).waitFor();
    expect(figures).toMatch(/^\$99,\d{3}\.\d\d, equity .*, change -\$\d+\.\d\d, -0\.\d\d%$/);
    await page.keyboard.press("Escape");
    expect(await text()).toMatch(/balance \$99,765\.89/);
  });

  it("is drawn in a browser whose language is not valid", async () => {
    const { page } = await traderWithRecord();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true }),
    );
    await page.goto("/");
    await chart(page).waitFor();
  });

  it("moves the crosshair by touch", async () => {
    const { page } = await traderWithRecord({ hasTouch: true });
    await page.goto("/");
    await chart(page).tap({ position: { x: 1, y: 100 } });
    const text = () => chart(page).getAttribute("aria-valuetext");
    await expect.poll(text).toMatch(/^Jan 05, 2026/);
  });

  it("shows the points of the chosen range as a table", async () => {
    const { page } = await traderWithRecord();
    await page.goto("/");
    await button(page, "Show as a table").click();
    const rows = page.getByRole("region", { name: "Points of the chart" }).getByRole("row");
    await rows.nth(1).waitFor();
    const all = await rows.count();
    await button(page, "1 W").click();
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await expect.poll(() => rows.nth(1).innerText()).toContain("$99,765.89");
    await expect.poll(() => rows.last().innerText()).toContain("Feb 04, 2026");
    await expectAccessible(page);
  });

  it("allows an earlier stage to be chosen", async () => {
    const { page, id } = await traderWithRecord();
    const started = await e2e.administrator.post(`/api/admin/user/${id}/stages`, {
      phase: "Phase 2",
      initialBalance: "50000.00",
    });
    expect(started.statusCode).toBe(201);
    await page.goto("/");
    await page.getByText("The point is the account's position today.").waitFor();
    await page.getByLabel("Stage", { exact: true }).selectOption({ index: 1 });
    await chart(page).waitFor();
    expect(new URL(page.url()).searchParams.get("stage")).not.toBe(null);
    // The limits of the account apply to its current stage.
    const panel = page.getByRole("region", { name: "Performance" });
    await panel.getByText("Start $100,000.00").waitFor();
    await expect.poll(() => panel.getByText("Maximum loss").count()).toBe(0);
    await page.getByRole("tab", { name: "Performance" }).click();
    await day(page, "Wednesday, February 4").waitFor();
  });
});

describe("the performance of an account with a trading record", () => {
  it("shows the results of each day, a month at a time", async () => {
    const { page, id } = await traderWithRecord();
    const startedAt = "2026-03-01T00:00:00Z";
    await startStage(e2e.administrator, id, { phase: "Phase 2", startedAt });
    const trade = (ticket: number, date: string) =>
      tradeLine({
        ticket,
        opened: `${date} 09:00:00`,
        closed: `${date} 10:00:00`,
        profit: "10.00",
      });
    await importLines(e2e.administrator, id, [trade(1, "2026-03-02"), trade(2, "2026-03-09")]);
    await page.goto("/#performance");
    const details = page.getByRole("region", { name: "Selected day" });
    await day(page, "Monday, March 9, 2026").press("ArrowUp");
    await details.getByText("Monday, March 2, 2026").waitFor();
    await page.keyboard.press("ArrowDown");
    await details.getByText("Monday, March 9, 2026").waitFor();
    const stage = page.getByLabel("Stage", { exact: true });
    await stage.selectOption({ index: 1 });
    const results = page.getByRole("region", { name: "Daily Results" });
    await day(page, "Wednesday, February 4, 2026: -\\$77\\.00, 2 trades, closed results").waitFor();
    await expect
      .poll(() => results.innerText())
      .toContain("-$77.00 in 2 trades, 0 days won, 1 lost");
    await expect.poll(() => button(page, "Next month").getAttribute("aria-disabled")).toBe("true");
    await button(page, "Previous month").click();
    await day(page, "Monday, January 5, 2026: -\\$157\\.11, 4 trades").waitFor();
    await expect
      .poll(() => details.innerText())
      .toMatch(
        /Monday, January 5, 2026\s+Result\s+-\$157\.11\s+Trades closed\s+4 \(2 won, 2 lost\)/,
      );
    await details.getByText("Only closed results are known").waitFor();
    await page.getByRole("region", { name: "Trading Rules" }).waitFor();
    await expectAccessible(page);
    await stage.selectOption({ index: 0 });
    await day(page, "Monday, March 9, 2026").waitFor();
  });

  it("shows statistics of all trades and by symbol", async () => {
    const { page } = await traderWithRecord();
    await page.goto("/#performance");
    const figures = page.getByRole("region", { name: "Statistics" });
    await figures.waitFor();
    await expect.poll(() => figures.innerText()).toMatch(/Win rate\s+50\.00%\s+3 won, 3 lost of 6/);
    await expect.poll(() => figures.innerText()).toMatch(/Average win\s+\+\$46\.50/);
    const symbols = page.getByRole("region", { name: "Results by Symbol" }).getByRole("row");
    await expect
      .poll(() => symbols.nth(1).innerText())
      .toMatch(/EURUSD\s+3 trades, 3 won, 1\.50 lots\s+\+\$139\.50/);
  });

  it("lists the trades of a symbol, and exports the same ones", async () => {
    const { page } = await traderWithRecord();
    await page.goto("/#performance");
    await page.getByLabel("Symbol", { exact: true }).selectOption("XAUUSD");
    await page.getByText("Showing 1 to 3 of 3 trades").waitFor();
    const grid = page.getByRole("grid", { name: "Trades" });
    await grid.getByRole("columnheader", { name: "Net" }).click();
    await page.waitForURL(/sort=net/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv.trim().split("\n")).toHaveLength(4);
    expect(csv).not.toContain("EURUSD");
    await page.reload();
    await page.getByText("Showing 1 to 3 of 3 trades").waitFor();
  });

  it("shows the source of a trade", async () => {
    const { page, statement } = await traderWithRecord();
    await page.goto("/#performance");
    await button(page, "View position #1031").click();
    const dialog = page.getByRole("dialog", { name: "Position #1031" });
    await dialog.waitFor();
    const link = dialog.getByRole("link");
    await expect
      .poll(() => link.innerText())
      .toMatch(new RegExp(`^Statement #${statement.id}, row \\d+$`));
    await expect.poll(() => dialog.innerText()).toMatch(/Commission\s+-\$3\.50\s+Swap\s+-\$3\.11/);
    await expectAccessible(page);
  });

  it("lists the imported statements, and states why one does not count", async () => {
    const { page, id, statement } = await traderWithRecord();
    await page.goto("/#performance");
    const panel = page.getByRole("region", { name: "Imported Statements" });
    const rows = panel.getByRole("row");
    await rows.nth(1).waitFor();
    await expect
      .poll(() => rows.nth(1).innerText())
      .toMatch(
        /^Jan 05 – Feb 04, 2026\s+MetaTrader 4, HTML\s+Statement #\d+ · Login \d+\s+6 trades · 1 operation\s+Reconciled\s+[A-Z]/,
      );
    await withdrawStatement(e2e.administrator, statement.id, "Wrong account");
    for (let ticket = 1; ticket <= 5; ticket += 1) {
      await importLines(e2e.administrator, id, [
        tradeLine({ ticket, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00" }),
      ]);
    }
    await page.reload();
    await button(page, "Show all 6").click();
    await rows.nth(6).waitFor();
    await expect
      .poll(() => rows.nth(6).innerText())
      .toMatch(/Withdrawn\s+No longer counts: Wrong account/);
    await expectAccessible(page);
  });

  it("fits on a phone, in both themes", async () => {
    const viewport = { width: 390, height: 844 };
    const { page } = await traderWithRecord({ viewport });
    await page.goto("/#performance");
    await page.getByRole("region", { name: "Imported Statements" }).waitFor();
    const compact = day(page, "Wednesday, February 4, 2026: -\\$77\\.00");
    await compact.waitFor();
    await expect.poll(() => compact.innerText()).toMatch(/\n4\s+-77\s+2 trades$/);
    await page.getByText("Showing 1 to 6 of 6 trades").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);
    await expectAccessibleInBothThemes(page);
  });
});

/** Creates a trader with one trade on March 2, 2026 from nine to ten, and a snapshot every five minutes. */
async function fedTrader() {
  const login = "7700001";
  const trader = await e2e.trader({ account: { ...limits, login } });
  await e2e.administrator.post(`/api/admin/user/${trader.id}/stages`, {
    phase: "Phase 1",
    initialBalance: "100000.00",
    startedAt: "2026-03-01T00:00:00.000Z",
  });
  const common = { position: "44", symbol: "EURUSD", volume: "0.50", swap: "0.00", fee: "0.00" };
  const start = Date.UTC(2026, 2, 2, 9);
  const snapshots = Array.from({ length: 11 }, (_, index) => ({
    time: new Date(start + (index + 1) * 5 * 60_000).toISOString(),
    balance: "99998.25",
    equity: index === 4 ? "99871.20" : "100010.00",
  }));
  const bridge = await e2e.app.token(["feed:write"]);
  const response = await bridge.post("/api/feed", {
    accounts: [
      {
        login,
        deals: [
          {
            ...common,
            ticket: "91",
            time: new Date(start).toISOString(),
            entry: "in",
            side: "buy",
            price: "1.08345",
            profit: "0.00",
            commission: "-1.75",
          },
          {
            ...common,
            ticket: "92",
            time: new Date(start + 60 * 60_000).toISOString(),
            entry: "out",
            side: "sell",
            price: "1.08445",
            profit: "50.00",
            commission: "-1.75",
          },
        ],
        snapshots,
      },
    ],
  });
  expect(response.json()).toMatchObject({ accepted: { deals: 2, snapshots: 11 }, rejected: [] });
  return trader;
}

it("equity observed by the feed is shown in the curve, the day and the sources", async () => {
  const { page } = await fedTrader();
  await page.goto("/");
  await button(page, "Show as a table").click();
  const points = page.getByRole("region", { name: "Points of the chart" });
  await points.getByRole("row").filter({ hasText: "$99,871.20" }).waitFor();
  await page.getByRole("tab", { name: "Performance" }).click();
  await day(page, "Monday, March 2, 2026: \\+\\$46\\.50, 1 trade, observed").waitFor();
  const details = page.getByRole("region", { name: "Selected day" });
  await expect.poll(() => details.innerText()).toContain("$99,871.20 to $100,046.50");
  await button(page, "View position #44").click();
  await page.getByRole("dialog").getByText("Feed, received").waitFor();
});

it("a trade that two statements describe differently is shown as a conflict", async () => {
  const { page, id } = await traderWithRecord();
  const changed = trades.map((trade, index) =>
    index === 0 ? { ...trade, closed: { ...trade.closed, profit: 6000n } } : trade,
  );
  await importDemo(e2e.administrator, id, { trades: changed });
  await page.goto("/#performance");
  const row = page.getByRole("row").filter({ hasText: "#1001" });
  await row.getByText("Conflict").waitFor();
  await row.getByRole("button", { name: "View position #1001" }).click();
  await page.getByText("Another source reports this trade with different content.").waitFor();
  await expectAccessible(page);
});
