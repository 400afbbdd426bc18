import { expect, describe, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import { alertText, button, issueCertificate, startE2e } from "../support/browser-app.ts";
import { linkIn } from "../support/mails.ts";
import { waitForQuietNetwork } from "../support/network-quiet.ts";

const e2e = startE2e({}, { verifiesEmails: true });

const phone = { colorScheme: "dark", viewport: { width: 390, height: 800 } } as const;

describe("the notices of a trader", () => {
  it("can be read and marked as read on a phone", async () => {
    const { page, id } = await e2e.trader({ browser: phone });
    await issueCertificate(e2e, id, { name: "Phase <b>1</b>" });
    await issueCertificate(e2e, id, { name: "Phase 2" });
    await page.goto("/");
    await button(page, "Open menu").click();
    await page.getByRole("link", { name: "Notices 3 unread" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Notices" }).waitFor();
    const list = page.getByRole("list", { name: "Notices" });
    await list.getByText("Propdesk has issued you a certificate: Phase <b>1</b>.").waitFor();
    await expect.poll(() => list.getByRole("heading", { name: /^Unread: / }).count()).toBe(3);
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await list
      .getByRole("button", { name: /Mark as read/ })
      .first()
      .press("Enter");
    await list
      .getByRole("button", { name: /Mark as read/ })
      .nth(2)
      .waitFor({ state: "detached" });
    await expect.poll(() => list.getByRole("heading", { name: /^Unread: / }).count()).toBe(2);
    await button(page, "Mark All as Read").press("Enter");
    await list
      .getByRole("heading", { name: /^Unread: / })
      .first()
      .waitFor({ state: "detached" });
    await button(page, "Mark All as Read").waitFor({ state: "detached" });
    await list.getByRole("link", { name: "View certificates" }).first().press("Enter");
    await page.getByRole("heading", { level: 1, name: "Certificates" }).waitFor();
  });

  it("explain what will appear if there are none", async () => {
    const { page, id } = await e2e.trader();
    await e2e.app.context.database.pool.query("delete from notices where user_id = $1", [id]);
    await page.goto("/notices");
    await page.getByText("No notices yet").waitFor();
    await expectAccessible(page);
  });
});

describe("the verification of an email", () => {
  it("is requested until the link is opened, also on a phone", async () => {
    const { page, email } = await e2e.trader({ browser: phone });
    await page.goto("/settings");
    const banner = page.getByRole("region", { name: "Verification" });
    await banner.waitFor();
    // The banner must not be mistaken for the field.
    await expect.poll(() => page.getByLabel("Email").count()).toBe(1);
    await page.goto("/payouts");
    await banner.getByText(email).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await banner.getByRole("button", { name: "Send again" }).press("Enter");
    await expect
      .poll(() => alertText(page, "Verification email sent", "status"))
      .toContain(`Please check ${email}.`);
    const mails = await e2e.app.mailsTo(email, 3);
    const { token } = linkIn(mails.findLast(({ subject }) => subject === "Verify your email"));
    await page.goto(`/verify-email?token=${token}`);
    await page.getByRole("heading", { name: "Your email is verified" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to the Dashboard" }).click();
    await page.getByRole("tab", { name: "Overview" }).waitFor();
    await waitForQuietNetwork(page);
    await banner.waitFor({ state: "detached" });
  });
});
