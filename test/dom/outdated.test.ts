import { describe, expect, it } from "vitest";
import { queryClient } from "../../web/app/api-client/query-client.ts";
import { answerCalls, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

/** Loads everything on the screen again, as a change that the live stream reports does. */
const loadAgain = () => queryClient.invalidateQueries();

const comeOnline = () => window.dispatchEvent(new Event("online"));

function setOnline(isOnline: boolean) {
  Object.defineProperty(window.navigator, "onLine", { value: isOnline, configurable: true });
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}

describe("a screen that cannot be loaded again", () => {
  it("keeps what it shows, says how old that is, and is current again once it can be loaded", async () => {
    const { page, id, expectProblem } = await dom.trader({ account: { balance: "5000.00" } });
    expectProblem(/503/);
    await page.goto("/");
    await page.getByText("$5,000.00").first().waitFor();
    await answerCalls(page, "trader.account", { status: 503, body: "" });
    await loadAgain();
    const notice = page.getByRole("status").filter({ hasText: "What you see is from" });
    await expect.poll(() => notice.innerText()).toMatch(/^The latest update failed\. What you see/);
    expect(await page.getByText("$5,000.00").count()).toBeGreaterThan(0);
    expect(await page.getByText("Error Loading Dashboard").count()).toBe(0);

    await dom.administrator.patch(`/api/admin/user/${id}/account`, {
      balance: "6000.00",
    });
    await page.unroute("**/api/trpc/trader.account*");
    comeOnline();
    await page.getByText("$6,000.00").first().waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });

  it("says that the browser is offline before anything fails", async () => {
    const { page } = await dom.trader();
    await page.goto("/");
    await page.getByRole("tab", { name: "Overview" }).waitFor();
    const notice = page.getByRole("status").filter({ hasText: "You are offline." });
    try {
      setOnline(false);
      await notice.waitFor();
    } finally {
      setOnline(true);
    }
    await expect.poll(() => notice.count()).toBe(0);
  });

  it("loads what has failed at first when the network is back", async () => {
    const { page, expectProblem } = await visitAsAdministrator(dom, "/");
    expectProblem(/502/);
    await answerCalls(page, "admin.payments.summary", { status: 502, body: "" });
    await page.goto("/admin/payments");
    await page.getByText("Failed to load the totals.").waitFor();
    await page.unroute("**/api/trpc/admin.payments.summary*");
    comeOnline();
    await page.getByText("Left to Pay").waitFor();
  });
});

describe("the interval at which a screen loads again", () => {
  const { refetchInterval } = queryClient.getDefaultOptions().queries!;
  const intervalAfter = (state: object) =>
    (refetchInterval as (query: object) => number | false)({ state });

  it("is fifteen seconds after a temporary failure, and none otherwise", () => {
    expect(intervalAfter({ status: "error", error: new Error("no connection") })).toBe(15_000);
    expect(intervalAfter({ status: "success", error: null })).toBe(false);
  });
});
