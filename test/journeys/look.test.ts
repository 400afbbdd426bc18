import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { startE2e, visitAsAdministrator } from "../support/browser-app.ts";
import { expectAccessibleInBothThemes } from "../support/browser.ts";
import { expectFits } from "../support/touch.ts";

const e2e = startE2e();

const personas: [string, string, (path: string) => Promise<Page>][] = [
  ["a visitor", "/auth", async (path) => open((await e2e.browser.visit()).page, path)],
  ["a trader", "/", async (path) => open((await e2e.trader()).page, path)],
  [
    "an administrator",
    "/admin/dashboard",
    async (path) => (await visitAsAdministrator(e2e, path)).page,
  ],
];

async function open(page: Page, path: string): Promise<Page> {
  await page.goto(path);
  return page;
}

/** `test/browser/look.test.ts` does so for every screen. */
it.each(personas)(
  "the first screen of %s is accessible in both themes and fits",
  async (_who, path, visit) => {
    const page = await visit(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  },
);
