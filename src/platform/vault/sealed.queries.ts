import type { Database } from "../database/database.ts";

/** How much of what is sealed was sealed with one key. */
export interface KeyUsage {
  keyId: string;
  passwords: number;
  /** Mails that wait; those that left are never opened again. */
  mails: number;
}

/** The ids of all keys that something in the database needs to be opened. */
export async function readKeyUsage({ pool }: Database): Promise<KeyUsage[]> {
  const passwords = await pool.query<{ id: string; count: number }>(
    `select split_part(master_password, '.', 2) as id, count(*)::int as count
       from trading_accounts where master_password is not null group by 1`,
  );
  const hasJobs = await pool.query("select to_regclass('pgboss.job') as found");
  const mails = hasJobs.rows[0].found
    ? await pool.query<{ id: string; count: number }>(
        `select split_part(data ->> 'sealed', '.', 2) as id, count(*)::int as count
           from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')
          group by 1`,
      )
    : { rows: [] };
  const usage = new Map<string, KeyUsage>();
  const of = (keyId: string) => {
    const found = usage.get(keyId) ?? { keyId, passwords: 0, mails: 0 };
    usage.set(keyId, found);
    return found;
  };
  for (const { id, count } of passwords.rows) of(id).passwords = count;
  for (const { id, count } of mails.rows) of(id).mails = count;
  return [...usage.values()];
}
