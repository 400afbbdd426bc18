import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { requestAction, traderWithLogin } from "../support/actions.ts";
import {
  alertText,
  button,
  field,
  signIn,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { feed, judgedTrader, reviewsOf, snapshotAt, statusOf } from "../support/verdicts.ts";

const e2e = startE2e();

const text = "The price of that minute was wrong; no other broker had it.";

/** Creates a trader who appeals against a breach that another administrator has confirmed. */
async function appealed(fullName: string) {
  const judged = await judgedTrader(e2e.app);
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName });
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
  const [review] = await reviewsOf(judged);
  const decision = { decision: "confirm", reason: "Checked" };
  const other = await e2e.app.administrator("owner");
  await other.post(`/api/admin/reviews/${review!.id}`, decision);
  const path = `/api/user/reviews/${review!.id}/appeal`;
  const { id } = (await judged.trader.post(path, { text })).json<{ id: number }>();
  return { ...judged, reviewId: review!.id, appealId: id };
}

const searchOf = (page: Page) => new URL(page.url()).search;
const inDialog = (opened: Locator, name: string) =>
  opened.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

describe("appeals", () => {
  let first: Awaited<ReturnType<typeof appealed>>;
  let second: typeof first;
  beforeAll(async () => {
    first = await appealed("Ada Open");
    second = await appealed("Bea Denied");
    const denial = { decision: "deny", reason: "The broker has the same price" };
    await second.administrator.post(`/api/admin/appeals/${second.appealId}`, denial);
  });

  it("are found by their state, and the address keeps what was chosen", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/appeals");
    await page.getByRole("link", { name: "Ada Open" }).waitFor();
    await page.getByRole("link", { name: "Bea Denied" }).waitFor();
    await field(page, "State of the appeal").selectOption("Denied");
    await page.getByRole("link", { name: "Ada Open" }).waitFor({ state: "detached" });
    expect(searchOf(page)).toBe("?status=denied");
    await page.getByRole("link", { name: "Bea Denied" }).click();
    await page.getByText("The broker has the same price").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Bea Denied" }).waitFor();
    expect(searchOf(page)).toBe("?status=denied");
  });

  it("are decided in a dialog that a link opens and Back closes", async () => {
    const { page } = await visitAsAdministrator(e2e, `/admin/appeals?appeal=${first.appealId}`);
    await page.getByText(text).waitFor();
    await button(page, "Deny Appeal").click();
    await dialog(page, "Deny Appeal").waitFor();
    expect(searchOf(page)).toBe(`?appeal=${first.appealId}&dialog=deny`);
    await page.goBack();
    await dialog(page, "Deny Appeal").waitFor({ state: "detached" });
    await page.goto(`/admin/appeals?appeal=${first.appealId}&dialog=grant`);
    const opened = dialog(page, "Grant Appeal");
    await opened
      .getByLabel("Reason", { exact: true })
      .fill("The platform has confirmed the wrong price");
    await inDialog(opened, "Grant Appeal").click();
    await opened.waitFor({ state: "detached" });
    await page.getByText("The platform has confirmed the wrong price").waitFor();
    expect(await statusOf(first)).toBe("active");
  });
});

it("the dashboard links to the letter about a breach, which prints on one A4 page with its chart", async () => {
  const { trader, reviewId } = await appealed("Cleo Printed");
  const { page } = await e2e.browser.visit();
  await signIn(page, trader.email);
  await page.goto("/");
  await page.getByRole("link", { name: "Read what was found, what was decided" }).click();
  await page.waitForURL(`**/reviews/${reviewId}`);
  const chart = page.locator("canvas");
  await chart.waitFor();
  // As a print does, which the chart answers before the page is laid out for paper.
  const width = await chart.evaluate(async (canvas) => {
    canvas.ownerDocument.defaultView!.dispatchEvent(new Event("beforeprint"));
    await Promise.resolve();
    return canvas.getBoundingClientRect().width;
  });
  // 190 mm are 718 pixels.
  expect(width).toBeLessThan(718);
  const sheet = await page.pdf({ preferCSSPageSize: true });
  expect(sheet.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});

it("an action is cancelled in a dialog that a link opens", async () => {
  const administrator = await e2e.app.administrator();
  const trader = await traderWithLogin(e2e.app, administrator);
  const { id } = await requestAction(administrator, trader.id);
  const { page } = await visitAsAdministrator(e2e, `/admin/actions?dialog=details&actionId=${id}`);
  const details = dialog(page, "Close positions");
  await inDialog(details, "Cancel Action").click();
  const opened = dialog(page, "Cancel: Close positions");
  await inDialog(opened, "Cancel Action").click();
  await alertText(page, "Action cancelled", "status");
});
