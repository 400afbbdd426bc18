import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { expectAccessible } from "../support/browser.ts";
import { button, signIn, startE2e } from "../support/browser-app.ts";
import {
  createRules,
  feed,
  type JudgedTrader,
  judgedTrader,
  simpleRules,
  snapshotAt,
  tradeOf,
} from "../support/verdicts.ts";

const e2e = startE2e();

async function open(judged: JudgedTrader, path = "/"): Promise<Page> {
  const { page } = await e2e.browser.visit();
  await signIn(page, judged.trader.email);
  await page.goto(path);
  return page;
}

const objectives = (page: Page) => page.getByRole("region", { name: "Limits and Objectives" });
const rule = (page: Page, name: string) =>
  objectives(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

/** A trade with a profit of 1,950 and snapshots at its start and end. */
const wonTrade = {
  deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T09:04:00Z", "1950.00"),
  snapshots: [snapshotAt("2026-03-02T09:02:00Z", "98000.00")],
};

describe("the objectives of a stage with rules", () => {
  it("show the verdict, its evidence and the current figure of each rule", async () => {
    const judged = await judgedTrader(e2e.app);
    await feed(judged, wonTrade);
    const page = await open(judged);
    const panel = objectives(page);
    await panel.getByText("In progress").waitFor();
    await panel.getByText("No limit is breached. 0 of 1 objective is met.").waitFor();
    await panel
      .getByText("Equity was seen during all 4 min with open positions; the longest gap was 2 min.")
      .waitFor();
    await expect
      .poll(() => rule(page, "Daily loss").innerText())
      .toMatch(/Kept\s+\$5,000\.00 left today, above the floor of \$96,950\.00/);
    await expect
      .poll(() => rule(page, "Profit target").innerText())
      .toMatch(/Not yet met\s+\$8,050\.00 still missing; \$1,950\.00 of \$10,000\.00 so far/);
    const reached = rule(page, "Profit target").getByRole("meter");
    await expect.poll(() => reached.getAttribute("aria-valuenow")).toBe("20");
    const chart = page.getByRole("region", { name: "Performance" });
    await chart.getByText(/^(Below: )?Daily loss \$9\d,\d{3}\.00$/).waitFor();
    const inShort = page.getByRole("region", { name: "In short" });
    await inShort.getByText("You are safe: $5,000.00 left until 00:00 (UTC)").waitFor();
    await expectAccessible(page);
  });

  it("show the reason and the tightest moment by keyboard", async () => {
    const judged = await judgedTrader(e2e.app);
    await feed(judged, wonTrade);
    const page = await open(judged);
    await rule(page, "Daily loss").getByText("Details").focus();
    await page.keyboard.press("Enter");
    await rule(page, "Daily loss")
      .getByText(/^The smallest room was \$3,000\.00 at Mar 02, 2026, 09:02:00 \(UTC\)/)
      .waitFor();
    const meter = rule(page, "Daily loss").getByRole("meter", { name: "Daily loss" });
    await expect
      .poll(() => meter.getAttribute("aria-valuetext"))
      .toBe("$5,000.00 of $5,000.00 left");
  });

  it("show a breach as under review until an administrator confirms it", async () => {
    const judged = await judgedTrader(e2e.app);
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "94999.99")] });
    const page = await open(judged);
    await objectives(page).getByText("Breach under review").waitFor();
    await expect
      .poll(() => rule(page, "Daily loss").innerText())
      .toContain("$0.01 below the floor");
    await expectAccessible(page);
  });

  it("show both versions of changed rules and the reason", async () => {
    const judged = await judgedTrader(e2e.app);
    const stricter: Rules = {
      ...simpleRules,
      objectives: [{ kind: "profit_target", target: { amount: "8000.00" } }],
    };
    const rulesVersionId = await createRules(judged.administrator, stricter);
    await judged.administrator.patch(`/api/admin/stages/${judged.stageId}/rules`, {
      rulesVersionId,
      reason: "The target was entered by mistake",
    });
    const page = await open(judged);
    await objectives(page)
      .getByText(/: The target was entered by mistake$/)
      .waitFor();
    await objectives(page).getByText("What changed").click();
    await objectives(page).getByText("Profit target: from $10,000.00 to $8,000.00").waitFor();
  });

  it("can be downloaded as a case file", async () => {
    const judged = await judgedTrader(e2e.app);
    const page = await open(judged);
    const download = page.waitForEvent("download");
    await objectives(page).getByRole("link", { name: "Download case" }).click();
    expect((await download).suggestedFilename()).toBe(
      `propdesk-case-${judged.login}-${judged.stageId}.json`,
    );
  });
});

it("a stage without rules shows a message", async () => {
  const page = await open(await judgedTrader(e2e.app, null));
  await objectives(page)
    .getByText("No rules have been set for this stage, so nothing is judged.")
    .waitFor();
});

it("objectives can be reloaded after a failure", async () => {
  const judged = await judgedTrader(e2e.app);
  // After a recent change, the live stream would reload the objectives before the button is used.
  await e2e.app.context.database.pool.query(
    "update stage_progress set changed_at = now() - interval '1 hour'",
  );
  const { page, expectProblem } = await e2e.browser.visit();
  await signIn(page, judged.trader.email);
  expectProblem(/500/);
  await page.route("**/api/trpc/trader.standing?*", (route) => route.fulfill({ status: 500 }));
  await page.goto("/");
  await page.getByText("Failed to load the objectives.").waitFor();
  await page.unroute("**/api/trpc/trader.standing?*");
  await button(page, "Try again").click();
  await objectives(page).getByText("In progress").waitFor();
});
