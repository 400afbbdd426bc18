import { Socket } from "node:net";
import { SECOND } from "../lib/clock.ts";

/** How much later than PostgreSQL the app itself gives up on a statement. */
const GRACE = 5 * SECOND;

/**
 * Limits that end a stuck statement, lock, transaction or connection as an error instead of a
 * hanging call. An address may set others behind its question mark, such as `statement_timeout`.
 * @param longestStatement milliseconds
 */
export function connectionLimits(longestStatement = 15 * SECOND) {
  return {
    statement_timeout: longestStatement,
    lock_timeout: 5 * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
    /** For a new connection, and for one that becomes free. */
    connectionTimeoutMillis: 5 * SECOND,
    stream: () => openSocket(longestStatement + GRACE),
  };
}

/**
 * PostgreSQL's own limits say nothing where it hangs, or the network swallows what is sent: then the
 * connection is cut off, and with it whoever waits on it. `query_timeout` of the driver would answer
 * the call but put the dead connection back into the pool.
 */
function openSocket(patience: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(patience, () => {
    const silent = new Error("PostgreSQL does not answer any more");
    socket.destroy(Object.assign(silent, { code: "ETIMEDOUT" }));
  });
}
