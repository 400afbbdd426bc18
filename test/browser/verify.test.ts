import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/platform/fields/canonical-json.rule.ts";
import { expectAccessibleInBothThemes } from "../support/browser.ts";
import { caseRecords, makeCase, makeLongCase } from "../support/cases.ts";
import { startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

type Case = ReturnType<typeof makeCase>;

/** Signs a case with the key of the app's firm. */
async function signByApp({ signature: _former, records, ...head }: Case): Promise<Case> {
  const signature = await e2e.app.context.signer.sign(Buffer.from(canonicalJson(head)));
  return { ...head, signature, records };
}

function choose(page: Page, content: unknown, name = "propdesk-case-5002001-1.json") {
  const buffer = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return page
    .getByLabel(/^Choose (a|another) case file$/)
    .and(page.locator("input"))
    .setInputFiles({ name, mimeType: "application/json", buffer });
}

async function open(options?: Parameters<typeof e2e.browser.visit>[0]) {
  const visit = await e2e.browser.visit(options);
  await visit.page.goto("/verify");
  await visit.page.getByRole("heading", { name: "Verify a Case" }).waitFor();
  return visit;
}

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
  it("confirms a case and shows its verdict, rules, evidence and chart", async () => {
    const { page } = await open();
    await choose(page, await signByApp(makeCase()));
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText("and the firm signed it").waitFor();
    await page.getByText(/^Valid: made with the firm's key \S{8}\.$/).waitFor();
    await page.getByText("In progress", { exact: true }).waitFor();
    await page.getByText("4 deals, 2 operations, 3 snapshots").waitFor();
    await page.getByText(/with open positions; the longest gap was/).waitFor();
    await page.getByRole("slider", { name: "Balance and equity over time" }).waitFor();
    const rules = page.getByRole("region", { name: "Rules" }).getByRole("listitem");
    await expect.poll(() => rules.count()).toBe(4);
    await rules.nth(0).getByText("Kept").waitFor();
    await rules
      .nth(0)
      .getByText("09:04:00 UTC: $99,990.00, with the floor at $95,000.00.")
      .waitFor();
    await rules.nth(2).getByText("The profit is $122.50 of $10,000.00").waitFor();
  });

  it("shows the first difference of a changed case, and the verdict of the engine", async () => {
    const { page } = await open();
    const original = await signByApp(makeCase());
    await choose(page, { ...original, verdict: { ...original.verdict, outcome: "passed" } });
    await heading(page, "Not confirmed").waitFor();
    await page.getByText("verdict.outcome").waitFor();
    await page.getByText("give in_progress, but the case says passed").waitFor();
    await page.getByText("In progress", { exact: true }).waitFor();
    await choose(page, "hello", "note.txt");
    await heading(page, "Not a case file").waitFor();
    await page.getByText("it is not JSON").waitFor();
  });

  it("does not accept the signature of another firm", async () => {
    const { page } = await open();
    await choose(page, makeCase());
    await heading(page, "Not confirmed").waitFor();
    await page
      .getByText("It was signed with the key testkey1, which is not one of the firm's keys.")
      .waitFor();
  });

  it("accepts a dropped file", async () => {
    const { page } = await open();
    const text = JSON.stringify(await signByApp(makeCase()));
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
    const { page, expectProblem } = await open();
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await page.waitForLoadState("networkidle");
    const requests: string[] = [];
    page.on("request", (request) => {
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.context().setOffline(true);
    await choose(page, await signByApp(breached()));
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText(/^Valid: made with the firm's key/).waitFor();
    await page.getByText("Breached", { exact: true }).first().waitFor();
    await page.getByRole("slider", { name: "Balance and equity over time" }).waitFor();
    // Verifies a second file with the worker that is already loaded.
    await choose(page, await signByApp(makeCase()));
    await page.getByText("In progress", { exact: true }).waitFor();
    expect(new Set(requests)).toEqual(new Set(["GET /.well-known/propdesk-keys.json"]));
  });

  it("states that the signature was not checked if the firm's keys cannot be loaded", async () => {
    const { page, expectProblem } = await e2e.browser.visit();
    expectProblem(/ERR_FAILED/);
    await page.route("/.well-known/propdesk-keys.json", (route) => route.abort());
    await page.goto("/verify");
    await choose(page, makeCase());
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText("Not checked: the firm's keys could not be loaded.").waitFor();
    await page.unrouteAll();
  });

  it("judges 100,000 snapshots, and states how long it took", async () => {
    const { page } = await open();
    const text = JSON.stringify(await signByApp(makeLongCase(100_000)));
    await choose(page, text);
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByText(/^Judged in your browser in \d+\.\d s\.$/).waitFor();
  });

  it("shows a verdict accessibly in both themes, at every width", async () => {
    const { page } = await open({ viewport: { width: 390, height: 900 } });
    await choose(page, await signByApp(breached()));
    await heading(page, "Verdict confirmed").waitFor();
    await page.getByRole("slider", { name: "Balance and equity over time" }).waitFor();
    await expectAccessibleInBothThemes(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });
});
