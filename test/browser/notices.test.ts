import { expect, describe, it } from "vitest";
import { expectAccessible } from "../support/browser.ts";
import {
  alertText,
  answerCalls,
  button,
  issueCertificate,
  startE2e,
} from "../support/browser-app.ts";
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

  it("are marked as read when their link is followed", async () => {
    const { page, id } = await e2e.trader();
    await e2e.app.context.database.pool.query("delete from notices where user_id = $1", [id]);
    await issueCertificate(e2e, id, { name: "Phase 1" });
    await page.goto("/notices");
    await page.getByRole("link", { name: "Notices 1 unread" }).waitFor();
    await page.getByRole("link", { name: "View certificates" }).click();
    await page.getByRole("heading", { level: 1, name: "Certificates" }).waitFor();
    await page.getByRole("link", { name: "Notices 1 unread" }).waitFor({ state: "detached" });
  });

  it("stay unread, with an error message, if the call fails", async () => {
    const { page, id, expectProblem } = await e2e.trader();
    expectProblem(/502/);
    await issueCertificate(e2e, id, { name: "Phase 1" });
    await answerCalls(page, "trader.notices.read", { status: 502, body: "" });
    await page.goto("/notices");
    await button(page, "Mark All as Read").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toEqual(["Update failed", "502 Bad Gateway"]);
    await button(page, "Mark All as Read").waitFor();
  });

  it("are counted in the navigation up to 99", async () => {
    const { page, id } = await e2e.trader();
    const { pool } = e2e.app.context.database;
    const add = (count: number) =>
      pool.query(
        `insert into notices (user_id, kind, subject, paragraphs, at)
         select $1, 'unbanned', 'Unbanned', '{}', now() from generate_series(1, $2)`,
        [id, count],
      );
    await pool.query("delete from notices where user_id = $1", [id]);
    await add(99);
    await page.goto("/payouts");
    await page.getByRole("link", { name: "Notices 99 unread" }).waitFor();
    await add(1);
    await page.reload();
    await page.getByRole("link", { name: "Notices 99+ unread" }).waitFor();
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

  it("has succeeded if a trader opens the link twice", async () => {
    const { page, email } = await e2e.trader();
    const [mail] = await e2e.app.mailsTo(email);
    const { token } = linkIn(mail);
    await page.goto(`/verify-email?token=unknown`);
    await page.getByText("You can request a new link at the top of your dashboard.").waitFor();
    await page.goto(`/verify-email?token=${token}`);
    await page.getByRole("heading", { name: "Your email is verified" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your email is already verified" }).waitFor();
  });

  it("explains an expired or incomplete link", async () => {
    const { page, expectProblem } = await e2e.browser.visit();
    expectProblem(/400/);
    await page.goto("/verify-email?token=used");
    await page.getByRole("heading", { name: "Your email could not be verified" }).waitFor();
    await page.getByText("This link is no longer valid.").waitFor();
    await page.goto("/verify-email");
    await page.getByText("This link is incomplete.").waitFor();
  });

  it("is shown to administrators on the trader's page", async () => {
    const { id } = await e2e.app.trader();
    const { page } = await e2e.browser.visit();
    await page.request.post("/api/admin/login", { data: { accessKey: e2e.app.adminKey } });
    await page.goto(`/admin/users/${id}`);
    await page.getByText("Email not verified").waitFor();
  });
});
