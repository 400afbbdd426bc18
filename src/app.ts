import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import type { Context } from "./context.ts";
import { registerAuditExport } from "./api/audit-export.ts";
import { answerClientErrors, refuseExpectations } from "./api/client-errors.ts";
import { procedures } from "./api/app-router.ts";
import { registerDocs } from "./api/docs.ts";
import { registerErrorHandling } from "./api/error-handling.ts";
import { guardRoutes } from "./api/guards.ts";
import { registerHealth } from "./api/health.ts";
import { MAX_JSON_BYTES, parseJsonBodies } from "./api/json-body.ts";
import { keepAddresses } from "./api/caller-address.ts";
import { tellOfHungUp } from "./api/hung-up.ts";
import { loadLimits, shedLoad } from "./api/load-shedding.ts";
import { countAnswers, registerMetrics } from "./api/metrics.ts";
import { refuseForeignWrites } from "./api/origin.ts";
import { describeRequest, RequestLog } from "./api/request-log.ts";
import { registerRestRoutes } from "./api/rest.ts";
import { bareSecurityHeaders, registerSecurityHeaders } from "./api/security-headers.ts";
import { registerTrpcRoutes } from "./api/trpc-routes.ts";
import { refuseUnclearRequests } from "./api/unclear-requests.ts";
import { registerUploads } from "./api/uploads.ts";
import { registerWebClient } from "./api/web-client.ts";
import { RefusalError } from "./lib/errors.ts";
import { registerSessionCookies } from "./sessions/cookies.ts";

/** The whole product behind one origin: REST, tRPC, uploads, documents and the web client. */
export async function buildApp(context: Context, sessionSecret: Buffer): Promise<FastifyInstance> {
  const { config } = context;
  const server = await buildServer(context);
  refuseForeignWrites(server, config.publicUrl);
  await registerSessionCookies(server, config, sessionSecret);
  if (config.metricsToken !== undefined) registerMetrics(server, context);
  await server.register(
    async (api) => {
      parseJsonBodies(api);
      guardRoutes(api, context, procedures);
      registerHealth(api, context);
      registerRestRoutes(api, context);
      registerAuditExport(api, context);
      // In a scope of its own: no other call takes multipart.
      await api.register((uploads) => registerUploads(uploads, context));
      await registerDocs(api, config);
      await api.register((trpc) => registerTrpcRoutes(trpc, context), { prefix: "/trpc" });
    },
    { prefix: "/api" },
  );
  await registerWebClient(server, config);
  return server;
}

/** What a worker shows of itself: its health, and its metrics. */
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
    // The multipart parser logs its options, with all headers of the request, the cookies among them.
    { serializers: { req: describeRequest, busboyOptions: () => undefined } },
  );
  const server = Fastify({
    loggerInstance,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: MAX_JSON_BYTES,
    // A drain answers the calls that came in before it, and turns no late one away with an error.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestTimeout: 120_000,
    // A caller who stops reading, or sending, holds a place that others wait for. Node looks twice
    // before it gives a reader up: two minutes, as well.
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerClientErrors(config),
    frameworkErrors: ({ code }, _request, reply: FastifyReply) => {
      // An id that is too long to be read names nothing, as any other that no row has.
      const isUnknown = code === "FST_ERR_MAX_PARAM_LENGTH";
      void reply
        .code(isUnknown ? 404 : 400)
        .headers(bareSecurityHeaders(config))
        .send({ message: isUnknown ? "Not found" : "The address could not be read" });
    },
  });
  keepAddresses(server);
  refuseExpectations(server, config);
  countAnswers(server, context);
  tellOfHungUp(server, context);
  registerErrorHandling(server);
  await registerSecurityHeaders(server, config);
  shedLoad(server, loadLimits(config));
  refuseUnclearRequests(server);
  return server;
}
