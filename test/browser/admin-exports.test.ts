import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import { expectAccessible } from "../support/browser.ts";
import { button, startE2e, visitAsAdministrator } from "../support/browser-app.ts";

const e2e = startE2e();

async function download(page: Page, format: string): Promise<Buffer> {
  await button(page, "Export").click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: format }).click(),
  ]);
  return readFile(await file.path());
}

describe("the export of a table", () => {
  it("of users contains the rows of the table, as CSV and as a workbook", async () => {
    for (const name of ["Xena Export", "Xavi Export", "Other"]) {
      await e2e.app.trader({ fullName: name });
    }
    const { page } = await visitAsAdministrator(
      e2e,
      "/admin/users?search=export&sort=fullName&order=asc",
    );
    await page.getByText("Showing 1 to 2 of 2 users").waitFor();
    const csv = (await download(page, "CSV")).toString();
    const names = csv
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(",")[1]);
    expect(names).toEqual(["Name", "Xavi Export", "Xena Export"]);
    const files = unzipSync(await download(page, "Excel (XLSX)"));
    const sheet = new TextDecoder().decode(files["xl/worksheets/sheet1.xml"]);
    expect(sheet.match(/Xena Export|Xavi Export|Other/g)).toEqual(["Xavi Export", "Xena Export"]);
  });

  it("of statements honours the search, and names the required role", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/statements?search=nothing+to+find");
    await page.getByText("No statements found").waitFor();
    expect((await download(page, "CSV")).toString()).toMatch(/^\uFEFF?ID,User ID,Name,[^\n]+\r\n$/);
    const accessKey = await createAdministrator(e2e.app.context, "Mia Chen", "support");
    await page.request.post("/api/admin/login", { data: { accessKey } });
    await page.reload();
    const refused = page.getByRole("button", { name: "Export", exact: true, disabled: true });
    await refused.waitFor();
    await expect
      .poll(() => refused.getAttribute("title"))
      .toBe("This requires the role owner or risk or payouts");
  });

  it("of payouts is available by keyboard, and accessible at 390 px", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/payouts");
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, "Search and Filters").click();
    await button(page, "Export").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "CSV" }).waitFor();
    await expectAccessible(page);
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect((await readFile(await file.path())).toString()).toContain("ID,User ID,Name");
    expect(file.suggestedFilename()).toMatch(/^payouts-\d{4}-\d\d-\d\d\.csv$/);
  });
});
