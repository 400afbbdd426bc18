import type { Pool, PoolClient } from "pg";

/**
 * Returns connections that are lost during a transaction to the pool. Kysely keeps a connection whose
 * rollback fails, which it always does on a lost connection, so the pool would shrink with each
 * (https://github.com/kysely-org/kysely/issues/1990).
 */
export function discardLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => held.add(client));
  pool.on("release", (_error, client) => held.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      if (!held.has(client)) return;
      client.release(true);
      // Most holders release it themselves once they notice.
      client.release = () => {};
    });
  });
}
