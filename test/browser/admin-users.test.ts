import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { untilAborted } from "../support/network-quiet.ts";

const e2e = startE2e();
const ids: Record<string, number> = {};

const people = [
  { name: "Ada Lund", account: { status: "active", login: "7001", phase: "Phase 1" } },
  { name: "Ben Cho", account: { status: "breached", login: "7002", payoutEnabled: true } },
  { name: "Cleo Roy", account: { status: "under-review" } },
  { name: "Dora Sato", account: {} },
];

/** Types into the focused input from within the page, because on a slow machine, key presses may come too late. */
const typeQuickly = (text: string) => `(async () => {
  for (const letter of ${JSON.stringify(text)}) {
    document.execCommand("insertText", false, letter);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
})()`;

beforeAll(async () => {
  for (const { name, account } of people) {
    const email = `${name.split(" ")[0]!.toLowerCase()}@example.com`;
    const { id } = await e2e.app.trader({ fullName: name, email });
    await e2e.administrator.patch(`/api/admin/user/${id}/account`, account);
    ids[name] = id;
  }
});

async function openUsers(
  search = "",
  options?: Parameters<typeof visitAsAdministrator>[2],
): ReturnType<typeof visitAsAdministrator> {
  const visit = await visitAsAdministrator(e2e, `/admin/users${search}`, options);
  await grid(visit.page).waitFor();
  return visit;
}

function grid(page: Page) {
  return page.getByRole("grid", { name: "Users" });
}

function row(page: Page, name: string) {
  return grid(page).getByRole("row").filter({ hasText: name });
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
  it("searches by name, email and login when typing pauses", async () => {
    const { page } = await openUsers();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("admin.users.page")) asked.push(request.url());
    });
    const search = page.getByRole("searchbox", { name: "Search by name, email, or login..." });
    await search.focus();
    await page.evaluate(typeQuickly("cleo"));
    await page.waitForURL("**/admin/users?search=cleo");
    await page.getByText("Showing 1 to 1 of 1 users").waitFor();
    expect(asked).toHaveLength(1);
    await search.fill("BEN@");
    await row(page, "Ben Cho").waitFor();
    await search.fill("7001");
    await row(page, "Ada Lund").waitFor();
    await page.reload();
    await row(page, "Ada Lund").waitFor();
    await expect.poll(() => search.inputValue()).toBe("7001");
    await search.fill("nobody at all");
    await page.getByText("No users found").waitFor();
    await search.fill("");
    await page.getByText("Showing 1 to 4 of 4 users").waitFor();
  });

  it("keeps letters that are typed while a search is applied", async () => {
    const { page } = await openUsers();
    const search = page.getByRole("searchbox", { name: "Search by name, email, or login..." });
    await search.focus();
    // The URL changes immediately before the table shows the search.
    await page.evaluate(`{
      const { pushState } = history;
      history.pushState = (...change) => {
        history.pushState = pushState;
        history.pushState(...change);
        document.execCommand("insertText", false, "eo");
      };
      document.execCommand("insertText", false, "cl");
    }`);
    await page.waitForURL("**/admin/users?search=cleo");
    await expect.poll(() => search.inputValue()).toBe("cleo");
  });
});

describe("the actions of a row", () => {
  it("offer only changes of the current state", async () => {
    const { page } = await openUsers();
    await button(page, "Actions for Ben Cho").click();
    await page.getByRole("menu").waitFor();
    await expect
      .poll(() => page.getByRole("menuitem").allInnerTexts())
      .toEqual([
        "Set Active",
        "Set Under Review",
        "Set Breached",
        "Disable Payouts",
        "View Full Details",
        "Edit User Details",
        "Ban User",
      ]);
    const present = page.getByRole("menuitem", { name: "Set Breached" });
    await expect.poll(() => present.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page);
  });

  it("require a reason to ban, mark the row, and unban without a confirmation", async () => {
    const { page } = await openUsers();
    await choose(page, "Cleo Roy", "Ban User");
    const ban = dialog(page, "Ban User");
    await ban.getByText("The reason is stored and may be shown to the user at login.").waitFor();
    await field(page, "Reason").fill("   ");
    await button(page, "Ban User").click();
    await expect
      .poll(() => alertText(page, "Ban reason required"))
      .toEqual(["Ban reason required", "Please provide a reason for banning this user"]);
    await expect
      .poll(() => page.getByText("Please provide a reason for banning this user").count())
      .toBe(1);
    await field(page, "Reason").fill("Copy trading");
    await button(page, "Ban User").dblclick();
    await alertText(page, "User banned", "status");
    await ban.waitFor({ state: "detached" });
    await row(page, "Cleo Roy").getByText("Banned").waitFor();
    await expect
      .poll(() => page.locator(":focus").getAttribute("aria-label"))
      .toBe("Actions for Cleo Roy");
    await expectAccessible(page);

    await choose(page, "Cleo Roy", "View Full Details");
    const shown = await facts(page);
    expect(shown["Account Status"]).toBe("Banned");
    expect(shown["Ban Reason"]).toBe("Copy trading");
    await button(page, "Close").click();

    await choose(page, "Cleo Roy", "Unban User");
    await alertText(page, "User unbanned", "status");
    await row(page, "Cleo Roy").getByText("Banned").waitFor({ state: "detached" });
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
    const { id } = await e2e.app.trader({ fullName: name });
    await e2e.administrator.patch(`/api/admin/user/${id}/account`, { ...account, ...fields });
    const visit = await openUsers(`?search=${encodeURIComponent(name)}`);
    await choose(visit.page, name, "View Full Details");
    await dialog(visit.page, "User Details").getByText("Personal Information").waitFor();
    return { ...visit, id };
  }

  it("keep a name and an email that are left blank, as the form states", async () => {
    const { page } = await openDetails("Hana Kept");
    await button(page, "Edit User").click();
    const email = await field(page, "Email").inputValue();
    await field(page, "Full Name").fill("");
    await field(page, "Email").fill("");
    const edit = dialog(page, "Edit User");
    await edit.getByPlaceholder("Stays Hana Kept").waitFor();
    await edit.getByPlaceholder(`Stays ${email}`).waitFor();
    await expectAccessible(page);
    await button(page, "Save Changes").click();
    await alertText(page, "User updated", "status");
    await expect.poll(() => facts(page)).toMatchObject({ Name: "Hana Kept", Email: email });
  });
});

describe("uploading a certificate", () => {
  const pdf = (size = 200) => ({
    name: "certificate.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(size, 32)]),
  });

  async function openUpload(name: string) {
    const trader = await e2e.app.trader({ fullName: name });
    const visit = await openUsers(`?search=${encodeURIComponent(name)}`);
    await choose(visit.page, name, "View Full Details");
    await button(visit.page, "Upload Certificate").click();
    await dialog(visit.page, "Upload Certificate").waitFor();
    return { ...visit, trader };
  }

  it("shows missing and invalid fields before sending", async () => {
    const { page } = await openUpload("Jan Checks");
    await page.getByText("Max size 5MB").waitFor();
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format();
    await expect.poll(() => field(page, "Issue Date").inputValue()).toBe(today);
    await button(page, "Upload").click();
    await page.getByText("Certificate name is required").waitFor();
    await page.getByText("Certificate PDF is required").waitFor();
    const file = page.getByLabel("Certificate PDF");
    await file.setInputFiles({ ...pdf(), name: "photo.png", mimeType: "image/png" });
    await page.getByText("Only PDF files are accepted").waitFor();
    await file.setInputFiles(pdf(5 * 1024 * 1024));
    await page.getByText("File size must be less than 5MB").waitFor();
  });

  it("shows its progress and issues the certificate", async () => {
    const { page, trader } = await openUpload("Kim Uploads");
    await field(page, "Certificate Name").fill("Phase 1 completed");
    await page.getByLabel("Certificate PDF").setInputFiles(pdf(100_000));
    await field(page, "Issue Date").fill("2026-03-14");
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/admin/certificates", async (route) => {
      await held;
      await route.continue();
    });
    await button(page, "Upload").click();
    await page.getByRole("progressbar", { name: "Upload progress" }).waitFor();
    await button(page, "Uploading...").waitFor();
    release();
    await alertText(page, "Certificate uploaded", "status");
    await dialog(page, "Upload Certificate").waitFor({ state: "detached" });
    expect((await trader.get("/api/user/certificates")).json()).toMatchObject([
      { name: "Phase 1 completed", issuedAt: "2026-03-14T00:00:00.000Z" },
    ]);
  });

  it("shows why it failed and keeps the selection", async () => {
    const { page, expectProblem } = await openUpload("Leo Fails");
    expectProblem(/502/);
    await field(page, "Certificate Name").fill("Phase 1 completed");
    // A PDF by name and type, but not by content.
    const disguised = { ...pdf(), buffer: Buffer.from("<html></html>") };
    await page.getByLabel("Certificate PDF").setInputFiles(disguised);
    await button(page, "Upload").click();
    await expect
      .poll(() => alertText(page, "Upload failed"))
      .toEqual(["Upload failed", "Only PDF files are accepted"]);
    await page.route("**/api/admin/certificates", (route) =>
      route.fulfill({ status: 502, body: "<html>Bad</html>" }),
    );
    await button(page, "Upload").click();
    await page.getByText("Failed to upload certificate").waitFor();
    await expect.poll(() => field(page, "Certificate Name").inputValue()).toBe("Phase 1 completed");
  });

  it("can be cancelled", async () => {
    const { page, trader } = await openUpload("Mia Stops");
    await field(page, "Certificate Name").fill("Phase 1 completed");
    await page.getByLabel("Certificate PDF").setInputFiles(pdf());
    await page.route("**/api/admin/certificates", () => {});
    await button(page, "Upload").click();
    await page.getByRole("progressbar", { name: "Upload progress" }).waitFor();
    const aborted = untilAborted(page, /\/certificates$/);
    await button(page, "Cancel").click();
    await aborted;
    await dialog(page, "Upload Certificate").waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  });
});
