import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { RefusalError } from "../lib/errors.ts";

/** Whoever watches must see what is going on, however great the load is. */
const always = { config: { always: true } };

export function registerHealth(server: FastifyInstance, { database, log }: Context): void {
  server.get("/health/live", always, async () => ({ status: "ok" }));
  server.get("/health", always, async () => {
    try {
      await database.pool.query("select 1");
    } catch (error) {
      log.warn({ err: error }, "health: the database does not answer");
      throw new RefusalError("unavailable", "The database does not answer", { retryAfter: 5 });
    }
    return { status: "ok", database: "ok" };
  });
}
