import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessibleInBothThemes } from "../support/browser.ts";
import { canonicalJson } from "../../src/platform/fields/canonical-json.rule.ts";
import { caseRecords, makeCase, makeLongCase } from "../support/cases.ts";
import { chooseCase, openVerification, signByApp } from "../support/case-screen.ts";
import { smallLink } from "../support/link-files.ts";
import { button, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Creates a case with a breach, findings and every kind of marker. */
const breached = () =>
  makeCase({
    records: {
      ...caseRecords,
      snapshots: [
        ...caseRecords.snapshots.slice(0, 2),
        { time: "2026-03-02T11:30:00.000Z", balance: "100250.00", equity: "94900.00" },
      ],
    },
  });

describe("the page for verifying a case", () => {
  it("shows the first difference of a changed case, and the verdict of the engine", async () => {
    const { page } = await openVerification(e2e);
    const original = await signByApp(e2e, makeCase());
    await chooseCase(page, { ...original, verdict: { ...original.verdict, outcome: "passed" } });
    await heading(page, "Not confirmed").waitFor();
    await page.getByText("verdict.outcome").waitFor();
    await page.getByText("give in_progress, but the case says passed").waitFor();
    await page.getByText("In progress", { exact: true }).waitFor();
    await chooseCase(page, "hello", "note.txt");
    await heading(page, "Not a case file").waitFor();
    await page.getByText("it is not JSON").waitFor();
  });

  it("judges a sample for visitors who have no case", async () => {
    const { page } = await openVerification(e2e);
    await button(page, "Try a sample case").click();
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText("that it states, and the firm signed it.").waitFor();
    await page.getByText("Daily loss").first().waitFor();
  });

  it("confirms a link, and shows the first difference of a changed one", async () => {
    const { page } = await openVerification(e2e);
    const { signature: _former, ...link } = smallLink();
    const signature = await e2e.app.context.signer.sign(Buffer.from(canonicalJson(link)));
    await chooseCase(page, { ...link, signature }, "propdesk-link-4.json");
    await heading(page, "Link confirmed").waitFor();
    await page
      .getByText("produce exactly the evidence that it states, and the firm signed")
      .waitFor();
    await page.getByText(link.evidence[0]!.sentence).waitFor();
    await page.getByText("Copied by a program").waitFor();
    await expectAccessibleInBothThemes(page);
    await chooseCase(page, { ...link, signature, firm: "Another firm" }, "propdesk-link-4.json");
    await heading(page, "Not confirmed").waitFor();
    await page.getByText("The signature does not match this file").waitFor();
  });

  it("does not accept the signature of another firm", async () => {
    const { page } = await openVerification(e2e);
    await chooseCase(page, makeCase());
    await heading(page, "Not confirmed").waitFor();
    await page
      .getByText("It was signed with the key testkey1, which is not one of the firm's keys.")
      .waitFor();
  });

  it("accepts a dropped file", async () => {
    const { page } = await openVerification(e2e);
    const text = JSON.stringify(await signByApp(e2e, makeCase()));
    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], "case.json"));
      return data;
    })()`);
    await page
      .getByRole("button", { name: "Choose a case file" })
      .dispatchEvent("drop", { dataTransfer: transfer });
    await heading(page, "Verdict confirmed").waitFor();
  });

  it("works without a network once it is loaded, and uploads nothing", async () => {
    const { page, expectProblem } = await openVerification(e2e);
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await page.waitForLoadState("networkidle");
    const requests: string[] = [];
    page.on("request", (request) => {
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.context().setOffline(true);
    await chooseCase(page, await signByApp(e2e, breached()));
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText(/^Valid: made with the firm's key/).waitFor();
    await page.getByText("Breached", { exact: true }).first().waitFor();
    await page.getByRole("slider", { name: "Balance and equity over time" }).waitFor();
    // Verifies a second file with the worker that is already loaded.
    await chooseCase(page, await signByApp(e2e, makeCase()));
    await page.getByText("In progress", { exact: true }).waitFor();
    expect(new Set(requests)).toEqual(new Set(["GET /.well-known/propdesk-keys.json"]));
  });

  it("states that the signature was not checked if the firm's keys cannot be loaded", async () => {
    const { page, expectProblem } = await e2e.browser.visit();
    expectProblem(/ERR_FAILED/);
    await page.route("/.well-known/propdesk-keys.json", (route) => route.abort());
    await page.goto("/verify");
    await chooseCase(page, makeCase());
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText("Not checked: the firm's keys could not be loaded.").waitFor();
    await page.unrouteAll();
  });

  it("judges 100,000 snapshots, and states how long it took", async () => {
    const { page } = await openVerification(e2e);
    const text = JSON.stringify(await signByApp(e2e, makeLongCase(100_000)));
    await chooseCase(page, text);
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText(/^Judged in your browser in \d+\.\d s\.$/).waitFor();
  });

  it("shows a verdict accessibly in both themes, at every width", async () => {
    const { page } = await openVerification(e2e, { viewport: { width: 390, height: 900 } });
    await chooseCase(page, await signByApp(e2e, breached()));
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByRole("slider", { name: "Balance and equity over time" }).waitFor();
    await expectAccessibleInBothThemes(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });
});
