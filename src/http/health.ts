import type { FastifyInstance } from "fastify";
import type { Context } from "../platform/context.ts";
import { createHealthCheck } from "../platform/health/check-health.ts";
import { RefusalError } from "../platform/lib/errors.ts";

/** Monitoring must work under any load. */
const always = { config: { always: true } };

/** Liveness (the process runs) and readiness (it can serve calls). */
export function registerHealth(server: FastifyInstance, context: Context): void {
  const check = createHealthCheck(context);
  server.get("/health/live", always, async () => ({ status: "ok" }));
  server.get("/health", always, async () => {
    if (server.isDraining) {
      throw new RefusalError("unavailable", "The service is shutting down", { retryAfter: 5 });
    }
    const health = await check();
    if (health) return health;
    throw new RefusalError("unavailable", "The database does not answer", { retryAfter: 5 });
  });
}
