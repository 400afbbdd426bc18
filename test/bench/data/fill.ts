import type { PoolClient } from "pg";
import { hashAccessKey } from "../../../src/identity/team/administrators.ts";
import { type Database, withLongStatements } from "../../../src/platform/database/database.ts";
import type { Cipher } from "../../../src/platform/vault/cipher.ts";
import { HOUR } from "../../../src/platform/time/durations.rule.ts";
import {
  correctCounters,
  correctWeeklyCounts,
} from "../../../src/business/office/counters/counters.ts";
import { hashPassword } from "../../../src/identity/passwords/hash.ts";
import { copyRows } from "./copy-rows.ts";
import { accountRows, certificateRows, payoutRows, type TableRows, traderRows } from "./rows.ts";

export const BENCH_PASSWORD = "bench-password";
export const BENCH_ADMIN_KEY = "bench-admin-key";

export interface FillSize {
  traders: number;
  payouts: number;
}

type Progress = (name: string, total: number) => (done: number) => void;

/** Fills a migrated database without traders in one transaction. */
export async function fill(
  database: Database,
  cipher: Cipher,
  { traders, payouts }: FillSize,
  progress: Progress,
): Promise<void> {
  const tables = [
    traderRows(traders, await hashPassword(BENCH_PASSWORD)),
    accountRows(traders, cipher),
    payoutRows(payouts, traders, cipher),
    certificateRows(traders),
  ];
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    await withoutUpkeep(client, tables, async () => {
      for (const rows of tables) {
        await copyRows(client, rows, progress(rows.table, rows.count));
      }
    });
    await client.query(
      `insert into admins (label, access_key, created_at) values ('Bench', $1, now())
       on conflict do nothing`,
      [await hashAccessKey(BENCH_ADMIN_KEY)],
    );
    await client.query("commit");
    await withLongStatements(database, HOUR, async ({ kysely }) => {
      await correctCounters(kysely);
      await correctWeeklyCounts(kysely);
    });
    await client.query("set statement_timeout = 0");
    await client.query("vacuum (analyze)");
  } finally {
    // Closing the connection rolls back uncommitted work, and drops its settings.
    client.release(true);
  }
}

/**
 * Runs work without triggers, indexes and references, and applies them once for all rows, because row by row is
 * slowest.
 */
async function withoutUpkeep(
  client: PoolClient,
  tables: TableRows[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ table }) => table);
  const { rows: references } = await client.query<{ name: string; table: string; is: string }>(
    `select conname as name, conrelid::regclass::text as "table", pg_get_constraintdef(oid) as is
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [names],
  );
  const { rows: indexes } = await client.query<{ name: string; is: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as is from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [names],
  );
  for (const table of names) await client.query(`alter table ${table} disable trigger user`);
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint "${name}"`);
  }
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const index of indexes) await client.query(index.is);
  for (const { table, name, is } of references) {
    await client.query(`alter table ${table} add constraint "${name}" ${is}`);
  }
  for (const table of names) await client.query(`alter table ${table} enable trigger user`);
}
