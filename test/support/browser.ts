import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { findChromium } from "./chromium.ts";
import { listOpenRequests, trackRequests } from "./network-quiet.ts";

export interface Visit {
  page: Page;
  /** Ignores problems that the test causes intentionally. */
  expectProblem: (pattern: RegExp) => void;
}

export interface TestBrowser {
  /** Opens a page in a browser without cookies or stored data. */
  visit: (options?: BrowserContextOptions) => Promise<Visit>;
  /** Prints what the open pages show, because a failure on another machine may be rare. */
  printPages: () => Promise<void>;
  /** Closes all pages, and fails if one reported an unexpected problem. */
  endVisits: () => Promise<void>;
  close: () => Promise<void>;
}

export interface BrowserOptions {
  /** Set to false if a test changes the state of the context, such as its clock. */
  reuseContexts?: boolean;
}

/** Returns a client of the browser. `endVisits` must run after each test. */
export async function openBrowser(
  url: string,
  { reuseContexts = true }: BrowserOptions = {},
): Promise<TestBrowser> {
  const troubles: string[] = [];
  const contexts = new Contexts(await launchBrowser(), url);
  return {
    async visit(options = {}) {
      const expected: RegExp[] = [];
      const page = await contexts.openPage(options);
      reportTrouble(page, (trouble) => {
        if (!expected.some((pattern) => pattern.test(trouble))) troubles.push(trouble);
      });
      return { page, expectProblem: (pattern) => expected.push(pattern) };
    },
    async printPages() {
      for (const page of contexts.pages()) console.error(await describePage(page));
    },
    async endVisits() {
      await contexts.end(reuseContexts);
      expect(troubles.splice(0), "troubles in the browser").toEqual([]);
    },
    close: () => contexts.end(false),
  };
}

let launched: Promise<Browser> | undefined;

/** Starts the browser of this worker, which ends with it: Playwright ends its browsers when a process exits. */
function launchBrowser(): Promise<Browser> {
  launched ??= findChromium().then((executablePath) =>
    chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        // The pages share a process, because starting one takes as long as a fifth of a page load.
        "--renderer-process-limit=1",
        // No test runs long enough to earn back what the optimising compilers cost.
        "--js-flags=--no-opt,--no-maglev",
      ],
    }),
  );
  return launched;
}

interface ReusedContext {
  /** The origin and the options. */
  key: string;
  context: BrowserContext;
  /** A tab that is as good as new; missing if a test changed it for good. */
  tab?: Page;
}

/** The contexts of earlier tests and files of this worker. */
const freeContexts: ReusedContext[] = [];

/**
 * Browser contexts that later tests reuse, also those of other files if their apps have the same origin. Only the HTTP
 * cache and the emptied tab are kept: fetching and compiling the scripts takes half the time of a first page load, and
 * a new tab a third of every load.
 */
class Contexts {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #used: ReusedContext[] = [];

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** Sizes and themes are set for the page, so that pages which differ only in them share a cache. */
  async openPage({
    viewport = { width: 1280, height: 720 },
    colorScheme = "light",
    forcedColors = "none",
    // Without transitions, the browser draws one frame instead of twelve.
    reducedMotion = "reduce",
    ...options
  }: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify([this.#url, options]);
    const index = freeContexts.findIndex((free) => free.key === key);
    const found = freeContexts.splice(index, index < 0 ? 0 : 1)[0];
    const context = found?.context ?? (await this.#open(options));
    this.#used.push({ key, context });
    const page = found?.tab ?? keepTrack(await context.newPage());
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion });
    trackRequests(page);
    return page;
  }

  pages(): Page[] {
    return this.#used.flatMap(({ context }) => context.pages());
  }

  async end(reuse: boolean): Promise<void> {
    const used = this.#used.splice(0);
    if (!reuse) {
      await Promise.all(used.map(({ context }) => context.close()));
      return;
    }
    freeContexts.push(
      ...(await Promise.all(
        used.map(async ({ key, context }) => ({
          key,
          context,
          tab: await emptyContext(context, this.#url),
        })),
      )),
    );
  }

  async #open(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      locale: "en-US",
      timezoneId: "Europe/Berlin",
      baseURL: this.#url,
      ...options,
    });
    context.setDefaultTimeout(60_000);
    // Chromium does not log every violation to the console.
    await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
      console.error("policy violated:", event.violatedDirective, event.blockedURI, event.sourceFile))`);
    return context;
  }
}

/** What tests, and this file for each of them, listen to. */
const tabEvents = [
  "console",
  "dialog",
  "pageerror",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
] as const;

/** The tabs to which a test added what only ends with them. */
const changedTabs = new WeakSet<Page>();

/** Makes the next test open another tab, if this one cannot be emptied. */
export function discardTab(page: Page): void {
  changedTabs.add(page);
}

/** Notes whether a test changes the page for good. */
function keepTrack(page: Page): Page {
  for (const name of ["addInitScript", "exposeFunction", "exposeBinding"] as const) {
    const change = page[name].bind(page) as (...given: unknown[]) => Promise<never>;
    page[name] = (...given: unknown[]) => {
      discardTab(page);
      return change(...given);
    };
  }
  return page;
}

/** Removes all that a test left behind. @returns the tab, if the next test can use it like a new one */
async function emptyContext(context: BrowserContext, url: string): Promise<Page | undefined> {
  const pages = context.pages();
  const [tab] = pages;
  await context.setOffline(false);
  const reusable = tab && pages.length === 1 && !changedTabs.has(tab) && (await emptyTab(tab, url));
  if (reusable) {
    await context.clearCookies();
    return tab;
  }
  await Promise.all(pages.map((page) => page.close()));
  await context.setStorageState({ cookies: [], origins: [] });
  return undefined;
}

/** @returns whether the tab is as good as new; not if the page was still loading another, which aborts what replaces it */
async function emptyTab(tab: Page, url: string): Promise<boolean> {
  for (const event of tabEvents) tab.removeAllListeners(event);
  await tab.unrouteAll({ behavior: "ignoreErrors" });
  // Pages also store something as they are left, so the storage is cleared by an empty page of the same origin.
  const empty = new URL("/empty", url).href;
  await tab.route(empty, (route) => route.fulfill({ contentType: "text/html" }));
  try {
    await tab.goto(empty);
    await tab.evaluate("localStorage.clear(), sessionStorage.clear()");
    await tab.unroute(empty);
    await tab.mouse.move(0, 0);
  } catch {
    return false;
  }
  return true;
}

async function describePage(page: Page): Promise<string> {
  const content = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String);
  const requests = listOpenRequests(page).join(", ") || "none";
  return `${page.url()} showed:\n${content}\nOpen requests: ${requests}`;
}

/** Reports warnings, errors, failed requests and 5xx responses; 4xx responses are not problems. */
function reportTrouble(page: Page, report: (trouble: string) => void) {
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (isRefusal(message.text(), message.location().url)) return;
    report(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => report(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 500) report(`${response.status()} for ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page aborts its open requests.
    if (reason !== "net::ERR_ABORTED") report(`${reason} for ${request.url()}`);
  });
}

/** Returns whether a console message reports a 4xx response of the API or of `/nowhere`. */
function isRefusal(text: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  const isExpected = pathname.startsWith("/api/") || pathname.startsWith("/nowhere");
  return /responded with a status of 4\d\d/.test(text) && isExpected;
}

let axeSource: Promise<string> | undefined;

/** Returns axe without comments, which each page compiles in half the time. */
function readAxe(): Promise<string> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  return axeSource;
}

/** The rules whose outcome depends on the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Checks the page in the dark theme and in the light one, which stays. Switching costs less than another visit. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, colorRules);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
}

/**
 * Fails if axe finds a serious or critical violation.
 * @param rules the rules to check, by default all
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Colours are final only after the transitions; the end of one can start those of elements that inherit from it.
  await page.evaluate(`(async () => {
    const running = () => document.getAnimations().filter(({ playState, effect }) =>
      playState !== "finished" && Number.isFinite(effect.getComputedTiming().endTime));
    for (let animations; (animations = running()).length > 0; )
      await Promise.allSettled(animations.map(({ finished }) => finished));
  })()`);
  // A grid renders its columns after it has measured its width.
  await page.waitForFunction(`!document.querySelector('[role="grid"] [aria-rowindex="1"]:empty')`);
  if (await page.evaluate(`!("axe" in window)`)) await page.evaluate(await readAxe());
  const options = {
    resultTypes: ["violations"],
    preload: false,
    ...(rules && { runOnly: rules }),
  };
  // What is behind a modal dialog was checked before it was opened, and can be neither reached nor read.
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run([...document.querySelectorAll("[role=dialog][aria-modal=true]")].at(-1) ?? document, ${JSON.stringify(options)})`,
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`),
    `accessibility of ${page.url()}`,
  ).toEqual([]);
}
