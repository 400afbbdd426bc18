import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "./app.ts";
import { button, field, type E2e } from "./browser-app.ts";
import { expectAccessible } from "./browser.ts";
import { codeOf, STEP } from "./second-factor.ts";
import { linkIn } from "./mails.ts";
import { dialog } from "./trader-page.ts";

/** Confirms a change with the password, in its dialog. */
export async function confirm(page: Page, title: string, action: string, secret = PASSWORD) {
  const asked = dialog(page, title);
  await asked.locator("input").fill(secret);
  await asked.getByRole("button", { name: action, exact: true }).click();
}

/** Reads the recovery codes, and stores them. */
export async function storeCodes(page: Page): Promise<string[]> {
  const codes = dialog(page, "Recovery Codes");
  await codes.getByRole("listitem").nth(9).waitFor();
  const shown = await codes.getByRole("listitem").allInnerTexts();
  const download = page.waitForEvent("download");
  await button(page, "Download Codes").click();
  expect(await readFile(await (await download).path(), "utf8")).toBe(`${shown.join("\n")}\n`);
  // Escape must not close the dialog before the codes are saved.
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await button(page, "I have stored them").click();
  await codes.waitFor({ state: "detached" });
  return shown;
}

/** Opens the link that confirms a trader's first factor, then the settings again. */
export async function confirmByMail(e2e: E2e, page: Page, email: string): Promise<void> {
  await page.getByText(/^It does not count yet/).waitFor();
  const asked = ({ subject }: { subject?: string }) => subject?.startsWith("Confirm your");
  const mailed = async () => (await e2e.app.mailsTo(email)).find(asked);
  await expect.poll(async () => Boolean(await mailed())).toBe(true);
  const { origin } = new URL(page.url());
  const { token } = linkIn(await mailed());
  await page.goto(`${origin}/confirm-second-factor?token=${token}`);
  await page.getByText("Turn on two-step sign-in?").waitFor();
  await expectAccessible(page);
  await button(page, "Turn On").click();
  await page.getByText("Two-step sign-in is on").waitFor();
  await page.goto(`${origin}/settings`);
}

/** Sets up an authenticator app on the screen, using only the keyboard. */
export async function setUpOnScreen(e2e: E2e, page: Page, secretLabel: string, secret: string) {
  await button(page, "Set Up").focus();
  await page.keyboard.press("Enter");
  const setUp = dialog(page, "Set Up an Authenticator App");
  const proof = setUp.getByLabel(secretLabel, { exact: true });
  await proof.waitFor();
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await setUp.getByText("is incorrect").waitFor();
  await proof.fill(secret);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code with the secret" }).waitFor();
  await expectAccessible(page);
  const shown = await setUp.locator("code").innerText();
  const totpSecret = shown.replaceAll(/\s/g, "");
  await field(page, "Code").fill("000000");
  await page.keyboard.press("Enter");
  await setUp.getByText("This code is incorrect.").waitFor();
  await field(page, "Code").fill(codeOf(e2e.app, totpSecret));
  await page.keyboard.press("Enter");
  const codes = await storeCodes(page);
  e2e.app.clock.advance(STEP);
  return { totpSecret, codes };
}
