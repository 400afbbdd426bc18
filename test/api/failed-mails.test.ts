import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHousekeeping } from "../../src/business/office/housekeeping/housekeeping.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { meetAtLock } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { type MailServer, refusal, startMailServer } from "../support/smtp.ts";
import { statuses } from "../support/statuses.ts";

interface Undelivered {
  id: string;
  to: string;
  subject: string;
  status: string;
  attempts: number;
  reason: string | null;
}

interface OpenTasks {
  mails: { failed: { total: number }; retrying: { total: number } };
  webhooks: { total: number; paused: { total: number }; failed: { total: number } };
}

let mailServer: MailServer;
let isRejecting = true;
let code = 550;
/** The number of attempts that were rejected with `code` 451. */
let temporaryRejections = 0;
let duringAttempt = async () => {};
let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  mailServer = await startMailServer({
    async judge() {
      await duringAttempt();
      if (!isRejecting) return undefined;
      if (code === 451) temporaryRejections += 1;
      return refusal(code, "No such mailbox");
    },
  });
  test = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` } });
  owner = await test.administrator();
});
afterAll(async () => {
  await test.close();
  await mailServer.close();
});

const list = async () => (await owner.get("/api/admin/mails/undelivered")).json<Undelivered[]>();
const waiting = async () => (await owner.get("/api/admin/overview/waiting")).json<OpenTasks>();

it("a rejected mail is listed without its text, and sent again on request", async () => {
  const mail = {
    to: "olivia@example.com",
    subject: "Reset your password",
    text: "the secret link",
    html: "the secret link",
  };
  await inTransaction(test.context.database, (transaction) =>
    test.context.outbox.enqueue(transaction, [mail]),
  );
  await expect.poll(list).toMatchObject([
    {
      to: "olivia@example.com",
      subject: "Reset your password",
      status: "failed",
      attempts: 1,
      nextAttemptAt: null,
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
  isRejecting = false;
  let seen: Undelivered[] = [];
  duringAttempt = async () => {
    seen = await list();
  };
  expect((await owner.post(path, { mailId: id })).statusCode).toBe(200);
  await expect.poll(() => mailServer.mails.length).toBe(1);
  expect(seen).toMatchObject([{ id, status: "retrying", attempts: 1 }]);
  duringAttempt = async () => {};
  expect(mailServer.mails[0]).toMatchObject({ subject: "Reset your password" });
  await expect.poll(list).toEqual([]);
  expect((await owner.post(path, { mailId: id })).statusCode).toBe(409);
  const audit = await owner.get("/api/admin/audit?action=mail.sent-again&limit=1");
  expect(audit.json()).toMatchObject([
    { changes: { to: { from: "olivia@example.com", to: "olivia@example.com" } } },
  ]);
});

/** Enqueues a mail, and waits until it has failed permanently and is listed. @returns its id */
async function failMail(subject: string): Promise<string> {
  isRejecting = true;
  const mail = { to: "gone@example.com", subject, text: "Hello", html: "Hello" };
  await inTransaction(test.context.database, (transaction) =>
    test.context.outbox.enqueue(transaction, [mail]),
  );
  const find = async () =>
    (await list()).find((each) => each.subject === subject && each.status === "failed");
  await expect.poll(find).toBeDefined();
  return (await find())!.id;
}

it("a rejected mail is sent again once if two administrators request it at the same time", async () => {
  const id = await failMail("Requested twice");
  isRejecting = false;
  const arrived = mailServer.mails.length;
  const lock = { statement: "select from pgboss.job where id = $1 for update", values: [id] };
  const sendAgain = () => owner.post("/api/admin/mails/send-again", { mailId: id });
  const responses = await meetAtLock(test, lock, [sendAgain, sendAgain]);
  expect(statuses(responses)).toEqual({ 200: 1, 409: 1 });
  await expect.poll(() => mailServer.mails.length).toBe(arrived + 1);
});

/** Runs the daily maintenance of the queue, which deletes old jobs. */
async function maintainQueue(): Promise<void> {
  await test.context.database.pool.query("update pgboss.queue set maintain_on = null");
  const connectionString = test.context.config.databaseUrl!;
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  await boss.start();
  await boss.supervise("mail");
  await boss.stop();
}

/** Backdates all timestamps of a mail job. */
const backdate = (id: string, days: number) =>
  test.context.database.pool.query(
    `update pgboss.job set created_on = created_on - $2 * interval '1 day',
       start_after = start_after - $2 * interval '1 day',
       keep_until = keep_until - $2 * interval '1 day',
       completed_on = completed_on - $2 * interval '1 day' where id = $1`,
    [id, days],
  );

it("a failed mail is kept for 14 days, and can be sent again until then", async () => {
  const [kept, old] = [await failMail("Kept"), await failMail("Old")];
  await backdate(kept, 13);
  await backdate(old, 15);
  await maintainQueue();
  expect((await list()).map(({ id }) => id)).toEqual([kept]);
  isRejecting = false;
  const arrived = mailServer.mails.length;
  const again = await owner.post("/api/admin/mails/send-again", { mailId: kept });
  expect(again.statusCode).toBe(200);
  await maintainQueue();
  await expect.poll(() => mailServer.mails.length).toBe(arrived + 1);
});

it("a delivered mail is deleted after a day", async () => {
  const { pool } = test.context.database;
  const mails = async () =>
    (await pool.query<{ id: string }>("select id from pgboss.job where name = 'mail'")).rows;
  const [{ id }] = (
    await pool.query<{ id: string }>(
      "select id from pgboss.job where name = 'mail' and state = 'completed' limit 1",
    )
  ).rows as [{ id: string }];
  const before = await mails();
  await runHousekeeping(test.context);
  expect(await mails()).toHaveLength(before.length);
  await backdate(id, 2);
  await runHousekeeping(test.context);
  expect(await mails()).toHaveLength(before.length - 1);
});

it("a failed mail can be discarded, and is then no longer counted", async () => {
  const path = "/api/admin/mails/discard";
  const mailId = await failMail("No such mailbox");
  const support = await test.administrator("support");
  expect((await support.post(path, { mailId })).statusCode).toBe(403);
  const { total } = (await waiting()).mails.failed;
  expect((await owner.post(path, { mailId })).json()).toEqual({ message: "Email discarded" });
  expect((await waiting()).mails.failed.total).toBe(total - 1);
  expect((await owner.post(path, { mailId })).statusCode).toBe(404);
  const audit = await owner.get("/api/admin/audit?action=mail.discarded&limit=1");
  expect(audit.json()).toMatchObject([{ changes: { to: { from: "gone@example.com", to: null } } }]);
});

it("a mail that is being retried is counted apart, and listed after those given up", async () => {
  await failMail("Given up");
  const before = (await waiting()).mails;
  await test.context.database.pool.query(
    `update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where id = $1`,
    [await failMail("Retried")],
  );
  expect((await waiting()).mails).toMatchObject({
    failed: { total: before.failed.total },
    retrying: { total: before.retrying.total + 1 },
  });
  const listed = await list();
  expect(listed.map(({ status }) => status)).toEqual([
    ...listed.slice(1).map(() => "failed"),
    "retrying",
  ]);
  expect(listed.at(-1)).toMatchObject({ subject: "Retried" });
});

it("a mail that is being retried is listed with the number of its attempts", async () => {
  isRejecting = true;
  code = 451;
  const mail = { to: "busy@example.com", subject: "Retried twice", text: "Hello", html: "Hello" };
  await inTransaction(test.context.database, (transaction) =>
    test.context.outbox.enqueue(transaction, [mail]),
  );
  const find = async () => (await list()).find(({ subject }) => subject === "Retried twice");
  await expect.poll(find).toMatchObject({ status: "retrying", attempts: 1 });
  await test.context.database.pool.query(
    "update pgboss.job set start_after = now() where id = $1",
    [(await find())!.id],
  );
  const isCounted = async () =>
    temporaryRejections > 1 && (await find())?.attempts === temporaryRejections;
  await expect.poll(isCounted).toBe(true);
  code = 550;
});

it.each(["send-again", "discard"])("%s returns 404 if the mail does not exist", async (call) => {
  const mailId = "0a9f5d0e-6f1b-4c58-9f0b-6d7c3f1f2a55";
  const response = await owner.post(`/api/admin/mails/${call}`, { mailId });
  expect(response.statusCode).toBe(404);
});

it("failing webhooks are open tasks, but those that an administrator has paused are not", async () => {
  const { pool } = test.context.database;
  const input = { url: "https://example.com/hooks", events: ["payout.paid"] };
  const { id } = (await owner.post("/api/admin/webhooks", input)).json<{ id: number }>();
  expect((await waiting()).webhooks).toMatchObject({ total: 0 });
  const fail = (type: string, daysAgo: number) =>
    pool.query(
      `with event as (insert into webhook_events (at, type, payload, dispatched_at)
         values (now(), $2, '{}', now()) returning id)
       insert into event_deliveries (endpoint_id, event_id, status, last_attempt_at)
         select $1, id, 'failed', now() - make_interval(days => $3) from event`,
      [id, type, daysAgo],
    );
  await fail("webhook.test", 0);
  await fail("payout.paid", 2);
  expect((await waiting()).webhooks).toMatchObject({ total: 0, failed: { total: 0 } });
  await fail("payout.paid", 0);
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
