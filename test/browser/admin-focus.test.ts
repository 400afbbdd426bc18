import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { button, field, startE2e, visitAsAdministrator } from "../support/browser-app.ts";

const e2e = startE2e();

beforeAll(async () => {
  await e2e.app.trader({ fullName: "Ada Lund", email: "ada@example.com" });
  for (let index = 0; index < 26; index += 1) {
    const email = `paged.${index}@example.com`;
    await e2e.administrator.post("/api/admin/users", { fullName: "Paged Trader", email });
  }
});

/** Reads the accessible name of the focused control; empty if it has none. */
async function focusedName(page: Page) {
  const focused = page.locator(":focus");
  if ((await focused.count()) === 0) return "";
  return (await focused.getAttribute("aria-label")) ?? (await focused.innerText());
}

describe("the focus", () => {
  it("returns to the opener of a dialog that is closed while its data loads", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin?search=Ada", {
      reducedMotion: "no-preference",
    });
    const fetched = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/admin.users.summary*", async (route) => {
      const response = await route.fetch();
      fetched.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    await button(page, "Edit Ada Lund").click();
    await fetched.promise;
    await page.keyboard.press("Escape");
    // The data arrives during the closing transition.
    held.resolve();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focusedName(page)).toBe("Edit Ada Lund");
  });

  it("stays on the button that submits a form, while it is pending and after a failure", async () => {
    const { page, expectProblem } = await visitAsAdministrator(e2e, "/admin?search=Ada");
    expectProblem(/502/);
    await button(page, "Edit Ada Lund").click();
    await field(page, "Full Name").fill("Ada L");
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/admin.users.updateWithAccount*", async (route) => {
      await held.promise;
      await route.fulfill({ status: 502, body: "" });
    });
    await button(page, "Save Changes").click();
    await button(page, "Saving...").waitFor();
    await expect.poll(() => focusedName(page)).toBe("Saving...");
    held.resolve();
    await page.getByRole("alert").waitFor();
    await expect.poll(() => focusedName(page)).toBe("Save Changes");
  });

  it("returns with Back to the row that was opened", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users");
    await page.getByRole("link", { name: "Paged Trader" }).nth(2).click();
    await page.getByRole("heading", { level: 1, name: "Paged Trader" }).waitFor();
    const opened = new URL(page.url()).pathname;
    await page.goBack();
    await page.waitForURL("/admin/users");
    await page.locator(`a[href="${opened}"]:focus`).waitFor();
  });

  it("stays on the button that turned to the last page", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin?search=paged");
    await page.getByText("Showing 1 to 25 of 26 users").waitFor();
    // A busy browser may need longer to change the URL than the router waits before it shows a pending page.
    await page.evaluate(`{
      const { pushState } = history;
      history.pushState = (...change) => {
        pushState.apply(history, change);
        for (const start = Date.now(); Date.now() - start < 200; );
      };
    }`);
    await button(page, "Go to next page").click();
    await page.getByText("Showing 26 to 26 of 26 users").waitFor();
    await expect.poll(() => focusedName(page)).toBe("Go to next page");
  });

  it("moves to the search with the key /, except from a field", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Ada");
    const search = page.getByRole("searchbox");
    await page.getByText("Showing 1 to 1 of 1 users").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("a/b");
    await expect.poll(() => search.inputValue()).toBe("a/b");
  });
});
