import { describe, expect, it } from "vitest";
import { button, field, startE2e } from "../support/browser-app.ts";
import { openTrader, tab } from "../support/trader-page.ts";

const e2e = startE2e();

describe("notes and tags on the page of a trader", () => {
  it("show the team's notes with author and time", async () => {
    const { page } = await openTrader(e2e, "Nora Noted");
    await tab(page, "History").click();
    await page.getByText("No notes yet").waitFor();
    await button(page, "Add Note").click();
    await page.getByText("Please write a note").waitFor();
    await field(page, "New note").fill("Called about the documents\nSends them on Friday");
    await button(page, "Add Note").click();
    const note = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
    await note.filter({ hasText: "Sends them on Friday" }).waitFor();
    await expect.poll(() => note.innerText()).toContain("Test administrator");
    await expect.poll(() => field(page, "New note").inputValue()).toBe("");
  });

  it("can be added and removed next to the name, and are shown in the table of users", async () => {
    const { page } = await openTrader(e2e, "Tara Tagged");
    await button(page, "Add tag").click();
    await page.keyboard.type("VIP");
    await page.keyboard.press("Enter");
    const tags = page.getByRole("list", { name: "Tags" });
    await tags.getByText("vip", { exact: true }).waitFor();
    await page.keyboard.type("watch");
    await page.keyboard.press("Enter");
    await button(page, "Remove tag watch").waitFor();
    // Escape discards what was typed.
    await page.keyboard.type("draft");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => button(page, "Add tag").evaluate((one) => one.matches(":focus")))
      .toBe(true);
    await button(page, "Remove tag watch").click();
    await button(page, "Remove tag watch").waitFor({ state: "detached" });
    await button(page, "Add tag").click();
    await page.keyboard.type("waiting");
    await page.keyboard.press("Tab");
    await button(page, "Remove tag waiting").waitFor();
    await expect.poll(() => button(page, "Remove tag draft").count()).toBe(0);
    await page.goto("/admin/users?search=Tara%20Tagged");
    await page.getByRole("list", { name: "Tags" }).getByText("vip", { exact: true }).waitFor();
  });
});
