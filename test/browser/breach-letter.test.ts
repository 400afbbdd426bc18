import { expect, it } from "vitest";
import { appealed } from "../support/appeals.ts";
import { signIn, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

it("the dashboard links to the letter about a breach, which prints on one A4 page with its chart", async () => {
  const { trader, reviewId } = await appealed(e2e.app, "Cleo Printed");
  const { page } = await e2e.browser.visit();
  await signIn(page, trader.email);
  await page.goto("/");
  await page.getByRole("link", { name: "Read what was found, what was decided" }).click();
  await page.waitForURL(`**/reviews/${reviewId}`);
  const chart = page.locator("canvas");
  await chart.waitFor();
  // As a print does, which the chart answers before the page is laid out for paper.
  const width = await chart.evaluate(async (canvas) => {
    canvas.ownerDocument.defaultView!.dispatchEvent(new Event("beforeprint"));
    await Promise.resolve();
    return canvas.getBoundingClientRect().width;
  });
  // 190 mm are 718 pixels.
  expect(width).toBeLessThan(718);
  const sheet = await page.pdf({ preferCSSPageSize: true });
  expect(sheet.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});
