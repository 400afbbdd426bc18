import type { Pool } from "pg";
import {
  listRecordedAccounts,
  rebuildAccount,
} from "../../../src/business/record/rebuilds/check-derived.ts";
import type { Context } from "../../../src/platform/context.ts";

/** Inserts traders whose ids are their logins; the first ones have had an open stage since 2026. */
export async function fillAccounts(pool: Pool, count: number, staged = 1999): Promise<void> {
  await pool.query(
    `insert into users (email, created_at)
     select 'bench' || id || '@example.com', now() from generate_series(1, $1::int) as id`,
    [count],
  );
  await pool.query(
    `insert into trading_accounts (user_id, login, status, created_at)
     select users.id, users.id::text, 'active', now() from users order by users.id`,
  );
  await pool.query(
    `insert into stages (account_id, phase, currency, initial_balance, started_at, created_at)
     select id, 'Phase 1', 'USD', 100000, '2026-01-01', now() from trading_accounts
     where id <= $1`,
    [staged],
  );
  await pool.query("vacuum analyze");
}

/** Inserts one snapshot a minute, ending now, and the derived rows. */
export async function fillSnapshots(
  context: Context,
  userId: number,
  count: number,
): Promise<void> {
  const { database } = context;
  await database.pool.query(
    `insert into snapshots (account_id, "time", balance, equity, token_id, received_at)
     select a.id, '2024-01-05T08:00:30Z'::timestamptz + n * interval '1 minute',
       100000, 100000 + round((sin(n / 500.0) * 900)::numeric, 2), 1, now()
     from trading_accounts a, generate_series(1, $2::int) as n where a.user_id = $1`,
    [userId, count],
  );
  await database.pool.query("vacuum analyze");
  const accounts = await listRecordedAccounts(database.kysely);
  await rebuildAccount(context, accounts.at(-1)!);
  await database.pool.query("vacuum analyze");
}
