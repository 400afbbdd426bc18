import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import type { Context } from "./platform/context.ts";
import {
  captureRemoteAddresses,
  handleClientErrors,
  rejectMalformedRequests,
  rejectUnknownExpectations,
} from "./http/hardening/malformed-requests.ts";
import { registerDocs } from "./http/api-reference.ts";
import { registerErrorHandling } from "./http/error-handling.ts";
import { handledRoutes, requireDeclaredRoutes } from "./http/routes.ts";
import { registerHealth } from "./http/routes/health.ts";
import { registerDrain } from "./http/hardening/drain.ts";
import { MAX_JSON_BYTES, parseJsonBodies } from "./http/hardening/json-body.ts";
import { describeRequest, logAbortedRequests, RequestLog } from "./http/request-log.ts";
import { loadLimits, registerLoadShedding } from "./http/hardening/load-shedding.ts";
import { countResponses, registerMetrics } from "./http/routes/metrics.ts";
import { rejectCrossOriginWrites } from "./http/hardening/origin.ts";
import { registerRestRoutes } from "./http/rest.ts";
import { registerRoute } from "./http/route.ts";
import { apiSecurityHeaders, registerSecurityHeaders } from "./http/hardening/security-headers.ts";
import { registerTrpcRoutes } from "./http/trpc-routes.ts";
import { registerPublishedKeys } from "./http/routes/case-file.ts";
import { registerWebClient } from "./http/web-client.ts";
import { MINUTE, SECOND } from "./platform/time/durations.rule.ts";
import { RefusalError } from "./platform/errors.ts";
import { registerDeviceCookie } from "./identity/traces/device-cookie.ts";
import { registerSessionCookies } from "./identity/sessions/cookies.ts";

/** Builds the server of the whole product on one origin: REST, tRPC, uploads, downloads and the web client. */
export async function buildApp(context: Context, sessionSecret: Buffer): Promise<FastifyInstance> {
  const { config } = context;
  const server = await buildServer(context);
  rejectCrossOriginWrites(server, config);
  await registerSessionCookies(server, config, sessionSecret);
  registerDeviceCookie(server, config);
  if (config.metricsToken !== undefined) registerMetrics(server, context);
  await server.register(
    async (api) => {
      parseJsonBodies(api);
      requireDeclaredRoutes(api);
      registerHealth(api, context);
      registerRestRoutes(api, context);
      for (const route of handledRoutes) registerRoute(api, context, route);
      registerDocs(api, context, async () => {
        const { buildOpenApiDocument } = await import("./http/openapi/document.ts");
        return JSON.stringify(buildOpenApiDocument(config.publicUrl));
      });
      await api.register((trpc) => registerTrpcRoutes(trpc, context), { prefix: "/trpc" });
    },
    { prefix: "/api" },
  );
  registerPublishedKeys(server, context);
  await registerWebClient(server, context);
  return server;
}

/** Builds the HTTP server of a worker, which only serves its health and metrics. */
export async function buildWorkerApp(context: Context): Promise<FastifyInstance> {
  const server = await buildServer(context);
  if (context.config.metricsToken !== undefined) registerMetrics(server, context);
  await server.register(async (api) => registerHealth(api, context), { prefix: "/api" });
  server.setNotFoundHandler(() => {
    throw new RefusalError("not-found", "Not found");
  });
  return server;
}

async function buildServer(context: Context): Promise<FastifyInstance> {
  const { config } = context;
  const loggerInstance: FastifyBaseLogger = context.log.child(
    {},
    // The multipart parser logs its options, which include all request headers and therefore the cookies.
    { serializers: { req: describeRequest, busboyOptions: () => undefined } },
  );
  const server = Fastify({
    loggerInstance,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: MAX_JSON_BYTES,
    // While draining, the server still serves the calls that it receives.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // Also limits the duration of the drain.
    pluginTimeout: 2 * MINUTE,
    requestTimeout: 120_000,
    // Closes the connections of clients that stop sending or reading; in the latter case, Node takes twice this time.
    connectionTimeout: 60_000,
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: handleClientErrors(config),
    frameworkErrors: ({ code }, _request, reply: FastifyReply) => {
      // An id that is too long is treated like any other id that does not exist.
      const isUnknown = code === "FST_ERR_MAX_PARAM_LENGTH";
      void reply
        .code(isUnknown ? 404 : 400)
        .headers(apiSecurityHeaders(config))
        .send({ message: isUnknown ? "Not found" : "The address could not be read" });
    },
  });
  registerDrain(server, config.drainSeconds * SECOND);
  captureRemoteAddresses(server);
  rejectUnknownExpectations(server, config);
  countResponses(server, context);
  logAbortedRequests(server, context);
  registerErrorHandling(server);
  await registerSecurityHeaders(server, config);
  registerLoadShedding(server, loadLimits(config));
  rejectMalformedRequests(server);
  return server;
}
