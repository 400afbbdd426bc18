import type { Database } from "../database/database.ts";
import type { Clock } from "../time/clock.ts";
import type { Keyring } from "./cipher.ts";

/** Records the keys that a starting app or worker can decrypt with. */
export async function recordDeployedKeys(
  { database, clock }: { database: Database; clock: Clock },
  keyring: Keyring,
): Promise<void> {
  await database.pool.query(
    `insert into encryption_keys (id, first_seen_at) select unnest($1::text[]), $2
     on conflict do nothing`,
    [keyring.all().map(({ id }) => id), clock.now()],
  );
}

/** Returns whether an app or worker has ever started with this key. */
export async function isKeyDeployed({ pool }: Database, keyId: string): Promise<boolean> {
  const { rows } = await pool.query("select 1 from encryption_keys where id = $1", [keyId]);
  return rows.length > 0;
}
