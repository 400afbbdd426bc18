import { fastifyRequestHandler } from "@trpc/server/adapters/fastify";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import superjson from "superjson";
import type { Context } from "../platform/context.ts";
import { appRouter, procedures } from "./app-router.ts";
import { createCallContext } from "./call-context.ts";
import { logUnexpectedError, registerErrorHandling } from "./error-handling.ts";
import type { RestPath } from "../calls/call.ts";
import { guards, type Permission, type Requirements } from "../calls/guards.ts";
import { logRefusal } from "../calls/security-events.ts";
import type { CallContext, CallMeta } from "../calls/trpc.ts";
import { toErrorResponse, type ErrorResponse } from "../calls/errors-to-http.ts";
import { passJsonBodiesAsText } from "./hardening/json-body.ts";

/** The procedures that send events for as long as the client listens. */
const subscriptions = procedures.filter(({ procedure }) => procedure._def.type === "subscription");

/** The procedures whose bodies may be larger than others. */
const largeBodies = procedures.filter(({ meta }) => meta.bodyLimit !== undefined);

/** The routes of all procedures; each procedure authenticates its callers. */
export const trpcRoutes: RestPath[] = [
  "GET /trpc/{path}",
  "POST /trpc/{path}",
  ...largeBodies.map(({ name }): RestPath => `POST /trpc/${name}`),
  ...subscriptions.map(({ name }): RestPath => `GET /trpc/${name}`),
];

/** Converts errors that occur before tRPC runs, such as a body that is too large, to the shape of tRPC's errors. */
function trpcShape(response: ErrorResponse, request: FastifyRequest) {
  const { code, status, message, details } = response;
  const { path } = request.params as { path?: string };
  const data = { code, httpStatus: status, path, ...details };
  return { error: superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[code], data }) };
}

/** Adds an empty JSON body, because tRPC requires one even for mutations without input. */
function supplyMissingBody(request: FastifyRequest): void {
  if (request.method !== "POST" || request.body !== undefined) return;
  request.raw.headers["content-type"] = "application/json";
  request.body = "{}";
}

/** Serves all procedures to typed callers, one per request. */
export async function registerTrpcRoutes(server: FastifyInstance, app: Context): Promise<void> {
  passJsonBodiesAsText(server);
  registerErrorHandling(server, trpcShape);
  server.route<{ Params: { path: string } }>({
    method: ["GET", "HEAD", "POST"],
    url: "/:path",
    exposeHeadRoute: false,
    handler: (request, reply) => {
      // tRPC does not handle HEAD, so it receives GET; Node omits the body of the response.
      if (request.method === "HEAD") request.raw.method = "GET";
      supplyMissingBody(request);
      return handle(app, request, reply, request.params.path);
    },
  });
  for (const { name, meta } of largeBodies) {
    server.route({
      method: "POST",
      url: `/${name}`,
      bodyLimit: meta.bodyLimit!,
      handler: (request, reply) => {
        supplyMissingBody(request);
        return handle(app, request, reply, name);
      },
    });
  }
  registerStreams(server, app);
}

/** Serves subscriptions, whose responses stay open. A shutdown ends them; clients reconnect to another instance. */
function registerStreams(server: FastifyInstance, app: Context): void {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  for (const { name, meta } of subscriptions) {
    server.route({
      method: "GET",
      url: `/${name}`,
      exposeHeadRoute: false,
      config: { stream: true },
      handler: async (request, reply) => {
        // tRPC would report a refusal within the stream, after a status of 200.
        await requirePermission(createCallContext(app, request, reply), { ...meta, name });
        // The shutdown began while the permission was checked.
        if (isClosing) return reply.hijack().raw.destroy();
        open.add(reply.raw);
        reply.raw.once("close", () => open.delete(reply.raw));
        return handle(app, request, reply, name);
      },
    });
  }
  server.addHook("preClose", async () => {
    isClosing = true;
    for (const response of open) response.destroy();
  });
}

async function requirePermission<P extends Permission>(
  context: CallContext,
  call: CallMeta & Requirements[P] & { name: string; permission: P },
): Promise<void> {
  try {
    await guards[call.permission](context, call);
  } catch (error) {
    await logRefusal(context, { ...call, readInput: async () => undefined }, error);
    throw error;
  }
}

function handle(app: Context, request: FastifyRequest, reply: FastifyReply, path: string) {
  return fastifyRequestHandler({
    router: appRouter,
    req: request,
    res: reply,
    path,
    // A batch would allow many sign-ins or slow calls in one request.
    allowBatching: false,
    createContext: () => createCallContext(app, request, reply),
    onError({ error }) {
      if (toErrorResponse(error).isUnexpected) logUnexpectedError(request.log, error);
    },
    responseMeta({ errors }) {
      const [error] = errors;
      if (!error) return {};
      const { status, details } = toErrorResponse(error);
      const { retryAfter } = details;
      // A plain object replaces the headers that tRPC has set; `Headers` would repeat them.
      const headers = {
        "content-type": "application/json",
        ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      };
      return { status, headers };
    },
  });
}
