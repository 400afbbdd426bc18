import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { SECOND } from "../../platform/time/durations.rule.ts";

/** The drain ends early after this long without a request. */
const QUIET = SECOND;
/** The listening socket is closed after this long without a new connection. */
const NO_CONNECTIONS = 0.1 * SECOND;
/** The maximum time to wait for that, during which responses are held back. */
const LONGEST_HOLD = SECOND;

declare module "fastify" {
  interface FastifyInstance {
    /** True as soon as the shutdown begins, so that the health check takes this instance out of service. */
    isDraining: boolean;
  }
}

/**
 * Shuts down without resetting connections. After `close()`, the server stays reachable while Fastify responds with
 * `Connection: close`, so that callers give up their kept-alive connections and load balancers notice the shutdown.
 * When the listening socket is closed, the system resets connections that Node has not accepted yet. Responses are
 * therefore held back at the end until no new connections arrive.
 * @param phase the maximum time to accept new requests, in milliseconds; 0 closes at once
 */
export function registerDrain(server: FastifyInstance, phase: number): void {
  server.decorate("isDraining", false);
  let lastRequest = 0;
  let lastConnection = 0;
  let closed: Promise<void> | undefined;
  server.server.on("connection", () => (lastConnection = performance.now()));
  server.addHook("onRequest", async () => {
    lastRequest = performance.now();
    await closed;
  });
  server.addHook("preClose", async () => {
    server.isDraining = true;
    if (phase === 0 || !server.server.listening) return;
    lastRequest = performance.now();
    await waitAtMost(phase, () => performance.now() - lastRequest > QUIET);
    closed = untilClosed(server);
    lastConnection = performance.now();
    await waitAtMost(LONGEST_HOLD, () => performance.now() - lastConnection > NO_CONNECTIONS);
  });
}

async function untilClosed({ server }: FastifyInstance): Promise<void> {
  while (server.listening) await sleep(10);
}

async function waitAtMost(limit: number, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + limit;
  while (!condition() && performance.now() < deadline) await sleep(20);
}
