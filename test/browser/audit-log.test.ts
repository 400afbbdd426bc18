import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import {
  answerCalls,
  button,
  openMore,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e();

const OFFICE = "Test administrator";

function openLog(search = "", options?: Parameters<typeof visitAsAdministrator>[2]) {
  return visitAsAdministrator(e2e, `/admin/audit${search}`, options);
}

/** Finds the event with this sentence. */
function event(page: Page, sentence: string) {
  return page.getByRole("button", { name: sentence });
}

/** Creates a trader, fills in the account, bans them and views their details. */
async function createHistory(fullName: string) {
  const trader = await e2e.app.trader({ fullName });
  const path = `/api/admin/user/${trader.id}`;
  await e2e.administrator.patch(`${path}/account`, {
    balance: "5000",
    payoutEnabled: true,
    masterPassword: "k7#Tpx2v",
  });
  await e2e.administrator.patch(`${path}/ban`, { banned: true, banReason: "Copied trades" });
  await e2e.administrator.get(path);
  return trader;
}

/** Finds a select or a date field of the filters. */
function filter(page: Page, label: string) {
  return page.getByRole("search").getByLabel(label, { exact: true });
}

describe("the audit log", () => {
  it("opens from the menu", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await openMore(page, "Audit Log");
    await page.waitForURL("/admin/audit");
    await page.getByRole("heading", { level: 1, name: "Audit Log" }).waitFor();
    await page.getByRole("region", { name: "Today" }).waitFor();
  });

  it("opens from the menu of small screens without scrolling sideways", async () => {
    await createHistory("Wertpapierhandelsgesellschaftsbeteiligung");
    const options = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard", options);
    await button(page, "Open menu").click();
    await page
      .getByRole("dialog", { name: "Menu" })
      .getByRole("link", { name: "Audit Log" })
      .click();
    await page.waitForURL("/admin/audit");
    await event(page, "changed the trading account of Wertpapier").first().click();
    await page.getByRole("table").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("shows actor and action with each changed field and no secret", async () => {
    const { id } = await createHistory("Ada Lund");
    const { page } = await openLog(`?traderId=${id}`);
    await event(page, "Ada Lund registered").waitFor();
    const today = page.getByRole("region", { name: "Today" });
    const sentences = await today.getByRole("listitem").getByRole("button").allInnerTexts();
    expect(sentences.map((text) => text.split("\n").filter(Boolean).slice(0, 2))).toEqual([
      [`${OFFICE} viewed the master password of Ada Lund`, expect.stringMatching(/^\d\d:\d\d$/)],
      [`${OFFICE} banned the user Ada Lund`, "“Copied trades”"],
      [
        `${OFFICE} changed the trading account of Ada Lund`,
        "Balance from $0.00 to $5,000.00 · Payouts from Disabled to Enabled · Master Password changed",
      ],
      ["Ada Lund registered", expect.stringMatching(/^Full Name Ada Lund · Email /)],
    ]);

    const change = event(page, "changed the trading account of Ada Lund");
    await expect.poll(() => change.getAttribute("aria-expanded")).toBe("false");
    await change.focus();
    await page.keyboard.press("Enter");
    const rows = page.getByRole("table").getByRole("row");
    await rows.first().waitFor();
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        "Field\tBefore\tAfter",
        "Balance\t$0.00\t$5,000.00",
        "Payouts\tDisabled\tEnabled",
        "Master Password\tChanged; the value is not recorded",
      ]);
    await expect.poll(() => change.getAttribute("aria-expanded")).toBe("true");
    const facts = page.getByRole("listitem").filter({ has: page.getByRole("table") });
    await expect
      .poll(() => facts.getByRole("term").allInnerTexts())
      .toEqual(["When", "Who", "User", "Address", "Request ID", "Event"]);
    await facts.getByText("127.0.0.1").waitFor();
    await expect.poll(() => page.getByText("k7#Tpx2v").count()).toBe(0);
    await expectAccessible(page);
  });

  it("uses the viewer's time zone", async () => {
    const { id } = await createHistory("Bea Early");
    const [first] = (await e2e.administrator.get(`/api/admin/audit?traderId=${id}`)).json<
      { at: string }[]
    >();
    const { page } = await openLog(`?traderId=${id}`, { timezoneId: "Asia/Tokyo" });
    const shown = event(page, "viewed the master password of Bea Early");
    await shown.click();
    const [time, day] = ["en-GB", "en-US"].map((locale, index) =>
      new Date(first!.at).toLocaleString(locale, {
        timeZone: "Asia/Tokyo",
        ...(index === 0
          ? { hour: "2-digit", minute: "2-digit" }
          : { month: "short", day: "2-digit", year: "numeric" }),
      }),
    );
    await expect.poll(() => shown.innerText()).toContain(time!);
    await page.getByText(`${day}, ${time}`).waitFor();
    await page.getByText("GMT+9").waitFor();
  });

  it("filters by search, action, actor and days, and keeps the filters in the URL", async () => {
    const { email } = await createHistory("Cleo Roy");
    await e2e.app.visitor().post("/api/login", { email, password: "wrong" });
    const { page } = await openLog();
    await event(page, "banned the user Cleo Roy").waitFor();
    await page.getByRole("searchbox", { name: "Search by name or address..." }).fill("cleo");
    await page.waitForURL("**/admin/audit?search=cleo");
    await filter(page, "Done by").selectOption("Visitors");
    await page.waitForURL("**/admin/audit?search=cleo&actor=visitor");
    await event(page, "banned the user Cleo Roy").waitFor({ state: "detached" });
    await event(page, "Sign-in refused for Cleo Roy").waitFor();
    await filter(page, "Done by").selectOption("Everyone");
    await filter(page, "Action").selectOption("Banned the user");
    await event(page, "banned the user Cleo Roy").waitFor();
    await page.reload();
    await event(page, "banned the user Cleo Roy").waitFor();
    await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
    await expect.poll(() => filter(page, "Action").inputValue()).toBe("trader.banned");
    const today = (await page.evaluate(
      "new Intl.DateTimeFormat('sv-SE').format(new Date())",
    )) as string;
    await filter(page, "From").fill(today);
    await filter(page, "To").fill(today);
    await page.waitForURL(`**&from=${today}&to=${today}`);
    await event(page, "banned the user Cleo Roy").waitFor();
    await filter(page, "From").fill("");
    await filter(page, "To").fill("2020-01-01");
    await page.getByText("No events found").waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.goBack();
    await event(page, "banned the user Cleo Roy").waitFor();
  });

  it("ignores invalid filters in the URL", async () => {
    const { page } = await openLog("?action=praised&actor=ghost&traderId=x&from=yesterday&to=2026");
    await page.getByRole("region", { name: "Today" }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Remove filter/ }).count()).toBe(0);
    await page.waitForURL("**/admin/audit?action=praised&actor=ghost");
  });

  it("links from an event to all events of its trader, and back", async () => {
    const { id } = await createHistory("Dora Sato");
    const { page } = await openLog("?search=dora");
    await event(page, "banned the user Dora Sato").click();
    await page.getByRole("link", { name: `Dora Sato #${id}` }).click();
    await page.waitForURL(`**/admin/audit?traderId=${id}`);
    await button(page, "Remove filter: Dora Sato").click();
    await page.waitForURL("/admin/audit");
  });

  it("shows older events on demand", async () => {
    const { id } = await e2e.app.trader({ fullName: "Eve Long" });
    for (let index = 0; index < 60; index += 1) {
      await e2e.administrator.patch(`/api/admin/user/${id}`, { fullName: `Eve Long ${index}` });
    }
    const { page } = await openLog(`?traderId=${id}`);
    await page.getByText("Showing the first 50 events").waitFor();
    await expect.poll(() => event(page, "Eve Long registered").count()).toBe(0);
    await button(page, "Show More").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Showing all 61 events").waitFor();
    await event(page, "Eve Long registered").waitFor();
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Showing all 61 events");
  });

  it("exports all matching events as CSV", async () => {
    const { id } = await createHistory("Fay Exports");
    const { page } = await openLog(`?traderId=${id}&action=trader.banned`);
    await event(page, "banned the user Fay Exports").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("Banned the user");
    expect(lines[1]).toContain("Fay Exports");
  });

  it("shows a skeleton while it loads, and a retry if that fails", async () => {
    const { page, expectProblem } = await visitAsAdministrator(e2e, "/admin/dashboard");
    expectProblem(/500/);
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/admin.audit.page*", async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, body: "" });
    });
    await page.goto("/admin/audit");
    const loading = page.getByRole("region", { name: "Loading events" });
    await loading.waitFor();
    await expect.poll(() => loading.getAttribute("aria-busy")).toBe("true");
    held.resolve();
    await page.getByRole("alert").getByText("Failed to load events.").waitFor();
    await page.unroute("**/api/trpc/admin.audit.page*");
    await button(page, "Try again").click();
    await page.getByRole("region", { name: "Today" }).waitFor();
  });

  it("is hidden from traders and visitors", async () => {
    const { page } = await e2e.trader();
    await page.goto("/admin/audit");
    await page.waitForURL((url) => url.pathname === "/");
    const visitor = await e2e.browser.visit();
    await visitor.page.goto("/admin/audit");
    await visitor.page.waitForURL("/auth");
  });
});

describe("the history of a trader", () => {
  it("is part of the details, in both themes, and links to all events", async () => {
    const { id } = await createHistory("Gus Grant");
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Gus+Grant");
    await button(page, "Actions for Gus Grant").click();
    await page.getByRole("menuitem", { name: "View Full Details" }).click();
    const history = page.getByRole("dialog").getByRole("region", { name: "History" });
    await button(page, "Show Latest Events").click();
    await history.getByRole("button", { name: "viewed the master password" }).first().waitFor();
    await expect.poll(() => history.getByRole("listitem").count()).toBe(5);
    await expectAccessibleInBothThemes(page);
    await history.getByRole("link", { name: "Full History" }).click();
    await page.waitForURL(`**/admin/audit?traderId=${id}`);
    await event(page, "Gus Grant registered").waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("shows an error if it cannot be loaded", async () => {
    await createHistory("Hal Broken");
    const { page, expectProblem } = await visitAsAdministrator(e2e, "/admin/users?search=Hal");
    expectProblem(/500/);
    await answerCalls(page, "admin.audit.page", { status: 500, body: "" });
    await button(page, "Actions for Hal Broken").click();
    await page.getByRole("menuitem", { name: "View Full Details" }).click();
    await button(page, "Show Latest Events").click();
    await page.getByText("Failed to load the history.").waitFor();
  });
});
