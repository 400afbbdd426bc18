import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { expect } from "vitest";

const installed = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** A Chrome or Chromium of this machine, else the one that comes as an npm package. */
export async function findChromium(): Promise<string> {
  const found = installed.find((path) => path && existsSync(path));
  if (found) return found;
  // With this it also unpacks the system libraries that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}

export interface Visit {
  page: Page;
  /** Lets a trouble pass that the test brings about itself. */
  expectTrouble: (pattern: RegExp) => void;
}

export interface TestBrowser {
  /** Somebody's own browser: no cookies, nothing stored. */
  visit: (options?: BrowserContextOptions) => Promise<Visit>;
  /** Closes all visits, and fails where one of them met trouble nobody expected. */
  endVisits: () => Promise<void>;
  close: () => Promise<void>;
}

/** The browser of a test file; `endVisits` belongs into `afterEach`. */
export async function openBrowser(url: string): Promise<TestBrowser> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const troubles: string[] = [];
  return {
    async visit(options) {
      const expected: RegExp[] = [];
      const page = await openPage(browser, { baseURL: url, ...options });
      reportTrouble(page, (trouble) => {
        if (!expected.some((pattern) => pattern.test(trouble))) troubles.push(trouble);
      });
      return { page, expectTrouble: (pattern) => expected.push(pattern) };
    },
    async endVisits() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(troubles.splice(0), "troubles in the browser").toEqual([]);
    },
    close: () => browser.close(),
  };
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    ...options,
  });
  context.setDefaultTimeout(20_000);
  // Chromium does not write every violation to the console.
  await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    console.error("policy violated:", event.violatedDirective, event.blockedURI, event.sourceFile))`);
  return context.newPage();
}

/** Warnings, errors, and calls that got no answer or a broken one. Refusals (4xx) are answers. */
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
    // A page that is left drops its open requests.
    if (reason !== "net::ERR_ABORTED") report(`${reason} for ${request.url()}`);
  });
}

/** A refused call, or a page that does not exist, which the tests open at `/nowhere`. */
function isRefusal(text: string, url: string): boolean {
  const { pathname } = new URL(url);
  const isExpected = pathname.startsWith("/api/") || pathname.startsWith("/nowhere");
  return /responded with a status of 4\d\d/.test(text) && isExpected;
}

/** Fails on every finding of axe that is serious or worse. */
export async function expectAccessible(page: Page): Promise<void> {
  // Half-way through a transition, colours are not what they will be.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
      .map(({ finished }) => finished.catch(() => undefined)),
  ).then(() => undefined)`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`),
    `accessibility of ${page.url()}`,
  ).toEqual([]);
}
