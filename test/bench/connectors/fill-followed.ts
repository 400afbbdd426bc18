import type { Pool } from "pg";
import { simpleRules } from "../../support/verdicts.ts";

/** Inserts traders whose ids are their logins at a server, each with a judged stage that has just started. */
export async function fillFollowed(
  pool: Pool,
  { count, server, startedAt }: { count: number; server: string; startedAt: Date },
): Promise<void> {
  await pool.query(
    `insert into users (email, created_at)
     select 'bench' || id || '@example.com', now() from generate_series(1, $1::int) as id`,
    [count],
  );
  await pool.query(
    `insert into trading_accounts (user_id, login, server, status, created_at)
     select users.id, users.id::text, $1, 'active', now() from users order by users.id`,
    [server],
  );
  await pool.query(
    `with added as (insert into rule_sets (name, created_at, created_by) values ('Bench', now(), 'Bench') returning id)
     insert into rule_versions (rule_set_id, version, rules, created_at, created_by)
     select id, 1, $1, now(), 'Bench' from added`,
    [JSON.stringify(simpleRules)],
  );
  await pool.query(
    `insert into stages (account_id, phase, currency, initial_balance, rules_version_id, started_at, created_at)
     select trading_accounts.id, 'Phase 1', 'USD', 100000, rule_versions.id, $1, now()
     from trading_accounts, rule_versions`,
    [startedAt.toISOString()],
  );
  await pool.query("vacuum analyze");
}
