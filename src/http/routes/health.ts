import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { createHealthCheck, health } from "../../platform/health/check-health.ts";
import { RefusalError } from "../../platform/errors.ts";
import { registerRoute, type RouteDeclaration } from "../route.ts";

export const readiness: RouteDeclaration<"anyone"> = {
  name: "health",
  rest: "GET /health",
  permission: "anyone",
  always: true,
  operation: {
    summary: "Check whether the service can handle requests",
    description:
      "Returns 503 with the reason while the database is unavailable or cannot be written to, or while the service shuts down, for load balancers.",
    tag: "Service",
    responses: {
      "200": {
        description: "The service is ready",
        content: { "application/json": { schema: health } },
      },
    },
    errors: {
      503: "The database is unavailable or cannot be written to, or the service is shutting down",
    },
  },
};

export const liveness: RouteDeclaration<"anyone"> = {
  name: "health.live",
  rest: "GET /health/live",
  permission: "anyone",
  always: true,
  operation: {
    summary: "Check whether the process is running",
    description:
      "Does not query the database, so a failure means that the process must be restarted.",
    tag: "Service",
    responses: {
      "200": {
        description: "The process is running",
        content: { "application/json": { schema: z.object({ status: z.literal("ok") }) } },
      },
    },
    errors: { 503: "The service is shutting down" },
  },
};

export function registerHealth(server: FastifyInstance, context: Context): void {
  const check = createHealthCheck(context);
  registerRoute(server, context, { ...liveness, handle: () => ({ status: "ok" }) });
  registerRoute(server, context, {
    ...readiness,
    async handle() {
      if (server.isDraining) {
        throw new RefusalError("unavailable", "The service is shutting down", { retryAfter: 5 });
      }
      const state = await check();
      if (!("fault" in state)) return state;
      throw new RefusalError("unavailable", state.fault, { retryAfter: 5 });
    },
  });
}
