import { describe, expect, it } from "vitest";
import { uploadCertificate } from "../support/certificates.ts";
import { linkIn } from "../support/mails.ts";
import {
  alertText,
  answerCalls,
  button,
  startDom,
  visitAsAdministrator,
} from "./support/dom-app.ts";

const dom = startDom({}, { verifiesEmails: true });

describe("the notices of a trader", () => {
  it("are marked as read when their link is followed", async () => {
    const { page, id } = await dom.trader();
    await dom.app.context.database.pool.query("delete from notices where user_id = $1", [id]);
    await uploadCertificate(dom.administrator, id, { name: "Phase 1" });
    await page.goto("/notices");
    await page.getByRole("link", { name: "Notices 1 unread" }).waitFor();
    await page.getByRole("link", { name: "View certificates" }).click();
    await page.getByRole("heading", { level: 1, name: "Certificates" }).waitFor();
    await page.getByRole("link", { name: "Notices 1 unread" }).waitFor({ state: "detached" });
  });

  it("stay unread, with an error message, if the call fails", async () => {
    const { page, id, expectProblem } = await dom.trader();
    expectProblem(/502/);
    await uploadCertificate(dom.administrator, id, { name: "Phase 1" });
    await answerCalls(page, "trader.notices.read", { status: 502, body: "" });
    await page.goto("/notices");
    await button(page, "Mark All as Read").click();
    await expect
      .poll(() => alertText(page, "Update failed"))
      .toEqual(["Update failed", "502 Bad Gateway"]);
    await button(page, "Mark All as Read").waitFor();
  });

  it("are counted in the navigation up to 99", async () => {
    const { page, id } = await dom.trader();
    const { pool } = dom.app.context.database;
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
});

describe("the verification of an email", () => {
  it("has succeeded if a trader opens the link twice", async () => {
    const { page, email } = await dom.trader();
    const [mail] = await dom.app.mailsTo(email);
    const { token } = linkIn(mail);
    await page.goto(`/verify-email?token=unknown`);
    await page.getByText("You can request a new link at the top of your dashboard.").waitFor();
    await page.goto(`/verify-email?token=${token}`);
    await page.getByRole("heading", { name: "Your email is verified" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your email is verified" }).waitFor();
    await page.goto(`/verify-email?token=unknown`);
    await page.getByRole("heading", { name: "Your email is already verified" }).waitFor();
  });

  it("explains an expired or incomplete link", async () => {
    const { page } = dom.visit();
    await page.goto("/verify-email?token=used");
    await page.getByRole("heading", { name: "Your email could not be verified" }).waitFor();
    await page.getByText("This link is no longer valid.").waitFor();
    await page.goto("/verify-email");
    await page.getByText("This link is incomplete.").waitFor();
  });

  it("is shown to administrators on the trader's page", async () => {
    const { id } = await dom.app.trader();
    const { page } = await visitAsAdministrator(dom, `/admin/users/${id}`);
    await page.getByText("Email not verified").waitFor();
  });
});
