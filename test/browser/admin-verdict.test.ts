import superjson, { type SuperJSONResult } from "superjson";
import { describe, expect, it } from "vitest";
import { button, signIn, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { feed, judgedTrader, reviewsOf, snapshotAt, tradeOf } from "../support/verdicts.ts";

const e2e = startE2e();

const breach = { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] };

describe("the verdict on the page of a trader", () => {
  it("has the same text and figures as in the trader's browser, before and after a breach", async () => {
    const judged = await judgedTrader(e2e.app);
    await feed(judged, {
      deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T09:04:00Z", "1950.00"),
      snapshots: [snapshotAt("2026-03-02T09:02:00Z", "98000.00")],
    });
    const { page: trader } = await e2e.browser.visit();
    await signIn(trader, judged.trader.email);
    await trader.goto("/");
    const path = `/admin/users/${judged.trader.id}`;
    const { page: administrator } = await visitAsAdministrator(e2e, path);
    for (const verdict of ["In progress", "Breach under review"]) {
      if (verdict !== "In progress") await feed(judged, breach);
      const panels = [trader, administrator].map((page) =>
        page.getByRole("region", { name: "Limits and Objectives" }),
      );
      for (const panel of panels) await panel.getByText(verdict, { exact: true }).waitFor();
      const [seenByTrader, seenByAdministrator] = await Promise.all(
        panels.map(async (panel) =>
          (await panel.innerText())
            // The times of the requests differ, and with them the time left today.
            .replace(/resets in [\dhmin\s]+/g, "resets")
            .split(/\s*\n\s*/)
            // Only traders see how to check the case file.
            .filter((line) => !/^As of |^The case file /.test(line)),
        ),
      );
      expect(seenByTrader).toEqual(seenByAdministrator);
    }
  });

  it("is shown as for the trader, with the case and the review next to it", async () => {
    const judged = await judgedTrader(e2e.app);
    await feed(judged, breach);
    const [review] = await reviewsOf(judged);
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${judged.trader.id}`);
    const verdict = page.getByRole("region", { name: "Limits and Objectives" });
    await verdict.getByText("Breach under review", { exact: true }).waitFor();
    const address = `/api/admin/user/${judged.trader.id}/case?stage=${judged.stageId}`;
    const download = page.getByRole("link", { name: "Download case" });
    await expect.poll(() => download.getAttribute("href")).toBe(address);
    expect((await judged.administrator.get(address)).statusCode).toBe(200);
    await page.getByRole("link", { name: "Open the review" }).click();
    await page.waitForURL(`/admin/reviews?review=${review!.id}`);
  });

  it("has a history of changes with their causes", async () => {
    const judged = await judgedTrader(e2e.app);
    await feed(judged, breach);
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${judged.trader.id}`);
    const rows = page.getByRole("table", { name: "Stored verdicts" }).getByRole("row");
    await rows.nth(2).waitFor();
    const texts = (await rows.allInnerTexts()).slice(1);
    const cells = texts.map((text) =>
      text
        .split("\t")
        .slice(1)
        .map((cell) => cell.trim()),
    );
    expect(cells).toEqual([
      ["Breach under review", "Observed", "Daily loss: kept, then breached", expect.any(String)],
      ["In progress", expect.any(String), "—", expect.any(String)],
    ]);
    // Older verdicts are loaded on demand.
    const limits: number[] = [];
    await page.route("**/api/trpc/admin.verdicts*", async (route) => {
      const input = JSON.parse(new URL(route.request().url()).searchParams.get("input")!) as {
        json: { limit: number };
      };
      limits.push(input.json.limit);
      const response = await route.fetch();
      const { result } = (await response.json()) as { result: { data: SuperJSONResult } };
      const [, initial] = superjson.deserialize<{ id: number }[]>(result.data);
      const many = Array.from({ length: Math.min(30, input.json.limit) }, (_, index) => ({
        ...initial!,
        id: index + 1,
      }));
      await route.fulfill({ response, json: { result: { data: superjson.serialize(many) } } });
    });
    // Otherwise, the live stream would report the record as new, and the page would load the verdicts again.
    await e2e.app.context.database.pool.query(
      "update stage_progress set changed_at = changed_at - interval '1 hour'",
    );
    await page.reload();
    await expect.poll(() => rows.count()).toBe(26);
    await button(page, "Show Older Verdicts").click();
    await expect.poll(() => rows.count()).toBe(31);
    expect(limits).toEqual([25, 125]);
    await expect.poll(() => button(page, "Show Older Verdicts").count()).toBe(0);
  });

  it("states that a stage without rules is not judged", async () => {
    const judged = await judgedTrader(e2e.app, null);
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${judged.trader.id}`);
    await page.getByText("No rules have been set for this stage").waitFor();
    await page.getByText("No verdicts yet").waitFor();
  });
});
