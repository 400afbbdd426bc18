import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import type { Browser } from "../support/http.ts";
import { type MailServer, refusal, startMailServer } from "../support/smtp.ts";

interface Undelivered {
  id: string;
  to: string;
  subject: string;
  status: string;
  reason: string | null;
}

interface Waiting {
  mails: { failed: { total: number } };
  webhooks: { total: number; paused: { total: number }; failed: { total: number } };
}

let mailServer: MailServer;
let isRefusing = true;
let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  mailServer = await startMailServer({
    judge: () => Promise.resolve(isRefusing ? refusal(550, "No such mailbox") : undefined),
  });
  test = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` } });
  owner = await test.administrator();
});
afterAll(async () => {
  await test.close();
  await mailServer.close();
});

const list = async () => (await owner.get("/api/admin/mails/undelivered")).json<Undelivered[]>();
const waiting = async () => (await owner.get("/api/admin/overview/waiting")).json<Waiting>();

it("a mail that the mail server rejects is listed without its text, and sent again on request", async () => {
  const mail = {
    to: "olivia@example.com",
    subject: "Reset your password",
    text: "the secret link",
    html: "the secret link",
  };
  await inTransaction(test.context.database, (em) => test.context.outbox.enqueue(em, mail));
  await expect.poll(list, { timeout: 20_000 }).toMatchObject([
    {
      to: "olivia@example.com",
      subject: "Reset your password",
      status: "failed",
      reason: expect.stringContaining("550 No such mailbox") as string,
    },
  ]);
  const read = await owner.get("/api/admin/mails/undelivered");
  expect(read.body).not.toContain("secret");
  expect((await waiting()).mails.failed.total).toBe(1);

  const [{ id }] = (await list()) as [Undelivered];
  const path = "/api/admin/mails/send-again";
  const support = await test.administrator("support");
  expect((await support.post(path, { mailId: id })).statusCode).toBe(403);
  isRefusing = false;
  expect((await owner.post(path, { mailId: id })).statusCode).toBe(200);
  await expect.poll(() => mailServer.mails.length, { timeout: 20_000 }).toBe(1);
  expect(mailServer.mails[0]).toMatchObject({ subject: "Reset your password" });
  await expect.poll(list).toEqual([]);
  expect((await owner.post(path, { mailId: id })).statusCode).toBe(409);
  const audit = await owner.get("/api/admin/audit?action=mail.sent-again&limit=1");
  expect(audit.json()).toMatchObject([{ changes: { to: { to: "olivia@example.com" } } }]);
});

it("a mail that does not exist is not found", async () => {
  const mailId = "0a9f5d0e-6f1b-4c58-9f0b-6d7c3f1f2a55";
  const answer = await owner.post("/api/admin/mails/send-again", { mailId });
  expect(answer.statusCode).toBe(404);
});

it("webhooks that failed wait, those that an administrator paused do not", async () => {
  const { pool } = test.context.database;
  const input = { url: "https://example.com/hooks", events: ["payout.paid"] };
  const { id } = (await owner.post("/api/admin/webhooks", input)).json<{ id: number }>();
  expect((await waiting()).webhooks).toMatchObject({ total: 0 });
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook_events (at, type, payload, dispatched_at)
       values (now(), 'payout.paid', '{}', now()) returning id`,
  );
  await pool.query(
    `insert into webhook_deliveries (endpoint_id, event_id, status, last_attempt_at)
       values ($1, $2, 'failed', now())`,
    [id, rows[0]!.id],
  );
  expect((await waiting()).webhooks).toMatchObject({
    total: 1,
    paused: { total: 0 },
    failed: { total: 1 },
  });
  await pool.query(
    "update webhook_endpoints set paused_at = now(), pause_reason = 'gone' where id = $1",
    [id],
  );
  expect((await waiting()).webhooks).toMatchObject({ total: 1, paused: { total: 1 } });
  await pool.query("update webhook_endpoints set pause_reason = 'administrator' where id = $1", [
    id,
  ]);
  expect((await waiting()).webhooks).toMatchObject({ total: 0, paused: { total: 0 } });
});
