import { describe, expect, it } from "vitest";
import { offerProgramme } from "../support/shops.ts";
import { alertText, answerCalls, button, field, startDom, type Page } from "./support/dom-app.ts";

const dom = startDom();

async function openAdmin() {
  const visit = dom.visit();
  await visit.page.caller.post("/api/admin/login", { accessKey: dom.app.adminKey });
  await visit.page.goto("/admin");
  await visit.page.getByRole("tab", { name: "User Management" }).waitFor();
  return visit;
}

async function openRequests() {
  const visit = await openAdmin();
  await visit.page.getByRole("tab", { name: "Payout Requests" }).click();
  return visit;
}

function grid(page: Page, name: string) {
  return page.getByRole("grid", { name, exact: true });
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

async function search(page: Page, placeholder: string, text: string) {
  await page.getByRole("searchbox", { name: placeholder }).fill(text);
}

/** Creates a trader with a pending request. */
async function request(fullName: string, amount = "250.00") {
  const trader = await dom.app.trader({ fullName });
  const account = { payoutEnabled: true, balance: "5000.00" };
  await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const body = { amount, paymentMethod: "crypto" };
  const response = await trader.post("/api/user/payouts", body);
  return response.json<{ id: number }>().id;
}

describe("User Management", () => {
  it("shows a message if there are no users", async () => {
    const { page } = await openAdmin();
    await page.getByText("No users found").waitFor();
    await search(page, "Search users...", "nobody");
    await page.getByText("No users match your search").waitFor();
  });

  it("adds a user with the account", async () => {
    const { page } = await openAdmin();
    await button(page, "Add User").click();
    await dialog(page, "Add User").waitFor();
    await button(page, "Create User").click();
    await page.getByText("Please enter a valid email").waitFor();
    await field(page, "Full Name").fill("Nora Quinn");
    await field(page, "Email").fill("nora@example.com");
    await field(page, "Balance").fill("12500.5");
    await field(page, "Status").selectOption("Active");
    await button(page, "Create User").dblclick();
    await alertText(page, "User created", "status");
    await dialog(page, "Add User").waitFor({ state: "detached" });
    const users = grid(page, "Users");
    await users.getByText("Nora Quinn").waitFor();
    await users.getByText("$12,500.50").waitFor();
    await users.getByText("Active", { exact: true }).waitFor();
    await expect
      .poll(() => users.getByRole("columnheader").allInnerTexts())
      .toEqual(["Name/Country", "Email", "Balance", "Status", "Actions"]);
  });

  it("creates neither user nor account if the call fails, and both on retry", async () => {
    const { page, expectProblem } = await openAdmin();
    expectProblem(/502/);
    await answerCalls(page, "admin.users.createWithAccount", { status: 502, body: "" });
    await button(page, "Add User").click();
    await field(page, "Full Name").fill("Second Try");
    await field(page, "Email").fill("second@example.com");
    await field(page, "Balance").fill("777.00");
    await button(page, "Create User").click();
    await expect
      .poll(() => alertText(page, "Create failed"))
      .toEqual(["Create failed", "502 Bad Gateway"]);
    await expect.poll(() => grid(page, "Users").getByText("second@example.com").count()).toBe(0);
    await expect.poll(() => field(page, "Balance").inputValue()).toBe("777.00");
    await page.unroute("**/api/trpc/admin.users.createWithAccount*");
    await button(page, "Create User").click();
    await alertText(page, "User created", "status");
    await grid(page, "Users").getByText("$777.00").waitFor();
    await expect.poll(() => grid(page, "Users").getByText("second@example.com").count()).toBe(1);
  });

  it("shows why a user could not be created", async () => {
    const { page } = await openAdmin();
    await button(page, "Add User").click();
    await field(page, "Email").fill("nora@example.com");
    await button(page, "Create User").click();
    await expect
      .poll(async () => (await alertText(page, "Create failed"))[0])
      .toBe("Create failed");
    await expect.poll(() => field(page, "Email").inputValue()).toBe("nora@example.com");
  });

  it("edits user and account and returns the focus", async () => {
    const { page } = await openAdmin();
    await button(page, "Edit Nora Quinn").focus();
    await page.keyboard.press("Enter");
    await field(page, "Full Name").waitFor();
    await expect
      .poll(async () =>
        (await field(page, "Status").getByRole("option").allInnerTexts()).toSorted(),
      )
      .toEqual(["Active", "Breached", "Pending", "Under Review"]);
    await field(page, "Balance").fill("9000");
    await field(page, "Status").selectOption("Under Review");
    await field(page, "Payouts enabled").check();
    await button(page, "Save Changes").click();
    await alertText(page, "User updated", "status");
    await grid(page, "Users").getByText("$9,000.00").waitFor();
    await grid(page, "Users").getByText("Under Review").waitFor();
    await dialog(page, "Edit User").waitFor({ state: "detached" });
    const focused = page.locator(":focus");
    await expect.poll(() => focused.getAttribute("aria-label")).toBe("Edit Nora Quinn");
  });

  it("shows why an update failed", async () => {
    const { page, expectProblem } = await openAdmin();
    expectProblem(/502/);
    await answerCalls(page, "admin.users.updateWithAccount", { status: 502, body: "" });
    await button(page, "Edit Nora Quinn").click();
    await field(page, "Full Name").fill("Nora Q");
    await button(page, "Save Changes").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toEqual(["Update failed", "502 Bad Gateway"]);
    await expect.poll(() => field(page, "Full Name").inputValue()).toBe("Nora Q");
  });

  it("deletes a user after confirmation", async () => {
    const { page, expectProblem } = await openAdmin();
    expectProblem(/502/);
    await button(page, "Delete Second Try").click();
    await page
      .getByText("Are you sure you want to delete this user? This action cannot be undone.")
      .waitFor();
    await answerCalls(page, "admin.users.delete", { status: 502, body: "" });
    await button(page, "Delete").click();
    await expect
      .poll(async () => (await alertText(page, "Delete failed"))[0])
      .toBe("Delete failed");
    await page.unroute("**/api/trpc/admin.users.delete*");
    await button(page, "Delete").click();
    await alertText(page, "User deleted", "status");
    await button(page, "Delete Second Try").waitFor({ state: "detached" });
  });

  it("searches by name and email, not by broker login", async () => {
    const { id } = await dom.app.trader({ fullName: "Lou Gin", email: "lou@example.com" });
    await dom.administrator.patch(`/api/admin/user/${id}/account`, { login: "88001" });
    const { page } = await openAdmin();
    await search(page, "Search users...", "lou gin");
    await page.getByText("Showing 1 to 1 of 1 users").waitFor();
    await search(page, "Search users...", "LOU@");
    await page.waitForURL("**/admin?search=LOU%40");
    await grid(page, "Users").getByText("Lou Gin").waitFor();
    await search(page, "Search users...", "88001");
    await page.getByText("No users match your search").waitFor();
    await page.goto("/admin/users?search=88001");
    await page.getByText("Showing 1 to 1 of 1 users").waitFor();
  });

  it("pages, and keeps page and search in the URL", async () => {
    for (let index = 0; index < 26; index += 1) {
      await dom.administrator.post("/api/admin/users", {
        fullName: `Paged Trader ${index}`,
        email: `paged.${index}@example.com`,
      });
    }
    const { page } = await openAdmin();
    await search(page, "Search users...", "paged");
    await page.getByText("Showing 1 to 25 of 26 users").waitFor();
    await button(page, "Go to next page").click();
    await page.getByText("Showing 26 to 26 of 26 users").waitFor();
    await page.reload();
    await page.getByText("Showing 26 to 26 of 26 users").waitFor();
    await button(page, "Go to previous page").click();
    await page.getByText("Showing 1 to 25 of 26 users").waitFor();
  });
});

describe("Payout Requests", () => {
  it("keeps its tab in the URL and shows a message if it is empty", async () => {
    const { page } = await openRequests();
    await page.reload();
    const tab = page.getByRole("tab", { name: "Payout Requests" });
    await tab.waitFor();
    await expect.poll(() => tab.getAttribute("aria-selected")).toBe("true");
    await page.getByRole("heading", { name: "Pending Requests" }).waitFor();
    await page.getByRole("heading", { name: "Payout History" }).waitFor();
  });

  it("approves without notes and moves the request to the history", async () => {
    const id = await request("Ada Approved");
    const { page } = await openRequests();
    await button(page, `Approve request #${id}`).click();
    await dialog(page, "Approve Payout").waitFor();
    await button(page, "Approve").click();
    await alertText(page, "Payout approved successfully", "status");
    await button(page, `Approve request #${id}`).waitFor({ state: "detached" });
    await grid(page, "Payout History").getByText("Ada Approved").waitFor();
  });

  it("requires notes to reject", async () => {
    const id = await request("Rex Rejected");
    const { page } = await openRequests();
    await button(page, `Reject request #${id}`).click();
    await dialog(page, "Reject Payout").waitFor();
    await expect.poll(() => button(page, "Reject").isDisabled()).toBe(true);
    await field(page, "Admin Notes").fill("The wallet is not yours");
    await button(page, "Reject").click();
    await alertText(page, "Payout rejected successfully", "status");
    await grid(page, "Payout History").getByText("The wallet is not yours").waitFor();
  });

  it("shows why a decision failed", async () => {
    const id = await request("Fay Failed");
    const { page, expectProblem } = await openRequests();
    expectProblem(/502/);
    await answerCalls(page, "admin.payouts.decide", { status: 502, body: "" });
    await button(page, `Approve request #${id}`).click();
    await button(page, "Approve").click();
    await expect
      .poll(() => alertText(page, "Failed to approve payout"))
      .toEqual(["Failed to approve payout", "502 Bad Gateway"]);
  });

  it("searches by user and id in both tables", async () => {
    const id = await request("Sam Sought");
    const { page } = await openRequests();
    const pending = grid(page, "Pending Requests");
    await search(page, "Search by user or ID...", "Sam Sought");
    await button(page, `Approve request #${id}`).waitFor();
    await pending.getByText("Fay Failed").waitFor({ state: "detached" });
    await search(page, "Search by user or ID...", "Rex");
    await grid(page, "Payout History").getByText("Rex Rejected").waitFor();
    await grid(page, "Payout History").getByText("Ada Approved").waitFor({ state: "detached" });
  });
});

describe("Add User", () => {
  it("adds a user who starts a programme", async () => {
    const programmeVersionId = await offerProgramme(dom.administrator, { name: "Starter" });
    const { page } = await openAdmin();
    await button(page, "Add User").click();
    await field(page, "Email").fill("pia@example.com");
    await expect.poll(() => field(page, "Programme").innerText()).toContain("Starter");
    await field(page, "Programme").selectOption("Starter, version 1");
    await button(page, "Create User").click();
    await page.getByText("Please choose the initial balance").waitFor();
    await field(page, "Initial Balance").selectOption("$100,000.00");
    await button(page, "Create User").click();
    await alertText(page, "User created", "status");
    const users = await dom.administrator.get("/api/admin/users?search=pia@example.com&limit=1");
    const [{ id }] = users.json<[{ id: number }]>();
    const stages = await dom.administrator.get(`/api/admin/user/${id}/stages`);
    expect(stages.json()).toMatchObject([
      { initialBalance: "100000.00", programme: { versionId: programmeVersionId, step: 1 } },
    ]);
  });
});
