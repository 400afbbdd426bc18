import { randomUUID } from "node:crypto";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeSchema, schemaFile } from "../../scripts/describe-schema.ts";
import { advisoryLocks } from "../../src/platform/advisory-locks.ts";
import { ConfigError } from "../../src/platform/config/env.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { createDatabase } from "../support/database.ts";
import { entities } from "../../src/entities.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

async function blankDatabase() {
  const { url, drop } = await createDatabase({ template: "blank" });
  const database = await connectDatabase(url, entities);
  onTestFinished(async () => {
    await database.orm.close(true);
    await drop();
  });
  return { url, database };
}

describe("the migrations", () => {
  it("create exactly the schema that the entities describe", async () => {
    const { database } = await blankDatabase();
    expect(await database.orm.schema.getUpdateSchemaSQL()).not.toBe("");
    await migrate(database);
    expect(await database.orm.schema.getUpdateSchemaSQL()).toBe("");
  });

  it("are summed up by the committed schema file; npm run db:schema writes it", async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    try {
      expect(await describeSchema(pool)).toBe(await readFile(schemaFile, "utf8"));
    } finally {
      await pool.end();
    }
  });

  it("run once if two instances start at the same time", async () => {
    const { database } = await blankDatabase();
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    const { rows } = await database.pool.query("select name from migrations");
    const files = await database.orm.migrator.getExecuted();
    expect(rows.length).toBe(files.length);
    expect(await database.orm.migrator.getPending()).toEqual([]);
  });

  it("name the process that holds their lock for too long", async () => {
    const { url, database } = await blankDatabase();
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    const { rows } = await holder.query<{ pid: number }>(
      "select pg_advisory_lock($1), pg_backend_pid() as pid",
      [advisoryLocks.migration],
    );
    await expect(migrate(database, 100)).rejects.toThrow(
      new RegExp(`the server process ${rows[0]!.pid} has held the lock of the migrations`),
    );
  });

  it("stop at payment details in plain text, which only an unreleased version could encrypt", async () => {
    const { database } = await blankDatabase();
    await migrate(database);
    await database.pool.query(`
      alter table payout_requests add column payment_details text;
      create index payout_requests_clear_details_index on payout_requests (id);
      create index payout_requests_no_fingerprint_index on payout_requests (id);
      delete from migrations where name like '%drop_clear_details';
      insert into users (full_name, email, created_at) values ('Ada', 'ada@example.com', now());
      insert into payout_requests (user_id, amount, payment_method, payment_details, created_at)
        select id, 10, 'paypal', 'ada@example.com', now() from users;`);
    await expect(migrate(database)).rejects.toThrow(
      /^The database contains payment details in plain/,
    );
    await database.pool.query("update payout_requests set payment_details = null");
    expect(await migrate(database)).toEqual(["20261124T200000_drop_clear_details"]);
    expect(await database.orm.schema.getUpdateSchemaSQL()).toBe("");
  });

  it("read the logins of ended stages from the audit log", async () => {
    const { database } = await blankDatabase();
    await migrate(database);
    await database.pool.query(`
      alter table stages drop column login, drop column server;
      delete from migrations where name like '%stage_logins';
      insert into users (full_name, email, created_at) values ('Ada', 'ada@example.com', now());
      insert into trading_accounts (user_id, login, server, created_at)
        select id, 'third', 'Live', now() from users;
      insert into stages (account_id, phase, currency, initial_balance, started_at, ended_at, created_at)
        select id, 'Phase', 'USD', 100, started_at, started_at + interval '9 days', now()
        from trading_accounts, unnest(array['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']::date[])
          as started_at;
      update stages set ended_at = null where started_at = '2026-04-01';
      insert into audit_events (at, action, actor_kind, trader_id, changes)
        select at::timestamptz, 'account.updated', 'system', id, jsonb_build_object('login',
          jsonb_build_object('from', "from", 'to', "to"))
        from users, (values ('2026-01-05', null, 'early'), ('2026-01-20', 'early', null),
          ('2026-02-20', null, 'third')) as change (at, "from", "to");`);
    expect(await migrate(database)).toEqual(["20261129T161500_stage_logins"]);
    const { rows } = await database.pool.query("select login, server from stages order by id");
    expect(rows).toEqual([
      { login: "early", server: "Live" },
      { login: null, server: "Live" },
      { login: "third", server: "Live" },
      { login: null, server: null },
    ]);
  });

  it("compose the names of a used database, and let the searches of both releases find them", async () => {
    const { database } = await blankDatabase();
    await migrate(database);
    const { pool } = database;
    // As the previous release has left them.
    await pool.query(`
      create or replace function search_text_of(full_name text, email text, login text) returns text
        language sql immutable
        return lower(coalesce(full_name, '') || chr(31) || email || chr(31) || coalesce(login, ''));
      drop function fold_text;
      delete from migrations where name like '%search_without_accents';
      insert into users (full_name, email, created_at)
        values (U&'Jo\\0308rg', 'j@example.com', now()), ('Łukasz', 'l@example.com', now()),
          ('Ada', 'a@example.com', now());
      insert into trader_tags (user_id, tag)
        select id, tag from users, (values (U&'cafe\\0301'), ('café'), ('vip')) as t(tag)
        where full_name <> 'Ada';
      insert into firm_brand (id, name, updated_at, updated_by)
        values (1, U&'Bo\\0308rse', now(), 'Ada');`);
    expect(await migrate(database)).toEqual(["20261127T040000_search_without_accents"]);
    const { rows } = await pool.query<{ name: string; text: string }>(
      "select full_name as name, search_text as text from users order by id",
    );
    expect(rows.map(({ name, text }) => [name, ...text.split("\u001f")])).toEqual([
      ["Jörg", "jorg", "j@example.com", "", "jörg", "j@example.com", ""],
      ["Łukasz", "lukasz", "l@example.com", "", "łukasz", "l@example.com", ""],
      ["Ada", "ada", "a@example.com", ""],
    ]);
    const tags = await pool.query(
      "select tag, count(*)::int from trader_tags group by 1 order by 1",
    );
    expect(tags.rows).toEqual([
      { tag: "café", count: 2 },
      { tag: "vip", count: 2 },
    ]);
    const brand = await pool.query("select name from firm_brand");
    expect(brand.rows).toEqual([{ name: "Börse" }]);
  });

  it("restore the currencies that stages of the previous release have changed after a decision", async () => {
    const { database } = await blankDatabase();
    await migrate(database);
    await database.pool.query(`
      drop function payout_requests_fix_currency() cascade;
      delete from migrations where name like '%fixed_currencies';
      insert into users (full_name, email, created_at) values ('Ada', 'ada@example.com', now());
      insert into payout_requests (user_id, amount, payment_method, status, admin_notes, created_at)
        select id, 10, 'paypal', status, 'No', now() from users,
          unnest(array['pending', 'approved', 'approved', 'rejected']) as status;
      insert into payment_runs (message_id, created_at, created_by) values ('A', now(), 'Ada');
      insert into payments (run_id, payout_id, amount, currency, payment_method, status, paid_at, reversed_at)
        values (1, 3, 10, 'USD', 'paypal', 'paid', now(), null),
          (1, 4, 10, 'GBP', 'paypal', 'reversed', now(), now());
      update payout_requests set currency = 'EUR';
      update payout_requests set approved_currency = 'USD' where id = 2;`);
    await migrate(database);
    const { rows } = await database.pool.query<{ currency: string }>(
      "select currency from payout_requests order by id",
    );
    expect(rows.map(({ currency }) => currency)).toEqual(["EUR", "USD", "USD", "GBP"]);
    const drift = await database.pool.query<object>(
      `select currency, sum(count)::int as count from counters where kind = 'payout'
       group by currency having sum(count) <> 0 order by currency`,
    );
    expect(drift.rows).toEqual([
      { currency: "EUR", count: 1 },
      { currency: "GBP", count: 1 },
      { currency: "USD", count: 2 },
    ]);
  });

  it("are known to the MikroORM command line by mikro-orm.config.ts", async () => {
    const { url, database } = await blankDatabase();
    await migrate(database);
    const { stdout } = await run(join(root, "node_modules/.bin/mikro-orm"), ["migration:check"], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, NO_COLOR: "1" },
    });
    expect(stdout).toMatch(/No changes required/);
  });

  it("fail with the missing privilege if the search indexes cannot be created", async () => {
    const { url, database } = await blankDatabase();
    const role = `limited_${randomUUID().slice(0, 8)}`;
    await database.pool.query(`create role ${role} login password 'limited'`);
    onTestFinished(async () => void (await database.pool.query(`drop role ${role}`)));
    const limitedUrl = Object.assign(new URL(url), { username: role, password: "limited" }).href;
    const limited = await connectDatabase(limitedUrl, entities);
    try {
      await expect(migrate(limited)).rejects.toThrow(ConfigError);
      await expect(migrate(limited)).rejects.toThrow(
        /^DATABASE_URL must point to a PostgreSQL with the extension pg_trgm.*permission denied/,
      );
    } finally {
      await limited.orm.close(true);
    }
  });
});
