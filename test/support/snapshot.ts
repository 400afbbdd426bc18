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
] as const;

/** Every row of the database, to tell whether anything changed. */
export async function snapshot({ context }: TestApp): Promise<unknown> {
  const { kysely, pool } = context.database;
  const rows = tables.map((table) => kysely.selectFrom(table).selectAll().orderBy("id").execute());
  const tokens = kysely
    .selectFrom("api_tokens")
    .select(["id", "label", "scopes", "revoked_at"])
    .orderBy("id")
    .execute();
  const jobs = await pool.query<{ count: string }>(
    "select count(*) from pgboss.job where name = 'mail'",
  );
  return [await Promise.all([...rows, tokens]), jobs.rows[0]!.count];
}
