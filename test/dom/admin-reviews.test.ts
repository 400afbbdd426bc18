import { describe, expect, it } from "vitest";
import {
  alertText,
  answerCalls,
  button,
  field,
  openFromBar,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  statusOf,
  tradeOf,
} from "../support/verdicts.ts";

const dom = startDom();

const at = "2026-03-02T10:00:00.000Z";
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
const pass = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };

interface Reviewed extends JudgedTrader {
  name: string;
  reviewId: number;
}

async function reviewed(name: string, records: object, stage?: object): Promise<Reviewed> {
  const judged = await judgedTrader(dom.app, simpleRules, stage);
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName: name });
  await feed(judged, records);
  return { ...judged, name, reviewId: (await reviewsOf(judged))[0]!.id };
}

function openReviews(search = "") {
  return visitAsAdministrator(dom, `/admin/reviews${search}`);
}

const openReview = ({ reviewId }: Reviewed) => openReviews(`?review=${reviewId}`);

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
  it("shows open reviews first, with the rule, its figures, the time and the grade", async () => {
    const ada = await reviewed("Ada Lund", breach);
    const ben = await reviewed("Ben Cho", pass, { currency: "EUR" });
    await decide(await reviewed("Cleo Roy", breach), "dismiss", "A wrong tick of the platform");
    const { page } = await visitAsAdministrator(dom, "/admin/dashboard");
    await openFromBar(page, "Reviews");
    const waiting = queue(page, "Waiting").getByRole("link");
    await waiting.first().waitFor();
    await expect
      .poll(async () => (await waiting.allInnerTexts()).map((text) => text.split("\n")))
      .toEqual([
        [
          ada.name,
          "Breach",
          "$0.01 below the daily floor",
          "Phase 1",
          "Mar 02, 2026, 11:00",
          "Observed",
        ],
        [
          ben.name,
          "Pass",
          "Every objective is met, and no limit is breached",
          "Phase 1",
          expect.any(String),
          "Closed results only",
        ],
      ]);
    await expect.poll(() => queue(page, "Decided").innerText()).toContain("Breach dismissed");
  });

  it("dismisses a breach, and restores the status", async () => {
    const finn = await reviewed("Finn Aho", breach);
    const { page } = await openReview(finn);
    await button(page, "Dismiss").click();
    await field(page, "Reason").fill("A wrong tick");
    await dialog(page, "Dismiss Breach").getByRole("button", { name: "Dismiss Breach" }).click();
    await alertText(page, "Breach dismissed", "status");
    await page.getByText("Breach dismissed", { exact: true }).first().waitFor();
    expect(await statusOf(finn)).toBe("active");
  });

  it("is worked by keys: a digit picks the reason, and the next review opens by itself", async () => {
    const first = await reviewed("Uma Keys", breach);
    await reviewed("Vera Keys", breach);
    const { page } = await openReview(first);
    const waiting = queue(page, "Waiting").getByRole("link");
    await waiting.filter({ hasText: "Vera Keys" }).waitFor();
    const addresses = await waiting.evaluateAll((all) =>
      all.map((row) => row.getAttribute("href")),
    );
    const next = addresses[addresses.indexOf(`/admin/reviews?review=${first.reviewId}`) + 1];
    await page.keyboard.press("d");
    const form = dialog(page, "Dismiss Breach");
    await form.getByRole("radio").first().waitFor();
    await page.keyboard.press("1");
    await expect
      .poll(() => field(page, "Reason").inputValue())
      .toBe("A wrong price of the platform caused the breach.");
    await form.getByRole("button", { name: "Dismiss Breach" }).click();
    await alertText(page, "Breach dismissed", "status");
    await page.waitForURL(next!);
    await button(page, "Confirm Breach").waitFor();
    expect((await reviewsOf(first))[0]).toMatchObject({ decision: "dismiss" });
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
    const nora = await judgedTrader(dom.app, simpleRules);
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
    await page.getByText("Breach dismissed", { exact: true }).first().waitFor();
    await expect.poll(() => button(page, "Confirm Breach").count()).toBe(0);
  });

  it("is not decided on another verdict than the one that was seen", async () => {
    const jon = await reviewed("Jon Ek", breach);
    const { page, expectProblem } = await openReview(jon);
    expectProblem(/409/);
    await button(page, "Confirm Breach").click();
    await field(page, "Reason").fill("Clear");
    await feed(jon, { snapshots: [snapshotAt("2026-03-02T09:30:00Z", "94000.00")] });
    const form = dialog(page, "Confirm Breach");
    await form.getByRole("button", { name: "Confirm Breach" }).click();
    await form.getByText("The verdict has changed since the dialog was opened").waitFor();
    expect((await reviewsOf(jon))[0]).toMatchObject({ decision: null });
    await form.getByRole("button", { name: "Close" }).click();
    await page.getByText("The verdict has changed since the review was opened").waitFor();
    await button(page, "Confirm Breach").click();
    await field(page, "Reason").fill("Clear");
    await form.getByRole("button", { name: "Confirm Breach" }).click();
    await alertText(page, "Breach confirmed", "status");
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
});
