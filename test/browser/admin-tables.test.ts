import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { button, startE2e, visitAsAdministrator } from "../support/browser-app.ts";

const e2e = startE2e();
const login = "MT5-20031187-a-very-long-broker-login";
const tablet = { viewport: { width: 768, height: 900 } };

beforeAll(async () => {
  const trader = await e2e.app.trader({ fullName: "Ada Lund", email: "ada@example.com" });
  const account = { login, phase: "Phase 1", payoutEnabled: true, balance: "1.00" };
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  await trader.post("/api/user/payouts", { amount: "999999999999.99", paymentMethod: "crypto" });
});

/** Finds the cell of a column in the first row. */
function cell(page: Page, column: string) {
  return page.locator(`[role="gridcell"][data-field="${column}"]`).first();
}

/** Reads a computed style of the first cell whose text is `text`. */
const styleOf = (page: Page, text: string, property: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('[title="${text}"]')).${property}`);

/** Counts the parts of the table's cells that are outside the window, as an expression for the page. */
const cutOff = `[...document.querySelectorAll('[role="gridcell"] *')]
  .filter((part) => part.getBoundingClientRect().right > innerWidth).length`;

describe("the users table", () => {
  it("truncates a text that does not fit with an ellipsis and shows it whole in a tooltip", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await page.getByTitle(login).waitFor();
    expect(await styleOf(page, login, "textOverflow")).toBe("ellipsis");
    expect(await styleOf(page, login, "display")).toBe("block");
  });

  it("shows the data of every column at 768 px without scrolling sideways", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users", tablet);
    await button(page, "Actions for Ada Lund").waitFor();
    await page.getByText("Payouts enabled").waitFor();
    expect(await page.evaluate(cutOff)).toBe(0);
  });
});

describe("digits", () => {
  const figures = async (page: Page, text: string) => {
    await page.getByTitle(text).waitFor();
    return styleOf(page, text, "fontVariantNumeric");
  };

  it("are monospaced in amounts and proportional in logins and emails", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin");
    expect(await figures(page, "$1.00")).toBe("tabular-nums");
    expect(await figures(page, "ada@example.com")).toBe("normal");
    await page.goto("/admin/users");
    expect(await figures(page, login)).toBe("normal");
  });
});

describe("the payout tables", () => {
  it.each(["/admin/payouts", "/admin#payouts"])(
    "%s shows the warning next to the largest amount",
    async (path) => {
      const { page } = await visitAsAdministrator(e2e, path, {
        viewport: { width: 1024, height: 900 },
      });
      const amount = cell(page, "amount");
      const [icon, figure, whole] = await Promise.all([
        amount.locator("svg").boundingBox(),
        amount.getByText("$999,999,999,999.99").boundingBox(),
        amount.boundingBox(),
      ]);
      expect(icon!.x).toBeGreaterThanOrEqual(whole!.x);
      expect(icon!.x + icon!.width).toBeLessThanOrEqual(figure!.x);
      expect(figure!.x + figure!.width).toBeLessThanOrEqual(whole!.x + whole!.width);
    },
  );

  it("do not shift while the Payout Requests tab loads", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await page.addInitScript(`globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.shift += value;
      }).observe({ type: "layout-shift", buffered: true });`);
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/admin.payouts.page*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/admin#payouts");
    await page.getByRole("region", { name: "Loading pending requests" }).waitFor();
    held.resolve();
    await page.getByRole("heading", { name: "Payout History" }).waitFor();
    await page.getByText("No decided requests").waitFor();
    expect(await page.evaluate("globalThis.shift")).toBeLessThan(0.02);
  });
});

describe("on a small screen", () => {
  const small = { viewport: { width: 360, height: 740 } };

  it("the first row is near the top, and the tools are in a sheet", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users?status=pending", small);
    const row = await page.getByRole("row").nth(1).boundingBox();
    expect(row!.y).toBeLessThan(300);
    await expect.poll(() => page.getByRole("searchbox").count()).toBe(0);
    await page.getByRole("button", { name: "Search and Filters 1" }).click();
    const sheet = page.getByRole("dialog", { name: "Search and filters" });
    await sheet.getByRole("button", { name: "View: All users" }).waitFor();
    await sheet.getByRole("button", { name: "Show Results" }).click();
    await sheet.waitFor({ state: "detached" });
  });

  it("the search shows its whole placeholder", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users", small);
    await page.getByRole("button", { name: "Search and Filters" }).click();
    const box = page.getByRole("searchbox");
    await box.waitFor();
    const isCut = await page.evaluate(`(() => {
      const element = document.querySelector("input[type=search]");
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = getComputedStyle(element, "::placeholder").font;
      const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return canvas.measureText(element.placeholder).width > room;
    })()`);
    expect(isCut).toBe(false);
  });
});
