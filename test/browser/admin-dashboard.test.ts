import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import {
  alertText,
  answerCalls,
  button,
  dropLongTimers,
  startE2e,
} from "../support/browser-app.ts";

const e2e = startE2e();

async function administrator(options?: Parameters<typeof e2e.browser.visit>[0]) {
  const visit = await e2e.browser.visit(options);
  await visit.page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
  return visit;
}

function card(page: Page, name: string) {
  return page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

function panel(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

/** Reads the names and values of a panel, such as `["Active", "2"]`. */
async function facts(page: Page, name: string) {
  const terms = await panel(page, name).getByRole("term").allInnerTexts();
  const values = await panel(page, name).getByRole("definition").allInnerTexts();
  return terms.map((term, index) => [term, values[index]]);
}

describe("the administrators' dashboard without traders", () => {
  it("shows zeros and that there are no users", async () => {
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    await page.getByText("No users found").waitFor();
    await expect.poll(() => card(page, "Total Users").getByRole("paragraph").innerText()).toBe("0");
    await expect
      .poll(() => facts(page, "Payout Overview"))
      .toContainEqual(["Total Amount", "$0.00"]);
    const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
    const inOrder = [
      "Waiting",
      "Closest to a Breach",
      "Payout Overview",
      "Over Time",
      "Recent Users",
    ];
    expect(headings.filter((heading) => inOrder.includes(heading))).toEqual(inOrder);
    await expectAccessible(page);
  });
});

describe("the administrators' dashboard", () => {
  it("counts traders and payout requests", async () => {
    const statuses = ["active", "active", "under-review", "breached", "breached", "pending"];
    for (const [index, status] of statuses.entries()) {
      const trader = await e2e.app.trader({ fullName: `Trader Number ${index + 1}` });
      const account = { status, payoutEnabled: true, balance: "5000.00" };
      await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
      if (index > 1) continue;
      await trader.post("/api/user/payouts", { amount: "1250.50", paymentMethod: "crypto" });
    }
    const [latest] = (await e2e.administrator.get("/api/admin/payouts")).json<{ id: number }[]>();
    await e2e.administrator.patch(`/api/admin/payouts/${latest!.id}`, { status: "approved" });

    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    await page.getByRole("cell", { name: "Trader Number 6" }).waitFor();
    const figures = {
      "Total Users": "6",
      "Active Traders": "2",
      "Under Review": "1",
      Breached: "2",
    };
    for (const [name, figure] of Object.entries(figures)) {
      await expect
        .poll(() => card(page, name).getByRole("paragraph").innerText(), { message: name })
        .toBe(figure);
    }
    await expect
      .poll(() => facts(page, "Payout Overview"))
      .toEqual([
        ["Pending Requests", "1"],
        ["Total Amount", "$2,501.00"],
        ["Pending", "$1,250.50"],
        ["Approved", "$1,250.50"],
        ["Rejected", "$0.00"],
      ]);
    await expect
      .poll(() => facts(page, "User Accounts"))
      .toEqual([
        ["Active", "2"],
        ["Under Review", "1"],
        ["Pending", "1"],
        ["Breached", "2"],
      ]);
    const registrations = page.getByRole("region", { name: "Registrations", exact: true });
    await registrations.getByText("This week").waitFor();
    await expect
      .poll(async () => (await registrations.getByRole("definition").allInnerTexts())[0])
      .toBe("6");
  });

  it("says how long the oldest pending request has waited, and how many wait for too long", async () => {
    const { pool } = e2e.app.context.database;
    const age = "update payout_requests set created_at = now() - interval '4 days'";
    expect((await pool.query(`${age} where status = 'pending'`)).rowCount).toBe(1);
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    const queue = panel(page, "Waiting").getByRole("link", { name: /^Pending payouts/ });
    await expect.poll(() => queue.innerText()).toMatch(/1\s+Oldest: 4 days\s+1 over 3 days$/);
  });

  it("lists the five newest users", async () => {
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    const table = page.getByRole("table", { name: "Recent Users" });
    await table.waitFor();
    await expect
      .poll(() => table.getByRole("columnheader").allInnerTexts())
      .toEqual(["ID", "Name", "Email", "Account Status"]);
    await expect.poll(() => table.getByRole("row").count()).toBe(6);
    const row = table.getByRole("row").nth(1);
    await row.getByText("Trader Number 6").waitFor();
    const newest = await row.getByRole("cell").allInnerTexts();
    expect(newest[0]).toMatch(/^\d+$/);
    expect(newest[1]).toBe("Trader Number 6");
    expect(newest[3]).toBe("Pending");
    await table.getByRole("link", { name: "Trader Number 6" }).click();
    await page.getByRole("heading", { level: 1, name: "Trader Number 6" }).waitFor();
  });

  it("links to users and payouts, and to everything that waits", async () => {
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    const waiting = panel(page, "Waiting").getByRole("link");
    await waiting.first().waitFor();
    expect(
      await waiting.evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual([
      "/admin/payouts?status=pending&sort=createdAt&order=asc",
      "/admin/reviews",
      "/admin/appeals",
      "/admin/statements?status=waiting",
      "/admin/statements?status=conflicts",
      "/admin/payments",
      "/admin/actions?status=proposed",
      "/admin/users?waitingFor=payment",
      "/admin/users?waitingFor=review",
      "/admin/users?waitingFor=identity",
      "/admin/users?waitingFor=agreement",
      "/admin/users?waitingFor=platform",
      "/admin/actions",
      "/admin/webhooks",
    ]);
    for (const [name, path] of [
      ["Manage Payouts", "/admin/payouts"],
      ["Manage Users", "/admin/users"],
    ] as const) {
      await page.goto("/admin/dashboard");
      await page.getByRole("link", { name }).click();
      await page.waitForURL(path);
    }
  });

  it("is busy while it loads, and shows an error with a retry", async () => {
    const { page, expectProblem } = await administrator();
    expectProblem(/500/);
    let response = () => {};
    const held = new Promise<void>((resolve) => (response = resolve));
    await page.route("**/api/trpc/admin.dashboard*", async (route) => {
      await held;
      await route.fulfill({ status: 500, body: "" });
    });
    await page.goto("/admin/dashboard");
    const overview = page.getByRole("region", { name: "Overview", exact: true });
    await overview.getByRole("heading", { name: "Total Users" }).waitFor();
    await expect.poll(() => overview.getAttribute("aria-busy")).toBe("true");
    response();
    await page.getByRole("alert").filter({ hasText: "Failed to load the overview." }).waitFor();
    await page.unroute("**/api/trpc/admin.dashboard*");
    await button(page, "Try again").click();
    await page.getByRole("cell", { name: "Trader Number 6" }).waitFor();
    await expect.poll(() => overview.getAttribute("aria-busy")).toBe("false");
  });

  it("reloads only after a minute", async () => {
    const { page } = await administrator();
    await page.goto("/admin/dashboard");
    await page.getByRole("cell", { name: "Trader Number 6" }).waitFor();
    await answerCalls(page, "admin.dashboard", { status: 500, body: "" });
    await page.getByRole("link", { name: "Payouts", exact: true }).click();
    await page.waitForURL("/admin/payouts");
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await page.getByRole("cell", { name: "Trader Number 6" }).waitFor();
  });
});

describe("the failed emails", () => {
  /** Sends mails with these subjects, and marks them as rejected by the mail server. */
  async function failMails(...subjects: string[]) {
    const { database, outbox } = e2e.app.context;
    await database.pool.query("delete from pgboss.job where name = 'mail'");
    for (const subject of subjects) {
      const mail = { to: "gone@example.com", subject, text: "Hello", html: "Hello" };
      await inTransaction(database, (transaction) => outbox.enqueue(transaction, [mail]));
    }
    let failed = 0;
    const fail = async () => {
      const { rowCount } = await database.pool.query(
        `update pgboss.job set state = 'failed', output = '{"response":"550 No such mailbox"}'
          where name = 'mail' and state = 'completed'`,
      );
      return (failed += rowCount ?? 0);
    };
    await expect.poll(fail).toBe(subjects.length);
  }

  async function countSent() {
    const { rowCount } = await e2e.app.context.database.pool.query(
      "select from pgboss.job where name = 'mail' and state = 'completed'",
    );
    return rowCount;
  }

  it("can be sent again or discarded, but not by support", async () => {
    await failMails("Your certificate", "Your payout");
    const { page } = await administrator();
    await dropLongTimers(page);
    await page.goto("/admin/dashboard");
    const failed = panel(page, "Waiting").getByRole("button", { name: /^Failed emails/ });
    await failed.getByText("Undelivered in the last 14 days").waitFor();
    await failed.click();
    const mails = page.getByRole("dialog", { name: "Failed Emails" });
    await mails.getByText("550 No such mailbox").first().waitFor();
    await expect.poll(() => mails.getByRole("listitem").count()).toBe(2);
    await expectAccessibleInBothThemes(page);
    const again = button(page, "Send again: Your certificate to gone@example.com");
    await again.click();
    await expect
      .poll(() => alertText(page, "Email queued", "status"))
      .toContain("It will be sent within seconds.");
    await again.waitFor({ state: "detached" });
    await expect.poll(countSent).toBe(1);
    await mails.getByText("Being Retried").waitFor({ state: "detached" });
    await expect.poll(() => mails.getByRole("listitem").count()).toBe(1);
    await page.getByText("Undelivered in the last 14 days").waitFor();

    const { page: colleague } = await e2e.browser.visit();
    const accessKey = await createAdministrator(e2e.app.context, "Mia Chen", "support");
    await colleague.request.post("/api/admin/login", { data: { accessKey } });
    await colleague.goto("/admin/dashboard");
    await colleague.getByRole("button", { name: /^Failed emails/ }).click();
    const discard = "Discard: Your payout to gone@example.com";
    await button(colleague, discard).and(colleague.locator(":disabled")).waitFor();

    await button(page, discard).click();
    await alertText(page, "Email discarded", "status");
    await mails.getByText("Your payout").waitFor({ state: "detached" });
    await button(page, "Close").click();
    await failed.getByText("All delivered").waitFor();
    expect(await countSent()).toBe(1);
  });
});
