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

/** Decides over the API, as a concurrent administrator. */
async function decide({ administrator, reviewId }: Reviewed, decision: string, reason: string) {
  await administrator.post(`/api/admin/reviews/${reviewId}`, { decision, reason });
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

  it("shows open reviews first, with the rule, its figures, the time and the grade", async () => {
    const ada = await reviewed("Ada Lund", breach);
    const ben = await reviewed("Ben Cho", pass, { currency: "EUR" });
    await decide(await reviewed("Cleo Roy", breach), "dismiss", "A wrong tick of the platform");
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openFromBar(page, "Reviews");
    const waiting = queue(page, "Waiting").getByRole("link");
    await waiting.first().waitFor();
    await expect
      .poll(async () => (await waiting.allInnerTexts()).map((text) => text.split("\n")))
      .toEqual([
        [
          ada.name,
          "Breach",
          "Daily loss: $94,999.99, floor $95,000.00",
          "Phase 1",
          "Mar 02, 2026, 11:00",
          "Observed",
        ],
        [
          ben.name,
          "Pass",
          "Every objective is met",
          "Phase 1",
          expect.any(String),
          "Closed results only",
        ],
      ]);
    await expect.poll(() => queue(page, "Decided").innerText()).toContain("Breach dismissed");
  });

  it("opens the case next to the list, with the verdict and a link to the trader", async () => {
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
    await page.getByText("Checked against the platform").waitFor();
    expect(await statusOf(emil)).toBe("breached");
    expect(await stagesOf(emil)).toMatchObject([{ outcome: "failed" }]);
  });

  it("dismisses a breach, and restores the status", async () => {
    const finn = await reviewed("Finn Aho", breach);
    const { page } = await openReview(finn);
    await button(page, "Dismiss").click();
    await field(page, "Reason").fill("A wrong tick");
    await dialog(page, "Dismiss Breach").getByRole("button", { name: "Dismiss Breach" }).click();
    await alertText(page, "Breach dismissed", "status");
    await page.getByText("Breach not confirmed", { exact: true }).waitFor();
    expect(await statusOf(finn)).toBe("active");
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

  it("keeps the credentials that are left blank for the next stage", async () => {
    const kai = await reviewed("Kai Moe", pass);
    const credentials = { login: "9900002", server: "Live02", masterPassword: "k7#Tpx2v" };
    await kai.administrator.patch(`/api/admin/user/${kai.trader.id}/account`, credentials);
    const { page } = await openReview(kai);
    await button(page, "Confirm Pass").click();
    await field(page, "Reason").fill("All targets met");
    await field(page, "Phase").fill("Phase 2");
    await dialog(page, "Confirm Pass").getByRole("button", { name: "Confirm Pass" }).click();
    await page.getByText("Please choose the rules, or No rules").waitFor();
    await field(page, "Rules").selectOption("No rules");
    await dialog(page, "Confirm Pass").getByRole("button", { name: "Confirm Pass" }).click();
    await alertText(page, "Pass confirmed, next stage started", "status");
    const account = (await kai.trader.get("/api/user/account")).json<object>();
    expect(account).toMatchObject({ ...credentials, phase: "Phase 2" });
  });

  it("offers the next step of a programme as one sentence to accept", async () => {
    const nora = await judgedTrader(e2e.app, simpleRules);
    const { administrator, trader, rulesVersionId } = nora;
    const created = await administrator.post("/api/admin/programmes", {
      name: "Two steps",
      currency: "USD",
      initialBalances: ["100000.00"],
      steps: ["Phase 1", "Phase 2"].map((phase) => ({
        phase,
        rulesVersionId,
        payoutEnabled: false,
      })),
    });
    const [version] = created.json<{ versions: { id: number }[] }>().versions;
    await administrator.post(`/api/admin/user/${trader.id}/programme`, {
      programmeVersionId: version!.id,
      initialBalance: "100000.00",
      startedAt: "2026-03-01T12:00:00Z",
    });
    await feed(nora, pass);
    const [review] = await reviewsOf(nora);
    const { page } = await openReviews(`?review=${review!.id}`);
    await button(page, "Confirm Pass").click();
    await field(page, "Start Phase 2 with $100,000.00 under Rules, version 1").waitFor();
    await field(page, "Reason").fill("All targets met");
    await dialog(page, "Confirm Pass").getByRole("button", { name: "Confirm Pass" }).click();
    await alertText(page, "Pass confirmed, next stage started", "status");
    expect((await stagesOf(nora))[0]).toMatchObject({ phase: "Phase 2", programme: { step: 2 } });
  });

  it("offers no certificate for a dismissed pass, but the review that has waited longest", async () => {
    await reviewed("Lea Roth", breach);
    const mona = await reviewed("Mona Beck", pass);
    await decide(mona, "dismiss", "Copied trades");
    const { page } = await openReview(mona);
    await page.getByText("Copied trades").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /Certificate$/ }).count()).toBe(0);
    const first = queue(page, "Waiting").getByRole("link").first();
    const next = page.getByRole("link", { name: "Next Review" });
    const address = await first.getAttribute("href");
    await expect.poll(() => next.getAttribute("href")).toBe(address);
  });

  it("confirms a pass without a next stage", async () => {
    const hugo = await reviewed("Hugo Li", pass);
    const { page } = await openReview(hugo);
    await button(page, "Confirm Pass").click();
    await field(page, "Start the next stage").uncheck();
    await field(page, "Reason").fill("Good");
    await dialog(page, "Confirm Pass").getByRole("button", { name: "Confirm Pass" }).click();
    await alertText(page, "Pass confirmed", "status");
    expect(await stagesOf(hugo)).toMatchObject([{ outcome: "passed" }]);
    await button(page, "Upload Certificate").waitFor();
    await button(page, "Issue Certificate").waitFor();
  });

  it("shows the decision of another administrator who decided first", async () => {
    const ines = await reviewed("Ines Paz", breach);
    const { page, expectProblem } = await openReview(ines);
    expectProblem(/409/);
    await button(page, "Confirm Breach").click();
    await field(page, "Reason").fill("Clear");
    await decide(ines, "dismiss", "A wrong tick");
    const form = dialog(page, "Confirm Breach");
    await form.getByRole("button", { name: "Confirm Breach" }).click();
    const notice = form.getByRole("alert");
    await expect.poll(() => notice.innerText()).toContain("Already decided: Breach dismissed");
    await expect.poll(() => notice.innerText()).toContain("A wrong tick");
    await expect
      .poll(() => form.getByRole("button", { name: "Confirm Breach" }).isDisabled())
      .toBe(true);
    await form.getByRole("button", { name: "Close" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByText("Breach not confirmed", { exact: true }).waitFor();
    await expect.poll(() => button(page, "Confirm Breach").count()).toBe(0);
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
    await notice.getByText("The decision on this review stays.").waitFor();
  });

  it("reports a review that does not exist, and can be reloaded after a failure", async () => {
    const { page, expectProblem } = await openReviews("?review=2000000000");
    expectProblem(/404|502/);
    await page.getByText("Review not found").waitFor();
    await answerCalls(page, "admin.reviews.page", { status: 502, body: "Bad Gateway" });
    // The stream would load the reviews again before the button is pressed.
    await page.route("**/api/trpc/admin.reviews.live*", () => {});
    await page.goto("/admin/reviews");
    await page.getByText("Failed to load reviews.").first().waitFor();
    await page.unroute("**/api/trpc/admin.reviews.page*");
    await button(page, "Try again").first().click();
    await queue(page, "Waiting").waitFor();
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
