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
];

/** A call that is refused still counts as a use of its token. */
const tokens = "(select id, label, scopes, revoked_at from api_tokens)";
const mails = "(select id from pgboss.job where name = 'mail')";

/** Every row is hashed in the database: to transfer them would take most of a test's time. */
const query = [...tables, tokens, mails]
  .map(
    (rows) =>
      `select '${rows.replaceAll("'", "''")}' as rows, count(*),
              md5(string_agg(row::text, ',' order by row.id)) as hash from ${rows} as row`,
  )
  .join(" union all ");

/** The number of rows and their hash for each table, to see whether anything changed. */
export async function snapshot({ context }: TestApp): Promise<unknown> {
  return (await context.database.pool.query(query)).rows;
}
