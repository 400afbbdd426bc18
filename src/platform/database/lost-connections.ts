import type { Pool, PoolClient } from "pg";

/**
 * Gives connections that end in the middle of a transaction back to the pool. Kysely keeps one whose
 * rollback fails, and the rollback on a lost connection always does: each would be missing from the
 * pool for ever (https://github.com/kysely-org/kysely/issues/1990).
 */
export function discardLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => held.add(client));
  pool.on("release", (_error, client) => held.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      if (!held.has(client)) return;
      client.release(true);
      // Most who hold it give it back themselves when they notice.
      client.release = () => {};
    });
  });
}
