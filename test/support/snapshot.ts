import pg from "pg";
import type { TestApp } from "./app.ts";

const tables = [
  "users",
  "trading_accounts",
  "payout_requests",
  "certificates",
  "sessions",
  "admins",
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

/** Omits the last use of a token, which rejected calls also update. */
const tokens = "(select id, label, scopes, revoked_at from api_tokens)";
const mails = "(select id from pgboss.job where name = 'mail')";

/** Returns the row counts and hashes of every table that calls change, to detect changes. */
export async function snapshot(test: TestApp): Promise<unknown> {
  return hashRows(test, [...tables, tokens, mails]);
}

/**
 * Hashes the rows of each source in the database, because transferring them would be slow.
 * @param sources tables, or subqueries in parentheses
 * @param ignored columns that are excluded from the hash
 */
export async function hashRows(
  { context }: TestApp,
  sources: readonly string[],
  ignored: readonly string[] = [],
): Promise<unknown> {
  const counted = ["to_jsonb(t)", ...ignored.map((column) => `'${column}'`)].join(" - ");
  const query = sources.map(
    (source) =>
      `select ${pg.escapeLiteral(source)} as source, count(*),
         sum(hashtextextended((${counted})::text, 0)) as hash from ${source} t`,
  );
  return (await context.database.pool.query(query.join(" union all "))).rows;
}
