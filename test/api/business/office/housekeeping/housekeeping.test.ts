import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeFileKey } from "../../../../../src/platform/storage/storage.ts";
import {
  removeOrphanedFiles,
  runHousekeeping,
} from "../../../../../src/business/office/housekeeping/housekeeping.ts";
import { DAY, HOUR, MINUTE } from "../../../../../src/platform/time/durations.rule.ts";
import { advisoryLocks } from "../../../../../src/platform/advisory-locks.ts";
import { PASSWORD, startApp, type TestApp } from "../../../../support/app.ts";
import { holdLock } from "../../../../support/barrier.ts";
import { uploadCertificate } from "../../../../support/certificates.ts";
import { isReset } from "../../../../support/mails.ts";
import { countStatements } from "../../../../support/count-statements.ts";
import { csvStatement, importLines, operationLine } from "../../../../support/records.ts";
import { factorPath, setUpApp } from "../../../../support/second-factor.ts";
import { waitUntil } from "../../../../support/until.ts";

let test: TestApp;
beforeEach(async () => {
  test = await startApp({ env: { RATE_LIMIT: "on" } });
});
afterEach(() => test.close());

const certificatesIn = ({ context }: TestApp) => join(context.config.dataDir, "certificates");

/** Reads all rows of the database, by table. */
async function contents(): Promise<Record<string, unknown[]>> {
  const tables = ["users", "trading_accounts", "payout_requests", "certificates", "admins"];
  const { pool } = test.context.database;
  const rows = await Promise.all(
    tables.map(async (table) => (await pool.query(`select * from ${table} order by id`)).rows),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]!]));
}

async function count(
  table:
    | "sessions"
    | "throttles"
    | "idempotent_calls"
    | "known_devices"
    | "totp_factors"
    | "webhook_events",
): Promise<number> {
  const { rows } = await test.context.database.pool.query(`select count(*)::int from ${table}`);
  return rows[0].count;
}

it("removes only expired sessions", async () => {
  const { email } = await test.trader();
  const remembered = test.visitor();
  await remembered.post("/api/login", { email, password: PASSWORD, remember: true });
  await test.administrator();
  expect(await count("sessions")).toBe(3);
  test.clock.advance(7 * HOUR);
  await runHousekeeping(test.context);
  expect(await count("sessions")).toBe(3);
  test.clock.advance(2 * HOUR);
  await runHousekeeping(test.context);
  expect(await count("sessions")).toBe(2);
  test.clock.advance(20 * DAY);
  await runHousekeeping(test.context);
  expect(await count("sessions")).toBe(1);
  expect((await remembered.get("/api/user")).statusCode).toBe(200);
});

it("keeps idempotency keys for 24 hours", async () => {
  const { email, id } = await test.trader();
  const trader = test.visitor();
  await trader.post("/api/login", { email, password: PASSWORD, remember: true });
  const administrator = await test.administrator();
  await administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true });
  const request = async () => {
    const body = { amount: "5.00", paymentMethod: "paypal" };
    const response = await trader.post("/api/user/payouts", body, { "idempotency-key": "one" });
    expect(response.statusCode).toBe(201);
    return response.json<{ id: number }>().id;
  };
  const first = await request();
  test.clock.advance(DAY - MINUTE);
  await runHousekeeping(test.context);
  expect(await request()).toBe(first);
  test.clock.advance(2 * MINUTE);
  await runHousekeeping(test.context);
  expect(await request()).not.toBe(first);
});

it("remembers a device for a year after its last sign-in", async () => {
  const { email } = await test.trader();
  const signIn = async (userAgent: string) => {
    const headers = { "user-agent": userAgent };
    const response = await test
      .visitor()
      .post("/api/login", { email, password: PASSWORD }, headers);
    expect(response.statusCode).toBe(200);
  };
  /** A sign-in from an unknown device is the only reason for a mail here. */
  const notices = async () => {
    const { rowCount } = await test.context.database.pool.query(
      "select 1 from pgboss.job where name = 'mail'",
    );
    return rowCount;
  };
  await signIn("Firefox");
  await signIn("Chrome");
  expect(await notices()).toBe(2);
  test.clock.advance(364 * DAY);
  await signIn("Chrome");
  await runHousekeeping(test.context);
  await signIn("Firefox");
  expect(await notices()).toBe(2);
  test.clock.advance(366 * DAY);
  await signIn("Chrome");
  await runHousekeeping(test.context);
  await signIn("Firefox");
  expect(await notices()).toBe(3);
});

it("removes only throttles whose window has ended", async () => {
  const attempt = { email: "nobody@example.com", password: "wrong" };
  for (let tries = 0; tries < 10; tries += 1) await test.visitor().post("/api/login", attempt);
  const before = await count("throttles");
  expect(before).toBeGreaterThan(0);
  test.clock.advance(14 * MINUTE);
  await runHousekeeping(test.context);
  expect(await count("throttles")).toBe(before);
  expect((await test.visitor().post("/api/login", attempt)).statusCode).toBe(429);
  test.clock.advance(2 * MINUTE);
  await runHousekeeping(test.context);
  expect(await count("throttles")).toBe(0);
});

it("removes idempotency keys after a day, and known devices after a year", async () => {
  const trader = await test.trader();
  const administrator = await test.administrator();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const request = { amount: "5.00", paymentMethod: "paypal" };
  await trader.post("/api/user/payouts", request, { "idempotency-key": "once" });
  const left = async () => [await count("idempotent_calls"), await count("known_devices")];
  for (const [later, expected] of [
    [23 * HOUR, [1, 1]],
    [2 * HOUR, [0, 1]],
    [363 * DAY, [0, 1]],
    [2 * DAY, [0, 0]],
  ] as const) {
    test.clock.advance(later);
    await runHousekeeping(test.context);
    expect(await left()).toEqual(expected);
  }
});

it("forgets set-ups of authenticator apps after a day, and no apps that were confirmed", async () => {
  await setUpApp(test, await test.trader());
  await (await test.trader()).post(`${factorPath.trader}/totp`, { password: PASSWORD });
  for (const [later, left] of [
    [23 * HOUR, 2],
    [2 * HOUR, 1],
  ] as const) {
    test.clock.advance(later);
    await runHousekeeping(test.context);
    expect(await count("totp_factors")).toBe(left);
  }
});

it("keeps the events of webhooks for 30 days", async () => {
  const webhook = { url: "https://example.com/hooks", events: ["trader.created"] };
  await (await test.administrator()).post("/api/admin/webhooks", webhook);
  await test.trader();
  const captured = await count("webhook_events");
  expect(captured).toBeGreaterThan(0);
  test.clock.advance(30 * DAY - HOUR);
  await runHousekeeping(test.context);
  expect(await count("webhook_events")).toBe(captured);
  test.clock.advance(2 * HOUR);
  await runHousekeeping(test.context);
  expect(await count("webhook_events")).toBe(0);
});

it("keeps the files of statements, including withdrawn ones", async () => {
  const { id } = await test.trader();
  const lines = [operationLine(1, "2026-01-05 07:00", "1000.00")];
  const statement = await importLines(await test.administrator(), id, lines);
  test.clock.advance(2 * DAY);
  const administrator = await test.administrator();
  await administrator.post(`/api/admin/statements/${statement.id}/withdraw`, { reason: "Wrong" });
  await runHousekeeping(test.context);
  const file = await administrator.get(`/api/statements/${statement.id}/file`);
  expect([file.statusCode, file.body]).toEqual([200, csvStatement(...lines).toString()]);
});

it("removes files that no certificate refers to once they are a day old", async () => {
  const trader = await test.trader();
  const administrator = await test.administrator();
  const issued = await uploadCertificate(administrator, trader.id);
  const folder = certificatesIn(test);
  const [kept] = await readdir(folder);
  await writeFile(join(folder, makeFileKey("pdf")), "%PDF-1.7");
  await mkdir(join(folder, "somebody-elses-folder"));
  await runHousekeeping(test.context);
  expect(await readdir(folder)).toHaveLength(3);
  test.clock.advance(23 * HOUR);
  await runHousekeeping(test.context);
  expect(await readdir(folder)).toHaveLength(3);
  test.clock.advance(2 * HOUR);
  await runHousekeeping(test.context);
  expect((await readdir(folder)).toSorted()).toEqual([kept, "somebody-elses-folder"].toSorted());
  const remembered = test.visitor();
  await remembered.post("/api/login", { email: trader.email, password: PASSWORD });
  const file = await remembered.get(issued.json<{ fileUrl: string }>().fileUrl);
  expect(file.statusCode).toBe(200);
});

it("removes uploads aborted over an hour ago and none in progress", async () => {
  const { uploadDir } = test.context;
  const old = join(uploadDir, "old");
  await writeFile(old, "%PDF");
  const longAgo = new Date(Date.now() - 2 * HOUR);
  await utimes(old, longAgo, longAgo);
  const recent = join(uploadDir, "under-way");
  await writeFile(recent, "%PDF");
  const withinTheHour = new Date(Date.now() - 55 * MINUTE);
  await utimes(recent, withinTheHour, withinTheHour);
  await runHousekeeping(test.context);
  expect(await readdir(uploadDir)).toEqual(["under-way"]);
});

it("keeps files that the app did not create", async () => {
  const folder = certificatesIn(test);
  await writeFile(join(folder, "a name (1).pdf"), "");
  await writeFile(join(folder, makeFileKey("pdf")), "");
  test.clock.advance(2 * DAY);
  await runHousekeeping(test.context);
  expect(await readdir(folder)).toEqual(["a name (1).pdf"]);
});

it("removes no file during a backup, whose copy of the database may refer to it", async () => {
  const administrator = await test.administrator();
  const trader = await test.trader();
  await uploadCertificate(administrator, trader.id);
  const folder = certificatesIn(test);
  const files = await readdir(folder);
  const backup = await holdLock(test, {
    statement: "select pg_advisory_xact_lock($1)",
    values: [advisoryLocks.backup],
  });
  const deleted = await administrator.delete(`/api/admin/user/${trader.id}`);
  expect(deleted.statusCode).toBe(200);
  test.clock.advance(2 * DAY);
  await runHousekeeping(test.context);
  expect(await readdir(folder)).toEqual(files);
  await backup.release();
  await runHousekeeping(test.context);
  expect(await readdir(folder)).toEqual([]);
});

it("looks up the rows of all files in one statement", async () => {
  await uploadCertificate(await test.administrator(), (await test.trader()).id);
  const folder = certificatesIn(test);
  const [kept] = await readdir(folder);
  for (let files = 0; files < 20; files += 1) {
    await writeFile(join(folder, makeFileKey(files % 2 === 0 ? "pdf" : "statement")), "");
  }
  test.clock.advance(2 * DAY);
  const { database, statements } = countStatements(test.context.database);
  await removeOrphanedFiles({ ...test.context, database });
  expect(await readdir(folder)).toEqual([kept]);
  // Another one asks whether a backup is running.
  expect(statements()).toBe(2);
});

it("logs a step that fails, and runs the others, with statements that may take minutes", async () => {
  const { pool } = test.context.database;
  const { email } = await test.trader();
  await test.visitor().post("/api/login", { email, password: PASSWORD });
  await pool.query(`
    create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the statement may take %', current_setting('statement_timeout'); end $$;
    create trigger fail before delete on sessions execute function fail();
    create trigger fail before insert or update on counters execute function fail()`);
  await pool.query("update weekly_counts set count = count + 1");
  await pool.query("alter table counters disable trigger fail");
  await pool.query("update counters set count = count + 1");
  await pool.query("alter table counters enable trigger fail");
  const folder = certificatesIn(test);
  await writeFile(join(folder, makeFileKey("pdf")), "");
  test.clock.advance(30 * DAY);
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => lines.push(JSON.parse(line)) });
  await runHousekeeping({ ...test.context, log });
  const errors = lines.filter(({ level }) => level >= pino.levels.values.error!);
  const message = expect.stringContaining("the statement may take 4min");
  expect(errors).toMatchObject([
    { step: "sessions", err: { message } },
    { step: "counters", err: { message } },
  ]);
  expect(lines.map(({ msg }) => msg)).toContain("counters had drifted and were corrected");
  expect(await readdir(folder)).toEqual([]);
});

it("changes nothing else", async () => {
  const trader = await test.trader();
  const administrator = await test.administrator();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  await trader.post("/api/user/payouts", { amount: "5.00", paymentMethod: "paypal" });
  await uploadCertificate(administrator, trader.id);
  await test.visitor().post("/api/forgot-password", { email: trader.email });
  // The reset is a separate job, which must not end during the comparison; the certificate was also mailed.
  await waitUntil("the reset is mailed", async () =>
    (await test.mailsTo(trader.email)).some(isReset),
  );
  const before = await contents();
  test.clock.advance(400 * DAY);
  await runHousekeeping(test.context);
  await runHousekeeping(test.context);
  expect(await contents()).toEqual(before);
});
