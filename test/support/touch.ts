import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

/** In CSS pixels (WCAG 2.2, success criterion 2.5.8). */
const MIN_TARGET_SIZE = 24;

/** Taps an element. @throws Error if it is too small, or covered by another element */
export async function tap(target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  const size = Math.min(box?.width ?? 0, box?.height ?? 0);
  expect(size, `size of ${String(target)}`).toBeGreaterThanOrEqual(MIN_TARGET_SIZE);
  await target.tap();
}

/** Fails if the page can be scrolled sideways. */
export async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width, `width of ${page.url()}`).toBeLessThanOrEqual(page.viewportSize()!.width);
}
