import type { Page, Request } from "playwright-core";

const QUIET_RESPONSES = 20;

const openRequests = new WeakMap<Page, Set<Request>>();

/** Streams of live updates stay open, so they are ignored. */
const isStream = (request: Request) => request.resourceType() === "eventsource";

/** Must be called before the page sends its first request. */
export function trackRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on("request", (request) => {
    if (!isStream(request)) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Returns the URLs of the requests that the page is waiting for. */
export function listOpenRequests(page: Page): string[] {
  return [...openRequests.get(page)!].map((request) => request.url());
}

/**
 * Waits like Playwright's `networkidle`, which is never reached while a stream of live updates is open. It counts how
 * often the page responds, because a page that does nothing on a busy machine is quiet too.
 */
export async function waitForQuietNetwork(page: Page): Promise<void> {
  const open = openRequests.get(page)!;
  for (let count = 0; count < QUIET_RESPONSES; count += 1) {
    await page.waitForTimeout(25);
    // Fails while the page is replaced by another.
    const responds = await page.evaluate("true").catch(() => false);
    if (!responds || open.size > 0) count = 0;
  }
}

/** Waits until the page aborts a request whose URL matches; the page may also abort others, such as streams. */
export function untilAborted(page: Page, url: RegExp): Promise<Request> {
  return page.waitForEvent("requestfailed", (request) => url.test(request.url()));
}

/** Records the requests that the page sends from now on, except those for its icon, which is also the mark on the page. */
export function recordRequests(page: Page): { requests: string[]; stop: () => void } {
  const requests: string[] = [];
  const record = (request: Request) => {
    if (request.resourceType() !== "other") requests.push(`${request.method()} ${request.url()}`);
  };
  page.on("request", record);
  return { requests, stop: () => page.off("request", record) };
}

/** Returns the requests that were sent before. */
export function repeated(requests: string[]): string[] {
  return requests.filter((request, index) => requests.indexOf(request) !== index);
}
