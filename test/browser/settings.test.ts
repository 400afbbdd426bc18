import { expect, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import { PASSWORD } from "../support/app.ts";
import { button, field, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

it("the browser asks for confirmation before a reload discards changes to the profile", async () => {
  const { page } = await e2e.trader();
  const asked: string[] = [];
  page.on("dialog", (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await page.goto("/settings");
  await field(page, "City").click();
  await page.reload();
  expect(asked).toEqual([]);
  // Browsers only ask for confirmation after the user has interacted with the page.
  await field(page, "City").press("End");
  await page.keyboard.type("shire");
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await expect.poll(() => field(page, "City").inputValue()).toBe("London");
});

it("the list of the other signed-in devices is accessible", async () => {
  const { page, email } = await e2e.trader();
  const elsewhere = e2e.app.visitor();
  await elsewhere.post("/api/login", { email, password: PASSWORD }, { "user-agent": "curl/8.5.0" });
  await page.goto("/settings");
  await button(page, "End session: curl").waitFor();
  await expectAccessible(page);
});
