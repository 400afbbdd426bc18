import { describe, expect, it } from "vitest";
import {
  alertText,
  answerCalls,
  button,
  field,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";

const dom = startDom();

/** Creates a trader with requests of these amounts. @returns the requests' ids in the same order */
async function request(fullName: string, amounts: string[], balance = "5000.00") {
  const trader = await dom.app.trader({ fullName });
  const account = { payoutEnabled: true, balance };
  await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const requests: number[] = [];
  for (const amount of amounts) {
    const body = { amount, paymentMethod: "bank", paymentDetails: "Bank Name: First Bank" };
    const response = await trader.post("/api/user/payouts", body);
    requests.push(response.json<{ id: number }>().id);
  }
  return { trader, requests };
}

function openPayouts(search = "") {
  return visitAsAdministrator(dom, `/admin/payouts${search}`);
}

function grid(page: Page) {
  return page.getByRole("grid", { name: "Payout requests" });
}

/** Finds the row of a request. */
function row(page: Page, id: number) {
  return grid(page)
    .getByRole("row")
    .filter({ has: button(page, `Actions for request #${id}`) });
}

async function choose(page: Page, id: number, action: "Approve" | "Reject") {
  await button(page, `Actions for request #${id}`).click();
  await page.getByRole("menuitem", { name: action }).click();
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

describe("the payouts table", () => {
  it("sorts and filters on the server and keeps both in the URL", async () => {
    const { requests } = await request("Sorted Sue", ["100.00", "250.50", "40.00"]);
    await dom.administrator.patch(`/api/admin/payouts/${requests[1]}`, { status: "approved" });
    const { page } = await openPayouts("?search=Sorted");
    const amounts = () =>
      grid(page).locator('[data-field="amount"][role="gridcell"]').allInnerTexts();
    await page.getByRole("columnheader", { name: "Amount" }).click();
    await page.waitForURL("**/admin/payouts?search=Sorted&sort=amount&order=asc");
    await expect.poll(amounts).toEqual(["$40.00", "$100.00", "$250.50"]);
    await page.getByLabel("Request status").selectOption("Pending");
    await expect.poll(amounts).toEqual(["$40.00", "$100.00"]);
    await page.reload();
    await expect.poll(amounts).toEqual(["$40.00", "$100.00"]);
    await page.getByRole("searchbox", { name: "Search by user or ID..." }).fill("nobody");
    await page.getByText("No payout requests found").waitFor();
  });
});

describe("a decision", () => {
  it("shows the request and approves without notes", async () => {
    const { requests } = await request("Ben Cho", ["300.00"]);
    const { page } = await openPayouts();
    await choose(page, requests[0]!, "Approve");
    const approve = dialog(page, "Approve Payout");
    await approve.getByText("$300.00").waitFor();
    await approve.getByText("Ben Cho").waitFor();
    await expect.poll(() => approve.getByRole("alert").count()).toBe(0);
    await button(page, "Approve").dblclick();
    await alertText(page, "Payout approved successfully", "status");
    await approve.waitFor({ state: "detached" });
    await row(page, requests[0]!).getByText("Approved").waitFor();
    await expect
      .poll(() => page.locator(":focus").getAttribute("aria-label"))
      .toBe(`Actions for request #${requests[0]}`);
  });

  it("requires notes to reject, which the trader can read", async () => {
    const { trader, requests } = await request("Dora Sato", ["75.00"]);
    const { page } = await openPayouts();
    await choose(page, requests[0]!, "Reject");
    await dialog(page, "Reject Payout").waitFor();
    await expect.poll(() => button(page, "Reject").isDisabled()).toBe(true);
    await field(page, "Admin Notes").fill("   ");
    await expect.poll(() => button(page, "Reject").isDisabled()).toBe(true);
    await field(page, "Admin Notes").fill("Please add your IBAN");
    await button(page, "Reject").click();
    await alertText(page, "Payout rejected successfully", "status");
    await row(page, requests[0]!).getByText("Rejected").waitFor();
    expect((await trader.get("/api/user/payouts")).json()).toMatchObject([
      { status: "rejected", adminNotes: "Please add your IBAN" },
    ]);
  });

  it("can be reversed but not repeated", async () => {
    const { requests } = await request("Eli Back", ["60.00"]);
    await dom.administrator.patch(`/api/admin/payouts/${requests[0]}`, { status: "approved" });
    const { page } = await openPayouts();
    await button(page, `Actions for request #${requests[0]}`).click();
    const approve = page.getByRole("menuitem", { name: "Approve" });
    await expect.poll(() => approve.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("menuitem", { name: "Reject" }).click();
    await field(page, "Admin Notes").fill("Charged back");
    await button(page, "Reject").click();
    await row(page, requests[0]!).getByText("Rejected").waitFor();
  });

  it("shows the current state if another administrator decided first", async () => {
    const { requests } = await request("Fay First", ["80.00"]);
    const { page } = await openPayouts();
    await choose(page, requests[0]!, "Approve");
    // Otherwise, the dialog might load what the other administrator has decided.
    await expect.poll(() => button(page, "Approve").isEnabled()).toBe(true);
    await dom.administrator.patch(`/api/admin/payouts/${requests[0]}`, {
      status: "approved",
      adminNotes: "Paid by wire",
    });
    await button(page, "Approve").click();
    await expect
      .poll(() => alertText(page, "Failed to approve payout"))
      .toEqual(["Failed to approve payout", "This payout request is already approved"]);
    await expect
      .poll(() => alertText(page, "Already decided: Approved"))
      .toContain("Admin notes: Paid by wire");
    await expect
      .poll(() => alertText(page, "Already decided: Approved"))
      .toContainEqual(expect.stringMatching(/^By Test administrator, /) as string);
    await expect.poll(() => button(page, "Approve").count()).toBe(0);
    await button(page, "Close").click();
    await row(page, requests[0]!).getByText("Approved").waitFor();
  });

  it("does not reverse the decision of another administrator that it has not shown", async () => {
    const { requests } = await request("Flo First", ["80.00"]);
    const { page } = await openPayouts();
    await choose(page, requests[0]!, "Reject");
    await field(page, "Admin Notes").fill("The account was closed");
    await expect.poll(() => button(page, "Reject").isEnabled()).toBe(true);
    await dom.administrator.patch(`/api/admin/payouts/${requests[0]}`, { status: "approved" });
    await button(page, "Reject").click();
    await alertText(page, "Failed to reject payout");
    await alertText(page, "Already decided: Approved");
    await expect.poll(() => button(page, "Reject").count()).toBe(0);
    await button(page, "Close").click();
    await row(page, requests[0]!).getByText("Approved").waitFor();
  });

  it.each([
    ["Approve", "Failed to approve payout"],
    ["Reject", "Failed to reject payout"],
  ] as const)("shows why it failed: %s", async (action, title) => {
    const { requests } = await request("Gus Fails", ["10.00"]);
    const { page } = await openPayouts();
    const error = {
      message: "Too many calls.",
      code: -32029,
      data: { httpStatus: 429, path: "admin.payouts.decide", retryAfter: 30 },
    };
    await answerCalls(page, "admin.payouts.decide", {
      status: 429,
      contentType: "application/json",
      body: JSON.stringify({ error: { json: error } }),
    });
    await choose(page, requests[0]!, action);
    await field(page, "Admin Notes").fill("Some notes");
    await button(page, action).click();
    await expect
      .poll(() => alertText(page, title))
      .toEqual([title, "Too many calls. Try again in 30 seconds."]);
    await expect.poll(() => field(page, "Admin Notes").inputValue()).toBe("Some notes");
  });
});

it("every administrator page redirects everyone else to /auth", async () => {
  const { page } = await dom.trader();
  for (const path of ["/admin", "/admin/dashboard", "/admin/users", "/admin/payouts"]) {
    await page.goto(path);
    // From there, signed-in traders are redirected to the dashboard.
    await page.waitForURL((url) => url.pathname === "/");
  }
  const visitor = dom.visit();
  for (const path of ["/admin", "/admin/dashboard", "/admin/users", "/admin/payouts"]) {
    await visitor.page.goto(path);
    await visitor.page.waitForURL("/auth");
  }
});
