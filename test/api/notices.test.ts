import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";
import { linkIn } from "../support/mails.ts";

interface Notice {
  id: number;
  kind: string;
  subject: string;
  paragraphs: string[];
  linkPath: string | null;
  readAt: string | null;
}

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const noticesOf = async (trader: Browser, query = "") =>
  (await trader.get(`/api/user/notices${query}`)).json<Notice[]>();
const unreadOf = async (trader: Browser) =>
  (await trader.get("/api/user/notices/status")).json<{ unread: number }>().unread;

async function ban(id: number, banReason = "Copied trades") {
  await administrator.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason });
  await administrator.patch(`/api/admin/user/${id}/ban`, { banned: false });
}

/** Signs in again, because a ban ends the sessions. */
async function signIn({ email }: { email: string }): Promise<Browser> {
  const browser = test.visitor();
  await browser.post("/api/login", { email, password: PASSWORD });
  return browser;
}

describe("notices", () => {
  it("have the content of the mails, newest first", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const request = { amount: "1250.5", paymentMethod: "bank", paymentDetails: "GB29 NWBK" };
    const { id } = (await trader.post("/api/user/payouts", request)).json<{ id: number }>();
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    await uploadCertificate(administrator, trader.id, { name: "Phase <b>1</b>" });
    await trader.post("/api/user/change-password", {
      currentPassword: PASSWORD,
      newPassword: "another password",
      confirmPassword: "another password",
    });
    const found = await noticesOf(trader);
    expect(found.map(({ kind }) => kind)).toEqual([
      "password-changed",
      "certificate-issued",
      "payout-decided",
    ]);
    expect(found[1]!.paragraphs).toEqual([
      "Propdesk has issued you a certificate: Phase <b>1</b>.",
    ]);
    expect(found[2]).toMatchObject({
      subject: `Payout request #${id} approved`,
      linkPath: "/payouts",
      readAt: null,
    });
    const mails = await test.mailsTo(trader.email, 3);
    for (const { subject, paragraphs } of found) {
      const mail = mails.find((each) => each.subject === subject)!;
      for (const paragraph of paragraphs) expect(mail.text).toContain(paragraph);
    }
  });

  it("are stored even if the mail is disabled", async () => {
    const banned = { kind: "banned", isSent: false };
    await administrator.patch("/api/admin/settings/mails", banned);
    const trader = await test.trader();
    await ban(trader.id, "Traded the news");
    await administrator.patch("/api/admin/settings/mails", { ...banned, isSent: true });
    const found = (await noticesOf(await signIn(trader))).filter(
      ({ kind }) => kind !== "new-sign-in",
    );
    expect(found.map(({ kind }) => kind)).toEqual(["unbanned", "banned"]);
    expect(found[1]!.paragraphs).toContain("Reason: Traded the news");
    // Readers of notices have signed in already.
    expect(found[0]!.linkPath).toBeNull();
    const [mail] = await test.mailsTo(trader.email);
    expect(mail!.subject).toBe("Your account is no longer banned");
  });

  it("never contain the links of invitations and resets", async () => {
    const email = `invited.${Date.now()}@example.com`;
    await administrator.post("/api/admin/users", { email, fullName: "Noah Park" });
    const invitation = linkIn((await test.mailsTo(email))[0]).token;
    const password = "my first password";
    await test.visitor().post("/api/reset-password", { token: invitation, password });
    await test.visitor().post("/api/forgot-password", { email });
    const reset = linkIn((await test.mailsTo(email, 3)).at(-1)).token;
    const trader = test.visitor();
    await trader.post("/api/login", { email, password });
    const response = await trader.get("/api/user/notices");
    expect(response.json<Notice[]>().map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["password-reset", "password-changed", "invitation"]),
    );
    expect(response.body).not.toMatch(/token|The link works once/);
    const { rows } = await test.context.database.pool.query<{ text: string }>(
      "select string_agg(n::text, ' ') as text from notices n",
    );
    for (const token of [invitation, reset]) expect(rows[0]!.text).not.toContain(token);
  });

  it("are stored only if the transaction commits", async () => {
    const trader = await test.trader();
    const form = { currentPassword: "wrong", newPassword: PASSWORD, confirmPassword: PASSWORD };
    expect((await trader.post("/api/user/change-password", form)).statusCode).toBe(400);
    expect(await noticesOf(trader)).toEqual([]);
  });

  it("can be marked as read individually or all together, but only by their trader", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    await uploadCertificate(administrator, olivia.id, { name: "One" });
    await uploadCertificate(administrator, olivia.id, { name: "Two" });
    await uploadCertificate(administrator, noah.id, { name: "Three" });
    const [two, one] = await noticesOf(olivia);
    const [three] = await noticesOf(noah);
    const ids = [one!.id, three!.id];
    const response = await olivia.post("/api/user/notices/read", { ids });
    expect(response.json()).toMatchObject({ unread: 1 });
    expect(await unreadOf(noah)).toBe(1);
    const before = (await noticesOf(olivia)).find(({ id }) => id === one!.id)!.readAt;
    expect(before).not.toBeNull();
    await olivia.post("/api/user/notices/read", {});
    expect(await unreadOf(olivia)).toBe(0);
    const after = await noticesOf(olivia);
    expect(after.find(({ id }) => id === two!.id)!.readAt).not.toBeNull();
    expect(after.find(({ id }) => id === one!.id)!.readAt).toBe(before);
  });

  it.each([0, -1, 1.5, 2 ** 31, 1e308])("are not marked by %d, which is no id", async (id) => {
    const response = await (await test.trader()).post("/api/user/notices/read", { ids: [id] });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: "ids must be ids of notices" });
  });

  it("are paged", async () => {
    const trader = await test.trader();
    for (let count = 0; count < 5; count += 1) {
      await uploadCertificate(administrator, trader.id, { name: `Number ${count}` });
    }
    const first = await trader.get("/api/user/notices?limit=3");
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!;
    const second = await trader.get(next);
    const all = [...first.json<Notice[]>(), ...second.json<Notice[]>()];
    expect(all.map(({ paragraphs }) => paragraphs[0]!.at(-2))).toEqual(["4", "3", "2", "1", "0"]);
    expect(all).toEqual(await noticesOf(trader));
  });

  it("are deleted with the trader", async () => {
    const trader = await test.trader();
    await ban(trader.id);
    await administrator.delete(`/api/admin/user/${trader.id}`);
    const { rows } = await test.context.database.pool.query(
      "select from notices where user_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([]);
  });

  it("require a trader's session", async () => {
    for (const caller of [test.visitor(), administrator]) {
      expect([401, 403]).toContain((await caller.get("/api/user/notices")).statusCode);
    }
  });
});
