import { fastifyRequestHandler } from "@trpc/server/adapters/fastify";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { FastifyInstance, FastifyRequest } from "fastify";
import superjson from "superjson";
import type { Context } from "../context.ts";
import { appRouter } from "./app-router.ts";
import { callContext } from "./call-context.ts";
import { logUnforeseen, registerErrorHandling } from "./error-handling.ts";
import { answerError, type ErrorAnswer } from "./errors-to-http.ts";
import { keepJsonBodies } from "./json-body.ts";

/** What is refused before tRPC sees it, such as a body that is too large, looks as its own errors. */
function trpcShape(answer: ErrorAnswer, request: FastifyRequest) {
  const { code, status, message, details } = answer;
  const { path } = request.params as { path?: string };
  const data = { code, httpStatus: status, path, ...details };
  return { error: superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[code], data }) };
}

/** tRPC wants JSON of every mutation, of those without input, too. */
function supplyMissingBody(request: FastifyRequest): void {
  if (request.method !== "POST" || request.body !== undefined) return;
  request.raw.headers["content-type"] = "application/json";
  request.body = "{}";
}

/** All procedures for typed callers, one a request. */
export async function registerTrpcRoutes(server: FastifyInstance, app: Context): Promise<void> {
  keepJsonBodies(server);
  registerErrorHandling(server, trpcShape);
  server.route<{ Params: { path: string } }>({
    method: ["GET", "HEAD", "POST"],
    url: "/:path",
    exposeHeadRoute: false,
    handler: (request, reply) => {
      // tRPC runs nothing for a HEAD; Node itself leaves the body out of the answer to one.
      if (request.method === "HEAD") request.raw.method = "GET";
      supplyMissingBody(request);
      return fastifyRequestHandler({
        router: appRouter,
        req: request,
        res: reply,
        path: request.params.path,
        // A batch would put many sign-ins, or many slow calls, into one request.
        allowBatching: false,
        createContext: () => callContext(app, request, reply),
        onError({ error }) {
          if (answerError(error).unforeseen) logUnforeseen(request.log, error);
        },
        responseMeta({ errors }) {
          const [error] = errors;
          if (!error) return {};
          const { status, details } = answerError(error);
          const { retryAfter } = details;
          // A plain object: it replaces headers that tRPC has set, where `Headers` would repeat them.
          const headers = {
            "content-type": "application/json",
            ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
          };
          return { status, headers };
        },
      });
    },
  });
}
