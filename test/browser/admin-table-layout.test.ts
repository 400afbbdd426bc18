import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import { button, startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { tabTo } from "../support/keyboard.ts";
import { addSource, paid, sendSigned } from "../support/shops.ts";

const e2e = startE2e();

const EMAIL = "a.very.long.address.that.no.column.shows.by.default@a-long-domain.example.com";

beforeAll(async () => {
  await e2e.app.trader({ fullName: "Lia Layout", email: EMAIL });
});

async function visitUsers(): Promise<Page> {
  const { page } = await visitAsAdministrator(e2e, "/admin/users");
  await page.getByText("Lia Layout").waitFor();
  return page;
}

const heading = (page: Page, name: string) => page.getByRole("columnheader", { name });

const edge = (page: Page, name: string) =>
  heading(page, name).locator(".MuiDataGrid-columnSeparator");

async function widthOf(target: Locator): Promise<number> {
  return Math.round((await target.boundingBox())!.width);
}

async function dragEdge(page: Page, name: string, by: number): Promise<void> {
  const { x, y, width, height } = (await edge(page, name).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + by / 2, y + height / 2);
  await page.mouse.move(x + width / 2 + by, y + height / 2);
  await page.mouse.up();
}

async function expectFocused(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);
}

/** Opens the menu of the heading of Email with the keyboard alone. */
async function openMenuOfEmail(page: Page): Promise<void> {
  await button(page, "Add User").focus();
  for (const key of ["Tab", "ArrowRight", "ArrowRight", "ArrowRight"])
    await page.keyboard.press(key);
  await expectFocused(heading(page, "Email"));
  await page.keyboard.press("Control+Enter");
  await page.getByRole("menu").waitFor();
}

async function choose(page: Page, item: string): Promise<void> {
  const target = page.getByRole("menuitem", { name: item });
  for (let steps = 0; steps < 6; steps += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

describe("the widths of columns", () => {
  it("can be dragged, survive a reload, and are reset in the dialog for columns", async () => {
    const page = await visitUsers();
    const declared = await widthOf(heading(page, "Email"));
    const name = await widthOf(heading(page, "Name"));

    // Narrower than the minimum with which the column shares the width of the table.
    await dragEdge(page, "Email", -80);
    await expect.poll(() => widthOf(heading(page, "Email"))).toBe(declared - 80);
    expect(await widthOf(heading(page, "Name"))).toBe(name);
    expect(new URL(page.url()).search).toBe("");

    await page.reload();
    await page.getByText("Lia Layout").waitFor();
    expect(await widthOf(heading(page, "Email"))).toBe(declared - 80);
    expect(await widthOf(heading(page, "Name"))).toBe(name);

    await button(page, "Columns").click();
    await button(page, "Reset").click();
    await button(page, "Apply").click();
    await expect.poll(() => widthOf(heading(page, "Email"))).toBe(declared);
  });

  it("fit the content after a double click, or by the menu of the heading", async () => {
    const page = await visitUsers();
    const declared = await widthOf(heading(page, "Email"));
    await edge(page, "Email").dblclick();
    await expect.poll(() => widthOf(heading(page, "Email"))).toBeGreaterThan(400);
    const fitted = await widthOf(heading(page, "Email"));

    await openMenuOfEmail(page);
    await expectAccessible(page);
    await choose(page, "Reset Width");
    await expect.poll(() => widthOf(heading(page, "Email"))).toBe(declared);
    await expectFocused(heading(page, "Email"));
    await page.keyboard.press("Control+Enter");
    await choose(page, "Fit to Content");
    await expect.poll(() => widthOf(heading(page, "Email"))).toBe(fitted);
  });
});

describe("the menu of a heading", () => {
  it("hides the column in the URL and moves the focus to the next heading", async () => {
    const page = await visitUsers();
    await openMenuOfEmail(page);
    await choose(page, "Hide Column");
    await heading(page, "Email").waitFor({ state: "detached" });
    await expectFocused(heading(page, "Broker Login"));
    const shown = new URL(page.url()).searchParams.get("columns");
    expect(shown?.split(",")).toEqual(expect.arrayContaining(["fullName", "login"]));
    expect(shown).not.toContain("email");
    await button(page, "Save View").waitFor();

    await page.goBack();
    await heading(page, "Email").waitFor();
  });

  it("does not hide the only column", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users?columns=fullName");
    await page.getByText("Lia Layout").waitFor();
    await heading(page, "Name").hover();
    await heading(page, "Name").getByRole("button", { name: "Menu" }).click();
    const hide = page.getByRole("menuitem", { name: "Hide Column" });
    await expect.poll(() => hide.getAttribute("aria-disabled")).toBe("true");
  });

  it.each(["actions", "appeals", "statements"])("hides columns of %s", async (list) => {
    const { page } = await visitAsAdministrator(e2e, `/admin/${list}`);
    await heading(page, "User").hover();
    await heading(page, "User").getByRole("button", { name: "Menu" }).click();
    await page.getByRole("menuitem", { name: "Hide Column" }).click();
    await heading(page, "User").waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("columnheader").nth(1).waitFor();
    await expect.poll(() => heading(page, "User").count()).toBe(0);
  });
});

describe("amounts", () => {
  beforeAll(async () => {
    const trader = await e2e.app.trader({ fullName: "Mona Money" });
    await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const body = { paymentMethod: "paypal", paymentDetails: "mona@example.com" };
    for (const amount of ["75.00", "76.00"]) {
      await trader.post("/api/user/payouts", { ...body, amount });
    }
    const [decided] = (await trader.get("/api/user/payouts")).json<{ id: number }[]>();
    await e2e.administrator.patch(`/api/admin/payouts/${decided!.id}`, { status: "approved" });
    const shop = await addSource(e2e.administrator, "json");
    await sendSigned(e2e.app, shop, paid({ email: trader.email, items: [{ product: "mug" }] }));
  });

  /** Makes all amounts of the page's tables long, and of another currency. */
  async function lengthenAmounts(page: Page): Promise<void> {
    await page.route("**/api/trpc/admin.*", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text
          .replaceAll(/"-?\d+\.\d\d"/g, '"-9876543210.00"')
          .replaceAll('"currency":"USD"', '"currency":"EUR"'),
      });
    });
  }

  const cutAmounts = `[...document.querySelectorAll("[role=gridcell], [role=gridcell] *")]
    .filter((each) => each.textContent.includes("9,876,543,210.00") && each.clientWidth > 0 &&
      getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent)`;

  const columns = "fullName,balance,profitLoss,roomToday,status,phase,payoutEnabled";
  /** With the least number of cells that have an amount; on a phone, the cards of users have none. */
  const pages = [
    [`/admin/users?columns=${columns}`, 4, 0],
    ["/admin", 2, 2],
    ["/admin#payouts", 2, 2],
    ["/admin/payouts", 2, 2],
    ["/admin/orders", 1, 1],
  ] as const;

  it.each([1440, 1024, 390])("are never cut at %i px, however long they are", async (width) => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await page.setViewportSize({ width, height: 900 });
    await lengthenAmounts(page);
    for (const [address, inColumns, inCards] of pages) {
      const amounts = width < 1024 ? inCards : inColumns;
      if (amounts === 0) continue;
      await page.goto(address);
      const long = page.getByRole("gridcell").filter({ hasText: "9,876,543,210.00 EUR" });
      await expect.poll(() => long.count(), { message: address }).toBeGreaterThanOrEqual(amounts);
      expect(await page.evaluate(cutAmounts), `${address} at ${width} px`).toEqual([]);
    }
  });
});

describe("the density", () => {
  const heightOfRow = async (page: Page) =>
    (await page.getByRole("row").filter({ hasText: "Lia Layout" }).boundingBox())!.height;

  it("is chosen with the keyboard, kept, and the same in all tables", async () => {
    const page = await visitUsers();
    const standard = await heightOfRow(page);
    await tabTo(page, button(page, "Density"));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "Standard", checked: true }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(() => heightOfRow(page)).toBe(standard - 6);
    await expectFocused(button(page, "Density"));

    await page.goto("/admin");
    await page.getByText("Lia Layout").waitFor();
    expect(await heightOfRow(page)).toBe(standard - 6);
  });

  it("is in the sheet on phones, where columns cannot be resized", async () => {
    const page = await visitUsers();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => page.locator(".MuiDataGrid-columnSeparator--resizable").count())
      .toBe(0);
    await expect.poll(() => page.getByRole("columnheader").getByRole("button").count()).toBe(0);
    const standard = await heightOfRow(page);
    await button(page, "Search and Filters").click();
    await button(page, "Density").click();
    await page.getByRole("menuitemradio", { name: "Comfortable" }).click();
    await button(page, "Show Results").click();
    await expect.poll(() => heightOfRow(page)).toBeGreaterThan(standard);
  });
});
