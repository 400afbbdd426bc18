import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import { createDatabase } from "../../support/database.ts";

const role = `limited_${randomBytes(6).toString("hex")}`;
const password = randomBytes(16).toString("hex");
let database: { url: string; drop: () => Promise<void> };
let test: TestApp;

/** Returns the SQL with which, according to docs/operating.md, the owner of a database creates the limited role. */
async function grants(databaseName: string): Promise<string> {
  const page = await readFile(new URL("../../../docs/operating.md", import.meta.url), "utf8");
  const [, sql] = /```sql\n(create role propdesk_app .*?)```/s.exec(page)!;
  return sql!
    .replaceAll("propdesk_app", role)
    .replace("a-long-random-password", password)
    .replace("database propdesk", `database ${databaseName}`);
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createDatabase();
  // The app has run as the owner, which created the job queue, and has queued a mail.
  const used = await startApp({ databaseUrl: database.url });
  await used.trader();
  await used.close();
  await asOwner(await grants(new URL(database.url).pathname.slice(1)));
  const url = Object.assign(new URL(database.url), { username: role, password });
  test = await startApp({ databaseUrl: url.href });
});
afterAll(async () => {
  await test.close();
  await asOwner(`drop owned by ${role} cascade`);
  await asOwner(`drop role ${role}`);
  await database.drop();
});

it("the app starts and works with a database role that owns nothing", async () => {
  const { pool } = test.context.database;
  const { rows } = await pool.query(
    "select current_user, rolsuper from pg_roles where rolname = $1",
    [role],
  );
  expect(rows).toEqual([{ current_user: role, rolsuper: false }]);
  const trader = await test.trader();
  const administrator = await test.administrator();
  const account = { payoutEnabled: true, masterPassword: "k7#Tpx2v", balance: "100" };
  const saved = await administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  expect(saved.statusCode).toBe(200);
  const payout = { amount: "5", paymentMethod: "bank" };
  expect((await trader.post("/api/user/payouts", payout)).statusCode).toBe(201);
  expect(
    (await test.visitor().post("/api/forgot-password", { email: trader.email })).statusCode,
  ).toBe(200);
  await test.mailsTo(trader.email);
  expect((await administrator.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
});

it.each([
  "update audit_events set reason = 'x'",
  "delete from audit_events",
  "truncate audit_events",
  "alter table audit_events disable trigger all",
  "drop trigger audit_events_append_only on audit_events",
  "drop table users",
  "create table public.extra (id int)",
  "set session_replication_role = replica",
  "delete from migrations",
])("PostgreSQL denies the role: %s", async (statement) => {
  await test.trader();
  await expect(test.context.database.pool.query(statement)).rejects.toMatchObject({
    code: "42501",
  });
});
