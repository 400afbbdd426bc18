import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

/** The maximum number of Tab presses to reach an element. */
const MAX_TABS = 25;

interface TabOptions {
  backwards?: boolean;
}

/** Presses Tab until the element has the focus. @throws Error with the elements that had it instead */
export async function tabTo(
  page: Page,
  target: Locator,
  { backwards = false }: TabOptions = {},
): Promise<void> {
  await target.waitFor();
  const passed: string[] = [];
  while (!(await target.evaluate((element) => element === element.ownerDocument.activeElement))) {
    if (passed.length === MAX_TABS)
      throw new Error(`Tab leads to ${passed.join(", ")}, not to ${String(target)}`);
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
    passed.push(await focusedName(page));
  }
}

/** Tabs to the element and presses a key, Enter by default. */
export async function pressOn(
  page: Page,
  target: Locator,
  { key = "Enter", ...options }: TabOptions & { key?: string } = {},
): Promise<void> {
  await tabTo(page, target, options);
  await page.keyboard.press(key);
}

const NOTHING = "nothing";

/** Fails if no element has the focus, because screen readers would restart at the top of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => focusedName(page)).not.toBe(NOTHING);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "${NOTHING}";
    const name = focused.getAttribute("aria-label") ?? focused.labels?.[0]?.innerText;
    return (name ?? focused.innerText).trim().slice(0, 60) || focused.tagName;
  })()`);
}
