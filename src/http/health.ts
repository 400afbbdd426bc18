import type { FastifyInstance } from "fastify";
import type { Context } from "../platform/context.ts";
import { createHealthCheck } from "../platform/health/check-health.ts";
import { RefusalError } from "../platform/lib/errors.ts";

/** Whoever watches must see what is going on, however great the load is. */
const always = { config: { always: true } };

/** Whether the process runs, and whether calls can be served. */
export function registerHealth(server: FastifyInstance, context: Context): void {
  const check = createHealthCheck(context);
  server.get("/health/live", always, async () => ({ status: "ok" }));
  server.get("/health", always, async () => {
    const health = await check();
    if (health) return health;
    throw new RefusalError("unavailable", "The database does not answer", { retryAfter: 5 });
  });
}
