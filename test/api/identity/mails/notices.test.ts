import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { inTransaction } from "../../../../src/platform/database/database.ts";
import type { JobQueue } from "../../../../src/platform/jobs/jobs.ts";
import { noThrottle } from "../../../../src/platform/throttle/throttle.ts";
import {
  type MailEvent,
  type MailKind,
  mailKinds,
} from "../../../../src/business/office/mails/mail-kinds.rule.ts";
import type { Mail } from "../../../../src/platform/mail/mailer.ts";
import { deliverOutbox } from "../../../../src/platform/mail/outbox.ts";
import { sendMail } from "../../../../src/business/office/mails/send-notice.ts";
import { PASSWORD, startApp, type TestApp } from "../../../support/app.ts";
import { uploadCertificate } from "../../../support/certificates.ts";
import { isReset, linkIn, untilMailsEnd } from "../../../support/mails.ts";
import { waitUntil } from "../../../support/until.ts";
import { refusal, startMailServer } from "../../../support/smtp.ts";
import type { Browser } from "../../../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp({ env: { FIRM_NAME: "Meridian Capital" } });
  administrator = await test.administrator();
});
afterAll(() => test.close());

const traderTriggered = [
  "password-changed",
  "email-changed",
  "email-verification",
  "new-sign-in",
  "second-factor",
] as const;

const subjects = async (email: string, count: number) =>
  (await test.mailsTo(email, count)).map(({ subject }) => subject);

async function expectAllMails(trader: Browser & { email: string }, expected: string[]) {
  await test.visitor().post("/api/forgot-password", { email: trader.email });
  await subjects(trader.email, expected.length + 1);
  await untilMailsEnd(test);
  const all = await subjects(trader.email, expected.length + 1);
  expect(all.toSorted()).toEqual([...expected, "Reset your password"].toSorted());
}

it("notifies of a payout decision without payment details", async () => {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const sent = { amount: "1250.5", paymentMethod: "bank", paymentDetails: "GB29 NWBK 6016" };
  const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
  const decision = { status: "rejected", adminNotes: "GB29 NWBK 6016 is closed" };
  await administrator.patch(`/api/admin/payouts/${id}`, decision);
  // Repeating the decision changes nothing, so it sends no notice.
  await administrator.patch(`/api/admin/payouts/${id}`, decision);
  const [mail] = await test.mailsTo(trader.email);
  expect(mail!.subject).toBe(`Payout request #${id} rejected`);
  expect(mail!.text).toContain(`Your payout request #${id} for $1,250.50 was rejected.`);
  expect(mail!.text).toContain("/payouts");
  expect(mail!.text! + mail!.html!).not.toContain("NWBK");
  await expectAllMails(trader, [`Payout request #${id} rejected`]);
});

it("notifies of a new certificate", async () => {
  const trader = await test.trader();
  await uploadCertificate(administrator, trader.id, { name: "Phase 1 completed" });
  const [mail] = await test.mailsTo(trader.email);
  expect(mail!.subject).toBe("You have a new certificate");
  expect(mail!.text).toContain("Meridian Capital has issued you a certificate: Phase 1 completed.");
});

it("notifies of a changed password without including it", async () => {
  const trader = await test.trader();
  await trader.post("/api/user/change-password", {
    currentPassword: PASSWORD,
    newPassword: "another password",
    confirmPassword: "another password",
  });
  const [mail] = await test.mailsTo(trader.email);
  expect(mail!.subject).toBe("Your password was changed");
  expect(mail!.text! + mail!.html!).not.toContain("another password");
});

it("notifies the old and the new address of a changed email", async () => {
  const trader = await test.trader();
  await trader.patch("/api/user/profile", { email: "new.address@example.com", city: "Leeds" });
  expect(await subjects(trader.email, 1)).toEqual(["Your email was changed"]);
  expect(await subjects("new.address@example.com", 1)).toEqual(["Your email was changed"]);
  await administrator.patch(`/api/admin/user/${trader.id}`, { email: "third@example.com" });
  expect(await subjects("third@example.com", 1)).toEqual(["Your email was changed"]);
  // The same address again is not a change, so it sends no notice.
  await administrator.patch(`/api/admin/user/${trader.id}`, { email: "third@example.com" });
  await expectAllMails(Object.assign(trader, { email: "third@example.com" }), [
    "Your email was changed",
  ]);
});

it("notifies of a ban with its reason, and of the unban", async () => {
  const trader = await test.trader();
  const path = `/api/admin/user/${trader.id}/ban`;
  await administrator.patch(path, { banned: true, banReason: "Copied trades" });
  await administrator.patch(path, { banned: true, banReason: "Copied trades, twice" });
  await administrator.patch(path, { banned: false });
  const mails = await test.mailsTo(trader.email, 2);
  expect(mails.find(({ subject }) => subject!.includes("banned"))!.text).toContain("Copied trades");
  await expectAllMails(trader, [
    "Your account has been banned",
    "Your account is no longer banned",
  ]);
});

it("notifies once of a sign-in from an unknown device", async () => {
  const trader = await test.trader();
  const signIn = (userAgent: string) =>
    test
      .visitor()
      .post("/api/login", { email: trader.email, password: PASSWORD }, { "user-agent": userAgent });
  // The device of the registration is known.
  await signIn("lightMyRequest");
  await Promise.all([signIn("curl/8.5.0"), signIn("curl/8.5.0"), signIn("curl/8.6.0")]);
  const [mail] = await test.mailsTo(trader.email);
  expect(mail!.text).toMatch(/curl, 127\.0\.0\.1, \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  await expectAllMails(trader, ["New sign-in to your account"]);
});

it("limits trader-triggered notices to ten per hour and mailbox, but not other notices", async () => {
  const limited = await startApp({ env: { RATE_LIMIT: "on" } });
  const stranger = "stranger@example.com";
  const trader = await limited.trader();
  const office = await limited.administrator();
  await trader.patch("/api/user/profile", { email: stranger });
  for (let change = 0; change < 12; change += 1) {
    const [currentPassword, newPassword] = [PASSWORD, PASSWORD];
    const passwords = { currentPassword, newPassword, confirmPassword: newPassword };
    expect((await trader.post("/api/user/change-password", passwords)).statusCode).toBe(200);
  }
  const another = await limited.trader();
  await trader.patch("/api/user/profile", { email: "back@example.com" });
  await another.patch("/api/user/profile", { email: stranger });
  // Mails are processed in order: once this one arrives, all earlier ones were sent or dropped.
  await office.patch(`/api/admin/user/${another.id}/ban`, { banned: true, banReason: "Copying" });
  const mails = await limited.mailsTo(stranger, 11);
  expect(mails).toHaveLength(11);
  expect(mails.filter(({ subject }) => subject!.includes("banned"))).toHaveLength(1);
  await limited.close();
});

it.each([...traderTriggered])("limits %s to ten per hour and mailbox", async (kind) => {
  const limited = await startApp({ env: { RATE_LIMIT: "on" }, verifiesEmails: true });
  onTestFinished(() => limited.close());
  const { context } = limited;
  const to = "stranger@example.com";
  const sample = (of: MailKind) =>
    ({ kind: of, ...mailKinds[of].sample(context.config.publicUrl) }) as MailEvent;
  await inTransaction(context.database, async (transaction) => {
    for (let sent = 0; sent < 12; sent += 1) await sendMail(context, transaction, to, sample(kind));
    await sendMail(context, transaction, to, sample("banned"));
  });
  const mails = await limited.mailsTo(to, 11);
  expect(mails.filter(({ subject }) => subject!.includes("banned"))).toHaveLength(1);
  expect(mails).toHaveLength(11);
});

it("reports the first sign-in with a device other than the one of the registration", async () => {
  const trader = await test.trader();
  const headers = { "user-agent": "curl/8.5.0" };
  await test.visitor().post("/api/login", { email: trader.email, password: PASSWORD }, headers);
  await expectAllMails(trader, ["New sign-in to your account"]);
});

it("does not report the first sign-in of an invited trader, who has no known device", async () => {
  const email = "invited@example.com";
  await administrator.post("/api/admin/users", { email });
  await test.visitor().post("/api/forgot-password", { email });
  const mails = await test.mailsTo(email, 2);
  const { token } = linkIn(mails.find(isReset));
  await test.visitor().post("/api/reset-password", { token, password: PASSWORD });
  const browser = test.visitor();
  expect((await browser.post("/api/login", { email, password: PASSWORD })).statusCode).toBe(200);
  const before = mails.map(({ subject }) => subject!);
  await expectAllMails(Object.assign(browser, { email }), [...before, "Your password was changed"]);
});

it("reports a sign-in with a known device from another network", async () => {
  const trader = await test.trader();
  await test.visitor().send({
    method: "POST",
    url: "/api/login",
    payload: { email: trader.email, password: PASSWORD },
    remoteAddress: "198.51.100.7",
  });
  await expectAllMails(trader, ["New sign-in to your account"]);
});

it("retries a notice if the database is unavailable when its limit is checked", async () => {
  const { cipher, log } = test.context;
  let handle: Parameters<JobQueue["work"]>[1];
  const jobs: Pick<JobQueue, "work"> = {
    work: async (_queue, handler) => void (handle = handler),
  };
  const delivered: string[] = [];
  const mailer = { deliver: async ({ to }: Mail) => void delivered.push(to), close() {} };
  const consume = () => Promise.reject(new Error("Connection terminated"));
  const throttle = { ...noThrottle, consume };
  await deliverOutbox(jobs, { cipher, log, mailer, throttle });
  const notice = { to: "a@example.com", subject: "New", text: "", html: "", isRateLimited: true };
  const sealed = cipher.encrypt(JSON.stringify(notice), "mail");
  await expect(handle!({ sealed }, "1")).rejects.toThrow("Connection terminated");
  expect(delivered).toEqual([]);
});

it("does not count rejected notices towards the limit", async () => {
  let isFull = true;
  let refused = 0;
  const server = await startMailServer({
    recipient(_address, _session, done) {
      if (!isFull) return done();
      refused += 1;
      done(refusal(550, "The mailbox is full"));
    },
  });
  const limited = await startApp({ env: { RATE_LIMIT: "on", SMTP_URL: server.url } });
  const trader = await limited.trader();
  const passwords = {
    currentPassword: PASSWORD,
    newPassword: PASSWORD,
    confirmPassword: PASSWORD,
  };
  for (let change = 0; change < 10; change += 1) {
    await trader.post("/api/user/change-password", passwords);
  }
  await waitUntil("all notices are rejected", () => refused === 10);
  isFull = false;
  await trader.post("/api/user/change-password", passwords);
  const mail = await server.titled(/password was changed/);
  expect(mail.to?.[0]?.address).toBe(trader.email);
  await limited.close();
  await server.close();
});
