import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { PASSWORD, startApp, type Registration, type TestApp } from "./app.ts";
import { type BrowserOptions, openBrowser, type TestBrowser, type Visit } from "./browser.ts";
import type { Browser as Caller } from "./http.ts";
import { waitForQuietNetwork } from "./network-quiet.ts";

export interface SignedInTrader extends Visit {
  id: number;
  email: string;
}

/** The app and the browser of a test file, and an administrator who calls the API. */
export interface E2e {
  app: TestApp;
  browser: TestBrowser;
  administrator: Caller;
  /** A new trader, signed in, with the account filled as given. */
  trader: (options?: {
    fields?: Partial<Registration>;
    account?: object;
    browser?: BrowserContextOptions;
  }) => Promise<SignedInTrader>;
}

/** The screens that need no sign-in, including the one for unknown addresses. */
export const publicScreens = [
  "/auth",
  "/auth#register",
  "/auth#admin",
  "/forgot-password",
  "/reset-password?token=x",
  "/verify",
  "/nowhere",
];

/** Starts app and browser for all tests of a file; they can be used after `beforeAll`. */
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
      env,
      ...(options?.verifiesEmails && { verifiesEmails: true }),
    });
    e2e.administrator = await e2e.app.administrator();
    e2e.browser = await openBrowser(e2e.app.url, options);
  });
  afterEach(() => e2e.browser.endVisits());
  afterAll(async () => {
    await e2e.browser?.close();
    await e2e.app?.close();
  });
  return e2e;
}

/** Throws unless the call succeeds: a test that continued signed out would fail misleadingly. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
}

/** Signs a browser in without its screen. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await post(page, "/api/login", { email, password });
}

/** Ends the session behind the page's back. A request that is still open would report it early. */
export async function endSession(page: Page): Promise<void> {
  await waitForQuietNetwork(page);
  await page.context().clearCookies();
}

/** A browser that is signed in as administrator, at `path`. */
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

/** A form's control by its exact label. */
export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

export function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true });
}

/** The text of the toast or notice that shows `title`. */
export async function alertText(page: Page, title: string, role: "alert" | "status" = "alert") {
  const shown = page.getByRole(role).filter({ hasText: title });
  await shown.waitFor();
  return (await shown.innerText()).split("\n").filter(Boolean);
}

/** Answers calls of a procedure instead of the server. */
export async function answerCalls(
  page: Page,
  procedure: string,
  answer: { status: number; body?: string; contentType?: string },
) {
  await page.route(`**/api/trpc/${procedure}*`, (route) => route.fulfill(answer));
}

/** Serves the page at a path as if the server could not read its session, so that the client asks for it. */
export async function withoutPageSession(page: Page, path: string) {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/(name="session" content=")[^"]*/, "$1") });
  });
}

/** Issues a certificate as an administrator does, by multipart. */
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

/** Follows a link of the administrators' bar under "More". */
export async function openMore(page: Page, label: string): Promise<void> {
  await button(page, "More").click();
  const pages = page.getByRole("dialog", { name: "More pages" });
  await pages.getByRole("link", { name: label }).click();
}
