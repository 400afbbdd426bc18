import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

/** Pixels; smaller targets are hard to hit with a finger (WCAG 2.2, 2.5.8). */
const SMALLEST_TARGET = 24;

/** Taps an element. @throws Error if it is too small to be hit, or if something covers it */
export async function tap(target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  const size = Math.min(box?.width ?? 0, box?.height ?? 0);
  expect(size, `size of ${String(target)}`).toBeGreaterThanOrEqual(SMALLEST_TARGET);
  await target.tap();
}

/** Fails if the page can be scrolled sideways. */
export async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width, `width of ${page.url()}`).toBeLessThanOrEqual(page.viewportSize()!.width);
}
