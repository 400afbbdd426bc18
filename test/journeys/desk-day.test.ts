import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { button, field, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { expectFocusKept, pressOn, tabTo } from "../support/keyboard.ts";
import { addAuthenticator, localUrl } from "../support/passkeys.ts";
import { administratorWithKey } from "../support/second-factor.ts";
import { expectFits, tap } from "../support/touch.ts";
import { dialog } from "../support/trader-page.ts";
import { feed, judgedTrader, simpleRules, snapshotAt, tradeOf } from "../support/verdicts.ts";

const e2e = startE2e();

beforeAll(async () => {
  await e2e.administrator.patch("/api/admin/settings/payouts", { secondApprovalAbove: "5000.00" });
});

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });

async function request(fullName: string, amounts: readonly string[]): Promise<number[]> {
  const trader = await e2e.app.trader({ fullName });
  const account = { status: "active", payoutEnabled: true, balance: "50000.00" };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const ids: number[] = [];
  for (const amount of amounts) {
    const data = { amount, paymentMethod: "paypal", paymentDetails: `${trader.id}@example.com` };
    ids.push((await trader.post("/api/user/payouts", data)).json<{ id: number }>().id);
  }
  return ids;
}

async function openReview(fullName: string, records: object): Promise<void> {
  const judged = await judgedTrader(e2e.app, simpleRules);
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName });
  await feed(judged, records);
}

/** Creates a breach and a pass to review, and twelve requests; the first one requires two administrators. */
async function arrangeDay(): Promise<number[]> {
  const at = "2026-03-02T10:00:00.000Z";
  await openReview("Bruno Breach", { snapshots: [snapshotAt(at, "94999.99")] });
  await openReview("Paula Pass", { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") });
  return [
    ...(await request("Lena Large", ["8000.00", "120.00", "240.50"])),
    ...(await request("Mira Medium", ["900.00", "1250.00", "75.25"])),
    ...(await request("Noah North", ["410.00", "620.00", "88.00"])),
    ...(await request("Omar Ost", ["2300.00", "1999.99", "45.00"])),
  ];
}

/** Opens an owner's account page in a browser with a virtual authenticator. */
async function openAccount(options: BrowserContextOptions) {
  const { accessKey } = await administratorWithKey(e2e.app);
  const { page } = await e2e.browser.visit(options);
  await addAuthenticator(page);
  await page.request.post(localUrl(e2e, "/api/admin/login"), { data: { accessKey } });
  await page.goto(localUrl(e2e, "/admin/account"));
  return { page, accessKey };
}

async function approveAsSecond(id: number): Promise<void> {
  const second = await e2e.app.administrator("payouts");
  const response = await second.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  expect(response.json()).toMatchObject({ status: "approved" });
}

async function expectPaid(requests: readonly number[], reference: string): Promise<void> {
  for (const id of requests) {
    const payout = await e2e.administrator.get(`/api/admin/payouts/${id}`);
    expect(payout.json()).toMatchObject({ status: "approved", payment: { reference } });
  }
}

describe("an administrator's work day with only the keyboard", () => {
  async function signIn(page: Page, accessKey: string) {
    await pressOn(page, button(page, "Add Passkey"));
    await tabTo(page, field(page, "Access Key"));
    await page.keyboard.type(accessKey);
    await page.keyboard.press("Enter");
    await pressOn(page, button(page, "I have stored them"));
    await dialog(page, "Recovery Codes").waitFor({ state: "detached" });
    await expectFocusKept(page);
    await pressOn(page, button(page, "Account menu"), { backwards: true });
    await page.getByRole("menuitem", { name: "Your Profile" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/auth");
    await pressOn(page, link(page, "Admin Login"));
    await pressOn(page, button(page, "Use a Passkey"));
    await page.waitForURL("**/admin/dashboard");
  }

  async function clearReviews(page: Page) {
    const bar = page.getByRole("navigation", { name: "Main" });
    await pressOn(page, bar.getByRole("link", { name: "Reviews" }));
    await pressOn(page, link(page, "Bruno Breach"));
    await pressOn(page, button(page, "Confirm Breach"));
    const breach = dialog(page, "Confirm Breach");
    await tabTo(page, field(page, "Reason"));
    await page.keyboard.type("Checked against the platform");
    await pressOn(page, breach.getByRole("button", { name: "Confirm Breach" }));
    await breach.waitFor({ state: "detached" });
    // The next review opens by itself.
    await page.getByRole("heading", { name: "Paula Pass" }).waitFor();
    await expectFocusKept(page);
    await pressOn(page, button(page, "Confirm Pass"));
    const pass = dialog(page, "Confirm Pass");
    await tabTo(page, field(page, "Reason"));
    await page.keyboard.type("All targets met");
    await pressOn(page, field(page, "Start the next stage"), { key: "Space" });
    await pressOn(page, pass.getByRole("button", { name: "Confirm Pass" }));
    await pass.waitFor({ state: "detached" });
    await page.getByText("Nothing to review").waitFor();
    await expectFocusKept(page);
  }

  /** Finds a page or a record by name, and opens it. */
  async function open(page: Page, text: string, option: string) {
    await page.keyboard.press("Control+k");
    const palette = dialog(page, "Command palette");
    await tabTo(page, palette.getByRole("combobox"));
    await page.keyboard.type(text);
    await palette.getByRole("option", { name: option, selected: true }).waitFor();
    await page.keyboard.press("Enter");
  }

  async function approve(page: Page, large: number) {
    await open(page, `#${large}`, `#${large} · $8,000.00`);
    await heading(page, `Request #${large}`).waitFor();
    await pressOn(page, button(page, "Approve"));
    await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Approve" }));
    await page.getByText("Waiting for a second administrator", { exact: true }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectFocusKept(page);

    await open(page, "payouts", "Payouts");
    // The list is read again. A dialog that is opened before would still offer to approve the request.
    await page.getByText(/^1 of 2: /).waitFor();
    await pressOn(page, page.getByRole("checkbox", { name: "Select all rows" }), { key: "Space" });
    await page.getByText("12 selected").waitFor();
    await pressOn(page, button(page, "Approve"), { backwards: true });
    const bulk = dialog(page, "Approve Requests");
    await bulk.getByText("You have already approved this payout request.").waitFor();
    await pressOn(page, bulk.getByRole("button", { name: "Approve 11 requests" }));
    await bulk.getByText("11 of 11 requests approved").waitFor();
    await expectFocusKept(page);
    await pressOn(page, bulk.getByRole("button", { name: "Close" }));
    await bulk.waitFor({ state: "detached" });
    await expectFocusKept(page);
  }

  async function pay(page: Page, reference: string) {
    await open(page, "payment", "Payments");
    await pressOn(page, button(page, "Select All"));
    await page.getByText("12 selected").waitFor();
    await pressOn(page, button(page, "Create Payment Run"));
    await heading(page, /^Payment Run #\d+$/).waitFor();
    await page.getByText("0 of 12 paid").waitFor();
    const download = page.waitForEvent("download");
    await pressOn(page, link(page, "Export CSV"));
    expect((await download).suggestedFilename()).toMatch(/^payment-run-\d+\.csv$/);
    await pressOn(page, button(page, "Mark the 12 exported payments as paid (CSV file)"));
    await tabTo(page, field(page, "Reference"));
    await page.keyboard.type(reference);
    await page.keyboard.press("Enter");
    await dialog(page, "Mark as Paid").waitFor({ state: "detached" });
    await page.getByText("12 of 12 paid").waitFor();
    await expectFocusKept(page);
    await pressOn(page, button(page, "Close Run"));
    await page.getByText("Closed", { exact: true }).waitFor();
    await expectFocusKept(page);
  }

  it("goes from a passkey through reviews and payouts to a payment run", async () => {
    const requests = await arrangeDay();
    const { page, accessKey } = await openAccount({ viewport: { width: 1440, height: 900 } });
    await signIn(page, accessKey);
    await clearReviews(page);
    await approve(page, requests[0]!);
    await approveAsSecond(requests[0]!);
    await pay(page, "WT-22015");
    await expectPaid(requests, "WT-22015");
  });
});

describe("an administrator's work day at 390 px by touch", () => {
  async function follow(page: Page, name: string) {
    await tap(button(page, "Open menu"));
    const menu = dialog(page, "Menu");
    await tap(menu.getByRole("link", { name }));
    await menu.waitFor({ state: "detached" });
  }

  async function signIn(page: Page, accessKey: string) {
    await tap(button(page, "Add Passkey"));
    await field(page, "Access Key").fill(accessKey);
    await tap(dialog(page, "Add a Passkey").getByRole("button", { name: "Add Passkey" }));
    await tap(button(page, "I have stored them"));
    await dialog(page, "Recovery Codes").waitFor({ state: "detached" });
    await tap(button(page, "Open menu"));
    await tap(button(page, "Sign out"));
    await page.waitForURL("**/auth");
    await tap(link(page, "Admin Login"));
    await tap(button(page, "Use a Passkey"));
    await page.waitForURL("**/admin/dashboard");
  }

  async function clearReviews(page: Page) {
    await tap(page.getByRole("main").getByRole("link", { name: /^Reviews/ }));
    const waiting = page.getByRole("list", { name: "Waiting" });
    await tap(waiting.getByRole("link", { name: "Bruno Breach" }));
    await tap(button(page, "Confirm Breach"));
    await field(page, "Reason").fill("Checked against the platform");
    await tap(dialog(page, "Confirm Breach").getByRole("button", { name: "Confirm Breach" }));
    // The next review opens by itself, and the toast about the breach must not cover the buttons of the dialog.
    await tap(button(page, "Confirm Pass"));
    await field(page, "Reason").fill("All targets met");
    await tap(field(page, "Start the next stage"));
    await tap(dialog(page, "Confirm Pass").getByRole("button", { name: "Confirm Pass" }));
    await dialog(page, "Confirm Pass").waitFor({ state: "detached" });
    await expectFits(page);
    await tap(link(page, "All reviews"));
    await page.getByText("Nothing to review").waitFor();
  }

  async function approve(page: Page, large: number) {
    await follow(page, "Dashboard");
    await tap(page.getByRole("main").getByRole("link", { name: /^Pending payouts/ }));
    await page.getByText("Showing 1 to 12 of 12 requests").waitFor();
    const row = page.getByRole("row", { name: `#${large} ` });
    await tap(row.getByRole("link", { name: "Lena Large" }));
    await heading(page, `Request #${large}`).waitFor();
    await expectFits(page);
    await tap(button(page, "Approve"));
    await tap(page.getByRole("dialog").getByRole("button", { name: "Approve" }));
    await page.getByText("Waiting for a second administrator", { exact: true }).waitFor();
    await page.goBack();
    // The list is read again. A dialog that is opened before would still offer to approve the request.
    await page.getByText(/^1 of 2: /).waitFor();
    await tap(page.getByRole("checkbox", { name: "Select all rows" }));
    await expectFits(page);
    await tap(button(page, "Approve"));
    const bulk = dialog(page, "Approve Requests");
    await tap(bulk.getByRole("button", { name: "Approve 11 requests" }));
    await bulk.getByText("11 of 11 requests approved").waitFor();
    await tap(bulk.getByRole("button", { name: "Close" }));
    await bulk.waitFor({ state: "detached" });
  }

  async function pay(page: Page, reference: string) {
    await tap(button(page, "Open menu"));
    await tap(dialog(page, "Menu").getByRole("button", { name: "Search" }));
    const palette = dialog(page, "Command palette");
    await palette.getByRole("combobox").fill("payment");
    await tap(palette.getByRole("option", { name: "Payments" }));
    await tap(button(page, "Select All"));
    await page.getByText("12 selected").waitFor();
    await expectFits(page);
    await tap(button(page, "Create Payment Run"));
    await page.getByText("0 of 12 paid").waitFor();
    await expectFits(page);
    const download = page.waitForEvent("download");
    await tap(link(page, "Export CSV"));
    expect((await download).suggestedFilename()).toMatch(/^payment-run-\d+\.csv$/);
    await tap(button(page, "Mark the 12 exported payments as paid (CSV file)"));
    await field(page, "Reference").fill(reference);
    await tap(dialog(page, "Mark as Paid").getByRole("button", { name: "Mark as Paid" }));
    await page.getByText("12 of 12 paid").waitFor();
    await tap(button(page, "Close Run"));
    await page.getByText("Closed", { exact: true }).waitFor();
  }

  it("goes from a passkey through reviews and payouts to a payment run", async () => {
    const requests = await arrangeDay();
    const { page, accessKey } = await openAccount({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
    await signIn(page, accessKey);
    await clearReviews(page);
    await approve(page, requests[0]!);
    await approveAsSecond(requests[0]!);
    await pay(page, "WT-22016");
    await expectPaid(requests, "WT-22016");
  });
});

describe("a payout clerk with the keyboard alone", () => {
  it("decides ten requests, each with two or three keys and the text of a rejection", async () => {
    const requests = [
      ...(await request("Quick One", ["11.00", "12.00", "13.00", "14.00", "15.00"])),
      ...(await request("Quick Two", ["21.00", "22.00", "23.00", "24.00", "25.00"])),
    ];
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts?status=pending&search=Quick");
    await page.getByText("Showing 1 to 10 of 10 requests").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    for (const [index, id] of requests.entries()) {
      await heading(page, `Request #${id}`).waitFor();
      const isRejected = index % 5 === 4;
      await button(page, isRejected ? "Reject" : "Approve").waitFor();
      await page.keyboard.press(isRejected ? "r" : "a");
      const decision = dialog(page, isRejected ? "Reject Payout" : "Approve Payout");
      if (isRejected) {
        await decision.getByRole("textbox", { name: "Admin Notes" }).waitFor();
        await page.keyboard.type("Asks too often");
        await decision.getByRole("button", { name: "Reject", disabled: false }).waitFor();
        await page.keyboard.press("Control+Enter");
      } else {
        await decision.locator("button[type='submit']:focus").waitFor();
        await page.keyboard.press("Enter");
      }
      await decision.waitFor({ state: "detached" });
      await link(page, "Next request").or(page.getByText("0 pending")).first().waitFor();
      await page.keyboard.press("j");
    }
    for (const [index, id] of requests.entries()) {
      const payout = await e2e.administrator.get(`/api/admin/payouts/${id}`);
      expect(payout.json()).toMatchObject({ status: index % 5 === 4 ? "rejected" : "approved" });
    }
  });
});
