import { fastifyRequestHandler } from "@trpc/server/adapters/fastify";
import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { appRouter } from "./app-router.ts";
import { callContext } from "./call-context.ts";
import { logUnforeseen } from "./error-handling.ts";
import { answerError } from "./errors-to-http.ts";
import { keepJsonBodies } from "./json-body.ts";

/** All procedures for typed callers, one a request. */
export async function registerTrpcRoutes(server: FastifyInstance, app: Context): Promise<void> {
  keepJsonBodies(server);
  server.route<{ Params: { path: string } }>({
    method: ["GET", "POST"],
    url: "/:path",
    handler: (request, reply) =>
      fastifyRequestHandler({
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
          const wait = details.retryAfter;
          return { status, headers: wait === undefined ? {} : { "Retry-After": String(wait) } };
        },
      }),
  });
}
