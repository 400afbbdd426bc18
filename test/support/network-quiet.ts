import type { Page, Request } from "playwright-core";

const QUIET = 500;

const openRequests = new WeakMap<Page, Set<Request>>();

/** Streams of live updates stay open. */
const isStream = (request: Request) => request.resourceType() === "eventsource";

/** Call before the page loads anything. */
export function trackRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on("request", (request) => {
    if (!isStream(request)) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Like Playwright's `networkidle`, which never comes while a stream of live updates is open. */
export async function waitForQuietNetwork(page: Page): Promise<void> {
  const open = openRequests.get(page)!;
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET;) {
    await page.waitForTimeout(25);
    if (open.size > 0) quietSince = Date.now();
  }
}
