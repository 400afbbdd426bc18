import { crc32, deflateSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";
import { untilAborted } from "../support/network-quiet.ts";

const e2e = startE2e();

const path = "/api/admin/settings/brand";
afterEach(async () => {
  const none = { name: null, accent: null, senderName: null };
  await e2e.administrator.patch(path, {
    ...none,
    termsUrl: null,
    privacyUrl: null,
    supportAddress: null,
  });
  await e2e.administrator.delete(`${path}/logo`);
});

/** Creates a square of one colour. */
function png(size = 32): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0]);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, 0x60)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)));
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("the brand", () => {
  it("can be set by keyboard, warns of an unreadable accent, and is applied immediately", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/settings");
    await button(page, "Change the brand").and(page.locator(":enabled")).press("Enter");
    await field(page, "Name").fill("Bull & <b>Bear</b>");
    await page.keyboard.press("Tab");
    await page.keyboard.type("#FFD400");
    const dialog = page.getByRole("dialog", { name: "Brand" });
    await dialog
      .getByText(
        "Light theme: #ffd400 as text has a contrast of 1.4, below the readable minimum of 4.5.",
      )
      .waitFor();
    await expectAccessible(page);
    await field(page, "Terms").fill("bull.example");
    await button(page, "Save Changes").click();
    await dialog.getByText("Must be a full address").waitFor();
    await field(page, "Terms").fill("https://bull.example/terms");
    await button(page, "Save Changes").press("Enter");
    await page.getByRole("banner").getByText("Bull & <b>Bear</b>").waitFor();
    await page.waitForFunction(`document.title === "Settings · Bull & <b>Bear</b>"`);
    const fill = await page.evaluate(
      `getComputedStyle(document.documentElement).getPropertyValue("--accent-fill")`,
    );
    expect(fill).toContain("#8c7500");
    await expectAccessible(page);
  });

  it("keeps the fields that a change leaves alone", async () => {
    const brand = {
      name: "Meridian",
      accent: "#0b7145",
      senderName: "Meridian Desk",
      supportAddress: "help@meridian.example",
      termsUrl: "https://meridian.example/terms",
      privacyUrl: "https://meridian.example/privacy",
    };
    await e2e.administrator.patch(path, brand);
    const { page } = await visitAsAdministrator(e2e, "/admin/settings");
    await button(page, "Change the brand").click();
    await field(page, "Name").fill("Meridian Capital");
    // A colleague's change in the meantime is kept.
    await e2e.administrator.patch(path, { senderName: "Meridian Support" });
    await button(page, "Save Changes").click();
    await page.getByRole("banner").getByText("Meridian Capital").waitFor();
    const saved = (await e2e.administrator.get("/api/admin/settings/brand")).json<object>();
    expect(saved).toMatchObject({
      ...brand,
      name: "Meridian Capital",
      senderName: "Meridian Support",
    });
  });

  it("shows a logo, and the default one again after it is removed", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/settings");
    await button(page, "Upload Logo").click();
    const buffer = png();
    const file = { name: "logo.png", mimeType: "image/png", buffer };
    await field(page, "Logo").setInputFiles({ ...file, mimeType: "image/svg+xml" });
    await button(page, "Upload").click();
    await page.getByText("Only PNG, JPEG and WebP images are accepted").first().waitFor();
    await field(page, "Logo").setInputFiles(file);
    await page.route(`**${path}/logo`, () => {});
    await button(page, "Upload").click();
    await button(page, "Uploading...").waitFor();
    const aborted = untilAborted(page, /\/logo$/);
    await button(page, "Cancel").click();
    await aborted;
    await page.unroute(`**${path}/logo`);
    await button(page, "Upload Logo").click();
    await field(page, "Logo").setInputFiles(file);
    await button(page, "Upload").click();
    const logo = page.getByRole("banner").locator('img[src^="/api/brand/logo/"]');
    await logo.waitFor();
    const shown = `document.querySelector('header img[src^="/api/brand/logo/"]')`;
    await page.waitForFunction(`${shown}?.naturalWidth === 32`);
    await button(page, "Remove Logo").click();
    await logo.waitFor({ state: "detached" });
  });

  it("is applied to the public screens in both themes, with its links", async () => {
    await e2e.administrator.patch(path, {
      name: "Meridian",
      accent: "#ffd400",
      termsUrl: "https://meridian.example/terms",
      privacyUrl: "https://meridian.example/privacy",
      supportAddress: "help@meridian.example",
    });
    const { page } = await e2e.browser.visit();
    await page.goto("/auth#register");
    await page.getByRole("heading", { level: 1, name: "Meridian" }).waitFor();
    const agreement = page.getByLabel("I agree to the privacy policy");
    await agreement.waitFor();
    const policy = page.getByRole("link", { name: "privacy policy" });
    await expect.poll(() => policy.getAttribute("href")).toBe("https://meridian.example/privacy");
    await page.getByRole("link", { name: "Terms" }).waitFor();
    const support = page.getByRole("link", { name: "Support" });
    await expect.poll(() => support.getAttribute("href")).toBe("mailto:help@meridian.example");
    await expectAccessibleInBothThemes(page);
  });

  it("links support if an account is not eligible for payouts", async () => {
    await e2e.administrator.patch(path, { supportAddress: "https://meridian.example/help" });
    const { page } = await e2e.trader();
    await page.goto("/payouts");
    const link = page.getByRole("link", { name: "contact support" });
    await expect.poll(() => link.getAttribute("href")).toBe("https://meridian.example/help");
    const text = await alertText(page, "Payouts not available");
    expect(text.join(" ")).toContain(
      "Your account is not currently eligible for payouts. Please contact support for more information.",
    );
  });
});

it("the firm's time zone can be changed, and is listed by the same name as it is shown", async () => {
  await e2e.administrator.patch("/api/admin/settings/firm", { timeZone: "Etc/GMT-3" });
  const { page } = await visitAsAdministrator(e2e, "/admin/settings");
  await page.getByRole("definition").getByText("UTC+3", { exact: true }).waitFor();
  await button(page, "Change the time zone").click();
  const zone = page.getByRole("combobox", { name: "Time Zone" });
  await expect.poll(() => zone.inputValue()).toBe("UTC+3");
  await zone.fill("utc+3");
  await page.getByRole("option", { name: "UTC+3 GMT+3", exact: true }).waitFor();
  await zone.fill("prague");
  await page.getByRole("option", { name: /^Europe\/Prague/ }).click();
  await button(page, "Save Changes").click();
  await alertText(page, "Time zone saved", "status");
  await page.getByRole("definition").getByText("Europe/Prague", { exact: true }).waitFor();
});

describe("mails", () => {
  it.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)("are previewed as HTML and text, %s at %d px", async (colorScheme, width) => {
    await e2e.administrator.patch(path, { name: "Meridian", accent: "#0b7145" });
    const { page, expectProblem } = await visitAsAdministrator(e2e, "/admin/settings", {
      colorScheme,
      viewport: { width, height: 800 },
    });
    // The frame runs no scripts, including those of the accessibility check.
    expectProblem(/Blocked script execution in 'about:blank'/);
    await button(page, "Preview of Payout paid").click();
    const frame = page.frameLocator('iframe[title="Preview of Payout paid"]');
    await frame.getByRole("heading", { name: "Your payout was paid" }).waitFor();
    // A link would open inside the frame.
    await expect.poll(() => frame.locator("a").count()).toBeGreaterThan(0);
    await expect.poll(() => frame.locator("a[href]").count()).toBe(0);
    const [, mail] = page.frames();
    const colorOf = (selector: string) =>
      mail!.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    expect(await colorOf(".fill")).toBe("rgb(11, 113, 69)");
    const ground = colorScheme === "light" ? "rgb(245, 245, 243)" : "rgb(13, 14, 17)";
    expect(await colorOf("body")).toBe(ground);
    const overflow = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
    await button(page, "Text").click();
    await page.getByText("-- Meridian").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("can be disabled and enabled by keyboard", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/settings");
    const ban = page.getByLabel("Send: Ban");
    await ban.press("Space");
    await expect
      .poll(() => alertText(page, "Ban switched off", "status"))
      .toContain("Ban switched off");
    await expect.poll(() => ban.isChecked()).toBe(false);
    await ban.press("Space");
    await alertText(page, "Ban switched on", "status");
    const held = Promise.withResolvers<void>();
    await page.route("**/admin.settings.mails.set*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await ban.press("Space");
    await ban.and(page.locator(":disabled")).waitFor();
    await expect.poll(() => ban.isChecked()).toBe(false);
    held.resolve();
    await ban.and(page.locator(":enabled")).waitFor();
    await ban.press("Space");
    await ban.and(page.locator(":checked:enabled")).waitFor();
    await expect.poll(() => page.getByLabel("Send: Password reset").count()).toBe(0);
  });
});

describe("the enforcement", () => {
  const settings = "/api/admin/settings/enforcement";
  const ofPayouts = "A payout is marked as paid";
  afterEach(() => e2e.administrator.patch(settings, { payoutPaid: "none" }));

  it("is changed after a confirmation that says what follows, and stays as it is after Back", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin/settings");
    const propose = page
      .getByRole("group", { name: ofPayouts })
      .getByRole("button", { name: "Propose" });
    const dialog = page.getByRole("dialog", { name: `${ofPayouts}: Propose` });
    await propose.press("Enter");
    await page.waitForURL("/admin/settings?dialog=enforcement&change=payoutPaid-propose");
    await dialog
      .getByText("Withdrawing the profit that the payment settles is proposed, once a request.")
      .waitFor();
    await expectAccessible(page);
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => propose.getAttribute("aria-pressed")).toBe("false");
    await propose.click();
    await button(page, "Set to Propose").click();
    await alertText(page, "Enforcement saved", "status");
    await page
      .getByRole("group", { name: ofPayouts })
      .getByRole("button", { pressed: true, name: "Propose" })
      .waitFor();
    const saved = (await e2e.administrator.get(settings)).json<object>();
    expect(saved).toMatchObject({ payoutPaid: "propose", breachOpened: "none" });
  });
});
