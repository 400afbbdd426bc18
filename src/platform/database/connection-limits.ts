import { Socket } from "node:net";
import type { ClientConfig, Pool, PoolClient } from "pg";
import { MINUTE, SECOND } from "../time/durations.rule.ts";
import { endsConnection } from "./failures.ts";
import { PrimaryClient } from "./primary-client.ts";

/** The time after PostgreSQL's own limit until the app gives up on a statement. */
const GRACE = 5 * SECOND;

/**
 * Returns limits that turn a stuck statement, lock, transaction or connection into an error. The query string of a
 * database URL overrides them, for example with `statement_timeout`.
 * @param longestStatement milliseconds
 */
export function connectionLimits(longestStatement = 15 * SECOND) {
  return {
    statement_timeout: longestStatement,
    lock_timeout: 5 * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
    /** The limit for opening a connection and for waiting for a free one. */
    connectionTimeoutMillis: 5 * SECOND,
    Client: clientThatGivesUp(longestStatement + GRACE),
  };
}

/** The longest statement, wait for a lock and wait for a connection of a call that processes a whole record. */
const LONGEST_RECORD_STATEMENT = 5 * MINUTE;

/** Limits for calls that process a whole record, such as imports, which wait for each other. */
export function recordCallLimits() {
  return {
    ...connectionLimits(LONGEST_RECORD_STATEMENT),
    lock_timeout: LONGEST_RECORD_STATEMENT,
    idle_in_transaction_session_timeout: LONGEST_RECORD_STATEMENT,
    connectionTimeoutMillis: LONGEST_RECORD_STATEMENT,
  };
}

/**
 * Returns a client that closes its connection if a statement receives nothing for too long, because PostgreSQL's limits
 * have no effect if the server hangs or the network drops packets. The driver's `query_timeout` would fail the call but
 * return the dead connection to the pool. Silence between two statements is no fault: the process may be computing.
 * @param timeout milliseconds
 */
function clientThatGivesUp(timeout: number) {
  return class extends PrimaryClient {
    /** Of the driver: no statement is running. */
    declare readonly readyForQuery: boolean;

    constructor(config?: ClientConfig) {
      const socket = new Socket();
      super({ ...config, stream: () => socket });
      socket.setTimeout(timeout);
      // Not as the callback of `setTimeout`, which only runs for the first silence.
      socket.on("timeout", () => {
        if (this.readyForQuery) return;
        const { bytesRead } = socket;
        // After a long computation, the timeout fires before Node reads what has arrived in the meantime.
        setImmediate(() => {
          if (socket.bytesRead > bytesRead) return;
          const error = new Error("PostgreSQL does not respond");
          socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
        });
      });
    }
  };
}

/**
 * Keeps the pool from losing connections, and from lending lost ones.
 *
 * Kysely does not release a connection whose rollback fails, which is always the case on a lost connection, so the pool
 * would shrink each time (https://github.com/kysely-org/kysely/issues/1990). It does release the connection of a
 * statement without a transaction, but the driver counts a connection as lost only once its socket closes, which is
 * after the error message: the next call would receive it, and fail.
 */
export function discardLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => held.add(client));
  pool.on("release", (_error, client) => held.delete(client));
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", (error: Error) => {
      // The pool never lends a client that is ending.
      if (endsConnection(error)) void client.end();
    });
    client.once("end", () => {
      if (!held.has(client)) return;
      client.release(true);
      // Most users of the connection release it as well once they notice the loss.
      client.release = () => {};
    });
  });
}
