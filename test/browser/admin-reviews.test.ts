import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  answerCalls,
  button,
  field,
  openFromBar,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import {
  createRules,
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  statusOf,
  tradeOf,
} from "../support/verdicts.ts";

const e2e = startE2e();

const at = "2026-03-02T10:00:00.000Z";
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
const pass = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };

interface Reviewed extends JudgedTrader {
  name: string;
  reviewId: number;
}

async function reviewed(name: string, records: object, stage?: object): Promise<Reviewed> {
  const judged = await judgedTrader(e2e.app, simpleRules, stage);
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName: name });
  await feed(judged, records);
  return { ...judged, name, reviewId: (await reviewsOf(judged))[0]!.id };
}

function openReviews(search = "", options?: BrowserContextOptions) {
  return visitAsAdministrator(e2e, `/admin/reviews${search}`, options);
}

const openReview = ({ reviewId }: Reviewed, options?: BrowserContextOptions) =>
  openReviews(`?review=${reviewId}`, options);

function queue(page: Page, title: "Waiting" | "Decided") {
  return page.getByRole("list", { name: title });
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

async function stagesOf({ trader }: JudgedTrader) {
  return (await trader.get("/api/user/stages")).json<Record<string, unknown>[]>();
}

describe("the review queue", () => {
  it("shows a message if it is empty, and is linked in the menu", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openFromBar(page, "Reviews");
    await page.getByRole("heading", { level: 1, name: "Reviews" }).waitFor();
    await page.getByText("Nothing to review").waitFor();
    const link = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Reviews" });
    await expect.poll(() => link.innerText()).toBe("Reviews");
    await expectAccessible(page);
  });

  it("opens the case next to the list, with the verdict and a link to the trader", async () => {
    await reviewed("Cleo First", breach);
    const dora = await reviewed("Dora Sato", breach);
    const { page } = await openReviews();
    const rows = queue(page, "Waiting").getByRole("link");
    await page.waitForURL(/\?review=/);
    await expect.poll(() => rows.first().getAttribute("aria-current")).toBe("page");
    await expect
      .poll(() => rows.filter({ hasText: dora.name }).getAttribute("aria-current"))
      .toBeNull();
    await rows.filter({ hasText: dora.name }).click();
    await page.waitForURL(`/admin/reviews?review=${dora.reviewId}`);
    await expect
      .poll(() => queue(page, "Waiting").locator("[aria-current]").allInnerTexts())
      .toEqual([expect.stringContaining(dora.name)]);
    const chart = page.getByRole("region", { name: "Performance" });
    await chart.getByText("Breach", { exact: true }).waitFor();
    await chart.getByText(/^Daily loss/).waitFor();
    const verdict = page.getByRole("region", { name: "Verdict When the Review Was Opened" });
    await verdict.getByText("Breach under review", { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Download case" }).getAttribute("href"))
      .toBe(`/api/admin/user/${dora.trader.id}/case?stage=${dora.stageId}`);
    await expect.poll(() => button(page, "Dismiss").isEnabled()).toBe(true);
    await answerCalls(page, "admin.me.get", {
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ result: { data: { json: { id: 2, name: "Sam", role: "support" } } } }),
    });
    await page.reload();
    for (const name of ["Dismiss", "Confirm Breach"]) {
      await button(page, name).and(page.locator(":disabled")).waitFor();
    }
    await page.getByRole("link", { name: "Open the user's page" }).click();
    await page.waitForURL(`/admin/users/${dora.trader.id}`);
  });

  it("confirms a breach with a reason, using only the keyboard", async () => {
    const emil = await reviewed("Emil Kurz", breach);
    const { page } = await openReviews();
    const rows = queue(page, "Waiting").getByRole("link");
    await page.waitForURL(/\?review=/);
    await rows.first().focus();
    for (let row = 1; row < (await rows.count()); row += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`/admin/reviews?review=${emil.reviewId}`);
    await page.getByRole("link", { name: "Download case" }).waitFor();
    for (let tabs = 0; tabs < 20; tabs += 1) {
      const focused = await page.evaluate<string>("document.activeElement.textContent");
      if (focused === "Confirm Breach") break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    const form = dialog(page, "Confirm Breach");
    await form.waitFor();
    await form.getByRole("button", { name: "Confirm Breach" }).press("Enter");
    await form.getByText("Please provide a reason").waitFor();
    await page.keyboard.type("Checked against the platform");
    await form.getByRole("button", { name: "Confirm Breach" }).press("Enter");
    await alertText(page, "Breach confirmed", "status");
    expect(await statusOf(emil)).toBe("breached");
    expect(await stagesOf(emil)).toMatchObject([{ outcome: "failed" }]);
  });

  it("confirms a pass, starts the next stage, and continues with the certificate", async () => {
    const gina = await reviewed("Gina Oz", pass);
    const rulesVersionId = await createRules(gina.administrator, simpleRules);
    const { page } = await openReview(gina);
    await button(page, "Confirm Pass").click();
    const form = dialog(page, "Confirm Pass");
    await field(page, "Reason").fill("All targets met");
    await form.getByRole("button", { name: "Confirm Pass" }).click();
    await form.getByText("Phase is required").waitFor();
    await expectAccessible(page);
    await field(page, "Phase").fill("Phase 2");
    await field(page, "Rules").selectOption(`#${rulesVersionId}`);
    await field(page, "Login").fill("9900001");
    await field(page, "Master Password").fill("n3xt-Stage");
    await field(page, "Issue a certificate afterwards").check();
    await form.getByRole("button", { name: "Confirm Pass" }).click();
    await alertText(page, "Pass confirmed, next stage started", "status");
    await dialog(page, "Issue Certificate").waitFor();
    expect(await stagesOf(gina)).toMatchObject([
      { phase: "Phase 2", rulesVersionId, initialBalance: "100000.00", outcome: null },
      { phase: "Phase 1", outcome: "passed" },
    ]);
    const account = (await gina.trader.get("/api/user/account")).json<object>();
    expect(account).toMatchObject({ login: "9900001", masterPassword: "n3xt-Stage" });
  });

  it("shows the current verdict next to the stored one if records have changed it", async () => {
    const jana = await reviewed("Jana Kos", pass);
    await feed(jana, {
      deals: tradeOf(2, "2026-03-02T11:00:00Z", "2026-03-02T12:00:00Z", "-500.00"),
    });
    const { page } = await openReview(jana);
    const notice = page.getByRole("alert");
    await notice.getByText("no longer a pass").waitFor();
    const present = page.getByRole("region", { name: "Current verdict" });
    await present.getByText("In progress", { exact: true }).waitFor();
    await expectAccessible(page);
    await button(page, "Dismiss").click();
    await field(page, "Reason").fill("A late loss");
    await dialog(page, "Dismiss Pass").getByRole("button", { name: "Dismiss Pass" }).click();
    await alertText(page, "Pass dismissed", "status");
    await page.goto(`/admin/reviews?review=${jana.reviewId}`);
    await notice.getByText("The decision on this review stays.").waitFor();
  });

  it("fits every screen", async () => {
    const name = "Wertpapierhandelsgesellschaftsbeteiligung".repeat(2);
    const long = await reviewed(name, breach, { currency: "EUR" });
    const { page } = await openReview(long);
    await page.getByRole("region", { name: "Verdict When the Review Was Opened" }).waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
    await page.getByRole("link", { name: "All reviews" }).click();
    await queue(page, "Waiting").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});
