import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { expectAccessible } from "../support/browser.ts";
import { demoStatement } from "../support/demo-statements.ts";
import { alertText, button, dropLongTimers, field, startE2e } from "../support/browser-app.ts";
import { untilAborted } from "../support/network-quiet.ts";
import { startStage } from "../support/records.ts";
import {
  editedStatement,
  chooseFile,
  dialog,
  figure,
  importFile,
  mt4Statement,
  openTrader,
  statementFile,
} from "../support/trader-page.ts";

const e2e = startE2e();

describe("an import", () => {
  it("accepts a dropped file, and works with the keyboard", async () => {
    const { page } = await openTrader(e2e, "Gus Drops", "?tab=record");
    const zone = page.getByRole("button", { name: "Import a statement" });
    const content = writeStatement(demoStatement(), "mt4-html").toString("base64");
    const data = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob("${content}"), (letter) => letter.codePointAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "dropped.htm"));
      return transfer;
    })()`);
    await zone.dispatchEvent("dragover", { dataTransfer: data });
    await zone.dispatchEvent("drop", { dataTransfer: data });
    const preview = dialog(page, "Import Statement");
    await preview.getByText("dropped.htm").waitFor();
    await preview.getByText("Reconciled").waitFor();
    await page.keyboard.press("Escape");
    await preview.waitFor({ state: "detached" });
    const chooser = page.waitForEvent("filechooser");
    await zone.focus();
    await page.keyboard.press("Enter");
    expect((await chooser).isMultiple()).toBe(false);
  });

  it("shows its progress and can be cancelled", async () => {
    const { page, trader } = await openTrader(e2e, "Hal Waits", "?tab=record");
    const preview = await chooseFile(page, mt4Statement());
    await preview.getByText("Reconciled").waitFor();
    const upload = "**/api/admin/user/*/statements";
    await page.route(upload, () => {});
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("progressbar", { name: "Upload progress" }).waitFor();
    await button(page, "Importing...").waitFor();
    const aborted = untilAborted(page, /\/statements$/);
    await button(page, "Cancel").click();
    await aborted;
    await preview.waitFor({ state: "detached" });
    const { body } = await e2e.administrator.get(`/api/admin/user/${trader.id}/statements`);
    expect(JSON.parse(body)).toEqual([]);
    const failures = page.getByRole("alert").filter({ hasNotText: "is also assigned to" });
    await expect.poll(() => failures.count()).toBe(0);

    // The records can belong to another stage than the current one.
    await page.unroute(upload);
    const stages = `/api/admin/user/${trader.id}/stages`;
    await startStage(e2e.administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    await startStage(e2e.administrator, trader.id, { startedAt: "2026-06-01T00:00:00Z" });
    await page.reload();
    await chooseFile(page, mt4Statement());
    await preview.getByText("Reconciled").waitFor();
    await preview.getByLabel("Stage", { exact: true }).selectOption({ index: 1 });
    await preview.getByText("Reconciled").waitFor();
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    await preview.waitFor({ state: "detached" });
    const [, first] = (await e2e.administrator.get(stages)).json<{ id: number }[]>();
    const imported = await e2e.administrator.get(`/api/admin/user/${trader.id}/statements`);
    expect(imported.json()).toMatchObject([{ stageId: first!.id }]);
  });

  it("is rejected with the server's message", async () => {
    const { page } = await openTrader(e2e, "Ida Refused", "?tab=record");
    const preview = await chooseFile(
      page,
      statementFile(Buffer.from("%PDF-1.4\n%%EOF\n"), "statement.pdf"),
    );
    await preview.getByRole("heading", { name: "This file cannot be imported" }).waitFor();
    await preview.getByText(/Nothing was stored/).waitFor();
    await expect.poll(() => button(page, "Import").isDisabled()).toBe(true);
    await expectAccessible(page);
    // A browser ignores the choice of a file that the input already has, although it may have been corrected.
    await expect.poll(() => page.locator("input[type=file]").inputValue()).toBe("");
  });

  it("of a file that is too large is rejected before it is sent", async () => {
    const { page } = await openTrader(e2e, "Ivo Large", "?tab=record");
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") uploads.push(request.url());
    });
    const path = join(await mkdtemp(join(tmpdir(), "propdesk-large-")), "large.csv");
    await writeFile(path, "");
    await truncate(path, 50 * 1024 * 1024 + 1);
    await page.locator("input[type=file]").setInputFiles(path);
    await page.getByText("A statement must not be larger than 50 MB.").waitFor();
    await expect.poll(() => button(page, "Import").isDisabled()).toBe(true);
    expect(uploads).toEqual([]);
    await rm(dirname(path), { recursive: true });
  });

  it("of an inconsistent file lists the findings, and its records count", async () => {
    const { page } = await openTrader(e2e, "Jan Changed", "?tab=record");
    await importFile(page, editedStatement());
    const details = dialog(page, "DetailedStatement.htm");
    await details.getByText("Its records still count.").waitFor();
    const findings = details.getByRole("table", { name: "Findings" });
    await expect.poll(() => findings.getByRole("row").nth(1).innerText()).toMatch(/Total/);
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await details.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("DetailedStatement.htm");
    await details.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => figure(page, "Balance")).not.toBe("$0.00");
  });
});

describe("a statement of another account", () => {
  it("is held until it is confirmed, and can be withdrawn with a reason", async () => {
    const { page } = await openTrader(e2e, "Kim Holds", "?tab=record");
    await dropLongTimers(page);
    await page.reload();
    const preview = await chooseFile(page, mt4Statement({ login: "7009" }));
    await preview.getByText("The import will need confirmation").waitFor();
    await expectAccessible(page);
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    // A statement that requires a decision opens automatically.
    const details = dialog(page, "DetailedStatement.htm");
    await details.getByText("The statement is imported.").waitFor();
    await details.getByText("Other account").waitFor();
    await expect.poll(() => figure(page, "Recorded as of")).toBe("—");

    await details.getByRole("button", { name: "Confirm" }).click();
    const confirm = dialog(page, "Confirm Statement");
    await confirm.getByText(/Its records will count towards the stage Phase 1/).waitFor();
    await expectAccessible(page);
    await confirm.getByRole("button", { name: "Confirm" }).click();
    await alertText(page, "Statement confirmed", "status");
    await details.waitFor({ state: "detached" });
    await expect.poll(() => figure(page, "Balance")).toBe("$99,765.89");

    await button(page, "DetailedStatement.htm").click();
    await details.getByText(/^Confirmed by/).waitFor();
    await expect.poll(() => details.getByText("The statement is imported.").count()).toBe(0);
    await button(page, "Dismiss").click();

    await details.getByRole("button", { name: "Withdraw" }).click();
    const withdraw = dialog(page, "Withdraw Statement");
    await withdraw.getByRole("button", { name: "Withdraw" }).click();
    await withdraw.getByText("Please provide a reason").waitFor();
    await withdraw.getByText(/^Its records no longer count/).waitFor();
    await field(page, "Reason").fill("Exported from the wrong account");
    await withdraw.getByRole("button", { name: "Withdraw" }).click();
    await alertText(page, "Statement withdrawn", "status");
    await details.waitFor({ state: "detached" });
    await expect.poll(() => page.locator(":focus").innerText()).toBe("DetailedStatement.htm");
    await page.getByRole("table", { name: "Statements" }).getByText("Withdrawn").waitFor();
    await expect.poll(() => figure(page, "Recorded as of")).toBe("—");
    await button(page, "DetailedStatement.htm").click();
    await details.getByText(/Exported from the wrong account/).waitFor();
    await expect.poll(() => details.getByRole("button").allInnerTexts()).toEqual(["Close"]);
  });
});
