import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser.ts";
import { button, issueCertificate, setStage, type SignedInTrader } from "../support/stage.ts";

const stage = setStage();

const account = {
  balance: "104250.75",
  profitLoss: "-4250.75",
  status: "under-review",
  phase: "Phase 2",
  login: "5002001",
  masterPassword: "k7#Tpx2v",
  server: "Propdesk-Live02",
  payoutEnabled: true,
  dailyDrawdownLimit: "5%",
  overallLossLimit: "10% / $10,000",
  profitTarget: "$8,000",
};

const publicPages = ["/auth", "/auth#register", "/auth#admin", "/forgot-password", "/nowhere"];
const traderPages = ["/", "/#performance", "/#details", "/settings", "/payouts", "/certificates"];
const longWord = "Wertpapierhandelsgesellschaftsbeteiligung";

async function show(page: Page, path: string) {
  // A change of the fragment alone would not load the page anew.
  await page.goto("about:blank");
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

async function fill({ page, id }: SignedInTrader) {
  await issueCertificate(stage, id, { name: longWord });
  await page.request.post("/api/user/payouts", {
    data: { amount: "123456789.25", paymentMethod: "crypto", paymentDetails: longWord },
  });
}

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  it("every screen is accessible", async () => {
    const { page } = await stage.browser.visit({ colorScheme, reducedMotion: "reduce" });
    for (const path of publicPages) {
      await show(page, path);
      await expectAccessible(page);
    }
    const browser = { colorScheme, reducedMotion: "reduce" } as const;
    const trader = await stage.trader({ account, browser });
    await fill(trader);
    for (const path of traderPages) {
      await show(trader.page, path);
      await expectAccessible(trader.page);
    }
  });
});

describe("at 360 pixels", () => {
  const viewport = { width: 360, height: 740 };

  it("no screen scrolls sideways", async () => {
    const trader = await stage.trader({
      fields: { fullName: longWord },
      account: { ...account, balance: "999999999999.99", server: longWord },
      browser: { viewport, hasTouch: true },
    });
    await fill(trader);
    const { page } = await stage.browser.visit({ viewport });
    const pages = [
      ...publicPages.map((path) => ({ shown: page, path })),
      ...traderPages.map((path) => ({ shown: trader.page, path })),
    ];
    for (const { shown, path } of pages) {
      await show(shown, path);
      const width = await shown.evaluate("document.documentElement.scrollWidth");
      expect({ path, width }).toEqual({ path, width: viewport.width });
    }
  });

  it("the links are in a menu that slides out and gives the focus back", async () => {
    const { page } = await stage.trader({ browser: { viewport } });
    await page.goto("/");
    expect(await button(page, "Sign out").count()).toBe(0);
    await button(page, "Open menu").click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "Sign out" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Open menu");
    await button(page, "Open menu").click();
    await menu.getByRole("link", { name: "Payouts" }).click();
    await page.waitForURL("/payouts");
    await menu.waitFor({ state: "detached" });
  });
});

describe("the theme", () => {
  const ground = "getComputedStyle(document.body).backgroundColor";

  it("follows the system until the other one is chosen, and remembers the choice", async () => {
    const { page } = await stage.browser.visit({ colorScheme: "light" });
    await page.goto("/auth");
    await button(page, "Switch to dark theme").click();
    const dark = await page.evaluate(ground);
    await page.reload();
    await button(page, "Switch to light theme").waitFor();
    expect(await page.evaluate(ground)).toBe(dark);
    await button(page, "Switch to light theme").click();
    await page.emulateMedia({ colorScheme: "dark" });
    await button(page, "Switch to light theme").waitFor();
    expect(await page.evaluate(ground)).toBe(dark);
  });
});

it("a screen can be reached and used by keyboard alone", async () => {
  const { page } = await stage.trader({ account });
  await page.goto("/");
  await page.getByRole("heading", { name: "Account Balance" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").innerText()).toBe("Skip to content");
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("/settings");
  expect(await page.locator(":focus").getAttribute("id")).toBe("content");
  const current = page.getByRole("navigation").getByRole("link", { name: "Settings" });
  expect(await current.getAttribute("aria-current")).toBe("page");
  expect(await page.locator('[aria-current="page"]').count()).toBe(1);
});
