import type { BrowserContextOptions, Page } from "playwright-core";
import { canonicalJson } from "../../src/platform/fields/canonical-json.rule.ts";
import type { E2e } from "./browser-app.ts";
import type { makeCase } from "./cases.ts";

type Case = ReturnType<typeof makeCase>;

/** Signs a case with the key of the app's firm. */
export async function signByApp(
  e2e: E2e,
  { signature: _former, records, ...head }: Case,
): Promise<Case> {
  const signature = await e2e.app.context.signer.sign(Buffer.from(canonicalJson(head)));
  return { ...head, signature, records };
}

/** Chooses a case file on the page that verifies it. */
export function chooseCase(page: Page, content: unknown, name = "propdesk-case-5002001-1.json") {
  const buffer = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return page
    .getByLabel(/^Choose (a|another) case file$/)
    .and(page.locator("input"))
    .setInputFiles({ name, mimeType: "application/json", buffer });
}

export async function openVerification(e2e: E2e, options?: BrowserContextOptions) {
  const visit = await e2e.browser.visit(options);
  await visit.page.goto("/verify");
  await visit.page.getByRole("heading", { name: "Verify a Case" }).waitFor();
  return visit;
}
