import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { PASSWORD, startApp, type Registration, type TestApp } from "../../support/app.ts";
import type { Browser as Caller } from "../../support/http.ts";
import type { Locator } from "./locator.ts";
import { Page } from "./page.ts";
import { leaveScreen } from "./screen.tsx";
import { shownText } from "./text.ts";

export type { Locator } from "./locator.ts";
export type { Page } from "./page.ts";

export interface Visit {
  page: Page;
  /** Ignores problems that the test causes intentionally. */
  expectProblem: (pattern: RegExp) => void;
}

export interface SignedInTrader extends Visit {
  id: number;
  email: string;
}

/** The app of a test file, an administrator's API client, and pages of the client in this process. */
export interface Dom {
  app: TestApp;
  administrator: Caller;
  /** Opens a page with the cookies of `caller`, by default none. */
  visit: (caller?: Caller) => Visit;
  /** Opens a page signed in as a new trader whose account has these values. */
  trader: (options?: {
    fields?: Partial<Registration>;
    account?: object;
  }) => Promise<SignedInTrader>;
}

/** Starts the app for a test file; it is available after `beforeAll`. */
export function startDom(
  env?: Record<string, string>,
  options?: { verifiesEmails?: true; comparesAccounts?: true },
): Dom {
  const dom = { visit, trader } as Dom;
  const troubles: string[] = [];
  const expected: RegExp[] = [];

  function visit(caller = dom.app.visitor()): Visit {
    const page = new Page(caller, (trouble) => troubles.push(trouble));
    return { page, expectProblem: (pattern) => expected.push(pattern) };
  }

  async function trader({ fields, account }: Parameters<Dom["trader"]>[0] = {}) {
    const { id, email } = await dom.app.trader(fields);
    if (account) await dom.administrator.patch(`/api/admin/user/${id}/account`, account);
    const visitor = visit();
    await signIn(visitor.page, email);
    return { ...visitor, id, email };
  }

  beforeAll(async () => {
    dom.app = await startApp({ env, ...options });
    dom.administrator = await dom.app.administrator();
  });
  beforeEach(() => {
    for (const level of ["error", "warn"] as const)
      vi.spyOn(console, level).mockImplementation((...given) => {
        troubles.push(`console ${level}: ${given.map(String).join(" ")}`);
      });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") console.info(shownText(document.body));
    await leaveScreen();
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
    const unexpected = troubles
      .splice(0)
      .filter((trouble) => !expected.some((pattern) => pattern.test(trouble)));
    expected.length = 0;
    expect(unexpected, "troubles in the page").toEqual([]);
  });
  afterAll(() => dom.app?.close());
  return dom;
}

/** Signs a page in over the API. */
export async function signIn({ caller }: Page, email: string, password = PASSWORD): Promise<void> {
  const { statusCode } = await caller.post("/api/login", { email, password });
  expect(statusCode).toBe(200);
}

/** Opens `path` as an administrator. */
export async function visitAsAdministrator(dom: Dom, path: string): Promise<Visit> {
  const visit = dom.visit(await dom.app.administrator());
  await visit.page.goto(path);
  return visit;
}

/**
 * Lets pages neither poll nor close toasts by themselves, by dropping all timers of five seconds or more until the end of
 * the test.
 */
export function dropLongTimers(): void {
  for (const name of ["setTimeout", "setInterval"] as const) {
    const start = globalThis[name] as (...given: unknown[]) => never;
    vi.spyOn(globalThis, name).mockImplementation(((...given: [unknown, number]) =>
      given[1] >= 5_000 ? 0 : start(...given)) as never);
  }
}

/** Finds a form control by its exact label. */
export function field(within: Locator, label: string): Locator {
  return within.getByLabel(label, { exact: true });
}

export function button(within: Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

export function dialog(page: Page, name: string): Locator {
  return page.getByRole("dialog", { name, exact: true });
}

/** Reads the text of the toast or notice with this title. */
export async function alertText(page: Page, title: string, role: "alert" | "status" = "alert") {
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
