import { beforeAll, describe, expect, it } from "vitest";
import {
  alertText,
  answerCalls,
  button,
  dropLongTimers,
  field,
  linesOfEach,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";

const dom = startDom();
const ids: Record<string, number> = {};

const people = [
  { name: "Ada Lund", account: { status: "active", login: "7001", phase: "Phase 1" } },
  { name: "Ben Cho", account: { status: "breached", login: "7002", payoutEnabled: true } },
  { name: "Cleo Roy", account: { status: "under-review" } },
  { name: "Dora Sato", account: {} },
];

beforeAll(async () => {
  for (const { name, account } of people) {
    const email = `${name.split(" ")[0]!.toLowerCase()}@example.com`;
    const { id } = await dom.app.trader({ fullName: name, email });
    await dom.administrator.patch(`/api/admin/user/${id}/account`, account);
    ids[name] = id;
  }
});

it("adds a user from the list", async () => {
  const { page } = await openUsers();
  await button(page, "Add User").click();
  await page.getByRole("dialog", { name: "Add User" }).waitFor();
  expect(new URL(page.url()).searchParams.get("dialog")).toBe("add-user");
});

async function openUsers(search = ""): ReturnType<typeof visitAsAdministrator> {
  const visit = await visitAsAdministrator(dom, `/admin/users${search}`);
  await grid(visit.page).waitFor();
  return visit;
}

function grid(page: Page) {
  return page.getByRole("grid", { name: "Users" });
}

function row(page: Page, name: string) {
  return grid(page).getByRole("row").filter({ hasText: name });
}

/** Reads the names in the order of the rows. */
async function names(page: Page) {
  const cells = grid(page).locator('[data-field="fullName"][role="gridcell"]');
  return (await cells.allInnerTexts()).map((text) => text.split("\n")[0]);
}

async function choose(page: Page, name: string, action: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

/** Reads the facts of the details dialog by name; if a name is repeated, its last value. */
async function facts(page: Page) {
  const details = dialog(page, "User Details");
  await details.getByText("Personal Information").waitFor();
  const terms = await details.getByRole("term").allInnerTexts();
  const values = await details.getByRole("definition").allInnerTexts();
  return Object.fromEntries(terms.map((term, index) => [term, values[index]]));
}

describe("the users table", () => {
  it("lists the users newest first, with their number", async () => {
    const { page } = await openUsers();
    const cards = page.getByRole("region", { name: "User figures" }).getByRole("article");
    await cards.getByText("4").waitFor();
    await page.getByText("Showing 1 to 4 of 4 users").waitFor();
    await expect
      .poll(() => linesOfEach(cards))
      .toEqual([
        ["Total Users", "4"],
        ["Active", "1"],
        ["Pending", "1"],
        ["Under Review", "1"],
        ["Breached", "1"],
      ]);
    await expect
      .poll(() => grid(page).getByRole("columnheader").allInnerTexts())
      .toEqual([
        "",
        "ID",
        "Name",
        "Email",
        "Broker Login",
        "Account Status",
        "Phase",
        "Balance",
        "Profit/Loss",
        "Room Today",
        "Payouts",
        "Actions",
      ]);
    // The sorted column is named like the others.
    await page.getByRole("columnheader", { name: "ID", exact: true }).waitFor();
    await expect.poll(() => names(page)).toEqual(["Dora Sato", "Cleo Roy", "Ben Cho", "Ada Lund"]);
    await expect
      .poll(() => row(page, "Ben Cho").getByRole("gridcell").allInnerTexts())
      .toEqual([
        "",
        String(ids["Ben Cho"]),
        "Ben Cho",
        "ben@example.com",
        "7002",
        "Breached",
        "—",
        "$0.00",
        "$0.00",
        "—",
        "Enabled",
        "",
      ]);
  });

  it("keeps sort order and status in the URL for reloads and the back button", async () => {
    const { page } = await openUsers();
    await page.getByRole("columnheader", { name: "Name" }).click();
    await page.waitForURL("**/admin/users?sort=fullName&order=asc");
    await expect.poll(() => names(page)).toEqual(["Ada Lund", "Ben Cho", "Cleo Roy", "Dora Sato"]);
    const header = page.getByRole("columnheader", { name: "Name" });
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
    await page.reload();
    await expect.poll(() => names(page)).toEqual(["Ada Lund", "Ben Cho", "Cleo Roy", "Dora Sato"]);
    await page.getByLabel("Account status").selectOption("Under Review");
    await expect.poll(() => names(page)).toEqual(["Cleo Roy"]);
    await page.goBack();
    await page.getByText("Showing 1 to 4 of 4 users").waitFor();
  });

  it("returns from a search to the previous view in one step back", async () => {
    const { page } = await openUsers("?sort=email&order=asc");
    const box = page.getByRole("searchbox", { name: "Search by name, email, or login..." });
    await box.fill("c");
    await page.waitForURL(/search=c(&|$)/);
    await box.fill("cleo");
    await page.waitForURL(/search=cleo/);
    await expect.poll(() => names(page)).toEqual(["Cleo Roy"]);
    await page.goBack();
    await page.waitForURL("**/admin/users?sort=email&order=asc");
    await expect.poll(async () => (await names(page)).length).toBe(4);
  });

  it("ignores unsearchable characters in the URL", async () => {
    const { page } = await openUsers("?search=%00cleo");
    await expect.poll(() => names(page)).toEqual(["Cleo Roy"]);
  });

  it("opens the last page if the requested one no longer exists", async () => {
    const { page } = await openUsers("?page=40");
    await page.waitForURL("**/admin/users");
    await expect.poll(() => names(page)).toHaveLength(4);
  });
});

describe("the actions of a row", () => {
  it("set the account's status", async () => {
    const { page } = await openUsers();
    await choose(page, "Dora Sato", "Set Under Review");
    await expect
      .poll(() => alertText(page, "User status updated", "status"))
      .toEqual([
        "User status updated",
        "User account status changed to under-review",
        "Undo",
        "Add a reason",
      ]);
    await row(page, "Dora Sato").getByText("Under Review").waitFor();
    const underReview = page.getByRole("article").filter({ hasText: "Under Review" });
    await underReview.getByText("2").waitFor();
    // The card is also the filter.
    await underReview.getByRole("button").click();
    await page.waitForURL("**/admin/users?status=under-review");
    await row(page, "Ada Lund").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Total Users" }).click();
    await row(page, "Ada Lund").waitFor();
  });

  it("undo a change of the status, even if the row has left the list", async () => {
    const { page } = await openUsers("?status=active");
    dropLongTimers();
    await page.reload();
    await choose(page, "Ada Lund", "Set Breached");
    await row(page, "Ada Lund").waitFor({ state: "detached" });
    await button(page, "Undo").click();
    await page.getByText("User account status changed to active").waitFor();
    await expect.poll(() => button(page, "Undo").count()).toBe(0);
    await row(page, "Ada Lund").getByText("Active").waitFor();
  });

  it("do not undo a change of the status that has been overtaken", async () => {
    const { page, expectProblem } = await openUsers();
    expectProblem(/409/);
    const { id } = await dom.app.trader({ fullName: "Odo Overtaken" });
    dropLongTimers();
    await page.reload();
    await choose(page, "Odo Overtaken", "Set Active");
    await button(page, "Undo").waitFor();
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { status: "breached" });
    await button(page, "Undo").click();
    await alertText(page, "Failed to update user status");
    await row(page, "Odo Overtaken").getByText("Breached").waitFor();
    await dom.administrator.delete(`/api/admin/user/${id}`);
  });

  it("do not set a status over that of a colleague, which the row then shows", async () => {
    const { page, expectProblem } = await openUsers();
    expectProblem(/409/);
    const { id } = await dom.app.trader({ fullName: "Oda Overtaken" });
    await page.reload();
    await row(page, "Oda Overtaken").waitFor();
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { status: "breached" });
    await choose(page, "Oda Overtaken", "Set Active");
    await alertText(page, "Failed to update user status");
    await row(page, "Oda Overtaken").getByText("Breached").waitFor();
    await dom.administrator.delete(`/api/admin/user/${id}`);
  });

  it("enable and disable payouts", async () => {
    const { page } = await openUsers();
    await choose(page, "Dora Sato", "Enable Payouts");
    await expect
      .poll(() => alertText(page, "Payout status updated", "status"))
      .toEqual(["Payout status updated", "Payouts enabled for user"]);
    await row(page, "Dora Sato").getByText("Enabled").waitFor();
    await choose(page, "Dora Sato", "Disable Payouts");
    await page.getByText("Payouts disabled for user").waitFor();
  });

  it.each([
    ["Set Active", "admin.accounts.update", "Failed to update user status"],
    ["Enable Payouts", "admin.accounts.update", "Failed to update payout status"],
  ])("show why %s failed", async (action, procedure, title) => {
    const { page, expectProblem } = await openUsers();
    expectProblem(/502/);
    await answerCalls(page, procedure, { status: 502, body: "" });
    await choose(page, "Dora Sato", action);
    await expect.poll(() => alertText(page, title)).toEqual([title, "502 Bad Gateway"]);
  });

  it("show why a ban failed and keep the reason", async () => {
    const { page, expectProblem } = await openUsers();
    expectProblem(/502/);
    await answerCalls(page, "admin.users.ban", { status: 502, body: "" });
    await choose(page, "Cleo Roy", "Ban User");
    await field(page, "Reason").fill("Copy trading");
    await button(page, "Ban User").click();
    await expect
      .poll(() => alertText(page, "Failed to update ban status"))
      .toEqual(["Failed to update ban status", "502 Bad Gateway"]);
    await expect.poll(() => field(page, "Reason").inputValue()).toBe("Copy trading");
  });

  it("show that a user no longer exists and refresh the list", async () => {
    const gone = await dom.app.trader({ fullName: "Gone Soon" });
    const { page } = await openUsers();
    await dom.administrator.delete(`/api/admin/user/${gone.id}`);
    await choose(page, "Gone Soon", "Set Active");
    await alertText(page, "Failed to update user status");
    await row(page, "Gone Soon").waitFor({ state: "detached" });
  });
});

describe("the details of a user", () => {
  const account = {
    status: "active",
    balance: "12000.5",
    profitLoss: "-250.00",
    phase: "Funded",
    payoutEnabled: true,
    login: "7009",
    masterPassword: "k7#Tpx2v",
    server: "Live02",
    dailyDrawdownLimit: "5%",
    overallLossLimit: "10% / $1000",
    profitTarget: "$2500",
  };

  async function openDetails(name: string, fields = {}) {
    const { id } = await dom.app.trader({ fullName: name });
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { ...account, ...fields });
    const visit = await openUsers(`?search=${encodeURIComponent(name)}`);
    await choose(visit.page, name, "View Full Details");
    await dialog(visit.page, "User Details").getByText("Personal Information").waitFor();
    return { ...visit, id };
  }

  it("show every field", async () => {
    const { page, id } = await openDetails("Ella Details");
    await expect
      .poll(() => facts(page))
      .toMatchObject({
        ID: String(id),
        Name: "Ella Details",
        Country: "United Kingdom",
        City: "London",
        Street: "Mill Street",
        "House Number": "12",
        "Account Status": "Active",
        Status: "Active",
        Phase: "Funded",
        Balance: "$12,000.50",
        "Profit/Loss": "-$250.00",
        Payouts: "Enabled",
        Login: "7009",
        "Master Password": "k7#Tpx2v",
        Server: "Live02",
        "Daily Drawdown Limit": "5%",
        "Overall Loss Limit": "10% / $1000",
        "Profit Target": "$2500",
      });
    // The history, which would repeat the values, is loaded on demand.
    await button(page, "Show Latest Events").waitFor();
    await expect.poll(() => dialog(page, "User Details").getByText("Live02").count()).toBe(1);
    // The statuses of the person and of the trading account are under different headings.
    const headings = dialog(page, "User Details").getByRole("heading", { level: 3 });
    await expect
      .poll(() => headings.allInnerTexts())
      .toEqual([
        "Personal Information",
        "Trading Account Status",
        "Trading Platform",
        "Risk Management",
        "History",
      ]);
  });

  it("open the trading account, change only edited fields, and show the saved values", async () => {
    const { page, id } = await openDetails("Finn Platform");
    await button(page, "Edit trading account").click();
    const edit = dialog(page, "Edit Trading Account");
    await edit.waitFor();
    await expect.poll(() => field(page, "Master Password").inputValue()).toBe("k7#Tpx2v");
    await field(page, "Login").fill("8123");
    await field(page, "Phase").fill("Evaluation");
    await field(page, "Server").fill("");
    // Another administrator sets the password in the meantime.
    const path = `/api/admin/user/${id}/account`;
    await dom.administrator.patch(path, { masterPassword: "Nw4!mPq8" });
    await button(page, "Save Changes").dblclick();
    await alertText(page, "Trading account updated", "status");
    await edit.waitFor({ state: "detached" });
    await expect.poll(async () => (await facts(page)).Login).toBe("8123");
    await expect
      .poll(() => facts(page))
      .toMatchObject({ Phase: "Evaluation", Server: "Not assigned yet" });
    await expect
      .poll(() => page.locator(":focus").getAttribute("aria-label"))
      .toBe("Edit trading account");
    const user = (await dom.administrator.get(`/api/admin/user/${id}`)).json<{
      tradingAccount: { masterPassword: string };
    }>();
    expect(user.tradingAccount.masterPassword).toBe("Nw4!mPq8");
  });

  it("open the risk metrics", async () => {
    const { page, expectProblem } = await openDetails("Gus Risk");
    expectProblem(/502/);
    await button(page, "Edit risk metrics").click();
    await field(page, "Daily Drawdown Limit").fill("$400");
    await answerCalls(page, "admin.accounts.update", { status: 502, body: "" });
    await button(page, "Save Changes").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toEqual(["Update failed", "502 Bad Gateway"]);
    await page.unroute("**/api/trpc/admin.accounts.update*");
    await button(page, "Save Changes").click();
    await alertText(page, "Risk metrics updated", "status");
    await expect.poll(async () => (await facts(page))["Daily Drawdown Limit"]).toBe("$400");
  });

  it("say beside a limit what another administrator has changed meanwhile", async () => {
    const { page, id } = await openDetails("Gia Twice");
    await button(page, "Edit risk metrics").click();
    await field(page, "Profit Target").fill("$900");
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { profitTarget: "$800" });
    await button(page, "Save Changes").click();
    const edit = dialog(page, "Edit Risk Metrics");
    await edit.getByText("Now “$800”. Save again to replace it.").waitFor();
    await button(page, "Save Changes").click();
    await expect.poll(async () => (await facts(page))["Profit Target"]).toBe("$900");
  });

  it("open the form of the user, which changes only edited fields", async () => {
    const { page, id } = await openDetails("Hal Form");
    await button(page, "Edit User").click();
    const edit = dialog(page, "Edit User");
    await field(page, "Full Name").waitFor();
    await field(page, "Full Name").fill("H");
    await button(page, "Save Changes").click();
    await edit.getByText("Full name must be at least 2 characters").waitFor();
    await field(page, "Full Name").fill("Hal Formed");
    await field(page, "Balance").fill("12,5,5");
    await button(page, "Save Changes").click();
    await edit.getByText("Balance must be a valid number").waitFor();
    await field(page, "Balance").fill("777");
    // The trader changes the email, and another administrator the status in the meantime.
    const email = `hal.changed.${id}@example.com`;
    await dom.administrator.patch(`/api/admin/user/${id}`, { email });
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { status: "breached" });
    await button(page, "Save Changes").click();
    await alertText(page, "User updated", "status");
    await expect.poll(async () => (await facts(page)).Balance).toBe("$777.00");
    await expect
      .poll(() => facts(page))
      .toMatchObject({
        Name: "Hal Formed",
        Email: email,
        Status: "Breached",
      });
  });

  it("say in the form what another administrator has changed meanwhile", async () => {
    const { page, id } = await openDetails("Ida Twice");
    await button(page, "Edit User").click();
    const edit = dialog(page, "Edit User");
    await field(page, "Full Name").fill("Ida Second");
    await dom.administrator.patch(`/api/admin/user/${id}`, { fullName: "Ida First" });
    await button(page, "Save Changes").click();
    await edit.getByText("Now “Ida First”. Save again to replace it.").waitFor();
    await button(page, "Save Changes").click();
    await expect.poll(async () => (await facts(page)).Name).toBe("Ida Second");
  });

  it("show the form of the user only once the current values are loaded", async () => {
    const { page, id } = await openDetails("Hedy Fresh");
    await button(page, "Edit User").click();
    await field(page, "Balance").waitFor();
    await button(page, "Cancel").click();
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { balance: "888.00" });
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/admin.users.summary*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await button(page, "Edit User").click();
    const edit = dialog(page, "Edit User");
    await edit.getByRole("region", { name: "Loading user" }).waitFor();
    await expect.poll(() => button(page, "Save Changes").isDisabled()).toBe(true);
    held.resolve();
    await field(page, "Balance").waitFor();
    await expect.poll(() => field(page, "Balance").inputValue()).toBe("888.00");
  });
});
