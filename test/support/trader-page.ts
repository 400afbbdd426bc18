import type { Locator, Page } from "playwright-core";
import type { DemoStatement } from "../../src/demo/statements/demo-statement.ts";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { demoStatement } from "./demo-statements.ts";
import { type E2e, visitAsAdministrator } from "./browser-app.ts";

/** Helpers for the administrators' page of a trader, and for the files imported there. */

const LOGIN = "5002001";

export function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

export function tab(page: Page, name: string) {
  return page.getByRole("tab", { name, exact: true });
}

/** Creates a trader with the login of the demo statements, and opens a tab of their page. */
export async function openTrader(
  e2e: E2e,
  name: string,
  path = "",
  options?: Parameters<typeof visitAsAdministrator>[2],
) {
  const trader = await e2e.app.trader({ fullName: name });
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/account`, {
    login: LOGIN,
    status: "active",
    phase: "Phase 1",
  });
  const visit = await visitAsAdministrator(e2e, `/admin/users/${trader.id}${path}`, options);
  await visit.page.getByRole("heading", { name, level: 1 }).waitFor();
  return { ...visit, trader };
}

/** Creates a file for Playwright's file chooser. */
export function statementFile(buffer: Buffer, name = "DetailedStatement.htm") {
  return { name, mimeType: "text/html", buffer };
}

/** Creates a consistent statement of MetaTrader 4. */
export function mt4Statement(changes: Partial<DemoStatement> = {}) {
  return statementFile(writeStatement(demoStatement(changes), "mt4-html"));
}

/** Creates a statement in which one amount was edited. */
export function editedStatement() {
  const text = writeStatement(demoStatement(), "mt4-html").toString("latin1");
  return statementFile(
    Buffer.from(text.replace("-120.00</td></tr>", "-20.00</td></tr>"), "latin1"),
  );
}

/** Chooses a file, which opens its preview. */
export async function chooseFile(
  page: Page,
  chosen: ReturnType<typeof statementFile>,
): Promise<Locator> {
  await page.locator("input[type=file]").setInputFiles(chosen);
  const preview = dialog(page, "Import Statement");
  await preview.waitFor();
  return preview;
}

export async function importFile(page: Page, chosen: ReturnType<typeof statementFile>) {
  const preview = await chooseFile(page, chosen);
  await preview.getByText("Reconciled").or(preview.getByText("Inconsistent")).first().waitFor();
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await preview.waitFor({ state: "detached" });
}

/** Reads a figure of the account without its note, even if a dialog covers it. */
export async function figure(page: Page, label: string) {
  const figures = page.getByRole("region", { name: "Key figures", includeHidden: true });
  const name = page.locator("dt", { hasText: new RegExp(`^${label}$`) });
  const shown = figures.locator("dl > div").filter({ has: name });
  return (await shown.locator("dd").first().innerText()).trim();
}
