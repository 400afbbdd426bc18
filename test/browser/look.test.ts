import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import {
  button,
  issueCertificate,
  publicScreens,
  signIn,
  startE2e,
  visitAsAdministrator,
  type SignedInTrader,
} from "../support/browser-app.ts";
import { fillFirm } from "../support/filled-firm.ts";
import { paid, sendSigned } from "../support/shops.ts";
import { recordRequests, repeated, waitForQuietNetwork } from "../support/network-quiet.ts";
import { traderTabs } from "../../web/features/admin/trader/trader-search.ts";

const e2e = startE2e({ WEBHOOK_TARGETS: "any" });

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

const traderPages = [
  "/",
  "/#performance",
  "/#details",
  "/settings",
  "/payouts",
  "/certificates",
  "/notices",
  "/identity",
  "/agreements",
  "/orders",
  "/conduct",
  "/links",
  "/partners",
];
/** Names in braces stand for what `fillFirm` creates. */
const adminPages = [
  "/admin",
  "/admin#payouts",
  "/admin/dashboard",
  "/admin/figures",
  "/admin/users",
  ...traderTabs.map(({ key }) => `/admin/users/{judged}?tab=${key}`),
  "/admin/users/{paid}?tab=record",
  "/admin/users/{paid}?tab=payouts",
  "/admin/users/{paid}?tab=certificates",
  "/admin/users/{paid}?tab=history",
  "/admin/payouts",
  "/admin/payouts/{pending}",
  "/admin/payouts/{approved}",
  "/admin/payments",
  "/admin/payments/{run}",
  "/admin/audit",
  "/admin/reviews",
  "/admin/reviews?review={review}",
  "/admin/actions",
  "/admin/bridges",
  "/admin/appeals",
  "/admin/appeals?appeal={appeal}",
  "/admin/appeals?appeal={linkAppeal}",
  "/admin/conduct",
  "/admin/conduct/{finding}",
  "/admin/statements",
  "/admin/orders",
  "/admin/orders/{order}",
  "/admin/users/{buyer}?tab=stages",
  "/admin/identities",
  "/admin/links",
  "/admin/links/{link}",
  "/admin/links/compare",
  "/admin/links/compare?a={judged}&b={paid}",
  "/admin/agreements",
  "/admin/rules",
  "/admin/rules/edit",
  "/admin/calendar",
  "/admin/programmes",
  "/admin/programmes/edit",
  "/admin/team",
  "/admin/settings",
  "/admin/account",
  "/admin/tokens",
  "/admin/sources",
  "/admin/sources/{source}",
  "/admin/webhooks",
  "/admin/webhooks?webhook={webhook}",
];
const visitorPages = [
  ...publicScreens,
  "/verify-email?token=x",
  "/confirm-second-factor?token=x",
  "/not-me?token=x",
  "/stop-recovery?token=x",
  "/certificates/verify",
  "/certificates/verify/{code}",
];

/** Redirects partners, and shows nothing. */
const withoutScreen = ["/partnerali932"];

let firm: Record<string, number | string>;

beforeAll(async () => {
  firm = await fillFirm(e2e.app);
});

const addressOf = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(firm[name]));

const longWord = "Wertpapierhandelsgesellschaftsbeteiligung";

/** Loads a screen. @returns its requests until the network is quiet */
async function show(page: Page, path: string): Promise<string[]> {
  // Changing only the fragment would not reload the page.
  await page.goto("about:blank");
  const { requests, stop } = recordRequests(page);
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitForQuietNetwork(page);
  stop();
  return requests;
}

async function fill({ page, id, email }: SignedInTrader) {
  const shop = { id: Number(firm.source), kind: "json", secret: String(firm.secret) };
  // Of a product that is not mapped: a stage that starts would reload the first screen.
  const order = paid({ id: longWord, email, items: [{ product: "sticker", name: longWord }] });
  await sendSigned(e2e.app, shop, order);
  await issueCertificate(e2e, id, { name: longWord });
  await page.request.post("/api/user/payouts", {
    data: { amount: "123456789.25", paymentMethod: "crypto", paymentDetails: longWord },
  });
}

type Options = Parameters<typeof e2e.browser.visit>[0];

/** The screens of each kind of user, filled with content that is hard to fit. */
const personas = [
  {
    who: "a visitor",
    paths: visitorPages,
    visit: async (options: Options) => (await e2e.browser.visit(options)).page,
  },
  {
    who: "a trader",
    paths: traderPages,
    async visit(browser: Options) {
      const trader = await e2e.trader({
        fields: { fullName: longWord },
        account: {
          ...account,
          balance: "999999999999.99",
          server: longWord,
          phase: longWord,
          overallLossLimit: longWord.repeat(2),
        },
        browser,
      });
      await fill(trader);
      return trader.page;
    },
  },
  {
    who: "a trader with a confirmed breach",
    paths: ["/reviews/{confirmed}"],
    async visit(options: Options) {
      const { page } = await e2e.browser.visit(options);
      await signIn(page, String(firm.emailOfConfirmed));
      return page;
    },
  },
  {
    who: "an administrator",
    paths: adminPages,
    async visit(options: Options) {
      const email = `${longWord}.${randomUUID()}@${longWord}.example`;
      await e2e.app.trader({ fullName: longWord.repeat(4), email });
      return (await visitAsAdministrator(e2e, "/admin", options)).page;
    },
  },
  {
    who: "a trader with a confirmed link",
    paths: ["/links", "/links/{linked}"],
    async visit(options: Options) {
      const { page } = await e2e.browser.visit(options);
      await signIn(page, String(firm.emailOfLinked));
      return page;
    },
  },
];

const large = { width: 1440, height: 900 };

/** Each is smaller than the one before, so that a grid that has not adapted yet does not fit. */
const sizes = [
  { size: "1440 pixels", viewport: large },
  // The size of a window of 1440 by 900 at 200 %.
  { size: "200 %", viewport: { width: 720, height: 450 } },
  { size: "360 pixels", viewport: { width: 360, height: 740 }, isPhone: true },
];

/** The controls below WCAG's minimum target size of 24 by 24 px. */
const smallTargets = `[...document.querySelectorAll(
  "a[href], button, input, select, textarea, [role=tab], span[tabindex='0']")]
  .filter((target) => target.checkVisibility() && !target.closest(".visually-hidden"))
  .map((target) => [target.outerHTML.slice(0, 120), target.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && (width < 24 || height < 24))
  .map(([html]) => html)`;

/** Each screen is loaded once for all checks, because loading takes longer than checking. */
it.each(personas)(
  "every screen of $who requests nothing twice, is accessible in both themes and on a phone, and fits at every size",
  async ({ visit, paths }) => {
    const page = await visit({ viewport: large, reducedMotion: "reduce", hasTouch: true });
    for (const path of paths) {
      const requests = await show(page, addressOf(path));
      expect(requests.some((request) => request.includes("/assets/index-"))).toBe(true);
      expect({ path, repeated: repeated(requests) }).toEqual({ path, repeated: [] });
      await expectAccessibleInBothThemes(page);
      for (const { size, viewport, isPhone } of sizes) {
        await page.setViewportSize(viewport);
        const layout = async () => ({
          path,
          size,
          width: await page.evaluate("document.documentElement.scrollWidth"),
        });
        await expect.poll(layout).toEqual({ path, size, width: viewport.width });
        if (!isPhone) continue;
        expect({ path, small: await page.evaluate(smallTargets) }).toEqual({ path, small: [] });
        await expectAccessible(page);
      }
      await page.setViewportSize(large);
    }
  },
  // An administrator has forty screens.
  900_000,
);

it("every route of the router belongs to a listed screen", async () => {
  const tree = await readFile("web/route-tree.gen.ts", "utf8");
  const byPath = /interface FileRoutesByTo \{([^}]*(?:\}"[^}]*)*)\}/.exec(tree)![1]!;
  const routes = [...byPath.matchAll(/^ {2}"(.+)":/gm)].map(([, route]) => route!);
  expect(routes.length).toBeGreaterThan(20);
  const addresses = personas.flatMap(({ paths }) => paths.map((path) => path.split(/[?#]/)[0]!));
  const isListed = (route: string) => addresses.some((address) => patternOf(route).test(address));
  expect(routes.filter((route) => !isListed(route))).toEqual(withoutScreen);
});

/** Returns the pattern of a route's addresses: `$id` is a parameter, `{-$code}` an optional one. */
function patternOf(route: string): RegExp {
  const optional = route.replaceAll(/\/\{-\$\w+\}/g, "(?:/[^/]+)?");
  return new RegExp(`^${optional.replaceAll(/\$\w+/g, "[^/]+")}$`);
}

it("the browser's theme colour follows the chosen theme", async () => {
  const { page } = await e2e.browser.visit({ colorScheme: "light" });
  await page.goto("/auth");
  const colors = () =>
    page.evaluate(
      `[...document.querySelectorAll("meta[name=theme-color]")].map(({ content }) => content)`,
    );
  const [light, dark] = (await colors()) as string[];
  await button(page, "Switch to dark theme").click();
  await expect.poll(colors).toEqual([dark, dark]);
  await page.reload();
  await expect.poll(colors).toEqual([dark, dark]);
  await button(page, "Switch to light theme").click();
  await expect.poll(colors).toEqual([light, dark]);
});

it("forced colours keep what is selected visible", async () => {
  const { page } = await e2e.trader({ browser: { forcedColors: "active" } });
  await page.goto("/");
  await page.getByRole("tab", { name: "Overview" }).waitFor();
  const background = (selector: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('${selector}'), "::after").backgroundColor`,
    );
  const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
  expect(await background("[role=tab][aria-selected=true]")).not.toBe(ground);
  expect(await background("nav [aria-current]")).not.toBe(ground);
});

describe("on a small screen", () => {
  const viewport = { width: 360, height: 740 };

  it("the links are in a side menu that returns the focus", async () => {
    const { page } = await e2e.trader({ browser: { viewport } });
    await page.goto("/");
    await expect.poll(() => button(page, "Sign out").count()).toBe(0);
    await button(page, "Open menu").click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "Sign out" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toBe("Open menu");
    await button(page, "Open menu").click();
    await menu.getByRole("link", { name: "Payouts" }).click();
    await page.waitForURL("/payouts");
    await menu.waitFor({ state: "detached" });
  });
});

it("the figures leave no gap at any width", async () => {
  const { page } = await visitAsAdministrator(e2e, "/admin/users");
  const cards = page.getByRole("region", { name: "User figures" }).getByRole("article");
  await cards.last().waitFor();
  for (const width of [1440, 900, 720, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    const rows = Map.groupBy(boxes, (box) => box!.y);
    // With one pixel between two cards, all rows have the same width.
    const widths = [...rows.values()].map((row) =>
      Math.round(row.reduce((sum, box) => sum + box!.width + 1, 0)),
    );
    expect([width, new Set(widths).size]).toEqual([width, 1]);
  }
});

describe("in the tables", () => {
  it("the widest balance is fully visible", async () => {
    await e2e.trader({ account: { balance: "999999999999.99" } });
    const { page } = await visitAsAdministrator(e2e, "/admin");
    const cell = page.getByRole("gridcell", { name: "$999,999,999,999.99" }).first();
    await cell.waitFor();
    const [figure, whole] = await Promise.all([
      cell.getByText("$999,999,999,999.99").boundingBox(),
      cell.boundingBox(),
    ]);
    expect(figure!.x).toBeGreaterThanOrEqual(whole!.x);
  });

  it("a ban is visible next to a long name and login", async () => {
    const { id } = await e2e.trader({
      fields: { fullName: longWord.repeat(2) },
      account: { login: longWord.repeat(2) },
    });
    const ban = { banned: true, banReason: "Copied trades" };
    await e2e.administrator.patch(`/api/admin/user/${id}/ban`, ban);
    const { page } = await visitAsAdministrator(e2e, "/admin/users", {
      viewport: { width: 360, height: 740 },
    });
    const row = page.getByRole("row").filter({ hasText: "Banned" }).first();
    const [tag, cell] = await Promise.all([
      row.getByText("Banned").boundingBox(),
      // The first cell has the checkbox.
      row.getByRole("gridcell").nth(1).boundingBox(),
    ]);
    expect(tag!.x + tag!.width).toBeLessThanOrEqual(cell!.x + cell!.width);
  });
});

describe("motion", () => {
  const durations = `document.getAnimations().map(({ effect }) => effect.getTiming())
    .filter(({ iterations }) => iterations !== Infinity).map(({ duration }) => duration)`;

  /** Returns the duration of the longest animation while a dialog, a menu and a toast open. */
  async function longest(reducedMotion: "reduce" | "no-preference") {
    const { page } = await visitAsAdministrator(e2e, "/admin", { reducedMotion });
    await page.evaluate(`globalThis.seen = [0];
      (function watch() { seen.push(...${durations}); requestAnimationFrame(watch); })()`);
    await button(page, "Account menu").click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await button(page, "Add User").click();
    await button(page, "Create User").click();
    await page.getByText("Please enter a valid email").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return page.evaluate("Math.max(...seen)") as Promise<number>;
  }

  it("ends within 200 ms", async () => {
    const duration = await longest("no-preference");
    expect(duration).toBeGreaterThan(50);
    expect(duration).toBeLessThanOrEqual(200);
  });

  it("is disabled by the preference for reduced motion", async () => {
    expect(await longest("reduce")).toBeLessThan(1);
  });
});

describe("the theme", () => {
  const ground = "getComputedStyle(document.body).backgroundColor";

  it("follows the system until one is chosen, and remembers the choice", async () => {
    const { page } = await e2e.browser.visit({ colorScheme: "light" });
    await page.goto("/auth");
    await button(page, "Switch to dark theme").click();
    const dark = await page.evaluate(ground);
    await page.reload();
    await button(page, "Switch to light theme").waitFor();
    expect(await page.evaluate(ground)).toBe(dark);
    await button(page, "Switch to light theme").click();
    await page.reload();
    await button(page, "Switch to dark theme").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await button(page, "Switch to light theme").waitFor();
    expect(await page.evaluate(ground)).toBe(dark);
  });
});

it("a screen can be reached and used with the keyboard only", async () => {
  const { page } = await e2e.trader({ account });
  await page.goto("/");
  await page.getByRole("heading", { name: "Account Balance" }).waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Skip to content");
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("/settings");
  await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("content");
  const current = page.getByRole("navigation").getByRole("link", { name: "Settings" });
  await expect.poll(() => current.getAttribute("aria-current")).toBe("page");
  await expect.poll(() => page.locator('[aria-current="page"]').count()).toBe(1);
});
