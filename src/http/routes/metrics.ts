import { createHash, timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Context } from "../../platform/context.ts";
import { RefusalError } from "../../platform/errors.ts";
import { appRouter } from "../app-router.ts";
import { registerErrorHandling } from "../error-handling.ts";

/** Counts responses by registered route, so that the number of labels is bounded. */
export function countResponses(server: FastifyInstance, context: Context): void {
  server.addHook("onResponse", (request, reply, done) => {
    countResponse(context, request, reply);
    done();
  });
}

export function countResponse(
  { metrics }: Context,
  request: FastifyRequest,
  { statusCode: status, elapsedTime }: Pick<FastifyReply, "statusCode" | "elapsedTime">,
): void {
  const { method } = request;
  metrics.observeCall({ method, route: routeLabel(request), status, seconds: elapsedTime / 1000 });
}

function routeLabel({ routeOptions, params }: FastifyRequest): string {
  const { url } = routeOptions;
  if (url === undefined || !url.startsWith("/api/")) return "client";
  const { path } = (params ?? {}) as { path?: string };
  const isProcedure = path !== undefined && Object.hasOwn(appRouter._def.procedures, path);
  return url === "/api/trpc/:path" && isProcedure ? `/api/trpc/${path}` : url;
}

/** Serves the metrics to Prometheus; requires `METRICS_TOKEN` if it is set. */
export function registerMetrics(server: FastifyInstance, context: Context): void {
  const { config, metrics } = context;
  server.get("/metrics", { config: { always: true } }, async (request, reply) => {
    requireToken(request, config.metricsToken);
    return reply
      .type(metrics.registry.contentType)
      .header("Cache-Control", "no-store")
      .send(await metrics.registry.metrics());
  });
}

/** Builds a server that only serves the metrics, for a private port. */
export function buildMetricsServer(context: Context): FastifyInstance {
  const server = Fastify();
  registerErrorHandling(server);
  registerMetrics(server, context);
  return server;
}

function requireToken({ headers }: FastifyRequest, token: string | undefined): void {
  if (token === undefined) return;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const sent = headers.authorization ?? "";
  if (timingSafeEqual(digest(sent), digest(`Bearer ${token}`))) return;
  throw new RefusalError("unauthenticated", "A valid metrics token is required");
}
