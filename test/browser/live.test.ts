import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  alertText,
  button,
  dropLongTimers,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { tradedAccount } from "../support/live.ts";
import { untilAborted, waitForQuietNetwork } from "../support/network-quiet.ts";
import { dialog, figure } from "../support/trader-page.ts";

const e2e = startE2e();
const correction = { amount: "-25.00", reason: "Data fee" };

/** Hides or shows the page as if the user switched tabs. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}

describe("an open dashboard", () => {
  it("shows a change made after its data was loaded and before its stream opened", async () => {
    const { page, id } = await e2e.trader();
    await dropLongTimers(page);
    const { feed } = await tradedAccount(e2e.app, id);
    const fed = Promise.withResolvers<void>();
    await page.route("**/trader.live?*", async (route) => {
      await fed.promise;
      await route.continue();
    });
    const stream = page.waitForRequest("**/trader.live?*");
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await stream;
    await feed("300.00");
    fed.resolve();
    await page.getByText("$100,420.00").first().waitFor();
  });

  it("shows a correction also on the administrators' page of the trader", async () => {
    const { id } = await e2e.trader();
    await tradedAccount(e2e.app, id);
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
    await dropLongTimers(page);
    await page.goto(`/admin/users/${id}`);
    await page.getByText("$100,120.00").first().waitFor();
    await e2e.administrator.send({
      method: "POST",
      url: `/api/admin/user/${id}/corrections`,
      payload: correction,
    });
    await page.getByText("$100,095.00").first().waitFor();
  });

  it("closes its stream while it is hidden, and shows what it has missed when it is visible again", async () => {
    const { page, id } = await e2e.trader();
    await dropLongTimers(page);
    const { feed } = await tradedAccount(e2e.app, id);
    const opened = page.waitForResponse("**/trader.live?*");
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await opened;
    const closed = untilAborted(page, /\/trader\.live\?/);
    await setHidden(page, true);
    await closed;
    await feed("300.00");
    const reopened = page.waitForResponse("**/trader.live?*");
    await setHidden(page, false);
    await reopened;
    await page.getByText("$100,420.00").first().waitFor();
  });

  it("polls while the stream cannot be opened", async () => {
    const { page, id, expectProblem } = await e2e.trader();
    expectProblem(/live|ERR_FAILED|Failed to load resource/);
    const { feed } = await tradedAccount(e2e.app, id);
    await page.route("**/trader.live?*", (route) => route.abort());
    await page.goto("/");
    await page.getByText("$100,120.00").first().waitFor();
    await feed("300.00");
    await page.getByText("$100,420.00").first().waitFor();
  });
});

describe("a live page of a trader", () => {
  const password = "k7#Tpx2v";

  /** Opens the page of a trader with records, a master password and a payout request. */
  async function openLive(fullName: string, search = "") {
    const trader = await e2e.app.trader({ fullName });
    const { feed } = await tradedAccount(e2e.app, trader.id);
    const fields = { masterPassword: password, payoutEnabled: true };
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, fields);
    const payout = { amount: "50.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
    const response = await trader.post("/api/user/payouts", payout);
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${trader.id}${search}`);
    await expect.poll(() => figure(page, "Balance")).toBe("$100,120.00");

    /** Lets two live changes arrive, returns to the tab, and reconnects. */
    async function change() {
      await feed("300.00");
      await expect.poll(() => figure(page, "Balance")).toBe("$100,420.00");
      await feed("-20.00");
      await expect.poll(() => figure(page, "Balance")).toBe("$100,400.00");
      for (const type of ["visibilitychange", "offline", "online"]) {
        await page.evaluate(`window.dispatchEvent(new Event("${type}"))`);
      }
      await waitForQuietNetwork(page);
    }

    /** Counts how often the audit log says that a secret was viewed. */
    async function views(action: "master-password.viewed" | "payment-details.viewed") {
      await waitForQuietNetwork(page);
      const path = `/api/admin/audit?traderId=${trader.id}&action=${action}`;
      return (await e2e.administrator.get(path)).json<unknown[]>().length;
    }
    return { page, trader, payoutId: response.json<{ id: number }>().id, change, views };
  }

  async function setUnderReview(page: Page, name: string) {
    await button(page, `Actions for ${name}`).click();
    await page.getByRole("menuitem", { name: "Set Under Review" }).click();
    await alertText(page, "User status updated", "status");
  }

  it("does not view the master password again after the dialog was closed", async () => {
    const { page, change, views } = await openLive("Ada Closed");
    await button(page, "Edit User").click();
    const edit = dialog(page, "Edit User");
    await edit.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => field(page, "Master Password").inputValue()).toBe(password);
    await button(page, "Cancel").click();
    await edit.waitFor({ state: "detached" });
    await change();
    await setUnderReview(page, "Ada Closed");
    expect(await views("master-password.viewed")).toBe(1);
    await button(page, "Edit User").click();
    await expect.poll(() => field(page, "Status").inputValue()).toBe("under-review");
    await expect.poll(() => field(page, "Master Password").inputValue()).toBe("");
    expect(await views("master-password.viewed")).toBe(1);
  });

  it("updates an open dialog without viewing the master password again", async () => {
    const { page, trader, change, views } = await openLive("Ben Open");
    await button(page, "Actions for Ben Open").click();
    await page.getByRole("menuitem", { name: "View Full Details" }).click();
    const details = dialog(page, "User Details");
    await details.getByText(password).waitFor();
    await change();
    await details.getByText("$100,400.00").waitFor();
    expect(await views("master-password.viewed")).toBe(1);

    await button(page, "Edit risk metrics").click();
    await field(page, "Profit Target").fill("$9,000");
    await button(page, "Save Changes").click();
    await details.getByText("$9,000").first().waitFor();
    expect(await views("master-password.viewed")).toBe(1);

    await button(page, "Edit trading account").click();
    await expect.poll(() => field(page, "Master Password").inputValue()).toBe(password);
    await field(page, "Master Password").fill(" n3w#Pass ");
    await field(page, "Server").fill("Live09");
    await button(page, "Save Changes").click();
    await details.getByText("n3w#Pass", { exact: true }).waitFor();
    await details.getByText("Live09", { exact: true }).waitFor();
    expect(await views("master-password.viewed")).toBe(1);

    await button(page, "Close").click();
    await details.waitFor({ state: "detached" });
    const fields = { masterPassword: "another#1" };
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, fields);
    await button(page, "Actions for Ben Open").click();
    await page.getByRole("menuitem", { name: "View Full Details" }).click();
    await details.getByText("another#1").waitFor();
    expect(await views("master-password.viewed")).toBe(2);
  });
});
