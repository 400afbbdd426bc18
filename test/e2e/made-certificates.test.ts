import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Certificate } from "../../src/business/certificates/certificate.schema.ts";
import { expectAccessible } from "../support/browser.ts";
import { alertText, button, field, startE2e, visitAsAdministrator } from "../support/e2e.ts";
import { dialog } from "../support/trader-page.ts";

const e2e = startE2e();

interface Options {
  fullName?: string;
  browser?: BrowserContextOptions;
}

/** A signed-in trader with an approved payout. */
async function paidTrader({ fullName = "Olivia Bennett", browser }: Options = {}) {
  const trader = await e2e.trader({
    fields: { fullName },
    account: { payoutEnabled: true },
    ...(browser && { browser }),
  });
  const wanted = { amount: "1250.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  const answer = await trader.page.request.post("/api/user/payouts", { data: wanted });
  const { id: payoutId } = (await answer.json()) as { id: number };
  await e2e.administrator.patch(`/api/admin/payouts/${payoutId}`, { status: "approved" });
  return { ...trader, payoutId };
}

async function issued(payoutId: number): Promise<Certificate> {
  const answer = await e2e.administrator.post("/api/admin/certificates/made", { payoutId });
  return answer.json<Certificate>();
}

async function expectFits(page: Page) {
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBe(0);
}

const views = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

describe("a certificate made by the firm", () => {
  it.each(views)(
    "is issued, verified and withdrawn at $width px in the $colorScheme theme",
    async ({ width, height, colorScheme }) => {
      const look = { viewport: { width, height }, colorScheme };
      const trader = await paidTrader({ browser: look });
      const { page } = await visitAsAdministrator(e2e, `/admin/payouts/${trader.payoutId}`, look);
      await button(page, "Issue Certificate").click();
      const issue = dialog(page, "Issue Certificate");
      await issue.getByRole("img", { name: /^Payout of \$1,250\.00: Olivia Bennett/ }).waitFor();
      await field(page, "Title").fill("First payout");
      await issue.getByRole("img", { name: /^First payout: Olivia Bennett/ }).waitFor();
      await expectAccessible(page);
      await expectFits(page);
      await issue.getByRole("button", { name: "Issue Certificate" }).click();
      await alertText(page, "Certificate issued", "status");

      await trader.page.goto("/certificates");
      const link = trader.page.getByRole("link", { name: /^Verify / });
      await link.waitFor();
      await expectAccessible(trader.page);
      const visitor = await e2e.browser.visit(look);
      await visitor.page.goto((await link.getAttribute("href"))!);
      await visitor.page.getByRole("heading", { name: "Valid" }).waitFor();
      await visitor.page.getByRole("heading", { name: "First payout" }).waitFor();
      await expectAccessible(visitor.page);
      await expectFits(visitor.page);

      await page.goto(`/admin/users/${trader.id}?tab=certificates`);
      await button(page, "Withdraw First payout").click();
      const withdraw = dialog(page, "Withdraw Certificate");
      await withdraw.getByRole("button", { name: "Withdraw" }).click();
      await withdraw.getByText("Please provide a reason").waitFor();
      await field(page, "Reason").fill("Paid out by mistake");
      await field(page, "Show the reason on the public page").check();
      await expectAccessible(page);
      await withdraw.getByRole("button", { name: "Withdraw" }).click();
      await alertText(page, "Certificate withdrawn", "status");
      await page.getByText("Withdrawn", { exact: true }).waitFor();
      await expectAccessible(page);

      await visitor.page.reload();
      await visitor.page.getByRole("heading", { name: /^Withdrawn on / }).waitFor();
      await visitor.page.getByText("Reason: Paid out by mistake").waitFor();
      await expectAccessible(visitor.page);
      await trader.page.reload();
      await trader.page.getByText("Withdrawn", { exact: true }).waitFor();
      await expectFits(trader.page);
    },
  );

  it("is issued from the trader's page by keyboard alone", async () => {
    const { id, payoutId } = await paidTrader();
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${id}?tab=certificates`);
    await button(page, "Issue Certificate").press("Enter");
    const choice = field(page, "Issue for");
    await choice.locator("option").nth(1).waitFor({ state: "attached" });
    expect(await page.evaluate<string>("document.activeElement.tagName")).toBe("SELECT");
    await page.keyboard.press("ArrowDown");
    await field(page, "Title").waitFor();
    expect(await choice.inputValue()).toBe(`payout-${payoutId}`);
    await page.getByRole("img", { name: /^Payout of/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await alertText(page, "Certificate issued", "status");
    await page.getByRole("cell", { name: /^Payout of \$1,250\.00/ }).waitFor();
  });

  it("warns of a name that it cannot print, and prints the one that is entered", async () => {
    const { payoutId } = await paidTrader({ fullName: "王小明" });
    const { page } = await visitAsAdministrator(e2e, `/admin/payouts/${payoutId}`);
    await button(page, "Issue Certificate").click();
    await page.getByText(/cannot print these characters.*王 小 明/).waitFor();
    await field(page, "Name on the certificate").fill("Wang Xiaoming");
    await page.getByRole("img", { name: /Wang Xiaoming/ }).waitFor();
    expect(await page.getByText(/cannot print these characters/).count()).toBe(0);
  });

  it("is offered for nothing if the trader has earned nothing yet", async () => {
    const { id } = await e2e.trader();
    const { page } = await visitAsAdministrator(e2e, `/admin/users/${id}?tab=certificates`);
    await button(page, "Issue Certificate").click();
    await page.getByRole("heading", { name: "Nothing to certify yet" }).waitFor();
    await expectAccessible(page);
  });
});

describe("the public page", () => {
  it("verifies a code that is typed, in any case", async () => {
    const { payoutId } = await paidTrader();
    const { made } = await issued(payoutId);
    const { page } = await e2e.browser.visit();
    await page.goto("/certificates/verify");
    await field(page, "Code").fill("7K3M");
    await button(page, "Verify").click();
    await page.getByText(/^A code has 12 letters and digits/).waitFor();
    await field(page, "Code").fill(made!.code.toLowerCase().replaceAll("-", " "));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Valid" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/certificates/verify/${made!.code}`);
  });

  it("says that no certificate has a code", async () => {
    const { page, expectTrouble } = await e2e.browser.visit();
    expectTrouble(/404/);
    await page.goto("/certificates/verify/0000-0000-0000");
    await page.getByRole("heading", { name: "No certificate has this code" }).waitFor();
    await expectAccessible(page);
  });

  it("compares a PDF in the browser", async () => {
    const { payoutId, page: owner } = await paidTrader();
    const { made, fileUrl } = await issued(payoutId);
    const buffer = await (await owner.request.get(fileUrl)).body();
    const { page } = await e2e.browser.visit();
    await page.goto(`/certificates/verify/${made!.code}`);
    const picker = page.locator('input[type="file"]');
    await picker.setInputFiles({ name: "copy.pdf", mimeType: "application/pdf", buffer });
    await page.getByRole("heading", { name: "The same file" }).waitFor();
    const changed = Buffer.concat([buffer, Buffer.from("\n")]);
    await picker.setInputFiles({ name: "x.pdf", mimeType: "application/pdf", buffer: changed });
    await page.getByRole("heading", { name: "A different file" }).waitFor();
    await expectAccessible(page);
  });
});
