import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { startE2e } from "../support/e2e.ts";
import { tradedAccount } from "../support/live.ts";

const e2e = startE2e();
const correction = { amount: "-25.00", reason: "Data fee" };

/** Shorter than the polling interval. */
const SOON = { timeout: 4_000 };

/** Hides or shows the page as if the user switched tabs. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}

describe("an open dashboard", () => {
  it("shows new records of the feed", async () => {
    const { page, id } = await e2e.trader();
    const { feed } = await tradedAccount(e2e.app, id);
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await feed("300.00");
    await page.getByText("$100,420.00").first().waitFor(SOON);
  });

  it("shows a change made after its data was loaded and before its stream opened", async () => {
    const { page, id } = await e2e.trader();
    const { feed } = await tradedAccount(e2e.app, id);
    const fed = Promise.withResolvers<void>();
    await page.route("**/trader.live", async (route) => {
      await fed.promise;
      await route.continue();
    });
    const stream = page.waitForRequest("**/trader.live");
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await stream;
    await feed("300.00");
    fed.resolve();
    await page.getByText("$100,420.00").first().waitFor(SOON);
  });

  it("shows a correction also on the administrators' page of the trader", async () => {
    const { id } = await e2e.trader();
    await tradedAccount(e2e.app, id);
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
    await page.goto(`/admin/users/${id}`);
    await page.getByText("$100,120.00").first().waitFor();
    await e2e.administrator.send({
      method: "POST",
      url: `/api/admin/user/${id}/corrections`,
      payload: correction,
    });
    await page.getByText("$100,095.00").first().waitFor(SOON);
  });

  it("closes its stream while it is hidden, and shows what it has missed when it is visible again", async () => {
    const { page, id } = await e2e.trader();
    const { feed } = await tradedAccount(e2e.app, id);
    const opened = page.waitForResponse("**/trader.live");
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await opened;
    const closed = page.waitForEvent("requestfailed", (request) =>
      request.url().endsWith("/trader.live"),
    );
    await setHidden(page, true);
    await closed;
    await feed("300.00");
    const reopened = page.waitForResponse("**/trader.live");
    await setHidden(page, false);
    await reopened;
    await page.getByText("$100,420.00").first().waitFor(SOON);
  });

  it("polls while the stream cannot be opened", async () => {
    const { page, id, expectProblem } = await e2e.trader();
    expectProblem(/live|ERR_FAILED|Failed to load resource/);
    const { feed } = await tradedAccount(e2e.app, id);
    await page.route("**/trader.live", (route) => route.abort());
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await feed("300.00");
    await page.getByText("$100,420.00").first().waitFor({ timeout: 10_000 });
  });
});
