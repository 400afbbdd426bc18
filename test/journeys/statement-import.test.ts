import { expect, it } from "vitest";
import { alertText, button, field, startE2e } from "../support/browser-app.ts";
import { expectAccessible } from "../support/browser.ts";
import { chooseFile, figure, mt4Statement, openTrader, tab } from "../support/trader-page.ts";

const e2e = startE2e();

it("an import shows the contents of the file before anything is stored, and then its records", async () => {
  const { page, trader } = await openTrader(e2e, "Finn Imports", "?tab=record");
  await page.getByText("No statements yet").waitFor();
  await expectAccessible(page);
  const preview = await chooseFile(page, mt4Statement());
  await preview.getByText("Adds 13 records. Starts a stage with the first deposit.").waitFor();
  await preview.getByText("The rows agree with every balance and total in the file.").waitFor();
  await preview.getByText("6 trades · 1 operation").waitFor();
  await expectAccessible(page);
  const statements = `/api/admin/user/${trader.id}/statements`;
  expect((await e2e.administrator.get(statements)).json()).toEqual([]);

  await field(page, "Time Zone").fill("athens");
  await page.getByRole("option", { name: /Europe\/Athens/ }).click();
  await preview.getByText("Adds 13 records.").waitFor();
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await expect
    .poll(() => alertText(page, "Statement imported", "status"))
    .toContain("13 new records");
  await preview.waitFor({ state: "detached" });
  expect((await e2e.administrator.get(statements)).json()).toMatchObject([
    { timeZone: "Europe/Athens", fileName: "DetailedStatement.htm" },
  ]);
  await expect.poll(() => figure(page, "Balance")).toBe("$99,765.89");
  await expect.poll(() => figure(page, "Initial Balance")).toBe("$100,000.00");
  const row = page.getByRole("table", { name: "Statements" }).getByRole("row").nth(1);
  await expect.poll(() => row.innerText()).toMatch(/MetaTrader 4, HTML · #\d+[\s\S]*Reconciled/);

  await tab(page, "Record").click();
  await page.getByRole("heading", { name: "Trades" }).waitFor();
  await page.getByText("Showing 1 to 6 of 6 trades").waitFor();
  await expectAccessible(page);
  // The zone of the last import is preselected.
  await tab(page, "Record").click();
  const again = await chooseFile(page, mt4Statement());
  await again.getByText("This file has already been imported").waitFor();
  await expect.poll(() => field(page, "Time Zone").inputValue()).toBe("Europe/Athens");
  await expect.poll(() => button(page, "Import").isDisabled()).toBe(true);

  // In another time zone, every record conflicts with the imported one.
  await button(page, "Cancel").click();
  await again.waitFor({ state: "detached" });
  await chooseFile(page, mt4Statement({ company: "Other" }));
  // The zone that is found would otherwise arrive between the focus and the text.
  await expect.poll(() => field(page, "Time Zone").inputValue()).toBe("Europe/Athens");
  await field(page, "Time Zone").fill("tokyo");
  await page.getByRole("option", { name: /Asia\/Tokyo/ }).click();
  const findings = again.getByRole("table", { name: "Findings" }).getByRole("row");
  await expect.poll(() => findings.count()).toBe(9);
  const all = again.getByRole("button", { name: /^Show All \d+ Findings$/ });
  const [count] = /\d+/.exec(await all.innerText())!;
  await all.click();
  await expect.poll(() => findings.count()).toBe(Number(count) + 1);
});
