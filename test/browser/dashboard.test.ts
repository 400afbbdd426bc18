import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { alertText, answerCalls, button, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

const account = {
  balance: "104250.75",
  profitLoss: "4250.75",
  status: "active",
  phase: "Phase 2",
  login: "5002001",
  masterPassword: "k7#Tpx2v",
  server: "Propdesk-Live02",
  dailyDrawdownLimit: "5%",
  overallLossLimit: "10% / $10,000",
  profitTarget: "$8,000",
};

async function figure(page: Page, name: string) {
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
  return (await card.innerText()).split("\n").at(-1);
}

describe("the dashboard", () => {
  it("greets by the first name and shows status and phase", async () => {
    const { page } = await e2e.trader({ fields: { fullName: "Ada Maria Lovelace" }, account });
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Welcome back, Ada" }).waitFor();
    const header = page.getByRole("main").locator("header").first();
    await expect
      .poll(() => header.innerText())
      .toMatch(/Account Status\s+Active\s+Phase\s+Phase 2/);
  });

  it("shows the four figures and the progress to the profit target", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/");
    await page.getByRole("heading", { name: "Account Balance" }).waitFor();
    await expect.poll(() => figure(page, "Account Balance")).toBe("$104,250.75");
    await expect.poll(() => figure(page, "Profit/Loss")).toBe("+$4,250.75");
    await expect.poll(() => figure(page, "Daily Drawdown")).toBe("5%");
    await expect.poll(() => figure(page, "Maximum Loss")).toBe("10% / $10,000");

    const target = page.getByRole("region", { name: "Profit Target" });
    await expect
      .poll(() => target.getByRole("progressbar").getAttribute("aria-valuenow"))
      .toBe("53");
    await expect
      .poll(() => target.innerText())
      .toMatch(
        /53%\s+Target to Reach\s+\$8,000\s+Current Profit\s+\$4,250\.75\s+Remaining\s+\$3,749\.25/,
      );
  });

  it("shows N/A and zero for an account that is not set up yet", async () => {
    const { page } = await e2e.trader();
    await page.goto("/");
    await page.getByRole("heading", { name: "Account Balance" }).waitFor();
    await expect.poll(() => figure(page, "Account Balance")).toBe("$0.00");
    await expect.poll(() => figure(page, "Profit/Loss")).toBe("$0.00");
    await expect.poll(() => figure(page, "Daily Drawdown")).toBe("N/A");
    await expect.poll(() => page.getByRole("main").innerText()).toMatch(/Phase\s+N\/A/);
    await page.getByRole("tab", { name: "Account Details" }).click();
    await expect.poll(() => page.getByText("Not assigned yet").count()).toBe(3);
  });

  it("explains why its charts are empty", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/");
    await page.getByText("The chart begins with the first trading record").waitFor();
    await page.getByRole("tab", { name: "Performance" }).click();
    await page.getByText("appear with the first trading record").waitFor();
    await page.getByText("The use of these limits is not measured yet.").waitFor();
    const limits = page.getByRole("region", { name: "Risk" }).getByRole("definition");
    await expect.poll(() => limits.allInnerTexts()).toEqual(["5%", "10% / $10,000"]);
  });

  it("states the trading rules", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/");
    await page.getByRole("tab", { name: "Performance" }).click();
    const rules = page.getByRole("region", { name: "Trading Rules" });
    await expect
      .poll(() => rules.getByRole("listitem").allInnerTexts())
      .toEqual([
        "A daily drawdown breach restricts trading access.",
        "An overall loss breach suspends the account.",
        "Reaching the profit target moves the account one step toward payout eligibility.",
      ]);
  });

  it("keeps the master password hidden until it is requested", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/#details");
    await page.getByText("5002001").waitFor();
    await expect.poll(() => page.getByText("k7#Tpx2v").count()).toBe(0);
    await button(page, "Show Password").click();
    await expect.poll(() => alertText(page, "k7#Tpx2v")).toContain("k7#Tpx2v");
  });

  it("shows which administrator last viewed the master password, and when", async () => {
    const { page, id } = await e2e.trader({ account });
    await page.goto("/#details");
    await page.getByText("Not viewed by the firm yet").waitFor();
    await e2e.administrator.get(`/api/admin/user/${id}`);
    await page.reload();
    const view = page.getByText("Last viewed by Test administrator on");
    await view.waitFor();
    await expect
      .poll(() => view.innerText())
      .toMatch(/ on [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d GMT\+[12]$/);
  });

  it("moves between its tabs with the arrow keys", async () => {
    const { page } = await e2e.trader({ account });
    await page.goto("/");
    await page.getByRole("tab", { name: "Overview" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const details = page.getByRole("tab", { name: "Account Details" });
    await expect.poll(() => details.getAttribute("aria-selected")).toBe("true");
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Account Details");
  });

  it("shows a spinner while it loads", async () => {
    const { page } = await e2e.trader({ account });
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/trader.account*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/");
    await page.getByRole("progressbar", { name: "Loading" }).waitFor();
    held.resolve();
    await page.getByRole("heading", { name: "Account Balance" }).waitFor();
  });

  it("offers a retry if the account cannot be loaded", async () => {
    const { page, expectProblem } = await e2e.trader({ account });
    expectProblem(/500/);
    await answerCalls(page, "trader.account", { status: 500, body: "down" });
    await page.goto("/");
    await expect
      .poll(() => alertText(page, "Error Loading Dashboard"))
      .toEqual([
        "Error Loading Dashboard",
        "Failed to load trading account data. Please try again later.",
        "Retry",
      ]);
    await page.unroute("**/api/trpc/trader.account*");
    await button(page, "Retry").click();
    await page.getByRole("heading", { name: "Account Balance" }).waitFor();
  });
});
