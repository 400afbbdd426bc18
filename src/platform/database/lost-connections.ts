import type { Pool, PoolClient } from "pg";

/**
 * Releases connections that are lost during a transaction. Kysely does not release a connection whose rollback fails,
 * which is always the case on a lost connection, so the pool would shrink each time
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
      // Most users of the connection release it as well once they notice the loss.
      client.release = () => {};
    });
  });
}
