import pg from "pg";
import type { TestApp } from "./app.ts";

const tables = [
  "users",
  "trading_accounts",
  "payout_requests",
  "certificates",
  "stages",
  "statements",
  "deals",
  "operations",
  "rule_sets",
  "rule_versions",
  "rule_changes",
  "programmes",
  "programme_versions",
];

/** Omits the last use, which rejected calls and the checks of open streams also update. */
const used = [
  "(select to_jsonb(session) - 'last_seen_at' from sessions session)",
  "(select to_jsonb(admin) - 'last_seen_at' from admins admin)",
  "(select to_jsonb(token) - 'last_used_at' from api_tokens token)",
];
const mails = "(select id from pgboss.job where name = 'mail')";

/** Returns the row counts and hashes of every table that calls change, to detect changes. */
export async function snapshot(test: TestApp): Promise<unknown> {
  return hashRows(test, [...tables, ...used, mails]);
}

/**
 * Hashes the rows of each source in the database, because transferring them would be slow.
 * @param sources tables, or subqueries in parentheses
 */
export async function hashRows({ context }: TestApp, sources: readonly string[]): Promise<unknown> {
  const query = sources.map(
    (source) =>
      `select ${pg.escapeLiteral(source)} as source, count(*),
         sum(hashtextextended(t::text, 0)) as hash from ${source} t`,
  );
  // Without an order, PostgreSQL may read the sources in parallel and return them in any.
  return (await context.database.pool.query(`${query.join(" union all ")} order by 1`)).rows;
}
