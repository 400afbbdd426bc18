import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import {
  button,
  field,
  linesOfEach,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e();

/** Creates a trader with requests of these amounts. @returns the requests' ids in the same order */
async function request(fullName: string, amounts: string[], balance = "5000.00") {
  const trader = await e2e.app.trader({ fullName });
  const account = { payoutEnabled: true, balance };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const requests: number[] = [];
  for (const amount of amounts) {
    const body = { amount, paymentMethod: "bank", paymentDetails: "Bank Name: First Bank" };
    const response = await trader.post("/api/user/payouts", body);
    requests.push(response.json<{ id: number }>().id);
  }
  return { trader, requests };
}

function openPayouts(search = "", options?: Parameters<typeof visitAsAdministrator>[2]) {
  return visitAsAdministrator(e2e, `/admin/payouts${search}`, options);
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

describe("the payouts table", () => {
  it("shows a message if it is empty", async () => {
    const { page } = await openPayouts();
    await page.getByText("No payout requests found").waitFor();
    await page.getByRole("article").getByText("$0.00").first().waitFor();
    await expectAccessible(page);
  });

  it("lists the requests with their totals", async () => {
    const { trader, requests } = await request("Ada Lund", ["100.00", "250.50", "40.00"]);
    await e2e.administrator.patch(`/api/admin/payouts/${requests[1]}`, { status: "approved" });
    const { page } = await openPayouts();
    await row(page, requests[2]!).waitFor();
    const cards = page.getByRole("region", { name: "Payout figures" }).getByRole("article");
    await expect
      .poll(() => linesOfEach(cards))
      .toEqual([
        ["Total Requests", "3"],
        ["Pending", "2"],
        ["Approved Amount", "$250.50"],
        ["Pending Amount", "$140.00"],
      ]);
    await expect
      .poll(() => grid(page).getByRole("columnheader").allInnerTexts())
      .toEqual([
        "",
        "ID",
        "User ID",
        "Amount",
        "Withdrawable",
        "Payment Method",
        "Date",
        "Age",
        "Status",
        "Actions",
      ]);
    const today = await page.evaluate(
      "new Date().toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' })",
    );
    await expect
      .poll(() => row(page, requests[1]!).getByRole("gridcell").allInnerTexts())
      .toEqual([
        "",
        String(requests[1]),
        `Ada Lund\n${trader.id}`,
        "$250.50",
        "—",
        "Bank Transfer",
        today,
        "—",
        "Approved",
        "",
      ]);
  });
});

describe("a decision", () => {
  it("warns if the amount exceeds the balance", async () => {
    const { requests } = await request("Cleo Roy", ["900.00"], "899.99");
    const { page } = await openPayouts();
    await choose(page, requests[0]!, "Approve");
    const flags = page.getByRole("list", { name: "Flags on this request" });
    await flags.getByText("The amount of $900.00 is above the balance of $899.99.").waitFor();
    const approve = button(page, "Approve");
    await page.getByText("Approving despite: Above the balance").waitFor();
    await expect.poll(() => approve.getAttribute("aria-describedby")).not.toBeNull();
    const note = await field(page, "Admin Notes").boundingBox();
    expect(note!.y + note!.height).toBeLessThan(900);
  });
});

it("traders never load the data grid", async () => {
  const { page } = await e2e.trader();
  const loaded: string[] = [];
  page.on("request", (asked) => loaded.push(asked.url()));
  for (const path of ["/auth", "/", "/payouts", "/certificates", "/settings"]) {
    await page.goto(path);
    await waitForQuietNetwork(page);
  }
  expect(loaded.filter((url) => url.includes("data-table"))).toEqual([]);
});
