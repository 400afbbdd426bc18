import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { PASSWORD, startApp, type Registration, type TestApp } from "./app.ts";
import { type BrowserOptions, openBrowser, type TestBrowser, type Visit } from "./browser.ts";
import { freePort } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import type { Browser as Caller } from "./http.ts";
import { waitForQuietNetwork } from "./network-quiet.ts";

export interface SignedInTrader extends Visit {
  id: number;
  email: string;
}

/** The app and the browser of a test file, and an administrator's API client. */
export interface E2e {
  app: TestApp;
  browser: TestBrowser;
  administrator: Caller;
  /** Opens a browser signed in as a new trader whose account has these values. */
  trader: (options?: {
    fields?: Partial<Registration>;
    account?: object;
    browser?: BrowserContextOptions;
  }) => Promise<SignedInTrader>;
}

/** The screens that require no sign-in, including the one for unknown addresses. */
export const publicScreens = [
  "/auth",
  "/auth#register",
  "/auth#admin",
  "/forgot-password",
  "/reset-password?token=x",
  "/verify",
  "/nowhere",
];

let port: Promise<number> | undefined;

/** Returns the port of this worker: with one origin, its files share what the browser has cached. */
function workerPort(): Promise<number> {
  port ??= freePort();
  return port;
}

/** Starts the app and the browser for a test file; both are available after `beforeAll`. */
export function startE2e(
  env?: Record<string, string>,
  options?: BrowserOptions & { verifiesEmails?: true },
): E2e {
  const e2e = { trader } as E2e;

  async function trader({ fields, account, browser }: Parameters<E2e["trader"]>[0] = {}) {
    const { id, email } = await e2e.app.trader(fields);
    if (account) await e2e.administrator.patch(`/api/admin/user/${id}/account`, account);
    const visit = await e2e.browser.visit(browser);
    await signIn(visit.page, email);
    return { ...visit, id, email };
  }

  beforeAll(async () => {
    e2e.app = await startApp({
      listen: true,
      env: { PORT: String(await workerPort()), ...env },
      ...(options?.verifiesEmails && { verifiesEmails: true }),
    });
    e2e.administrator = await e2e.app.administrator();
    e2e.browser = await openBrowser(e2e.app.url, options);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await e2e.browser.printPages();
    await e2e.browser.endVisits();
  });
  afterAll(async () => {
    await e2e.browser?.close();
    await e2e.app?.close();
  });
  return e2e;
}

/** @throws Error unless the call succeeds, because a test that continued signed out would fail misleadingly */
async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} returned ${answer.status()}: ${await answer.text()}`);
}

/** Signs a browser in over the API. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await post(page, "/api/login", { email, password });
}

/** Ends the session without the page. Waits for open requests, which would reveal it early. */
export async function endSession(page: Page): Promise<void> {
  await waitForQuietNetwork(page);
  await page.context().clearCookies();
}

/** Opens `path` in a browser that is signed in as an administrator. */
export async function visitAsAdministrator(
  e2e: E2e,
  path: string,
  options?: BrowserContextOptions,
): Promise<Visit> {
  const visit = await e2e.browser.visit(options);
  await post(visit.page, "/api/admin/login", { accessKey: e2e.app.adminKey });
  await visit.page.goto(path);
  return visit;
}

/**
 * Lets pages that are loaded from now on neither poll nor close toasts by themselves, by dropping all timers of five
 * seconds or more: what a test waits for then has no other cause, however long a busy machine takes.
 */
export async function dropLongTimers(page: Page): Promise<void> {
  await page.addInitScript(`
    for (const name of ["setTimeout", "setInterval"]) {
      const start = globalThis[name];
      globalThis[name] = (run, delay, ...given) => (delay >= 5000 ? 0 : start(run, delay, ...given));
    }
  `);
}

/** Finds a form control by its exact label. */
export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

export function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true });
}

/** Reads the text of the toast or notice with this title. */
export async function alertText(page: Page, title: string, role: "alert" | "status" = "alert") {
  // Waits and reads in one step, because a toast could disappear in between.
  const text = await page.getByRole(role).filter({ hasText: title }).innerText();
  return text.split("\n").filter(Boolean);
}

/** Reads the lines of each element, such as those of cards. */
export async function linesOfEach(elements: Locator) {
  return (await elements.allInnerTexts()).map((text) => text.split(/\n+/));
}

/** Intercepts the calls of a procedure with a fixed response. */
export async function answerCalls(
  page: Page,
  procedure: string,
  answer: { status: number; body?: string; contentType?: string },
) {
  await page.route(`**/api/trpc/${procedure}*`, (route) => route.fulfill(answer));
}

/** Serves a page without its embedded session, so that the client requests it. */
export async function withoutPageSession(page: Page, path: string) {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/(name="session" content=")[^"]*/, "$1") });
  });
}

/** Issues a certificate with a multipart request. */
export async function issueCertificate(
  e2e: E2e,
  traderId: number,
  fields: { name: string; issuedAt?: string },
): Promise<void> {
  const { page } = await e2e.browser.visit();
  await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
  const certificateFile = {
    name: "certificate.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
  };
  await page.request.post("/api/admin/certificates", {
    multipart: { ...fields, userId: traderId, certificateFile },
  });
  await page.close();
}

/** Opens a page in the bar of the administrators' navigation. */
export async function openFromBar(page: Page, label: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: label }).click();
}

/** Opens a page under "More" in the administrators' navigation. */
export async function openMore(page: Page, label: string): Promise<void> {
  await button(page, "More").click();
  const pages = page.getByRole("dialog", { name: "More pages" });
  await pages.getByRole("link", { name: label }).click();
}
